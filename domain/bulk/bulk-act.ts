import { z } from 'zod';
import { Id, Instant, page } from '../contract/endpoint';

/** Most rows per bulk action. */
export const MOST_BULK_ROWS = 10_000;

/** Most recent bulk actions listed. */
export const MOST_BULK_ACTS = 20;

/** Days row results are kept. */
export const BULK_ACT_DAYS = 30;

/** Days the files an action made are kept. */
export const BULK_FILE_DAYS = 7;

/** How a change came about: a job did it, or a call at once, from a list or a file. */
export type ChangeKind = 'BULK' | 'EDIT' | 'IMPORT';

/** What undoing a change did to one of its records. */
export const UNDONE = ['restored', 'removed', 'archived', 'kept'] as const;
export type Undone = (typeof UNDONE)[number];

export const BULK_STATES = ['RUNNING', 'DONE', 'STOPPED'] as const;

/** A bulk action and its progress. */
export const BulkAction = z.strictObject({
  id: Id,
  /** The kind of record, as in the audit log, and the action. */
  entity: z.string(),
  act: z.string(),
  /** The call that started it, and its input. */
  path: z.string(),
  input: z.record(z.string(), z.unknown()),
  state: z.enum(BULK_STATES),
  total: z.number().int(),
  succeeded: z.number().int(),
  failed: z.number().int(),
  started: Instant,
  finished: Instant.nullable(),
  /** The bulk action this one undoes. */
  undoes: Id.nullable(),
  /** Whether it can be undone now, wholly or in part. */
  canUndo: z.boolean(),
});
export type BulkAction = z.infer<typeof BulkAction>;

/**
 * The result for one record: `ok` is null while waiting, and stays null if the action was stopped first. `message` says
 * why not, or what else there is to know of it.
 */
export const BulkRow = z.strictObject({
  id: Id,
  label: z.string(),
  ok: z.boolean().nullable(),
  message: z.string().nullable(),
});
export type BulkRow = z.infer<typeof BulkRow>;

/** A file an action made of its records; `total` is how many are in it. */
export const BulkFile = z.strictObject({
  number: z.number().int().positive(),
  name: z.string(),
  total: z.number().int(),
  bytes: z.number().int(),
});
export type BulkFile = z.infer<typeof BulkFile>;

export const BulkProgress = BulkAction.extend({ files: z.array(BulkFile), rows: page(BulkRow) });
export type BulkProgress = z.infer<typeof BulkProgress>;
