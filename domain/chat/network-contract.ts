import { z } from 'zod';
import { member, read, write } from '../access/ability';
import { get, Id, OrgScope, patch, post } from '../contract/endpoint';
import { OrgChannel, OrgChannelEdit } from './channel';
import { ChannelInvite, ChannelInviteAnswer, NewChannelInvite } from './invite';

const ChannelParams = z.object({ orgId: Id, cid: z.uuid() });

/** Channels of two organizations. Conversations are private: nobody acting for someone else can make these calls. */
export const orgChannels = {
  list: get('/orgs/:orgId/chat/org-to-org-channels', {
    summary: 'The channels with other organizations one is in and, for who browses them, all of one’s organization',
    part: 'chat',
    params: OrgScope,
    returns: z.array(OrgChannel),
    requires: member,
    inPersonOnly: true,
  }),
  update: patch('/orgs/:orgId/chat/org-to-org-channels/:cid', {
    summary: 'Change a partner channel; add or remove colleagues, leave, set the topic, pause; null once not seen',
    part: 'chat',
    params: ChannelParams,
    body: OrgChannelEdit,
    returns: OrgChannel.nullable(),
    refuses: ['DUPLICATE_CHANNEL'],
    requires: member,
    audit: 'chat-channel',
    transaction: 'each',
    inPersonOnly: true,
  }),
  join: post('/orgs/:orgId/chat/org-to-org-channels/:cid/join', {
    summary: 'Join a partner channel',
    part: 'chat',
    params: ChannelParams,
    returns: OrgChannel,
    requires: write('PARTNER_CHANNELS_BROWSE_JOIN'),
    audit: 'chat-channel',
    transaction: 'each',
    inPersonOnly: true,
  }),
  leave: post('/orgs/:orgId/chat/org-to-org-channels/:cid/leave', {
    summary: 'Leave a partner channel; null once not seen',
    part: 'chat',
    params: ChannelParams,
    returns: OrgChannel.nullable(),
    requires: member,
    audit: 'chat-channel',
    transaction: 'each',
    inPersonOnly: true,
  }),
};

/** Invites of organizations to open a channel together. */
export const channelInvites = {
  list: get('/orgs/:orgId/channel-invites', {
    summary: 'Invites to partner channels on either side that nobody answered; newest first',
    part: 'chat',
    params: OrgScope,
    returns: z.array(ChannelInvite),
    requires: read('PARTNER_CHANNEL_INVITES'),
  }),
  send: post('/orgs/:orgId/channel-invites', {
    summary: 'Invite an organization to a partner channel; expires after 14 days',
    part: 'chat',
    params: OrgScope,
    body: NewChannelInvite,
    returns: ChannelInvite,
    refuses: ['DUPLICATE_CHANNEL'],
    requires: write('PARTNER_CHANNEL_INVITES'),
    audit: 'channel-invite',
    idempotent: true,
  }),
  update: patch('/orgs/:orgId/channel-invites/:id', {
    summary:
      'Answer an invite to a partner channel; accept, ignore, decline, withdraw it, or send an expired one again',
    part: 'chat',
    params: z.object({ orgId: Id, id: Id }),
    body: ChannelInviteAnswer,
    returns: ChannelInvite,
    refuses: ['DUPLICATE_CHANNEL'],
    requires: write('PARTNER_CHANNEL_INVITES'),
    audit: 'channel-invite',
    transaction: 'each',
  }),
};
