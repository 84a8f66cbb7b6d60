import '../../../src/ui/theme';
import { DataGrid, type GridColumn } from '../../../src/ui/grid';
import type { Contestant } from './contestant';
import { type BenchRow, COLUMN_WIDTH, COLUMNS } from './data';

const columns: GridColumn<BenchRow>[] = COLUMNS.map(({ id, header, kind, text }) => ({
  id,
  header,
  cell: text,
  value: (row) => row[id],
  width: COLUMN_WIDTH,
  sortable: true,
  align: kind === 'number' || kind === 'money' ? 'end' : 'start',
}));
const preferences = { load: () => undefined, save: () => {} };
const rowId = (row: BenchRow) => row.id;
const onSelectionChange = () => {};

export const contestant: Contestant = {
  draw: (rows) => (
    <DataGrid
      id="bench"
      label="Orders"
      columns={columns}
      rows={rows}
      rowId={rowId}
      onSelectionChange={onSelectionChange}
      preferences={preferences}
    />
  ),
  viewport: '[data-part=scroll]',
  headHeight: 40,
  row: '[data-part=body] > [role=row]',
  firstRow: '[data-part=body] > [data-r="0"]',
  isSelected: (row) => row.ariaSelected === 'true',
  box: 'input[type=checkbox]',
  allBox: '[data-part=head] input[type=checkbox]',
  header: '[data-part=label]',
};
