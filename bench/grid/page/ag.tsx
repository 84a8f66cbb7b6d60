import {
  CellStyleModule,
  ClientSideRowModelModule,
  type ColDef,
  ModuleRegistry,
  RowSelectionModule,
} from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import type { Contestant } from './contestant';
import { type BenchRow, COLUMN_WIDTH, COLUMNS, ROW_HEIGHT } from './data';

ModuleRegistry.registerModules([CellStyleModule, ClientSideRowModelModule, RowSelectionModule]);

const columns: ColDef<BenchRow>[] = COLUMNS.map(({ id, header, kind, text }) => ({
  field: id,
  headerName: header,
  valueFormatter: ({ data }) => (data ? text(data) : ''),
  width: COLUMN_WIDTH,
  ...(kind === 'number' || kind === 'money' ? { type: 'rightAligned' } : {}),
}));

export const contestant: Contestant = {
  draw: (rows) => (
    <AgGridReact<BenchRow>
      columnDefs={columns}
      rowData={rows}
      getRowId={({ data }) => data.id}
      rowHeight={ROW_HEIGHT}
      animateRows={false}
      rowSelection={{ mode: 'multiRow' }}
    />
  ),
  viewport: '.ag-grid-viewport',
  headHeight: 49,
  row: '.ag-grid-scrolling-container > .ag-row',
  firstRow: '.ag-grid-scrolling-container > .ag-row[row-index="0"]',
  isSelected: (row) => row.classList.contains('ag-row-selected'),
  box: '.ag-selection-checkbox input',
  allBox: '.ag-header-select-all input',
  header: '.ag-header-cell-text',
};
