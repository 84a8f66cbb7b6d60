import { and, asc, eq, exists, not, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isAllowed } from '../../domain/access/ability';
import type { Membership } from '../../domain/access/roles';
import type { OrgChannel, OrgChannelMember } from '../../domain/chat/channel';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { organizations, orgChannelMembers, orgChannels, orgUsers, roles, users } from '../db/schema';
import { isHiddenFrom, ownOrgChannelMember } from '../db/visibility';
import { fullName } from './read-channels';

/** The channels an organization is one of the two of. */
export const orgChannelsOf = (orgId: number): SQL | undefined =>
  or(eq(orgChannels.oneOrgId, orgId), eq(orgChannels.otherOrgId, orgId));

/** Whether somebody is in a channel for an organization now; of a row of `org_channels`. */
export const isInOrgChannel = (db: Db, member: Pick<Membership, 'orgId' | 'userId'>): SQL =>
  exists(
    db
      .select({ one: sql`1` })
      .from(orgChannelMembers)
      .where(and(eq(orgChannelMembers.channelId, orgChannels.id), ownOrgChannelMember(member))),
  );

/** Those a member may know of (`seesOrgChannel`). */
export const visibleOrgChannels = (db: Db, membership: Membership): SQL | undefined =>
  and(
    orgChannelsOf(membership.orgId),
    isAllowed(membership, 'read', 'PARTNER_CHANNELS_BROWSE_JOIN') ? undefined : isInOrgChannel(db, membership),
  );

const one = alias(organizations, 'one');
const other = alias(organizations, 'other');

/** The channels with other organizations that a member sees, or some of them; by the other's name and topic. */
export async function loadOrgChannels(db: Db, membership: Membership, only?: SQL): Promise<OrgChannel[]> {
  const rows = await db
    .select({ channel: orgChannels, oneName: one.name, otherName: other.name })
    .from(orgChannels)
    .innerJoin(one, eq(one.id, orgChannels.oneOrgId))
    .innerJoin(other, eq(other.id, orgChannels.otherOrgId))
    .where(and(visibleOrgChannels(db, membership), only));
  const people = await loadPeople(
    db,
    membership,
    rows.map(({ channel }) => channel.id),
  );
  return rows
    .map(({ channel, oneName, otherName }) => {
      const sides = [
        { id: channel.oneOrgId, name: oneName, isFrozen: channel.isFrozenByOne },
        { id: channel.otherOrgId, name: otherName, isFrozen: channel.isFrozenByOther },
      ].sort((a, b) => Number(b.id === membership.orgId) - Number(a.id === membership.orgId));
      const all = people.get(channel.id) ?? [];
      const present = all
        .filter(({ hasLeft }) => !hasLeft)
        .map(({ member }) => member)
        .sort((a, b) => Number(b.orgId === membership.orgId) - Number(a.orgId === membership.orgId));
      const own = present.find(({ userId, orgId }) => userId === membership.userId && orgId === membership.orgId);
      return {
        cid: channel.id,
        channelType: 'NETWORK_ORG_TO_ORG' as const,
        orgId: membership.orgId,
        orgs: sides.map(({ id, name }) => ({ id, name })),
        name: sides[1]?.name ?? '',
        topic: channel.topic,
        isPrivate: false,
        role: own?.role ?? null,
        members: present,
        memberUserIds: present.map(({ userId }) => userId),
        removedUsers: all
          .filter(({ hasLeft, member }) => hasLeft && !present.some(({ userId }) => userId === member.userId))
          .map(({ member: { userId, displayName, orgId, orgName } }) => ({ userId, displayName, orgId, orgName })),
        frozen: sides.some(({ isFrozen }) => isFrozen),
        frozenBy: sides.filter(({ isFrozen }) => isFrozen).map(({ id }) => id),
        created: channel.createdAt.toISOString(),
      };
    })
    .sort((a, b) => a.name.localeCompare(b.name) || a.topic.localeCompare(b.topic));
}

/** One of them; undefined if the member may not know of it. */
export async function loadOrgChannel(db: Db, membership: Membership, cid: string): Promise<OrgChannel | undefined> {
  const [found] = await loadOrgChannels(db, membership, eq(orgChannels.id, cid));
  return found;
}

type Person = { member: OrgChannelMember; hasLeft: boolean };

/** Without those of other organizations whom a block hides from the reader: what they said stays, as their organization's. */
async function loadPeople(
  db: Db,
  { orgId, userId }: Membership,
  ids: readonly string[],
): Promise<Map<string, Person[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({
      channelId: orgChannelMembers.channelId,
      userId: users.id,
      displayName: fullName,
      profileImageUri: users.profileImageUri,
      role: orgChannelMembers.role,
      orgRole: roles.name,
      orgId: orgChannelMembers.orgId,
      orgName: organizations.name,
      leftAt: orgChannelMembers.leftAt,
      status: orgUsers.status,
    })
    .from(orgChannelMembers)
    .innerJoin(users, eq(users.id, orgChannelMembers.userId))
    .innerJoin(organizations, eq(organizations.id, orgChannelMembers.orgId))
    .leftJoin(orgUsers, and(eq(orgUsers.orgId, orgChannelMembers.orgId), eq(orgUsers.userId, users.id)))
    .leftJoin(roles, eq(roles.id, orgUsers.roleId))
    .where(
      and(
        isOneOf(orgChannelMembers.channelId, ids),
        or(eq(orgChannelMembers.orgId, orgId), not(isHiddenFrom(userId, users.id))),
      ),
    )
    .orderBy(asc(users.firstName), asc(users.lastName), asc(users.id));
  const byChannel = new Map<string, Person[]>();
  for (const { channelId, leftAt, status, orgRole, ...rest } of rows) {
    // Whoever left the team is out at once, before the job has taken them out.
    const person = { member: { ...rest, orgRole: orgRole ?? '' }, hasLeft: leftAt !== null || status !== 'ACTIVE' };
    byChannel.set(channelId, [...(byChannel.get(channelId) ?? []), person]);
  }
  return byChannel;
}
