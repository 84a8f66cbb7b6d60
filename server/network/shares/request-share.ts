import { randomUUID } from 'node:crypto';
import { and, eq, isNull, ne } from 'drizzle-orm';
import { badInput, DomainError, notFound } from '../../../domain/errors';
import { REQUEST_DAYS } from '../../../domain/network/request';
import { assertMayAskAgain, shareStateAt } from '../../../domain/network/shared-brand';
import type { sharedBrands as contract } from '../../../domain/network/shares-contract';
import { subjectOf } from '../../../domain/notifications/subjects';
import type { Ctx } from '../../context';
import { holdShared } from '../../db/hold';
import { returnedRow } from '../../db/rows';
import { brands, licenses, sharedBrands } from '../../db/schema';
import { visibleBrands } from '../../db/visibility';
import type { Verb } from '../../implement';
import { noticeOf } from '../../notices/notices';
import { auditShare, lastShare, publishShare, setShare } from './change-share';
import { findShare } from './read-shares';
import { finishShare, holdShares } from './share';

const DAY_MS = 86_400_000;

/**
 * Asks a license's holder to share one of the caller's brands there. NOT_FOUND, BAD_INPUT on `licenseId`; CONFLICT while
 * it is shared or asked for, and too soon after the last request was refused or lapsed.
 */
export const requestShare: Verb<typeof contract.request> = async (ctx, { query }) => {
  const { db, now, person, timeZone, membership } = ctx;
  await holdShared(db, [{ kind: 'brand', id: query.brandId }]);
  const brand = await findOwnBrand(ctx, query.brandId);
  const isOthers = and(isNull(licenses.removedAt), ne(licenses.orgId, membership.orgId), eq(licenses.isPublic, true));
  const [license] = await db
    .select({ orgId: licenses.orgId })
    .from(licenses)
    .where(and(eq(licenses.id, query.licenseId), isOthers));
  if (license === undefined) throw badInput({ licenseId: 'Choose a license of another business' });
  const pair = { ...query, orgId: license.orgId };
  await holdShares(db, pair.orgId);
  const last = await lastShare(db, pair);
  const state = last && shareStateAt(last, now);
  if (state === 'SHARED')
    throw new DomainError('CONFLICT', `${brand.name} is already shared with you at this license.`);
  if (state === 'REQUESTED') throw new DomainError('CONFLICT', `You already asked for ${brand.name} at this license.`);
  if (last?.ownerOrgId === membership.orgId) assertMayAskAgain({ ...last, brandName: brand.name, timeZone, now });
  if (last && state === 'EXPIRED' && last.status === 'REQUESTED') await setShare(db, last, { status: 'EXPIRED' });
  const row = returnedRow(
    await db
      .insert(sharedBrands)
      .values({
        ...pair,
        ownerOrgId: membership.orgId,
        origin: 'REQUESTED',
        status: 'REQUESTED',
        inviteCode: randomUUID(),
        requestedByUserId: person.userId,
        requestedAt: now,
        expiresAt: new Date(now.getTime() + REQUEST_DAYS * DAY_MS),
        createdAt: now,
      })
      .returning(),
  );
  const received = { type: 'SHARED_BRAND_REQUEST_RECEIVED', subject: subjectOf.shareRequest(row.id) } as const;
  await ctx.enqueue(noticeOf(ctx, { ...received, orgId: row.orgId, payload: { requestId: row.id } }));
  await auditShare(ctx, null, row);
  await publishShare(ctx, row);
  return findShare(ctx, row.id);
};

/** Withdraws the request that stands. NOT_FOUND without one, and CONFLICT once it was answered. */
export const rescindShare: Verb<typeof contract.rescind> = async (ctx, { query }) => {
  const { db, membership, now } = ctx;
  await findOwnBrand(ctx, query.brandId);
  const [license] = await db.select({ orgId: licenses.orgId }).from(licenses).where(eq(licenses.id, query.licenseId));
  if (license === undefined) throw notFound('Request');
  await holdShares(db, license.orgId);
  const last = await lastShare(db, { ...query, orgId: license.orgId });
  if (last?.ownerOrgId !== membership.orgId || last.requestedAt === null) throw notFound('Request');
  if (shareStateAt(last, now) !== 'REQUESTED') {
    throw new DomainError('CONFLICT', 'This request was answered or lapsed already.');
  }
  await finishShare(ctx, last, 'OWNER');
  return { ok: true };
};

async function findOwnBrand({ db, membership }: Ctx, brandId: number): Promise<{ name: string }> {
  const [brand] = await db
    .select({ name: brands.name })
    .from(brands)
    .where(and(eq(brands.id, brandId), isNull(brands.review), visibleBrands(membership)));
  if (brand === undefined) throw notFound('Brand');
  return brand;
}
