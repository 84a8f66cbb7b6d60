import { and, eq, getTableColumns, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { DomainError } from '../../domain/errors';
import type { Verdict } from '../../domain/import';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { recordset } from '../db/recordset';
import { changeRows, changes } from '../db/schema';
import type { Changing, Outcomes } from './bulk';

type Key = { orgId: number; id: number };

/** A change in the ledger; `undoneAt` is when it was undone, or began to be: an undo that was stopped counts as none. */
export type Change = typeof changes.$inferSelect & { undoneAt: Date | null };

/** The record of a row that has one. */
export const SUBJECT = sql<number>`${changeRows.subjectId}`.mapWith(changeRows.subjectId);

const columns = ({ membership }: Ctx) => ({
  ...getTableColumns(changes),
  undoneAt: sql<Date | null>`(
    select max(undo.created_at) from changes undo where undo.org_id = ${membership.orgId} and undo.undoes_id = changes.id
       and undo.state <> 'STOPPED')`.mapWith(changes.createdAt),
});

/** Changes of the caller's organization, to narrow and to put in order. */
export const selectChanges = (ctx: Ctx, where: SQL | undefined) =>
  ctx.db
    .select(columns(ctx))
    .from(changes)
    .where(and(eq(changes.orgId, ctx.membership.orgId), where));

/** A change that only its author sees. */
export const isOwn = ({ person }: Ctx) => eq(changes.userId, person.userId);

/** A change locked, as it is once the transactions that change it are over; undefined if there is none. */
export async function lockChange(ctx: Ctx, where: SQL | undefined): Promise<Change | undefined> {
  const one = and(eq(changes.orgId, ctx.membership.orgId), where);
  await ctx.db.select({ id: changes.id }).from(changes).where(one).for('no key update');
  return (await selectChanges(ctx, where))[0];
}

type Beginning = Pick<typeof changes.$inferInsert, 'act' | 'input' | 'kind' | 'total'> &
  Partial<Pick<typeof changes.$inferInsert, 'undoesId' | 'succeeded' | 'failed' | 'undoable' | 'state' | 'finishedAt'>>;

/** Enters a change in the ledger, by the caller. */
export async function insertChange(
  { db, membership: { orgId }, now, person, timeZone }: Ctx,
  { path, entity }: Pick<Changing, 'path' | 'entity'>,
  values: Beginning,
): Promise<Change> {
  const by = { userId: person.userId, impersonatorUserId: person.impersonator?.id ?? null, timeZone };
  const [made] = await db
    .insert(changes)
    .values({ orgId, path, entity, ...by, createdAt: now, ...values })
    .returning();
  if (!made) throw new Error('Entering the change returned no row');
  return { ...made, undoneAt: null };
}

/** A row of a change; its position by default is its place among them. */
export type NewRow = {
  position?: number;
  subjectId: number | null;
  label: string;
  ok?: boolean;
  verdict?: Verdict;
  reasons?: string[];
  kept?: unknown;
};

/** Enters a change's rows, in one statement however many there are. */
export async function insertRows(db: Db, { orgId, id }: Key, rows: readonly NewRow[]): Promise<void> {
  if (rows.length === 0) return;
  const entered = rows.map((row, at) => ({
    orgId,
    changeId: id,
    position: row.position ?? at,
    subjectId: row.subjectId,
    label: row.label,
    ok: row.ok ?? null,
    verdict: row.verdict ?? null,
    reasons: row.reasons ?? [],
    kept: row.kept ?? null,
  }));
  const { source, columns: names, values } = recordset('row', changeRows, entered);
  await db.execute(sql`insert into ${changeRows} (${names}) select ${values} from ${source}`);
}

const ofChange = ({ orgId, id }: Key) => and(eq(changeRows.orgId, orgId), eq(changeRows.changeId, id));

/** A change's rows that can be undone, again where an undo left them. */
export const undoableRows = (change: Key) =>
  and(ofChange(change), isNotNull(changeRows.kept), or(isNull(changeRows.undone), eq(changeRows.undone, 'kept')));

/** CONFLICT for a change that is undone or can't be; `what` names it. */
export function assertUndoable({ state, undoneAt, undoesId }: Change, what: string): void {
  if (state === 'RUNNING') throw refused('This is still running. Stop it first, or wait until it’s done.');
  if (undoneAt) throw refused(`${what} is already undone.`);
  if (undoesId !== null) throw refused(NOTHING_TO_UNDO);
}

/** Says that a change keeps nothing to undo it with. */
export const NOTHING_TO_UNDO = 'There’s nothing to undo.';
export const refused = (message: string) => new DomainError('CONFLICT', message);

/** Enters the undo of a change: a change of its own, with the rows that can be undone at the same positions. */
export async function insertUndo(ctx: Ctx, kind: Pick<Changing, 'path' | 'entity'>, change: Change): Promise<Change> {
  const { act, input, id: undoesId, kind: how } = change;
  const total = await ctx.db.$count(changeRows, undoableRows(change));
  const undo = await insertChange(ctx, kind, { act, input, kind: how, undoesId, total });
  const { position, subjectId, label } = changeRows;
  await ctx.db.execute(sql`
    insert into ${changeRows} (org_id, change_id, position, subject_id, label)
    select ${undo.orgId}::bigint, ${undo.id}::bigint, ${position}, ${subjectId}, ${label}
      from ${changeRows} where ${undoableRows(change)}`);
  return undo;
}

/** Writes rows' results, and what an undo did with the rows of the change it undoes. */
export async function saveOutcomes(
  tx: Db,
  change: Pick<Change, 'orgId' | 'id' | 'act' | 'kind' | 'undoesId'>,
  rows: readonly { position: number; id: number }[],
  outcomes: Outcomes,
  keepsForUndo = true,
): Promise<void> {
  if (rows.length === 0) return;
  const { orgId, id, undoesId, kind } = change;
  const results = rows.map(({ position, id: subjectId }) => {
    const outcome = outcomes.get(subjectId);
    if (outcome === undefined) throw new Error(`The action ${change.act} says nothing of ${subjectId}`);
    if (outcome instanceof DomainError)
      return { position, ok: false, reasons: [outcome.message], kept: null, undone: 'kept' as const };
    const { message, kept = null, undone = 'restored' as const } = outcome;
    return { position, ok: true, reasons: message === undefined ? [] : [message], kept, undone };
  });
  const { source } = recordset('result', changeRows, results);
  const at = (of: Key) => sql`change_rows.org_id = ${of.orgId} and change_rows.change_id = ${of.id}
       and change_rows.position = result.position`;
  await tx.execute(sql`
    update change_rows set ok = result.ok, reasons = result.reasons, kept = nullif(result.kept, 'null'::jsonb)
      from ${source} where ${at({ orgId, id })}`);
  const kept = results.filter((result) => result.kept !== null).length;
  if (kept > 0 && keepsForUndo) await addUndoable(tx, { orgId, id }, kept);
  const undone = results.filter(({ ok }) => ok).length;
  if (undoesId === null) return;
  // An edit or import still shows what it changed; what a bulk action had kept is needed no longer.
  await tx.execute(sql`
    update change_rows set undone = result.undone,
           kept = case when result.ok and ${kind === 'BULK'} then null else change_rows.kept end
      from ${source} where ${at({ orgId, id: undoesId })}`);
  if (undone > 0) await addUndoable(tx, { orgId, id: undoesId }, -undone);
}

async function addUndoable(tx: Db, of: Key, count: number): Promise<void> {
  await tx
    .update(changes)
    .set({ undoable: sql`${changes.undoable} + ${count}` })
    .where(and(eq(changes.orgId, of.orgId), eq(changes.id, of.id)));
}
