import { valueText } from './clipboard';
import { cellValue } from './columns';
import type { GridColumn } from './types';

/** Rows as csv with a heading line. Text a spreadsheet would run as a formula is defused with an apostrophe. */
export async function toCsv<Row>(rows: readonly Row[], columns: readonly GridColumn<Row>[]): Promise<string> {
  const { default: papa } = await import('papaparse');
  const cell = (column: GridColumn<Row>, row: Row) => {
    const value = cellValue(column, row);
    return typeof value === 'number' ? value : valueText(value);
  };
  return papa.unparse(
    {
      fields: columns.map((column) => column.header),
      data: rows.map((row) => columns.map((column) => cell(column, row))),
    },
    { escapeFormulae: true },
  );
}

/** Saves csv text as a file; the mark in front makes spreadsheets read it as UTF-8. */
export function downloadCsv(name: string, csv: string): void {
  const url = URL.createObjectURL(new Blob(['\ufeff', csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
