import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type ChannelInvite, type InviteSide, inviteStatus } from '../../domain/chat/invite';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { channelInvites, organizations, users } from '../db/schema';
import { isHiddenFrom } from '../db/visibility';
import { fullName } from './read-channels';

const inviting = alias(organizations, 'inviting');
const invited = alias(organizations, 'invited');

/** The invites an organization sent or got. */
export const invitesOf = (orgId: number): SQL | undefined =>
  or(eq(channelInvites.invitingOrgId, orgId), eq(channelInvites.invitedOrgId, orgId));

/** Those nobody answered. */
export const unanswered = sql`${channelInvites.status} in ('INVITED', 'IGNORED')`;

export type FoundChannelInvite = {
  row: typeof channelInvites.$inferSelect;
  invitingOrgName: string;
  invitedOrgName: string;
  invitedBy: string;
  invitedByEmail: string;
};

/** Invites of these conditions, newest first. */
export function findChannelInvites(db: Db, where: SQL | undefined): Promise<FoundChannelInvite[]> {
  return db
    .select({
      row: channelInvites,
      invitingOrgName: inviting.name,
      invitedOrgName: invited.name,
      invitedBy: fullName,
      invitedByEmail: users.email,
    })
    .from(channelInvites)
    .innerJoin(inviting, eq(inviting.id, channelInvites.invitingOrgId))
    .innerJoin(invited, eq(invited.id, channelInvites.invitedOrgId))
    .innerJoin(users, eq(users.id, channelInvites.invitedByUserId))
    .where(and(where))
    .orderBy(desc(channelInvites.sentAt), desc(channelInvites.id));
}

export const sideOf = ({ row }: FoundChannelInvite, orgId: number): InviteSide =>
  row.invitingOrgId === orgId ? 'INVITING' : 'INVITED';

/** An invite as one of its organizations reads it; `hidden` are people whom a block hides from the reader. */
export function toChannelInvite(
  found: FoundChannelInvite,
  orgId: number,
  now: Date,
  hidden: ReadonlySet<string> = new Set(),
): ChannelInvite {
  const { row, invitingOrgName, invitedOrgName, invitedBy } = found;
  const side = sideOf(found, orgId);
  return {
    id: row.id,
    side,
    invitingOrg: { id: row.invitingOrgId, name: invitingOrgName },
    invitedOrgId: row.invitedOrgId,
    invitedOrgName,
    invitedEmail: side === 'INVITING' ? row.invitedEmail : '',
    topic: row.topic,
    status: inviteStatus(row, side, now),
    invitedBy: side === 'INVITED' && hidden.has(row.invitedByUserId) ? '' : invitedBy,
    sent: row.sentAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    cid: row.channelId,
  };
}

/** Those of some people whom a block hides from the reader. */
export async function hiddenAmong(db: Db, readerId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isOneOf(users.id, ids), isHiddenFrom(readerId, users.id)));
  return new Set(rows.map(({ id }) => id));
}
