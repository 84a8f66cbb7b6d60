import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Requirement } from '../../domain/access/ability';
import { type ChangeKind, UNDONE, type Undone } from '../../domain/bulk/bulk-act';
import type { Endpoint } from '../../domain/contract/endpoint';
import { notFound } from '../../domain/errors';
import type { RowVerdict } from '../../domain/import';
import type { Ctx } from '../context';
import { changeRows, changes } from '../db/schema';
import type { Changing, Work } from './bulk';
import {
  assertUndoable,
  type Change,
  insertChange,
  insertRows,
  insertUndo,
  isOwn,
  lockChange,
  type NewRow,
  SUBJECT,
  saveOutcomes,
  selectChanges,
  undoableRows,
} from './ledger';

/** Changes that a call makes at once, in its own transaction: an edit of many records, or an import. */
export interface Applied extends Changing {
  kind: Exclude<ChangeKind, 'BULK'>;
  undo: Work<never>;
}

type Definition<I> = {
  kind: Applied['kind'];
  entity: string;
  topic?: Changing['topic'];
  /** What undoing requires; by default what the call does. */
  requires?: Requirement;
  undo: Work<I>;
};

/** Joins the call that makes changes at once with their undo, which takes the rows by what each keeps. */
export function applied<I>(
  endpoint: Endpoint & { requires: Requirement },
  { kind, entity, topic, requires = endpoint.requires, undo }: Definition<I>,
): Applied {
  const { path } = endpoint;
  const work = (_: string, isUndo: boolean) => {
    if (!isUndo) throw new Error(`${path} makes its changes at once`);
    return undo as Work<unknown>;
  };
  return { kind, path, entity, topic, requires: () => requires, undo: undo as Work<never>, work };
}

/** A row of a file with its result, as the ledger has it. */
export const rowOf = ({ row, verdict, name, reasons }: Omit<RowVerdict, 'changes'>) => ({
  position: row,
  label: name,
  verdict,
  reasons,
  ok: verdict !== 'refused',
});

type Recorded = { act: string; input: Record<string, unknown>; rows: readonly NewRow[] };

/** Enters a change just made in the ledger: what it did to each row, and what it takes to undo it. Answers its id. */
export async function recordChange(ctx: Ctx, of: Applied, { act, input, rows }: Recorded): Promise<number> {
  const count = (is: (row: NewRow) => boolean) => rows.filter(is).length;
  const undoable = count(({ kept }) => kept != null);
  const change = await insertChange(ctx, of, {
    act,
    input,
    kind: of.kind,
    state: 'DONE',
    finishedAt: ctx.now,
    total: rows.length,
    succeeded: undoable,
    failed: count(({ ok }) => ok === false),
    undoable,
  });
  await insertRows(
    ctx.db,
    change,
    rows.map((row) => ({ ok: true, ...row })),
  );
  return change.id;
}

/** Which changes a call is about, and what it calls them. */
type Kinds = { of: readonly Applied[]; noun: 'change' | 'import'; isShared?: boolean };

const among = (ctx: Ctx, { of, isShared }: Kinds, id: number) =>
  and(
    eq(changes.id, id),
    inArray(
      changes.path,
      of.map(({ path }) => path),
    ),
    isNull(changes.undoesId),
    isShared ? undefined : isOwn(ctx),
  );

const missing = ({ noun }: Kinds) => notFound(noun === 'change' ? 'Change' : 'Import');

/** A change that was made at once, with its rows. NOT_FOUND for another person's, unless colleagues share them. */
export async function getApplied(ctx: Ctx, kinds: Kinds, id: number) {
  const [change] = await selectChanges(ctx, among(ctx, kinds, id));
  if (!change) throw missing(kinds);
  const rows = await ctx.db
    .select()
    .from(changeRows)
    .where(and(eq(changeRows.orgId, change.orgId), eq(changeRows.changeId, change.id)))
    .orderBy(asc(changeRows.position));
  return { change, rows };
}

/**
 * Undoes such a change at once, in the caller's transaction; answers how many rows became what. NOT_FOUND, and CONFLICT
 * the second time.
 */
export async function undoApplied(
  ctx: Ctx,
  kinds: Kinds,
  id: number,
): Promise<{ change: Change; counts: Record<Undone, number> }> {
  const change = await lockChange(ctx, among(ctx, kinds, id));
  const kind = kinds.of.find(({ path }) => path === change?.path);
  if (!change || !kind) throw missing(kinds);
  assertUndoable(change, `This ${kinds.noun}`);
  const rows = await ctx.db
    .select({ position: changeRows.position, id: SUBJECT, kept: changeRows.kept })
    .from(changeRows)
    .where(undoableRows(change))
    .orderBy(asc(changeRows.position));
  const undo = await insertUndo(ctx, kind, change);
  const outcomes = await kind.work(change.act, true).run(ctx, rows, change.input);
  await saveOutcomes(ctx.db, undo, rows, outcomes);
  const undoneTo = [...outcomes.values()].map((one) => (one instanceof Error ? 'kept' : (one.undone ?? 'restored')));
  const count = (undone: Undone) => undoneTo.filter((one) => one === undone).length;
  const counts = Object.fromEntries(UNDONE.map((undone) => [undone, count(undone)])) as Record<Undone, number>;
  const ended = {
    state: 'DONE',
    finishedAt: ctx.now,
    succeeded: undo.total - counts.kept,
    failed: counts.kept,
  } as const;
  await ctx.db
    .update(changes)
    .set(ended)
    .where(and(eq(changes.orgId, undo.orgId), eq(changes.id, undo.id)));
  return { change, counts };
}
