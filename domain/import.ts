import { z } from 'zod';
import { formatNumber } from './money';

/** The fields a csv file can fill: a label, and other headers files use for it. */
export type ImportFields = Readonly<Record<string, { label: string; aliases: readonly string[] }>>;

/** A row of a file by field; blank cells are absent. */
export type ImportRowOf<F extends ImportFields> = Partial<Record<keyof F & string, string>>;

/** Most rows per import. */
export const MOST_IMPORT_ROWS = 2000;

/** Bytes of a call that takes a file's rows: enough for the largest. */
export const IMPORT_BODY_LIMIT = 8 * 1024 * 1024;

/** The rows of a file, as a call takes them. */
export function importRows<const F extends ImportFields>(fields: F, most = MOST_IMPORT_ROWS) {
  const ids = Object.keys(fields) as [keyof F & string, ...(keyof F & string)[]];
  return z
    .array(z.partialRecord(z.enum(ids), z.string().max(4000, 'Too long')))
    .min(1, 'The file has no rows')
    .max(most, `At most ${formatNumber(most)} rows at a time. Split the file.`);
}

export const VERDICTS = {
  create: 'New',
  update: 'Changed',
  unchanged: 'Unchanged',
  refused: 'Skipped',
} as const;
export type Verdict = keyof typeof VERDICTS;

/** The result of a row, and why; `changes` list each field's label with the old and new value. */
export const RowVerdict = z.strictObject({
  /** Counted from 1, without the header. */
  row: z.number().int().positive(),
  verdict: z.enum(Object.keys(VERDICTS) as [Verdict, ...Verdict[]]),
  name: z.string(),
  changes: z.array(z.strictObject({ label: z.string(), from: z.string(), to: z.string() })),
  reasons: z.array(z.string()),
});
export type RowVerdict = z.infer<typeof RowVerdict>;

/** Each row's result, before or after an import. */
export const RowVerdicts = z.strictObject({ rows: z.array(RowVerdict) });

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

/** A file's rows by field, without unmapped columns and blank rows. */
export function mapRows<K extends string>(
  lines: readonly (readonly string[])[],
  mapping: Partial<Record<K, number>>,
): Partial<Record<K, string>>[] {
  return lines
    .map((cells) => {
      const row: Partial<Record<K, string>> = {};
      for (const [field, at] of Object.entries(mapping) as [K, number | undefined][]) {
        const text = at === undefined ? '' : (cells[at] ?? '').trim();
        if (text !== '') row[field] = text;
      }
      return row;
    })
    .filter((row) => Object.keys(row).length > 0);
}
