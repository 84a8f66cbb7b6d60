import { FORMULA } from '../../../domain/csv';
import type { RowVerdict } from '../../../domain/import';
import { saveFile } from '../../ui/save-file';
import type { CsvFile } from './read-csv';

/**
 * Saves a file's skipped rows as a csv file of their own, as they were, each with its row and what to correct before its
 * cells. It can be corrected and imported.
 */
export async function saveSkipped({ fileName, headers, lines }: CsvFile, rows: readonly RowVerdict[]): Promise<void> {
  const { default: papa } = await import('papaparse');
  const cellsOf = new Map(lines.map(({ row, cells }) => [row, cells]));
  const skipped = rows
    .filter(({ verdict }) => verdict === 'refused')
    .map(({ row, reasons }) => [row, reasons.join(' · '), ...(cellsOf.get(row) ?? [])]);
  const text = papa.unparse([['Row', 'What to correct', ...headers], ...skipped], { escapeFormulae: FORMULA });
  const name = fileName.replace(/\.[^.]*$/, '') || 'pasted rows';
  saveFile(`${name} skipped.csv`, new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }));
}
