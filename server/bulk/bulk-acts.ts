import { and, asc, desc, eq, lt, sql } from 'drizzle-orm';
import { BULK_ACT_DAYS, type BulkAct } from '../../domain/bulk/bulk-act';
import type { bulkActs as contract } from '../../domain/bulk/contract';
import { notFound } from '../../domain/errors';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { bulkActRows, bulkActs } from '../db/schema';
import type { Verb } from '../implement';

const MOST_LISTED = 20;

const own = ({ membership, person }: Ctx) =>
  and(eq(bulkActs.orgId, membership.orgId), eq(bulkActs.userId, person.userId));

export const listBulkActs: Verb<typeof contract.list> = async (ctx) => {
  const found = await ctx.db
    .select()
    .from(bulkActs)
    .where(own(ctx))
    .orderBy(desc(sql`${bulkActs.state} = 'RUNNING'`), desc(bulkActs.id))
    .limit(MOST_LISTED);
  return found.map(toBulkAct);
};

/** NOT_FOUND for someone else's bulk action. */
export const getBulkAct: Verb<typeof contract.get> = async (ctx, { params, query: { only, page, itemsPerPage } }) => {
  const act = await find(ctx, params.id);
  const rows = await ctx.db
    .select()
    .from(bulkActRows)
    .where(
      and(
        eq(bulkActRows.orgId, act.orgId),
        eq(bulkActRows.actId, act.id),
        only === 'failed' ? eq(bulkActRows.ok, false) : undefined,
      ),
    )
    .orderBy(asc(bulkActRows.position))
    .limit(itemsPerPage)
    .offset(page * itemsPerPage);
  const results = rows.map(({ subjectId, label, ok, message }) => ({ id: subjectId, label, ok, message }));
  const resultCount = only === 'failed' ? act.failed : act.total;
  return { ...toBulkAct(act), rows: { results, resultCount, page } };
};

/** Waits for the current row; later rows don't run. */
export const stopBulkAct: Verb<typeof contract.stop> = async (ctx, { params }) => {
  await ctx.db
    .select({ id: bulkActs.id })
    .from(bulkActs)
    .where(and(own(ctx), eq(bulkActs.id, params.id)))
    .for('update');
  const before = await find(ctx, params.id);
  if (before.state !== 'RUNNING') return toBulkAct(before);
  const stopped = { state: 'STOPPED', finishedAt: ctx.now } as const;
  await ctx.db
    .update(bulkActs)
    .set(stopped)
    .where(and(own(ctx), eq(bulkActs.id, params.id)));
  await ctx.publish({ topic: 'bulk-acts', kind: 'changed', id: before.id, orgIds: [before.orgId] });
  const after = toBulkAct({ ...before, ...stopped });
  await ctx.audit({ id: before.id, before: toBulkAct(before), after });
  return after;
};

async function find(ctx: Ctx, id: number) {
  const [act] = await ctx.db
    .select()
    .from(bulkActs)
    .where(and(own(ctx), eq(bulkActs.id, id)));
  if (!act) throw notFound('Bulk action');
  return act;
}

function toBulkAct(row: typeof bulkActs.$inferSelect): BulkAct {
  const { id, entity, act, path, input, state, total, succeeded, failed, createdAt, finishedAt } = row;
  const told = { id, entity, act, path, input, state, total, succeeded, failed };
  return { ...told, started: createdAt.toISOString(), finished: finishedAt?.toISOString() ?? null };
}

/** Deletes bulk actions and their results BULK_ACT_DAYS after they ended. */
export async function purgeBulkActs(db: Db): Promise<void> {
  await db.delete(bulkActs).where(lt(bulkActs.finishedAt, sql`now() - ${BULK_ACT_DAYS} * interval '1 day'`));
}
