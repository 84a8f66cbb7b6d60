import { randomUUID } from 'node:crypto';
import { and, eq, isNull, or } from 'drizzle-orm';
import type { brandInvites as contract } from '../../domain/brands/contract';
import { BRAND_INVITE_DAYS, type BrandInvite } from '../../domain/brands/invite';
import { badInput, DomainError, notFound } from '../../domain/errors';
import type { Ctx, Services } from '../context';
import { lockRows } from '../db/rows';
import { brandInvites, brandSuggestions, brands } from '../db/schema';
import { visibleBrands } from '../db/visibility';
import type { Verb } from '../implement';
import { notifyInvited } from '../live/notify-invited';
import { brandInvitationLetter } from '../mail/letters';
import { countEmail } from '../mail/limits';
import { provingMail } from '../mail/mail-proof';
import { assertReleasable } from './claim-brand';
import { type FoundInvite, findBrandInvites, toSent, visibleInvites } from './read-invites';

const DAY_MS = 24 * 60 * 60 * 1000;

const ends = (now: Date) => new Date(now.getTime() + BRAND_INVITE_DAYS * DAY_MS);

/** Offers a brand by email. BAD_INPUT on `brandId` or `invitedEmail`, CONFLICT while its products keep it, TOO_MANY. */
export const sendBrandInvite: Verb<typeof contract.create> = async (ctx, { body }) => {
  const { db, membership } = ctx;
  const free = or(visibleBrands(membership), and(isNull(brands.orgId), isNull(brands.review)));
  const [brand] = await db
    .select({ id: brands.id, name: brands.name, orgId: brands.orgId, review: brands.review })
    .from(brands)
    .where(and(eq(brands.id, body.brandId), free));
  if (brand === undefined) throw badInput({ brandId: 'Brand not found' });
  if (brand.review !== null) throw badInput({ brandId: 'Only an approved brand can be handed over' });
  if (brand.orgId !== null) await assertReleasable(db, { ...brand, orgId: brand.orgId });
  return inviteToBrand(ctx, { ...body, orgId: membership.orgId, invitedByUserId: ctx.person.userId });
};

type NewInvite = Pick<typeof brandInvites.$inferInsert, 'orgId' | 'brandId' | 'invitedEmail' | 'invitedByUserId'> & {
  message: string;
};

/** Adds an invite and emails it. BAD_INPUT on `invitedEmail` if one is open already. */
export async function inviteToBrand(ctx: Ctx, { invitedEmail, ...draft }: NewInvite): Promise<BrandInvite> {
  const { db, now } = ctx;
  const email = invitedEmail.toLowerCase();
  await countEmail(ctx, email);
  const inviteCode = randomUUID();
  const [made] = await db
    .insert(brandInvites)
    .values({ ...draft, inviteCode, invitedEmail: email, sentAt: now, expiresAt: ends(now), createdAt: now })
    .onConflictDoNothing()
    .returning({ id: brandInvites.id });
  if (made === undefined) {
    throw badInput({ invitedEmail: `${email} is already invited to this brand. Resend the invite instead.` });
  }
  return settle(ctx, made.id, null);
}

/** Emails an invite again, with a new expiry date. CONFLICT if it was answered or withdrawn. */
export const resendBrandInvite: Verb<typeof contract.resend> = async (ctx, { params }) => {
  const before = await lockOpen(ctx, params.id);
  await countEmail(ctx, before.invitedEmail);
  await ctx.db
    .update(brandInvites)
    .set({ sentAt: ctx.now, expiresAt: ends(ctx.now) })
    .where(eq(brandInvites.id, before.brandInviteId));
  return settle(ctx, before.brandInviteId, before);
};

