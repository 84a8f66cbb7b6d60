import { dateHere } from '../../reader-dates';
import { cellValue } from '../columns/columns';
import type { GridColumn, GridValue } from '../types';

/** A value as text for other programs; dates MM/DD/YYYY in the zone that counts. */
export function valueText(value: GridValue): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return dateHere(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return String(value);
}

const oneLine = (text: string) => text.replace(/[\t\r\n]+/g, ' ');

/** Rows as tab-separated text, one line each, as spreadsheets paste it. */
export function toTsv<Row>(rows: readonly Row[], columns: readonly GridColumn<Row>[]): string {
  return rows.map((row) => columns.map((column) => oneLine(valueText(cellValue(column, row)))).join('\t')).join('\n');
}
