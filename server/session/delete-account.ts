import { createHash, randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, ne, or, sql } from 'drizzle-orm';
import { badInput, DomainError } from '../../domain/errors';
import { type AccountPlace, deletionBlocker, emptiesOrganization, FORMER_MEMBER } from '../../domain/session/account';
import type { session } from '../../domain/session/contract';
import { revokeKeysOf } from '../api-keys/change-keys';
import { forgetAddresses } from '../api-keys/forget-keys';
import { forgetInvited } from '../brands/invites';
import { forgetChannelInvited } from '../chat/invites';
import { leaveNetworkChannels } from '../chat/network-channels';
import { connectionsOf } from '../connections/read-connections';
import type { Ctx, Services } from '../context';
import type { Db } from '../db/client';
import { lockRows } from '../db/rows';
import {
  brands,
  cartSubstitutions,
  cartVisits,
  companyInvites,
  companyNotifications,
  connections,
  failedJobs,
  marketOpens,
  marketPeople,
  organizations,
  orgUsers,
  productFollows,
  reportMailingRecipients,
  reportMailings,
  roles,
  savedSearches,
  userBlocks,
  users,
} from '../db/schema';
import { NO_ORGANIZATION } from '../db/schema/tenant';
import type { Verb } from '../implement';
import { endSyncs } from '../integrations/tracking/end-syncs';
import { dropTrackingKeys } from '../integrations/tracking/tracking-keys';
import { notifyInvited } from '../live/notify-invited';
import { accountDeletedLetter } from '../mail/letters';
import { tellOfBrand } from '../network/tell-of-brand';
import { forgetFeed } from '../notices/forget-feed';
import type { JobData } from '../queues';
import { forgetSupporter, forgetSupportingOrganization } from '../roadmap/forget';
import { forgetUsage } from '../usage/forget-usage';

/** What deleting the account would end, and what has to happen first. */
export const previewDeletion: Verb<typeof session.deletion> = async ({ db, person }) => {
  const places = (await readPlaces(db, person.userId)).map(({ orgUserId: _, ...place }) => place);
  return { places, blockers: blockersOf(places) };
};

/**
 * Deletes the caller's account: their name, email, pictures, password, keys and sessions. The row stays as a former
 * member, whom orders, requests for approval, comments and history name. CONFLICT while they own an organization where others work, or whose
 * plan renews; BAD_INPUT unless their email is typed.
 */
export const deleteMe: Verb<typeof session.deleteMe> = async (ctx, { body }) => {
  const { db, now, person, services } = ctx;
  const [user] = await db.select().from(users).where(eq(users.id, person.userId)).for('update');
  if (!user) throw new Error('The caller’s account was not found');
  if (body.email.toLowerCase() !== user.email.toLowerCase()) {
    throw badInput({ email: `Type ${user.email} to confirm` });
  }
  await lockPlaces(db, user.id);
  const places = await readPlaces(db, user.id);
  const [blocker] = blockersOf(places);
  if (blocker) throw new DomainError('CONFLICT', blocker);

  for (const place of places) await leave(ctx, place);
  await forgetMemberships(db, user);
  await forgetInvited(ctx, user.email);
  await forgetChannelInvited(ctx, user.email);
  await db.delete(connections).where(connectionsOf(user.id));
  await db.delete(userBlocks).where(or(eq(userBlocks.blockerId, user.id), eq(userBlocks.blockedId, user.id)));
  await leaveNetworkChannels(ctx, user.id);
  await db
    .update(users)
    .set({
      ...FORMER_MEMBER,
      connectionCode: randomUUID(),
      subject: `deleted:${user.id}`,
      formerSubject: subjectHash(user.subject),
      email: formerEmail(user.id),
      emailVerifiedAt: null,
      profileImageUri: null,
      coverImageUri: null,
      isSupport: false,
      deletedAt: now,
      updatedAt: now,
    })
    .where(eq(users.id, user.id));
  await forgetFeed(db, user.id);
  await forgetUsage(db, user.id);
  await forgetSupporter(db, user.id);
  await services.identity.deleteAccount(db, user.id, user.subject);
  await ctx.enqueue({ name: 'chat-person', data: { userId: user.id } });
  await ctx.enqueue({ name: 'chat-sign-out', data: { subject: `deleted:${user.id}` } });
  await ctx.enqueue({ name: 'account-deleted', data: { email: user.email, firstName: user.firstName } });
  await ctx.audit({
    orgId: NO_ORGANIZATION,
    id: user.id,
    before: { organizations: places.map(({ orgName }) => orgName) },
    after: null,
  });
  return { ok: true };
};

/** What a deletion leaves to do: companies forget whom they invited, and the person gets a last letter. */
export async function finishDeletion(
  { database: { db }, mail, config }: Services,
  person: JobData<'account-deleted'>,
): Promise<void> {
  await db.delete(companyInvites).where(eq(companyInvites.invitedEmail, person.email.toLowerCase()));
  await db.delete(failedJobs).where(eq(sql`lower(${failedJobs.recipient})`, person.email.toLowerCase()));
  await mail.send(accountDeletedLetter(person, { ...config, ...config.company }));
}

