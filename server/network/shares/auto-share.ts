import { and, eq, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import { notFound } from '../../../domain/errors';
import { shareStateAt } from '../../../domain/network/shared-brand';
import type { autoSharing as contract } from '../../../domain/network/shares-contract';
import { subjectOf } from '../../../domain/notifications/subjects';
import type { Ctx } from '../../context';
import type { Db } from '../../db/client';
import { holdShared } from '../../db/hold';
import { isOneOf } from '../../db/page';
import { brands, licenses, trackingItems } from '../../db/schema';
import { visibleLicenses } from '../../db/visibility';
import type { Verb } from '../../implement';
import { noticeAt } from '../../notices/notices';
import { auditShare, lastShare, openShare, type ShareTools } from './change-share';
import { summarizeLicenses } from './list-shares';
import type { ShareRow } from './read-shares';
import { holdShares } from './share';

/**
 * Keeps a license from beginning to share by itself while items get brands, so that none of them is missed. Taken before
 * items are locked: who waits for it must hold nothing that others want.
 */
export const holdAssigning = (db: Db, orgId: number) => holdShared(db, [{ kind: 'shares of organization', id: orgId }]);

/** Shares every brand that items at a license are assigned to, and from now on by itself. NOT_FOUND. */
export const enableAutoSharing: Verb<typeof contract.enable> = async (ctx, { params: { id } }) => {
  const { orgId } = ctx.membership;
  await setAutoSharing(ctx, id, true);
  const found = await assignedPairs(ctx.db, orgId, eq(trackingItems.licenseId, id));
  for (const { last, ...pair } of await withLast(ctx.db, orgId, found)) {
    if (isLeftAlone(last, orgId)) continue;
    const row = await openShare(ctx, openingOf({ ...pair, orgId }, ctx.person.userId, ctx.now));
    if (row) await auditShare(ctx, null, row);
  }
  return summaryOf(ctx, id);
};

/** Leaves what is shared as it is. NOT_FOUND. */
export const disableAutoSharing: Verb<typeof contract.disable> = async (ctx, { params: { id } }) => {
  await setAutoSharing(ctx, id, false);
  return summaryOf(ctx, id);
};

async function setAutoSharing(ctx: Ctx, id: number, autoSharing: boolean): Promise<void> {
  const { db, membership } = ctx;
  await holdShares(db, membership.orgId);
  const own = and(eq(licenses.id, id), visibleLicenses(membership));
  const [before] = await db.select({ autoSharing: licenses.autoSharing }).from(licenses).where(own);
  if (before === undefined) throw notFound('License');
  await db.update(licenses).set({ autoSharing }).where(own);
  await ctx.audit({ id, before, after: { autoSharing } });
  await ctx.publish({ topic: 'network', kind: 'changed', id, orgIds: [membership.orgId] });
}

async function summaryOf(ctx: Ctx, id: number) {
  const [summary] = await summarizeLicenses(ctx, eq(licenses.id, id));
  if (summary === undefined) throw notFound('License');
  return summary;
}

type Assigned = { licenseId: number; brandId: number; ownerOrgId: number; itemId: number; items: number };

/** Which brands of others items are assigned to, at which licenses. */
async function assignedPairs(db: Db, orgId: number, which: SQL | undefined): Promise<Assigned[]> {
  return db
    .select({
      licenseId: trackingItems.licenseId,
      brandId: brands.id,
      ownerOrgId: sql<number>`${brands.orgId}`.mapWith(Number),
      itemId: sql<number>`min(${trackingItems.id})`.mapWith(Number),
      items: sql<number>`count(*)::int`,
    })
    .from(trackingItems)
    .innerJoin(brands, eq(brands.id, trackingItems.brandId))
    .where(and(eq(trackingItems.orgId, orgId), isNotNull(brands.orgId), ne(brands.orgId, orgId), which))
    .groupBy(trackingItems.licenseId, brands.id)
    .orderBy(trackingItems.licenseId, brands.id);
}

async function withLast(db: Db, orgId: number, pairs: readonly Assigned[]) {
  const found: (Assigned & { last: ShareRow | undefined })[] = [];
  for (const pair of pairs) found.push({ ...pair, last: await lastShare(db, { orgId, ...pair }) });
  return found;
}

/** What the holder ended or refused by hand isn’t shared anew by itself. */
const isLeftAlone = (last: ShareRow | undefined, orgId: number) =>
  last?.status === 'REFUSED' || (last?.status === 'ENDED' && last.endedByOrgId === orgId);

const openingOf = ({ itemId: _, items: __, ...pair }: Assigned & { orgId: number }, by: string | null, at: Date) => ({
  ...pair,
  origin: 'AUTO' as const,
  enabled: true,
  by,
  at,
});

type Got = { orgId: number; ids: readonly number[]; by: string | null; at: Date };

/**
 * What follows when items got their brands: a license that shares by itself shares new ones, owners who see the brand
 * there are told of the items, and holders who are asked to show it. The caller did `holdAssigning` before.
 */
export async function shareAssigned(
  tools: ShareTools & Partial<Pick<Ctx, 'audit'>>,
  { orgId, ids, by, at }: Got,
): Promise<void> {
  if (ids.length === 0) return;
  const { db, audit } = tools;
  const pairs = await assignedPairs(db, orgId, isOneOf(trackingItems.id, ids));
  if (pairs.length === 0) return;
  const auto = await db
    .select({ id: licenses.id })
    .from(licenses)
    .where(and(eq(licenses.orgId, orgId), eq(licenses.autoSharing, true)));
  for (const { last, ...pair } of await withLast(db, orgId, pairs)) {
    const state = last && shareStateAt(last, at);
    if (last && state === 'SHARED') {
      if (last.enabled) await tellItems(tools, last, pair, by, at);
      continue;
    }
    if (isLeftAlone(last, orgId)) continue;
    if (!auto.some(({ id }) => id === pair.licenseId)) {
      if (last && state === 'REQUESTED') await tellRequested(tools, last, pair, by, at);
      continue;
    }
    const row = await openShare(tools, openingOf({ ...pair, orgId }, by, at));
    if (row === null) continue;
    if (audit) await auditShare({ audit }, null, row);
    await tellSharedWithOther(tools, row, pair, by, at);
  }
}

/** Tells the brand’s owner of items they now see. */
async function tellItems(
  { enqueue }: Pick<Ctx, 'enqueue'>,
  row: ShareRow,
  { itemId, items }: Assigned,
  by: string | null,
  now: Date,
) {
  const { id: shareId, orgId: holderOrgId, ownerOrgId } = row;
  if (ownerOrgId === null) return;
  const subject = subjectOf.licenseShared(holderOrgId, shareId);
  const payload = { itemId, items, shareId, holderOrgId };
  await enqueue(noticeAt({ type: 'ITEM_SHARED_WITH_YOU', orgId: ownerOrgId, subject, payload }, { by, now }));
}

/** Tells the license’s people of items of a brand whose owner waits for an answer. */
async function tellRequested(
  { enqueue }: Pick<Ctx, 'enqueue'>,
  row: ShareRow,
  { itemId, items }: Assigned,
  by: string | null,
  now: Date,
) {
  const subject = subjectOf.shareRequest(row.id);
  const payload = { itemId, items, requestId: row.id };
  await enqueue(noticeAt({ type: 'ITEM_SHARING_REQUESTED', orgId: row.orgId, subject, payload }, { by, now }));
}

/** Tells the license’s people of what was shared by itself. */
async function tellSharedWithOther(
  { enqueue }: Pick<Ctx, 'enqueue'>,
  row: ShareRow,
  { itemId, items }: Assigned,
  by: string | null,
  now: Date,
) {
  const subject = subjectOf.shareRequest(row.id);
  const payload = { itemId, items, shareId: row.id };
  await enqueue(noticeAt({ type: 'ITEM_SHARED_WITH_OTHER', orgId: row.orgId, subject, payload }, { by, now }));
}
