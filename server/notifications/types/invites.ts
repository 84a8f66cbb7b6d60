import { and, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { findPeople } from '../../connections/read-connections';
import { isOneOf } from '../../db/page';
import { brandInvites, brands, connections, organizations, orgUsers, users } from '../../db/schema';
import { byId, type Reader, type Shown, said } from './type';

type OfInvites =
  | 'CONNECTION_INVITE_RECEIVED'
  | 'CONNECTION_INVITE_ACCEPTED'
  | 'ORG_INVITE_RECEIVED'
  | 'BRAND_INVITE_RECEIVED';

/** What became of an invite to connect, for who got it; null while it is open, also again after it was ignored. */
const BECAME = { INVITED: null, ACCEPTED: 'Accepted', IGNORED: 'Ignored' } as const;

/** The reader's email in lower case as SQL; null while it isn't confirmed. */
const emailOf = ({ userId }: Reader) => sql`(select lower(person.email) from ${users} person
  where person.id = ${userId} and person.email_verified_at is not null and person.deleted_at is null)`;

export const invitesShown: Shown<OfInvites> = {
  async CONNECTION_INVITE_RECEIVED({ db, userId }, _, payloads) {
    const people = await findPeople(
      db,
      payloads.map(({ invitingUserId }) => invitingUserId),
    );
    const found = byId(
      await db
        .select()
        .from(connections)
        .where(
          isOneOf(
            connections.id,
            payloads.map(({ connectionId }) => connectionId),
          ),
        ),
    );
    return ({ connectionId, invitingUserId }) => {
      const person = people.get(invitingUserId);
      const row = found.get(connectionId);
      if (!person || !row || row.status === 'REMOVED' || ![row.invitedUserId, row.invitingUserId].includes(userId)) {
        return null;
      }
      const isInvited = row.invitedUserId === userId;
      return {
        ...said(
          `${person.displayName} wants to connect`,
          person.organizations.join(', '),
          '',
          '/profile/connections/invites-received',
        ),
        ...(isInvited && { outcome: BECAME[row.status as keyof typeof BECAME] }),
        acts:
          isInvited && row.status === 'INVITED'
            ? [
                { act: 'ACCEPT_CONNECTION', connectionId },
                { act: 'IGNORE_CONNECTION', connectionId },
              ]
            : [],
      };
    };
  },

  async CONNECTION_INVITE_ACCEPTED({ db }, _, payloads) {
    const people = await findPeople(
      db,
      payloads.map(({ invitedUserId }) => invitedUserId),
    );
    return ({ invitedUserId }) => {
      const person = people.get(invitedUserId);
      return (
        (person &&
          said(
            `You and ${person.displayName} are connected`,
            person.organizations.join(', '),
            '',
            '/profile/connections/connected',
          )) ??
        null
      );
    };
  },

  async ORG_INVITE_RECEIVED(reader, _, payloads) {
    const isOpen = and(
      eq(orgUsers.status, 'INVITED'),
      isNotNull(orgUsers.inviteCode),
      or(isNull(orgUsers.inviteExpiresAt), gt(orgUsers.inviteExpiresAt, new Date())),
      eq(sql`lower(${orgUsers.email})`, emailOf(reader)),
    );
    const found = byId(
      await reader.db
        .select({
          id: orgUsers.id,
          org: organizations.name,
          inviteCode: orgUsers.inviteCode,
          isOpen: sql<boolean | null>`${isOpen}`,
        })
        .from(orgUsers)
        .innerJoin(organizations, eq(organizations.id, orgUsers.orgId))
        .where(
          isOneOf(
            orgUsers.id,
            payloads.map(({ orgUserId }) => orgUserId),
          ),
        ),
    );
    return ({ orgUserId }) => {
      const invite = found.get(orgUserId);
      if (invite === undefined) return null;
      const { org: orgName, inviteCode } = invite;
      return {
        ...said(`Join ${orgName}`, 'You’re invited to work there.', '', '/profile/invites'),
        acts: invite.isOpen && inviteCode !== null ? [{ act: 'JOIN_ORGANIZATION', inviteCode, orgName }] : [],
      };
    };
  },

  async BRAND_INVITE_RECEIVED(reader, _, payloads) {
    const isOpen = and(
      eq(brandInvites.status, 'INVITED'),
      gt(brandInvites.expiresAt, new Date()),
      eq(brandInvites.invitedEmail, emailOf(reader)),
    );
    const found = byId(
      await reader.db
        .select({
          id: brandInvites.id,
          brand: brands.name,
          org: organizations.name,
          inviteCode: brandInvites.inviteCode,
          isOpen: sql<boolean | null>`${isOpen}`,
        })
        .from(brandInvites)
        .innerJoin(brands, eq(brands.id, brandInvites.brandId))
        .innerJoin(organizations, eq(organizations.id, brandInvites.orgId))
        .where(
          isOneOf(
            brandInvites.id,
            payloads.map(({ brandInviteId }) => brandInviteId),
          ),
        ),
    );
    return ({ brandInviteId }) => {
      const invite = found.get(brandInviteId);
      if (invite === undefined) return null;
      const { brand: brandName, org: orgName, inviteCode } = invite;
      return {
        ...said(`Take over ${brandName}`, `${orgName} hands it to you.`, '', '/profile/invites'),
        acts: invite.isOpen
          ? [
              { act: 'TAKE_BRAND', inviteCode, brandName },
              { act: 'DECLINE_BRAND', brandInviteId, brandName, orgName },
            ]
          : [],
      };
    };
  },
};
