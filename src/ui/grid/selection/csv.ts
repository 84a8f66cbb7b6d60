import { FORMULA, headingOf } from '../../../../domain/csv';
import { countedZone } from '../../reader-dates';
import { saveFile } from '../../save-file';
import { cellValue } from '../columns/columns';
import type { GridColumn } from '../types';
import { valueText } from './clipboard';

/**
 * Rows as csv with a header line, which names the zone of instants as a full export does. Text a spreadsheet would run
 * as a formula gets an apostrophe.
 */
export async function toCsv<Row>(rows: readonly Row[], columns: readonly GridColumn<Row>[]): Promise<string> {
  const { default: papa } = await import('papaparse');
  const cell = (column: GridColumn<Row>, row: Row) => {
    if (column.csv) return column.csv(row);
    const value = cellValue(column, row);
    return typeof value === 'number' ? value : valueText(value);
  };
  const heading = (column: GridColumn<Row>) => {
    const isInstant = column.isInstant ?? rows.some((row) => cellValue(column, row) instanceof Date);
    return headingOf({ header: column.header, ...(isInstant && { isInstant }) }, countedZone());
  };
  return papa.unparse(
    {
      fields: columns.map(heading),
      data: rows.map((row) => columns.map((column) => cell(column, row))),
    },
    { escapeFormulae: FORMULA },
  );
}

/** Saves rows as a csv file; the byte order mark makes spreadsheets read it as UTF-8. */
export async function saveCsvOf<Row>(
  name: string,
  rows: readonly Row[],
  columns: readonly GridColumn<Row>[],
): Promise<void> {
  saveFile(`${name}.csv`, new Blob(['\ufeff', await toCsv(rows, columns)], { type: 'text/csv;charset=utf-8' }));
}
