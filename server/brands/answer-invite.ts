import { and, eq, sql } from 'drizzle-orm';
import type { brandInvites as contract } from '../../domain/brands/contract';
import { DomainError, notFound } from '../../domain/errors';
import type { Ctx } from '../context';
import { holdAlone } from '../db/hold';
import { lockRows } from '../db/rows';
import { brandInvites, brands } from '../db/schema';
import type { Verb } from '../implement';
import { notifyInvited } from '../live/notify-invited';
import { adoptShares } from '../network/shares/share-link';
import { assertReleasable, forgetBrand, welcomeBrand } from './claim-brand';
import { answered } from './invites';
import { confirmedEmail, type FoundInvite, findBrandInvites, toSent } from './read-invites';

/**
 * Gives the brand to the caller's organization, once, even if sent repeatedly or concurrently. FORBIDDEN with another
 * email; CONFLICT for an answered, withdrawn or expired invite, and while products keep the brand where it is.
 */
export const acceptBrandInvite: Verb<typeof contract.accept> = async (ctx, { params }) => {
  const { db, membership, now } = ctx;
  const which = eq(brandInvites.inviteCode, params.inviteCode);
  await lockRows(db, brandInvites, which);
  const [found] = await findBrandInvites(db, which, now);
  if (found === undefined) throw notFound('Invitation');
  const invite = await assertTheirs(ctx, found);
  const { brandId, brandName, brandInviteId, orgId } = invite;
  await holdAlone(db, { kind: 'brand', id: brandId });
  const [brand] = await db
    .select({ id: brands.id, name: brands.name, orgId: brands.orgId })
    .from(brands)
    .where(eq(brands.id, brandId))
    .for('no key update');
  if (brand === undefined) throw notFound('Brand');
  if (brand.orgId !== null && brand.orgId !== orgId) {
    throw new DomainError('CONFLICT', `Another organization has ${brandName} by now. If it’s yours, contact support.`);
  }
  if (brand.orgId === membership.orgId) {
    throw new DomainError('CONFLICT', `Your organization already has ${brandName}.`);
  }
  const answer = { status: 'ACCEPTED', acceptedByOrgId: membership.orgId, answeredAt: now };
  await db.update(brandInvites).set(answer).where(eq(brandInvites.id, brandInviteId));
  if (brand.orgId !== null) {
    await assertReleasable(db, { ...brand, orgId: brand.orgId });
    await forgetBrand(ctx, { id: brandId, orgId: brand.orgId });
  }
  await db
    .update(brands)
    .set({ orgId: membership.orgId, version: sql`${brands.version} + 1`, updatedAt: now })
    .where(eq(brands.id, brandId));
  await adoptShares(ctx, { brandId, holderOrgId: orgId, ownerOrgId: membership.orgId });
  await tell(ctx, invite, 'ACCEPTED');
  const after = await welcomeBrand(ctx, brandId);
  await ctx.audit({ entity: 'brand', id: brandId, before: null, after });
  return { brandId, brandName };
};

/** Rejects an invite sent to the caller. NOT_FOUND for one sent to another email. */
export const rejectBrandInvite: Verb<typeof contract.reject> = async (ctx, { params }) => {
  const { db, now } = ctx;
  const email = await confirmedEmail(ctx);
  const which = and(eq(brandInvites.id, params.brandInviteId), eq(brandInvites.invitedEmail, email ?? ''));
  await lockRows(db, brandInvites, which);
  const [found] = await findBrandInvites(db, which, now);
  if (found === undefined) throw notFound('Invitation');
  const invite = await assertTheirs(ctx, found);
  await db
    .update(brandInvites)
    .set({ status: 'INVITE_REJECTED', answeredAt: now })
    .where(eq(brandInvites.id, invite.brandInviteId));
  await tell(ctx, invite, 'INVITE_REJECTED');
  return { ok: true };
};

/** Records an answer with the organization that sent the invite. */
async function tell(ctx: Ctx, invite: FoundInvite, status: 'ACCEPTED' | 'INVITE_REJECTED'): Promise<void> {
  const { brandInviteId: id, orgId } = invite;
  const before = toSent(invite);
  await ctx.audit({ entity: 'brand-invite', orgId, id, before, after: { ...before, status } });
  await ctx.publish({ topic: 'organization', kind: 'changed', id, orgIds: [orgId] });
  await notifyInvited(ctx, [invite.invitedEmail]);
}

async function assertTheirs(ctx: Ctx, invite: FoundInvite): Promise<FoundInvite> {
  const { brandName, invitedEmail, invitedBy, status } = invite;
  const email = await confirmedEmail(ctx);
  if (email === null) throw new DomainError('FORBIDDEN', 'Confirm your email first, then open the link again.');
  if (email !== invitedEmail) {
    throw new DomainError(
      'FORBIDDEN',
      `This invitation is for ${invitedEmail}. You’re signed in as ${email}. To accept, sign out and sign in as ${invitedEmail}.`,
    );
  }
  if (status === 'INVITED') return invite;
  throw new DomainError(
    'CONFLICT',
    status === 'EXPIRED' ? `This invite to ${brandName} expired. Ask ${invitedBy} to send it again.` : answered(invite),
  );
}
