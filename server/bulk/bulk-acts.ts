import { Readable } from 'node:stream';
import { and, asc, desc, eq, getTableColumns, isNotNull, lt, or, type SQL, sql } from 'drizzle-orm';
import { BULK_ACT_DAYS, BULK_FILE_DAYS, type BulkAction, MOST_BULK_ACTS } from '../../domain/bulk/bulk-act';
import type { bulkActs as contract } from '../../domain/bulk/contract';
import { notFound } from '../../domain/errors';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { bulkActFiles, bulkActRows, bulkActs } from '../db/schema';
import type { Verb } from '../implement';
import { listFiles, omitUnfiled, readFile } from './bulk-files';

const own = ({ membership, person }: Ctx) =>
  and(eq(bulkActs.orgId, membership.orgId), eq(bulkActs.userId, person.userId));

export const listBulkActs: Verb<typeof contract.list> = async (ctx, { query: { path } }) => {
  const found = await ctx.db
    .select(columns(ctx))
    .from(bulkActs)
    .where(and(own(ctx), path === undefined ? undefined : eq(bulkActs.path, path)))
    .orderBy(desc(sql`${bulkActs.state} = 'RUNNING'`), desc(bulkActs.id))
    .limit(MOST_BULK_ACTS);
  return found.map(toBulkAct);
};

/** NOT_FOUND for someone else's bulk action. */
export const getBulkAct: Verb<typeof contract.get> = async (ctx, { params, query: { only, page, itemsPerPage } }) => {
  const act = await findBulkAct(ctx, params.id);
  const { subjectId, label, ok, message } = bulkActRows;
  const asked = and(eq(bulkActRows.orgId, act.orgId), eq(bulkActRows.actId, act.id), ONLY[only]);
  const results = await ctx.db
    .select({ id: subjectId, label, ok, message })
    .from(bulkActRows)
    .where(asked)
    .orderBy(asc(bulkActRows.position))
    .limit(itemsPerPage)
    .offset(page * itemsPerPage);
  const resultCount = only === 'all' ? act.total : await ctx.db.$count(bulkActRows, asked);
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
  failed: eq(bulkActRows.ok, false),
  told: or(eq(bulkActRows.ok, false), isNotNull(bulkActRows.message)),
};

/** Waits for the current rows; later rows don't run, and those not yet in a file count as not run. */
export const stopBulkAct: Verb<typeof contract.stop> = async (ctx, { params }) => {
  const before = await lockBulkAct(ctx, params.id);
  if (before.state !== 'RUNNING') return toBulkAct(before);
  const left = before.undoable > 0 ? 0 : await omitUnfiled(ctx.db, before, { ok: null, message: null });
  const stopped = { state: 'STOPPED', succeeded: before.succeeded - left, finishedAt: ctx.now } as const;
  await ctx.db
    .update(bulkActs)
    .set(stopped)
    .where(and(own(ctx), eq(bulkActs.id, params.id)));
  await ctx.publish({ topic: 'bulk-acts', kind: 'changed', id: before.id, orgIds: [before.orgId] });
  const after = toBulkAct({ ...before, ...stopped });
  await ctx.audit({ id: before.id, before: toBulkAct(before), after });
  return after;
};

/** One of the caller's own. NOT_FOUND for any other. */
async function findBulkAct(ctx: Ctx, id: number) {
  const [act] = await ctx.db
    .select(columns(ctx))
    .from(bulkActs)
    .where(and(own(ctx), eq(bulkActs.id, id)));
  if (!act) throw notFound('Bulk action');
  return act;
}

/** The same, locked, as it is once the transactions that change it are over. */
export async function lockBulkAct(ctx: Ctx, id: number) {
  await ctx.db
    .select({ id: bulkActs.id })
    .from(bulkActs)
    .where(and(own(ctx), eq(bulkActs.id, id)))
    .for('update');
  return findBulkAct(ctx, id);
}

/** With whether it is undone, or is being undone: an undo that was stopped can be done again for the rest. */
const columns = ({ membership }: Ctx) => ({
  ...getTableColumns(bulkActs),
  isUndone: sql<boolean>`exists (
    select from bulk_acts undo where undo.org_id = ${membership.orgId} and undo.undoes_id = bulk_acts.id
       and undo.state <> 'STOPPED')`,
});

function toBulkAct(row: typeof bulkActs.$inferSelect & { isUndone: boolean }): BulkAction {
  const { id, entity, act, path, input, state, total, succeeded, failed, undoesId, createdAt, finishedAt } = row;
  const told = { id, entity, act, path, input, state, total, succeeded, failed, undoes: undoesId };
  return {
    ...told,
    started: createdAt.toISOString(),
    finished: finishedAt?.toISOString() ?? null,
    canUndo: state !== 'RUNNING' && row.undoable > 0 && !row.isUndone,
  };
}

/** Deletes bulk actions and their results BULK_ACT_DAYS after they ended, and the files they made before that. */
export async function purgeBulkActs(db: Db): Promise<void> {
  await db.delete(bulkActs).where(lt(bulkActs.finishedAt, sql`now() - ${BULK_ACT_DAYS} * interval '1 day'`));
  await db.delete(bulkActFiles).where(lt(bulkActFiles.createdAt, sql`now() - ${BULK_FILE_DAYS} * interval '1 day'`));
}
