export { PivotTable } from './PivotTable';
export type { PivotLine, PivotSort, PivotTableProps } from './types';
