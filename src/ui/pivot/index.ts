export { PivotTable } from './PivotTable';
export type { PivotLine, PivotSort } from './types';
