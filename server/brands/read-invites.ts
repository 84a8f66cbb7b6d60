import { and, desc, eq, gt, isNotNull, or, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type Membership, seesEverything } from '../../domain/access/roles';
import type { brandInvites as contract } from '../../domain/brands/contract';
import {
  type BrandInvite,
  type BrandInviteStatus,
  BrandInviteStatusSchema,
  type ListedBrandInvite,
  type ReceivedBrandInvite,
} from '../../domain/brands/invite';
import { notFound } from '../../domain/errors';
import { PAST_INVITE_DAYS } from '../../domain/invite-code';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { brandInvites, brands, organizations, users } from '../db/schema';
import { isHiddenFrom } from '../db/visibility';
import type { Verb } from '../implement';

/** An invite, with its organization and what its code accepts. */
export type FoundInvite = ListedBrandInvite & { orgId: number; brandOrgId: number | null };

const DAY_MS = 24 * 60 * 60 * 1000;

/** Brand invites, newest first; to `readerId`, whoever invited is no one in particular if a block hides them. */
export async function findBrandInvites(
  db: Db,
  where: SQL | undefined,
  now: Date,
  readerId?: string,
): Promise<FoundInvite[]> {
  const takers = alias(organizations, 'takers');
  const rows = await db
    .select({
      invite: brandInvites,
      brand: { name: brands.name, imageUri: brands.profileImageUri, orgId: brands.orgId },
      orgName: organizations.name,
      firstName: users.firstName,
      lastName: users.lastName,
      isHidden: isHiddenFrom(readerId, users.id),
      taker: { id: takers.id, name: takers.name },
    })
    .from(brandInvites)
    .innerJoin(brands, eq(brands.id, brandInvites.brandId))
    .innerJoin(organizations, eq(organizations.id, brandInvites.orgId))
    .innerJoin(users, eq(users.id, brandInvites.invitedByUserId))
    .leftJoin(takers, eq(takers.id, brandInvites.acceptedByOrgId))
    .where(where)
    .orderBy(desc(brandInvites.sentAt), desc(brandInvites.id));
  return rows.map(({ invite, brand, orgName, firstName, lastName, isHidden, taker }) => ({
    brandInviteId: invite.id,
    brandId: invite.brandId,
    brandName: brand.name,
    brandImageUri: brand.imageUri,
    orgName,
    invitedEmail: invite.invitedEmail,
    invitedBy: isHidden ? 'Someone' : `${firstName} ${lastName}`,
    message: invite.message,
    status: statusOf(invite, now),
    sent: invite.sentAt.toISOString(),
    expiresAt: invite.expiresAt.toISOString(),
    inviteCode: invite.inviteCode,
    orgId: invite.orgId,
    brandOrgId: brand.orgId,
    answered: invite.answeredAt?.toISOString() ?? null,
    acceptedBy: taker,
  }));
}

function statusOf({ status, expiresAt }: typeof brandInvites.$inferSelect, now: Date): BrandInviteStatus {
  if (status === 'INVITED' && expiresAt <= now) return 'EXPIRED';
  return BrandInviteStatusSchema.parse(status);
}

function toListed({ orgId: _, brandOrgId: __, ...invite }: FoundInvite): ListedBrandInvite {
  return invite;
}

export function toReceived(found: FoundInvite): ReceivedBrandInvite {
  const { answered: _, acceptedBy: __, ...invite } = toListed(found);
  return invite;
}

export function toSent(found: FoundInvite): BrandInvite {
  const { inviteCode: _, ...invite } = toReceived(found);
  return invite;
}

export const listSentInvites: Verb<typeof contract.sent> = async ({ db, membership, now }) =>
  (await findBrandInvites(db, visibleInvites(membership), now)).map(toSent);

/** The invites of its organization a member may see: all for a default role, else to assigned brands and their own. */
export function visibleInvites(membership: Membership): SQL | undefined {
  const own = eq(brandInvites.orgId, membership.orgId);
  if (seesEverything(membership)) return own;
  const theirs = eq(brandInvites.invitedByUserId, membership.userId);
  return and(own, or(theirs, isOneOf(brandInvites.brandId, membership.brandIds)));
}

export const getBrandInvite: Verb<typeof contract.byCode> = async ({ db, now, membershipOrNull }, { params }) => {
  const coded = eq(brandInvites.inviteCode, params.code);
  const [found] = await findBrandInvites(db, coded, now, membershipOrNull?.userId);
  if (found === undefined) throw notFound('Invitation');
  return toReceived(found);
};

export const listReceivedInvites: Verb<typeof contract.received> = async (ctx, { query }) => {
  if (!query.past) return openBrandInvites(ctx);
  const since = new Date(ctx.now.getTime() - PAST_INVITE_DAYS * DAY_MS);
  return invitesTo(ctx, or(isOpen(since), gt(brandInvites.answeredAt, since)));
};

/** The caller's open invites. */
export const openBrandInvites = (ctx: Caller): Promise<ListedBrandInvite[]> => invitesTo(ctx, isOpen(ctx.now));

type Caller = Pick<Ctx, 'db' | 'now' | 'person'>;

const isOpen = (now: Date) => and(eq(brandInvites.status, 'INVITED'), gt(brandInvites.expiresAt, now));

/** Of the invites sent to the caller those that match, only for a confirmed email, since an invite includes its code. */
async function invitesTo(ctx: Caller, which: SQL | undefined): Promise<ListedBrandInvite[]> {
  const email = await confirmedEmail(ctx);
  if (email === null) return [];
  const toThem = and(eq(brandInvites.invitedEmail, email), which);
  return (await findBrandInvites(ctx.db, toThem, ctx.now, ctx.person.userId)).map(toListed);
}

/** The caller's email in lower case; null while it isn't confirmed. */
export async function confirmedEmail({ db, person }: Pick<Ctx, 'db' | 'person'>): Promise<string | null> {
  const [user] = await db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, person.userId), isNotNull(users.emailVerifiedAt)));
  return user?.email.toLowerCase() ?? null;
}
