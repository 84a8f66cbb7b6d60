export { DataGrid } from './DataGrid';
export { type GridLayout, layoutKey, loadLayout, localPreferences } from './preferences';
export type * from './types';
