export { DataGrid } from './DataGrid';
export { localPreferences } from './preferences';
export type * from './types';
