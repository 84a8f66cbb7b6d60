export { BulkActs } from './BulkActs';
export type { BulkAct } from './bulk';
export { type OpenDrawer, RecordDrawer } from './RecordDrawer';
export { ResourceGrid, type ResourceGridProps } from './ResourceGrid';
export type { ListExports, Selected } from './types';
export { useExport } from './useExport';
export { type ListAddress, type ListFilters, type ListSearch, type ListSorts, useListAddress } from './useListAddress';
export { useOpenRecord } from './useOpenRecord';
export { useSavedViews } from './useSavedViews';
