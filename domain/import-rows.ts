import { undefused } from './csv';
import type { CsvLine } from './csv-table';
import { type ImportFields, LOST_LETTER, MOST_CELL_CHARACTERS, type RowVerdict } from './import';
import { formatNumber } from './money';
import { isReadable } from './text';

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** Maps a file's columns to fields by their headers; each column and field is used once. */
export function guessMapping<F extends ImportFields>(
  fields: F,
  headers: readonly string[],
): Partial<Record<keyof F & string, number>> {
  const mapping: Partial<Record<string, number>> = {};
  const free = headers.map(plain);
  const take = (field: string, names: readonly string[]) => {
    const at = free.findIndex((header) => header !== '' && names.includes(header));
    if (at < 0 || mapping[field] !== undefined) return;
    mapping[field] = at;
    free[at] = '';
  };
  // A field's own name wins over its aliases.
  for (const [field, { label }] of Object.entries(fields)) take(field, [plain(field), plain(label)]);
  for (const [field, { aliases }] of Object.entries(fields)) take(field, aliases);
  return mapping as Partial<Record<keyof F & string, number>>;
}

/** What the mapped columns of a file have: the rows to import, those that can't be read, and notes on the others. */
export type MappedRows<K extends string> = {
  rows: readonly (Partial<Record<K, string>> & { row: number })[];
  unread: readonly RowVerdict[];
  notes: ReadonlyMap<number, string>;
};

/** A file's rows by field, without unmapped columns and blank rows. What our own files defused is as it was. */
export function mapRows<K extends string>(
  lines: readonly CsvLine[],
  mapping: Partial<Record<K, number>>,
  labels: Readonly<Record<K, { label: string }>>,
): MappedRows<K> {
  const mapped = (Object.entries(mapping) as [K, number | undefined][]).flatMap(([field, at]) =>
    at === undefined ? [] : [{ field, at, label: labels[field].label }],
  );
  const rows: (Partial<Record<K, string>> & { row: number })[] = [];
  const unread: RowVerdict[] = [];
  const notes = new Map<number, string>();
  for (const { row, cells, problem, note } of lines) {
    const found = mapped.map((column) => ({ ...column, text: undefused((cells[column.at] ?? '').trim()) }));
    const filled = found.filter(({ text }) => text !== '');
    const reasons = problem === null ? filled.flatMap(problemOf) : [problem];
    if (reasons.length > 0) {
      const name = cells.find((cell) => cell.trim() !== '') ?? '';
      unread.push({ row, verdict: 'refused', name: name.trim().slice(0, MOST_NAMED), changes: [], reasons });
    } else if (filled.length > 0) {
      const values = Object.fromEntries(filled.map(({ field, text }) => [field, text]));
      rows.push({ row, ...values } as (typeof rows)[number]);
      if (note !== null) notes.set(row, note);
    }
  }
  return { rows, unread, notes };
}

const MOST_NAMED = 100;

/** What is wrong with a cell's letters, whatever its field. */
function problemOf({ label, text }: { label: string; text: string }): string[] {
  if (text.length > MOST_CELL_CHARACTERS)
    return [`${label}: must be ${formatNumber(MOST_CELL_CHARACTERS)} characters or fewer`];
  const isLost = text.includes(LOST_LETTER) || !isReadable(text);
  return isLost ? [`${label}: has a letter that was lost or can’t be read. Enter it again.`] : [];
}

/** Rows' results with what their file's reader found of them, and of those that can't be read. */
export function withRead<R extends Pick<RowVerdict, 'row' | 'reasons'>>(
  rows: readonly R[],
  { unread, notes }: Pick<MappedRows<string>, 'unread' | 'notes'>,
): (R | RowVerdict)[] {
  const noted = rows.map((row) => {
    const note = notes.get(row.row);
    return note === undefined ? row : { ...row, reasons: [...row.reasons, note] };
  });
  return [...unread, ...noted];
}

type Ranked = Pick<RowVerdict, 'row' | 'verdict' | 'reasons'>;

/** Rows to correct first, then those to look at, each in the file's order. */
export const worstFirst = <R extends Ranked>(rows: readonly R[]): R[] =>
  [...rows].sort((one, other) => rank(one) - rank(other) || one.row - other.row);

const rank = ({ verdict, reasons }: Ranked): number =>
  verdict === 'refused' ? 0 : reasons.length > 0 && verdict !== 'unchanged' ? 1 : 2;
