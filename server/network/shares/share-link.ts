import { and, eq, isNull } from 'drizzle-orm';
import { DomainError, notFound } from '../../../domain/errors';
import { type ShareInvite, shareStateAt } from '../../../domain/network/shared-brand';
import type { sharedBrands as contract } from '../../../domain/network/shares-contract';
import type { Ctx } from '../../context';
import { brands, licenses, organizations, sharedBrands } from '../../db/schema';
import { visibleBrands } from '../../db/visibility';
import type { Verb } from '../../implement';
import { auditShare, publishShare, setShare, tellShare, tellShared } from './change-share';
import { findShare, licenseText, type ShareRow } from './read-shares';
import { holdShares } from './share';

/** Whose share a link opens, and whether the caller can. NOT_FOUND once it is over. */
export const getShareInvite: Verb<typeof contract.byCode> = async (ctx, { params }) => {
  const row = await findByCode(ctx, params.code);
  const [found] = await ctx.db
    .select({
      brand: { id: brands.id, name: brands.name, profileImageUri: brands.profileImageUri },
      holderName: organizations.name,
      licenseName: licenseText,
    })
    .from(brands)
    .innerJoin(licenses, eq(licenses.id, row.licenseId))
    .innerJoin(organizations, eq(organizations.id, licenses.orgId))
    .where(eq(brands.id, row.brandId));
  if (found === undefined) throw notFound('Invitation');
  return { inviteCode: params.code, ...found, status: await standingOf(ctx, row) };
};

/** Opens a share for the organization that has the brand, however often. NOT_FOUND for others, CONFLICT while nobody has it. */
export const openByLink: Verb<typeof contract.open> = async (ctx, { params }) => {
  const found = await findByCode(ctx, params.code);
  await holdShares(ctx.db, found.orgId);
  const before = await findByCode(ctx, params.code);
  const standing = await standingOf(ctx, before);
  if (standing === 'UNCLAIMED') {
    throw new DomainError('CONFLICT', 'Nobody has this brand here yet. Claim it, then open the link again.');
  }
  if (standing === 'OWN') throw new DomainError('CONFLICT', 'This is your own link. Send it to the brand’s owner.');
  if (standing === 'OTHERS') throw notFound('Invitation');
  const after = standing === 'YOURS' ? before : await setShare(ctx.db, before, { ownerOrgId: ctx.membership.orgId });
  await auditShare(ctx, before, after);
  if (after !== before) {
    await tellShare(ctx, after, 'share.granted');
    await publishShare(ctx, after);
    await tellShared(ctx, after, ctx.person.userId, ctx.now);
  }
  return findShare(ctx, after.id);
};

async function findByCode({ db, now }: Ctx, code: string): Promise<ShareRow> {
  const [row] = await db.select().from(sharedBrands).where(eq(sharedBrands.inviteCode, code));
  if (row === undefined || shareStateAt(row, now) !== 'SHARED') throw notFound('Invitation');
  return row;
}

async function standingOf(ctx: Ctx, row: ShareRow): Promise<ShareInvite['status']> {
  const { db, membershipOrNull: membership } = ctx;
  if (membership?.orgId === row.orgId) return 'OWN';
  const [brand] = await db.select({ orgId: brands.orgId }).from(brands).where(eq(brands.id, row.brandId));
  if (brand?.orgId == null) return 'UNCLAIMED';
  if (membership === null || brand.orgId !== membership.orgId) return 'OTHERS';
  const isSeen = await db.$count(brands, and(eq(brands.id, row.brandId), visibleBrands(membership)));
  if (isSeen === 0) return 'OTHERS';
  return row.ownerOrgId === membership.orgId ? 'YOURS' : 'TO_OPEN';
}

type Taken = { brandId: number; holderOrgId: number; ownerOrgId: number };

/** Gives what a holder shared of a brand nobody had to the organization that took the brand over at their invitation. */
export async function adoptShares(ctx: Ctx, { brandId, holderOrgId, ownerOrgId }: Taken): Promise<void> {
  const { db } = ctx;
  await holdShares(db, holderOrgId);
  const unclaimed = and(
    eq(sharedBrands.orgId, holderOrgId),
    eq(sharedBrands.brandId, brandId),
    isNull(sharedBrands.ownerOrgId),
    eq(sharedBrands.status, 'SHARED'),
  );
  for (const before of await db.select().from(sharedBrands).where(unclaimed)) {
    const after = await setShare(db, before, { ownerOrgId });
    await auditShare(ctx, before, after);
    await tellShare(ctx, after, 'share.granted');
    await publishShare(ctx, after);
    await tellShared(ctx, after, ctx.person.userId, ctx.now);
  }
}
