import { and, desc, eq, gt, isNotNull, or, type SQL } from 'drizzle-orm';
import { type Membership, seesEverything } from '../../domain/access/roles';
import type { brandInvites as contract } from '../../domain/brands/contract';
import {
  type BrandInvite,
  type BrandInviteStatus,
  BrandInviteStatusSchema,
  type ReceivedBrandInvite,
} from '../../domain/brands/invite';
import { notFound } from '../../domain/errors';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { brandInvites, brands, organizations, users } from '../db/schema';
import type { Verb } from '../implement';

/** An invite, with its organization and what its code accepts. */
export type FoundInvite = ReceivedBrandInvite & { orgId: number; brandOrgId: number | null };

/** Brand invites, newest first. */
export async function findBrandInvites(db: Db, where: SQL | undefined, now: Date): Promise<FoundInvite[]> {
  const rows = await db
    .select({
      invite: brandInvites,
      brand: { name: brands.name, imageUri: brands.profileImageUri, orgId: brands.orgId },
      orgName: organizations.name,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(brandInvites)
    .innerJoin(brands, eq(brands.id, brandInvites.brandId))
    .innerJoin(organizations, eq(organizations.id, brandInvites.orgId))
    .innerJoin(users, eq(users.id, brandInvites.invitedByUserId))
    .where(where)
    .orderBy(desc(brandInvites.sentAt), desc(brandInvites.id));
  return rows.map(({ invite, brand, orgName, firstName, lastName }) => ({
    brandInviteId: invite.id,
    brandId: invite.brandId,
    brandName: brand.name,
    brandImageUri: brand.imageUri,
    orgName,
    invitedEmail: invite.invitedEmail,
    invitedBy: `${firstName} ${lastName}`,
    message: invite.message,
    status: statusOf(invite, now),
    sent: invite.sentAt.toISOString(),
    expiresAt: invite.expiresAt.toISOString(),
    inviteCode: invite.inviteCode,
    orgId: invite.orgId,
    brandOrgId: brand.orgId,
  }));
}

function statusOf({ status, expiresAt }: typeof brandInvites.$inferSelect, now: Date): BrandInviteStatus {
  if (status === 'INVITED' && expiresAt <= now) return 'EXPIRED';
  return BrandInviteStatusSchema.parse(status);
}

export function toReceived({ orgId: _, brandOrgId: __, ...invite }: FoundInvite): ReceivedBrandInvite {
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

export const getBrandInvite: Verb<typeof contract.byCode> = async ({ db, now }, { params }) => {
  const [found] = await findBrandInvites(db, eq(brandInvites.inviteCode, params.code), now);
  if (found === undefined) throw notFound('Invitation');
  return toReceived(found);
};

export const listReceivedInvites: Verb<typeof contract.received> = (ctx) => openBrandInvites(ctx);

/** The caller's open invites, only for a confirmed email, since an invite includes its code. */
export async function openBrandInvites(ctx: Pick<Ctx, 'db' | 'now' | 'person'>): Promise<ReceivedBrandInvite[]> {
  const { db, now } = ctx;
  const email = await confirmedEmail(ctx);
  if (email === null) return [];
  const open = and(eq(brandInvites.status, 'INVITED'), gt(brandInvites.expiresAt, now));
  return (await findBrandInvites(db, and(eq(brandInvites.invitedEmail, email), open), now)).map(toReceived);
}

/** The caller's email in lower case; null while it isn't confirmed. */
export async function confirmedEmail({ db, person }: Pick<Ctx, 'db' | 'person'>): Promise<string | null> {
  const [user] = await db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, person.userId), isNotNull(users.emailVerifiedAt)));
  return user?.email.toLowerCase() ?? null;
}