/** Withdraws an invite. CONFLICT if it was answered or withdrawn. */
export const withdrawBrandInvite: Verb<typeof contract.remove> = async (ctx, { params }) => {
  const before = await lockOpen(ctx, params.id);
  const { brandInviteId: id, orgId } = before;
  await ctx.db.update(brandInvites).set({ status: 'WITHDRAWN', answeredAt: ctx.now }).where(eq(brandInvites.id, id));
  await ctx.audit({ entity: 'brand-invite', id, before: toSent(before), after: null });
  await ctx.publish({ topic: 'organization', kind: 'removed', id, orgIds: [orgId] });
  await notifyInvited(ctx, [before.invitedEmail]);
  return { ok: true };
};

/** One of the invites the caller sees that nobody has answered, locked; it may have expired. */
async function lockOpen({ db, membership, now }: Ctx, id: number): Promise<FoundInvite> {
  const own = and(eq(brandInvites.id, id), visibleInvites(membership));
  await lockRows(db, brandInvites, own);
  const [found] = await findBrandInvites(db, own, now);
  if (found === undefined) throw notFound('Brand invite');
  if (found.status === 'INVITED' || found.status === 'EXPIRED') return found;
  throw new DomainError('CONFLICT', answered(found));
}

/** Forgets the email of a deleted account: invites to it are deleted, and suggestions no longer name it. */
export async function forgetInvited({ db, publish }: Ctx, invitedEmail: string): Promise<void> {
  const email = invitedEmail.toLowerCase();
  const named = { id: brandInvites.id, orgId: brandInvites.orgId };
  const deleted = await db.delete(brandInvites).where(eq(brandInvites.invitedEmail, email)).returning(named);
  const changed = await db
    .update(brandSuggestions)
    .set({ invitedEmail: null, invitedEmailMessage: '' })
    .where(eq(brandSuggestions.invitedEmail, email))
    .returning({ id: brandSuggestions.id, orgId: brandSuggestions.orgId });
  for (const { id, orgId } of [...deleted, ...changed]) {
    await publish({ topic: 'organization', kind: 'changed', id, orgIds: [orgId] });
  }
}

/** Says what already became of an invite. */
export function answered({ status, invitedEmail, orgName, brandName }: FoundInvite): string {
  if (status === 'ACCEPTED') return `${invitedEmail} already accepted this invite to ${brandName}.`;
  if (status === 'INVITE_REJECTED') return `${invitedEmail} rejected this invite to ${brandName}.`;
  return `${orgName} withdrew this invite to ${brandName}.`;
}

/** Emails, audits and publishes an invite just sent, also to its receiver. */
async function settle(ctx: Ctx, id: number, before: FoundInvite | null): Promise<BrandInvite> {
  const [found] = await findBrandInvites(ctx.db, eq(brandInvites.id, id), ctx.now);
  if (found === undefined) throw notFound('Brand invite');
  const after = toSent(found);
  await ctx.enqueue({ name: 'brand-invitation', data: { orgId: found.orgId, inviteId: id } });
  await ctx.audit({ entity: 'brand-invite', orgId: found.orgId, id, before: before && toSent(before), after });
  await ctx.publish({ topic: 'organization', kind: 'changed', id, orgIds: [found.orgId] });
  await notifyInvited(ctx, [found.invitedEmail]);
  return after;
}

/** Emails an invite, unless it was answered or withdrawn meanwhile. */
export async function mailBrandInvitation(
  { database: { db }, mail, config }: Services,
  { inviteId }: { inviteId: number },
): Promise<void> {
  const [invite] = await findBrandInvites(db, eq(brandInvites.id, inviteId), new Date());
  if (invite?.status !== 'INVITED') return;
  const { inviteCode, invitedEmail } = invite;
  const query = new URLSearchParams({
    invite_code: inviteCode,
    invite_type: 'BRAND_INVITE',
    invited_email: invitedEmail,
  });
  const link = `${config.publicUrl}/accept-invite?${query}`;
  await mail.send(brandInvitationLetter(invite, provingMail(link, invitedEmail, config)));
}
