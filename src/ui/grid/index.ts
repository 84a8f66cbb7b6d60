export { DataGrid } from './DataGrid';
export { loadLayout, localPreferences } from './preferences';
export type * from './types';
