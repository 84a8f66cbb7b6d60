import type { CsvLine } from './csv-table';

/** A sheet's headings, and the rows below them that have anything in them. */
export type SheetTable = { headers: readonly string[]; lines: readonly CsvLine[] };

/** A sheet's row: its cells as shown, and its number in the sheet. */
export type SheetRow = { row: number; cells: readonly string[] };

/** Rows that headings are looked for in: above them there may be a title, and when the sheet was made. */
const MOST_ABOVE = 20;
const SAMPLE = 50;

const filled = (cells: readonly string[]): number => cells.filter((cell) => cell.trim() !== '').length;

/**
 * A sheet as a table: its headings are the first row with two cells or more, and half as many as the fullest row near it,
 * since titles above them have fewer. Null for a sheet without headings.
 */
export function tableOfSheet(rows: readonly SheetRow[]): SheetTable | null {
  const all = rows.filter(({ cells }) => filled(cells) > 0);
  const fullest = Math.max(0, ...all.slice(0, SAMPLE).map(({ cells }) => filled(cells)));
  const at = all.slice(0, MOST_ABOVE).findIndex(({ cells }) => filled(cells) >= Math.max(2, fullest / 2));
  const head = all[at];
  if (!head) return null;
  const below = all.slice(at + 1);
  let columns = head.cells.length;
  for (const { cells } of below) columns = Math.max(columns, cells.length);
  const headers = Array.from({ length: columns }, (_, column) => (head.cells[column] ?? '').trim());
  return { headers, lines: below.map(({ row, cells }) => ({ row, cells, problem: problemOf(cells), note: null })) };
}

const ERROR = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!)$/;

function problemOf(cells: readonly string[]): string | null {
  const wrong = cells.find((cell) => ERROR.test(cell));
  return wrong === undefined ? null : `A cell’s formula failed (${wrong}). Enter its value.`;
}
