import { and, eq } from 'drizzle-orm';
import { isAllowed } from '../../../domain/access/ability';
import {
  type ChannelInvite,
  type ChannelInviteStatus,
  type InviteSide,
  inviteStatus,
} from '../../../domain/chat/invite';
import { findChannelInvites, hiddenAmong, invitesOf, sideOf, toChannelInvite } from '../../chat/read-invites';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { channelInvites } from '../../db/schema';
import { activeMembers } from '../../team/members';
import { nothing, type Reader, type Shown, said, type Told } from './type';

type OfChannels = 'ORG_TO_ORG_INVITE_RECEIVED' | 'ORG_TO_ORG_INVITE_ACCEPTED';

const findOne = async (db: Db, inviteId: number) =>
  (await findChannelInvites(db, eq(channelInvites.id, inviteId)))[0] ?? null;

/** Those who answer for the invited organization; and who invited, if they are still there, else those who invite for theirs. */
export const channelInvitesTold: Told<OfChannels> = {
  ORG_TO_ORG_INVITE_RECEIVED: {
    people: async (db, _, orgId) => (await whoInvites(db, orgId)).map(({ userId }) => userId),
    async isOpen(db, { inviteId }) {
      const found = await findOne(db, inviteId);
      return found !== null && inviteStatus(found.row, 'INVITED', new Date()) === 'INVITED';
    },
  },
  ORG_TO_ORG_INVITE_ACCEPTED: {
    async people(db, { inviteId }, orgId) {
      const found = await findOne(db, inviteId);
      const all = (await whoInvites(db, orgId)).map(({ userId }) => userId);
      const invitedBy = all.filter((userId) => userId === found?.row.invitedByUserId);
      return invitedBy.length > 0 ? invitedBy : all;
    },
  },
};

const whoInvites = async (db: Db, orgId: number) =>
  (await activeMembers(db, orgId)).filter(({ membership }) =>
    isAllowed(membership, 'write', 'PARTNER_CHANNEL_INVITES'),
  );

/** Those a reader sees, of one side, by id. */
async function findSeen({ db, memberOf, userId }: Reader, orgId: number, side: InviteSide, ids: readonly number[]) {
  const membership = await memberOf(orgId);
  if (!isAllowed(membership, 'read', 'PARTNER_CHANNEL_INVITES')) return nothing;
  const found = await findChannelInvites(db, and(isOneOf(channelInvites.id, ids), invitesOf(orgId)));
  const now = new Date();
  const hidden = await hiddenAmong(
    db,
    userId,
    found.map(({ row }) => row.invitedByUserId),
  );
  const byId = new Map(
    found
      .filter((one) => sideOf(one, orgId) === side)
      .map((one) => [
        one.row.id,
        { ...toChannelInvite(one, orgId, now, hidden), wasWithdrawn: one.row.answeredByOrgId !== orgId },
      ]),
  );
  return (id: number) => byId.get(id) ?? null;
}

const BECAME: Partial<Record<ChannelInviteStatus, string>> = {
  ACCEPTED: 'Accepted',
  IGNORED: 'Ignored',
  EXPIRED: 'Expired',
  REMOVED: 'Declined',
};

const about = ({ topic }: Pick<ChannelInvite, 'topic'>) => (topic ? `About ${topic}` : '');

export const channelInvitesShown: Shown<OfChannels> = {
  async ORG_TO_ORG_INVITE_RECEIVED(reader, orgId, payloads) {
    const ids = payloads.map(({ inviteId }) => inviteId);
    const inviteOf = await findSeen(reader, orgId, 'INVITED', ids);
    return ({ inviteId }) => {
      const invite = inviteOf(inviteId);
      if (invite === null || (invite.status === 'REMOVED' && invite.wasWithdrawn)) return null;
      return {
        ...said(
          `${invite.invitingOrg.name} invites you to a shared channel`,
          about(invite),
          invite.invitedBy && `From ${invite.invitedBy}`,
          '/chat/browse-invites',
        ),
        outcome: BECAME[invite.status] ?? null,
      };
    };
  },

  async ORG_TO_ORG_INVITE_ACCEPTED(reader, orgId, payloads) {
    const ids = payloads.map(({ inviteId }) => inviteId);
    const inviteOf = await findSeen(reader, orgId, 'INVITING', ids);
    return ({ inviteId }) => {
      const invite = inviteOf(inviteId);
      if (invite === null || invite.cid === null) return null;
      return said(
        `${invite.invitedOrgName} accepted your invite to a shared channel`,
        about(invite),
        '',
        `/chat/messages/${invite.cid}`,
      );
    };
  },
};