const blockersOf = (places: readonly AccountPlace[]) => places.flatMap((place) => deletionBlocker(place) ?? []);

/** What only one member uses. */
const OWN = [
  savedSearches,
  companyNotifications,
  reportMailings,
  reportMailingRecipients,
  cartVisits,
  marketPeople,
  marketOpens,
  productFollows,
  cartSubstitutions,
];

/** Ends one membership with what only that person used; an organization left without people goes quiet. */
async function leave(ctx: Ctx, place: Place): Promise<void> {
  const { db } = ctx;
  const { orgId, orgUserId } = place;
  await dropTrackingKeys(ctx, { orgId, orgUserId });
  await revokeKeysOf(ctx, ctx.person.userId, orgId);
  await forgetAddresses(db, ctx.person.userId, orgId);
  for (const table of OWN) {
    await db.delete(table).where(and(eq(table.orgId, orgId), eq(table.orgUserId, orgUserId)));
  }
  if (emptiesOrganization(place)) await closeOrganization(ctx, place);
  await ctx.audit({ entity: 'org-user', orgId, id: orgUserId, before: { status: 'ACTIVE' }, after: null });
  await ctx.publish({ topic: 'access', kind: 'removed', id: orgUserId, orgIds: [orgId] });
  await ctx.enqueue({ name: 'chat-team', data: { orgId } });
}

/** Nobody is left to answer: open invitations stop working, its brands leave the marketplace, and its licenses aren't read. */
async function closeOrganization(ctx: Ctx, { orgId }: Place): Promise<void> {
  const { audit, db } = ctx;
  const uninvited = await db
    .update(orgUsers)
    .set({ status: 'REMOVED', inviteCode: null, inviteExpiresAt: null })
    .where(and(eq(orgUsers.orgId, orgId), eq(orgUsers.status, 'INVITED')))
    .returning({ email: orgUsers.email });
  await notifyInvited(
    ctx,
    uninvited.map(({ email }) => email),
  );
  await endSyncs(ctx, orgId);
  await forgetSupportingOrganization(db, orgId);
  const hidden = await db
    .update(brands)
    .set({ disabled: true })
    .where(and(eq(brands.orgId, orgId), eq(brands.disabled, false)))
    .returning({ id: brands.id, name: brands.name });
  for (const { id } of hidden) await tellOfBrand(ctx, { id, orgId });
  const after = { people: 0, disabledBrands: hidden.map(({ name }) => name) };
  await audit({ entity: 'organization', orgId, id: orgId, before: { people: 1 }, after });
}

/** Their rows on teams, past and present, keep no email; invitations to them are withdrawn. */
async function forgetMemberships(db: Db, { id, email }: Pick<typeof users.$inferSelect, 'id' | 'email'>) {
  await db
    .update(orgUsers)
    .set({
      status: 'REMOVED',
      email: sql`'former-' || ${orgUsers.id} || '@deleted.invalid'`,
      invitedName: null,
      title: null,
      salesRepId: null,
      inviteCode: null,
      inviteExpiresAt: null,
    })
    .where(or(eq(orgUsers.userId, id), sql`lower(${orgUsers.email}) = lower(${email})`));
  await db
    .update(orgUsers)
    .set({ invitedByUserId: null })
    .where(and(eq(orgUsers.invitedByUserId, id), ne(orgUsers.status, 'ACTIVE')));
}

const formerEmail = (id: string): string => `former-${id}@deleted.invalid`;

/** A deleted account's former subject, kept only to refuse tokens from before. */
export const subjectHash = (subject: string): string => createHash('sha256').update(subject).digest('hex');

/** An organization the person belongs to, with their membership there. */
type Place = AccountPlace & { orgUserId: number };

const active = (userId: string) => and(eq(orgUsers.userId, userId), eq(orgUsers.status, 'ACTIVE'));

/** The person's organizations by name. */
function readPlaces(db: Db, userId: string): Promise<Place[]> {
  return db
    .select({
      orgUserId: orgUsers.id,
      orgId: organizations.id,
      orgName: organizations.name,
      isOwner: sql<boolean>`${roles.defaultRoleId} is not distinct from 'OWNER'`,
      otherPeople: sql<number>`(select count(*)::int from org_users other where other.org_id = ${orgUsers.orgId}
        and other.id <> ${orgUsers.id} and other.status = 'ACTIVE')`,
      hasPlan: sql<boolean>`exists (select from subscriptions paid where paid.org_id = ${orgUsers.orgId} and paid.status = 'active')`,
    })
    .from(orgUsers)
    .innerJoin(organizations, eq(organizations.id, orgUsers.orgId))
    .innerJoin(roles, eq(roles.id, orgUsers.roleId))
    .where(active(userId))
    .orderBy(asc(organizations.name), asc(organizations.id));
}

/** Locks everyone in the person's organizations, so that nobody joins or takes over while they leave. */
async function lockPlaces(db: Db, userId: string): Promise<void> {
  const own = await db.select({ orgId: orgUsers.orgId }).from(orgUsers).where(active(userId));
  const orgIds = own.map(({ orgId }) => orgId);
  await lockRows(db, orgUsers, and(inArray(orgUsers.orgId, orgIds), ne(orgUsers.status, 'REMOVED')), 'update');
}
