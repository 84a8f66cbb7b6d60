import { Readable } from 'node:stream';
import { and, asc, desc, eq, or, type SQL, sql } from 'drizzle-orm';
import { type BulkAction, MOST_BULK_ACTS } from '../../domain/bulk/bulk-act';
import type { bulkActs as contract } from '../../domain/bulk/contract';
import { notFound } from '../../domain/errors';
import type { Ctx } from '../context';
import { changeRows, changes } from '../db/schema';
import type { Verb } from '../implement';
import { listFiles, omitUnfiled, readFile } from './bulk-files';
import { type Change, isOwn, lockChange, selectChanges } from './ledger';

export const listBulkActs: Verb<typeof contract.list> = async (ctx, { query: { path } }) => {
  const found = await selectChanges(ctx, and(isOwn(ctx), path === undefined ? undefined : eq(changes.path, path)))
    .orderBy(desc(sql`${changes.state} = 'RUNNING'`), desc(changes.id))
    .limit(MOST_BULK_ACTS);
  return found.map(toBulkAct);
};

/** NOT_FOUND for someone else's bulk action. */
export const getBulkAct: Verb<typeof contract.get> = async (ctx, { params, query: { only, page, itemsPerPage } }) => {
  const act = await findBulkAct(ctx, params.id);
  const { subjectId, position, label, ok, reasons } = changeRows;
  const asked = and(eq(changeRows.orgId, act.orgId), eq(changeRows.changeId, act.id), ONLY[only]);
  const rows = await ctx.db
    .select({ subjectId, position, label, ok, reasons })
    .from(changeRows)
    .where(asked)
    .orderBy(asc(changeRows.position))
    .limit(itemsPerPage)
    .offset(page * itemsPerPage);
  const results = rows.map((row) => ({
    // A row of a file that made no record goes by its number.
    id: row.subjectId ?? row.position,
    label: row.label,
    ok: row.ok,
    message: row.reasons.length === 0 ? null : row.reasons.join('. '),
  }));
  const resultCount = only === 'all' ? act.total : await ctx.db.$count(changeRows, asked);
  return { ...toBulkAct(act), files: await listFiles(ctx.db, act), rows: { results, resultCount, page } };
};

/** NOT_FOUND for someone else's, and for a file that was deleted or never made. */
export const getBulkFile: Verb<typeof contract.file> = async (ctx, { params: { id, number } }) => {
  const file = await readFile(ctx.db, await findBulkAct(ctx, id), number);
  if (!file) throw notFound('File');
  return { name: file.name, text: Readable.from([file.content]) };
};

const ONLY: Record<'all' | 'failed' | 'told', SQL | undefined> = {
  all: undefined,
  failed: eq(changeRows.ok, false),
  told: or(eq(changeRows.ok, false), sql`${changeRows.reasons} <> '{}'`),
};

/** Waits for the current rows; later rows don't run, and those not yet in a file count as not run. */
export const stopBulkAct: Verb<typeof contract.stop> = async (ctx, { params }) => {
  const before = await lockBulkAct(ctx, params.id);
  if (before.state !== 'RUNNING') return toBulkAct(before);
  const left = before.undoable > 0 ? 0 : await omitUnfiled(ctx.db, before, { ok: null, reasons: [] });
  const stopped = { state: 'STOPPED', succeeded: before.succeeded - left, finishedAt: ctx.now } as const;
  await ctx.db
    .update(changes)
    .set(stopped)
    .where(and(eq(changes.orgId, before.orgId), eq(changes.id, before.id)));
  await ctx.publish({ topic: 'bulk-acts', kind: 'changed', id: before.id, orgIds: [before.orgId] });
  const after = toBulkAct({ ...before, ...stopped });
  await ctx.audit({ id: before.id, before: toBulkAct(before), after });
  return after;
};

/** One of the caller's own. NOT_FOUND for any other. */
async function findBulkAct(ctx: Ctx, id: number): Promise<Change> {
  const [change] = await selectChanges(ctx, and(isOwn(ctx), eq(changes.id, id)));
  if (!change) throw notFound('Bulk action');
  return change;
}

/** The same, locked. */
export async function lockBulkAct(ctx: Ctx, id: number): Promise<Change> {
  const change = await lockChange(ctx, and(isOwn(ctx), eq(changes.id, id)));
  if (!change) throw notFound('Bulk action');
  return change;
}

function toBulkAct(row: Change): BulkAction {
  const { id, entity, act, path, input, state, total, succeeded, failed, undoesId, createdAt, finishedAt } = row;
  const told = { id, entity, act, path, input, state, total, succeeded, failed, undoes: undoesId };
  return {
    ...told,
    started: createdAt.toISOString(),
    finished: finishedAt?.toISOString() ?? null,
    canUndo: state !== 'RUNNING' && row.undoable > 0 && row.undoneAt === null,
  };
}
