import { FORMULA } from '../../../domain/csv';
import type { RowVerdict } from '../../../domain/import';
import { saveFile } from '../../ui/save-file';
import type { CsvFile } from './read-csv';

const OWN = ['Row', 'What to correct'];

/**
 * Saves a file's skipped rows as a csv file of their own, as they were, each with its row and what to correct before its
 * cells. It can be corrected and imported; what is skipped of it again has these columns once.
 */
export async function saveSkipped({ fileName, headers, lines }: CsvFile, rows: readonly RowVerdict[]): Promise<void> {
  const { default: papa } = await import('papaparse');
  const own = OWN.every((header, at) => headers[at] === header) ? OWN.length : 0;
  const cellsOf = new Map(lines.map(({ row, cells }) => [row, cells.slice(own)]));
  const skipped = rows
    .filter(({ verdict }) => verdict === 'refused')
    .map(({ row, reasons }) => [row, reasons.join(' · '), ...(cellsOf.get(row) ?? [])]);
  const text = papa.unparse([[...OWN, ...headers.slice(own)], ...skipped], { escapeFormulae: FORMULA });
  const name = fileName.replace(/\.[^.]*$/, '') || 'pasted rows';
  saveFile(`${name} skipped.csv`, new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }));
}
