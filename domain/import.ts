import { z } from 'zod';
import { formatNumber } from './money';
import { lineOfText } from './text';

/** The fields a csv file can fill: a label, and other headers files use for it. */
export type ImportFields = Readonly<Record<string, { label: string; aliases: readonly string[] }>>;

/** A row of a file by field; blank cells are absent. `row` is its number in the file, by default its place in the call. */
export type ImportRowOf<F extends ImportFields> = Partial<Record<keyof F & string, string>> & { row?: number };

/** Most rows per import. */
export const MOST_IMPORT_ROWS = 2000;

/** Bytes of a call that takes a file's rows: enough for the largest. */
export const IMPORT_BODY_LIMIT = 8 * 1024 * 1024;

/** Most characters of a cell. */
export const MOST_CELL_CHARACTERS = 4000;
/** Most characters of a file's name. */
export const MOST_FILE_NAME = 200;
/** The name of the file an import came from; '' for rows that were pasted. */
export const FileName = lineOfText().max(MOST_FILE_NAME).default('');
/** More than any spreadsheet has, blank rows included. */
const MOST_ROW = 10_000_000;
/** What stands for a letter that was lost before. */
export const LOST_LETTER = '\ufffd';

const Cell = z
  .string()
  .max(MOST_CELL_CHARACTERS, 'Too long')
  .refine((text) => !text.includes(LOST_LETTER), 'Has a letter that was lost. Enter it again.');

/** The rows of a file, as a call takes them, in the file's order. */
export function importRows<const F extends ImportFields>(fields: F, most = MOST_IMPORT_ROWS) {
  const cells = Object.fromEntries(Object.keys(fields).map((field) => [field, Cell.optional()]));
  const Row = z.strictObject({ row: z.number().int().min(1).max(MOST_ROW).optional(), ...cells });
  return z
    .array(Row as unknown as z.ZodType<ImportRowOf<F>>)
    .min(1, 'The file has no rows')
    .max(most, `At most ${formatNumber(most)} rows at a time. Split the file.`)
    .refine(isInOrder, 'Send rows in the file’s order, each with its own number');
}

/** A row's number: in the file if the call says it, else counted from 1. */
export const numberOf = ({ row }: { row?: number }, at: number): number => row ?? at + 1;

const isInOrder = (rows: readonly { row?: number }[]) =>
  rows.every((row, at) => at === 0 || numberOf(row, at) > numberOf(rows[at - 1] ?? {}, at - 1));

export const VERDICTS = {
  create: 'New',
  update: 'Changed',
  unchanged: 'Unchanged',
  refused: 'Skipped',
} as const;
export type Verdict = keyof typeof VERDICTS;

/**
 * The result of a row; `reasons` say why it is skipped, or what to look at before it is imported. `changes` list each
 * field's label with the old and new value.
 */
export const RowVerdict = z.strictObject({
  /** As the call numbers it (`numberOf`). */
  row: z.number().int().positive(),
  verdict: z.enum(Object.keys(VERDICTS) as [Verdict, ...Verdict[]]),
  name: z.string(),
  changes: z.array(z.strictObject({ label: z.string(), from: z.string(), to: z.string() })),
  reasons: z.array(z.string()),
});
export type RowVerdict = z.infer<typeof RowVerdict>;

/** Each row's result, before or after an import. */
export const RowVerdicts = z.strictObject({ rows: z.array(RowVerdict) });
