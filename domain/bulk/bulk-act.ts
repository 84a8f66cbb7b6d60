import { z } from 'zod';
import { Id, Instant, page } from '../contract/endpoint';

/** Rows one act may take at a time. */
export const MOST_BULK_ROWS = 10_000;

/** Days the outcome of each row is kept. */
export const BULK_ACT_DAYS = 30;

export const BULK_STATES = ['RUNNING', 'DONE', 'STOPPED'] as const;

/** One act on many records, and how far it is. */
export const BulkAct = z.strictObject({
  id: Id,
  /** The kind of record, as the audit log names it, and what is done to each. */
  entity: z.string(),
  act: z.string(),
  /** The call it was begun by, and what the act was told. */
  path: z.string(),
  input: z.record(z.string(), z.unknown()),
  state: z.enum(BULK_STATES),
  total: z.number().int(),
  succeeded: z.number().int(),
  failed: z.number().int(),
  started: Instant,
  finished: Instant.nullable(),
});
export type BulkAct = z.infer<typeof BulkAct>;

/** What became of one record: `ok` is null while it waits, and stays so where the act was stopped before it. */
export const BulkRow = z.strictObject({
  id: Id,
  label: z.string(),
  ok: z.boolean().nullable(),
  message: z.string().nullable(),
});
export type BulkRow = z.infer<typeof BulkRow>;

export const BulkProgress = BulkAct.extend({ rows: page(BulkRow) });
export type BulkProgress = z.infer<typeof BulkProgress>;
