export { DataGrid } from './DataGrid';
export { localPreferences } from './preferences';
export { NOTHING_SELECTED, selectedCount } from './selection';
export type * from './types';
