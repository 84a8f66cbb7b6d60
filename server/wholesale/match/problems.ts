import { and, count, desc, eq, isNotNull, ne, sql } from 'drizzle-orm';
import { notFound } from '../../../domain/errors';
import type { wholesaleMatches as contract } from '../../../domain/wholesale/match-contract';
import { WholesaleKind } from '../../../domain/wholesale/vocabulary';
import { wholesaleRecords } from '../../db/schema';
import type { Verb } from '../../implement';
import { recordIs } from '../records';
import { findSync, lockSync } from './find-sync';

/** What of a connection's shop couldn't be taken over or sent, the latest first. */
export const listProblems: Verb<typeof contract.problems> = async (ctx, { params, query: { page, itemsPerPage } }) => {
  const sync = await findSync(ctx, params.id);
  const where = and(
    eq(wholesaleRecords.orgId, sync.orgId),
    eq(wholesaleRecords.syncId, sync.id),
    isNotNull(wholesaleRecords.problem),
    ne(wholesaleRecords.state, 'IGNORED'),
  );
  const rows = await ctx.db
    .select()
    .from(wholesaleRecords)
    .where(where)
    .orderBy(desc(wholesaleRecords.updatedAt), desc(wholesaleRecords.externalId))
    .limit(itemsPerPage)
    .offset(page * itemsPerPage);
  const [counted] = await ctx.db.select({ total: count() }).from(wholesaleRecords).where(where);
  return {
    results: rows.map((row) => ({
      kind: WholesaleKind.parse(row.kind),
      externalId: row.externalId,
      name: row.name,
      mark: row.mark,
      problem: row.problem ?? '',
      ownId: row.ownId,
      updated: row.updatedAt.toISOString(),
    })),
    resultCount: counted?.total ?? 0,
    page,
  };
};

/** Has one taken over again, as it is there now. */
export const retryRecord: Verb<typeof contract.retry> = async (ctx, { params, body: { kind, externalId } }) => {
  const sync = await lockSync(ctx, params.id);
  const found = await ctx.db
    .update(wholesaleRecords)
    .set({ dueAt: sql`statement_timestamp()`, updatedAt: ctx.now })
    .where(recordIs(sync, kind, externalId))
    .returning({ id: wholesaleRecords.externalId });
  if (found.length === 0) throw notFound('Record');
  await ctx.enqueue({ name: 'read-wholesale', data: { orgId: sync.orgId, syncId: sync.id } });
  await ctx.audit({ id: sync.id, before: null, after: { retried: `${kind.toLowerCase()} ${externalId}` } });
  await ctx.publish({ topic: 'integrations', kind: 'changed', id: sync.id, orgIds: [sync.orgId] });
  return { ok: true };
};
