import { and, eq, isNull } from 'drizzle-orm';
import { badInput, DomainError, notFound } from '../../../domain/errors';
import { type ShareSide, shareStateAt } from '../../../domain/network/shared-brand';
import type { sharedBrands as contract } from '../../../domain/network/shares-contract';
import { subjectOf } from '../../../domain/notifications/subjects';
import type { Ctx } from '../../context';
import { holdAlone, holdShared } from '../../db/hold';
import { brands, licenses } from '../../db/schema';
import { visibleLicenses } from '../../db/visibility';
import type { Verb } from '../../implement';
import { settledAs } from '../../notices/notices';
import {
  assertStands,
  auditShare,
  openShare,
  publishShare,
  setShare,
  takeBackShare,
  tellShare,
  tellShared,
} from './change-share';
import { findShare, findShareRow, type ShareRow } from './read-shares';

/** Keeps the shares of a holder’s licenses from changing otherwise, or an item from being assigned meanwhile. */
export const holdShares = (db: Ctx['db'], orgId: number) =>
  holdAlone(db, { kind: 'shares of organization', id: orgId });

/**
 * Shares a brand at one of the caller's licenses, also in answer to a request. BAD_INPUT on `licenseId` or `brandId`;
 * CONFLICT if it is shared.
 */
export const createShare: Verb<typeof contract.create> = async (ctx, { body }) => {
  const { db, membership, now, person } = ctx;
  const { licenseId, brandId, enabled } = body;
  const { orgId } = membership;
  await holdShared(db, [{ kind: 'brand', id: brandId }]);
  await holdShares(db, orgId);
  const [license] = await db
    .select({ id: licenses.id })
    .from(licenses)
    .where(and(eq(licenses.id, licenseId), visibleLicenses(membership)));
  if (license === undefined) throw badInput({ licenseId: 'Choose one of your licenses' });
  const [brand] = await db
    .select({ name: brands.name, ownerOrgId: brands.orgId })
    .from(brands)
    .where(and(eq(brands.id, brandId), isNull(brands.review)));
  if (brand === undefined) throw badInput({ brandId: 'Brand not found' });
  if (brand.ownerOrgId === orgId) throw badInput({ brandId: `${brand.name} is yours: you see its packages anyway` });
  const opening = { orgId, licenseId, brandId, ownerOrgId: brand.ownerOrgId, enabled, by: person.userId, at: now };
  const row = await openShare(ctx, { ...opening, origin: 'SHARED' });
  if (row === null) throw new DomainError('CONFLICT', `${brand.name} is already shared at this license.`);
  await auditShare(ctx, null, row);
  return findShare(ctx, row.id);
};

/** Shows the owner the packages again. NOT_FOUND for the owner; CONFLICT for a request, and once it is over. */
export const enableShare: Verb<typeof contract.enable> = (ctx, { params }) => setEnabled(ctx, params.id, true);

/** Hides them until it is enabled again. */
export const disableShare: Verb<typeof contract.disable> = (ctx, { params }) => setEnabled(ctx, params.id, false);

async function setEnabled(ctx: Ctx, id: number, enabled: boolean) {
  const { row: before, side } = await lockShare(ctx, id);
  if (side === 'OWNER') throw notFound('Shared brand');
  assertStands(before, ctx.now);
  if (before.status !== 'SHARED') throw new DomainError('CONFLICT', 'Answer the request first.');
  const after = before.enabled === enabled ? before : await setShare(ctx.db, before, { enabled });
  await auditShare(ctx, before, after);
  if (after !== before) await publishShare(ctx, after);
  if (after !== before && enabled) await tellShared(ctx, after, ctx.person.userId, ctx.now);
  return findShare(ctx, id);
}

/** Ends a share, for either side; refuses a request as its holder, withdraws it as the owner. NOT_FOUND, CONFLICT. */
export const endShare: Verb<typeof contract.remove> = async (ctx, { params }) => {
  const { row, side } = await lockShare(ctx, params.id);
  assertStands(row, ctx.now);
  await finishShare(ctx, row, side);
  return { ok: true };
};

/** Ends what stands, as whoever of the two does it. */
export async function finishShare(ctx: Ctx, before: ShareRow, side: ShareSide): Promise<void> {
  const { db, membership, now, person } = ctx;
  const ended = { endedByUserId: person.userId, endedByOrgId: membership.orgId, endedAt: now, enabled: false };
  const isAsked = shareStateAt(before, now) === 'REQUESTED';
  const after = await setShare(
    db,
    before,
    !isAsked
      ? { ...ended, status: 'ENDED' }
      : side === 'HOLDER'
        ? { status: 'REFUSED', answeredByUserId: person.userId, answeredAt: now }
        : { ...ended, status: 'RESCINDED' },
  );
  if (after.status === 'REFUSED') {
    await ctx.enqueue(settledAs({ orgId: after.orgId, subjects: [subjectOf.shareRequest(after.id)] }, 'Refused'));
  } else await takeBackShare(ctx, after);
  await auditShare(ctx, before, after);
  if (after.status === 'ENDED') await tellShare(ctx, after, 'share.ended');
  await publishShare(ctx, after);
}

/** A share the caller sees, after whoever changes one of that holder’s is done. */
export async function lockShare(ctx: Ctx, id: number) {
  const { row } = await findShareRow(ctx, id);
  await holdShares(ctx.db, row.orgId);
  return findShareRow(ctx, id);
}
