import { z } from 'zod';
import { member, signedIn } from '../access/ability';
import { Done, del, get, Id, patch, post } from '../contract/endpoint';
import { ChannelEdit, ChatChannel, NewChannel, StreamToken, Unread } from './channel';

const OrgParams = z.object({ orgId: Id });
const ChannelParams = z.object({ orgId: Id, cid: z.uuid() });

/** What people write to each other is read by nobody who acts for them: every call is theirs alone. */
export const chat = {
  channels: get('/orgs/:orgId/chat/channels', {
    summary: 'One’s conversations, and the channels of the organization one may join',
    params: OrgParams,
    returns: z.array(ChatChannel),
    requires: member,
    inPersonOnly: true,
  }),
  create: post('/orgs/:orgId/chat/channels', {
    summary: 'Make a channel, or open the conversation with a colleague; 991 when the name is taken',
    params: OrgParams,
    body: NewChannel,
    returns: ChatChannel,
    requires: member,
    audit: 'chat-channel',
    idempotent: true,
    transaction: 'each',
    inPersonOnly: true,
  }),
  update: patch('/orgs/:orgId/chat/channels/:cid', {
    summary: 'Join, leave, rename, add people or take them out; null for who can no longer see it',
    params: ChannelParams,
    body: ChannelEdit,
    returns: ChatChannel.nullable(),
    requires: member,
    audit: 'chat-channel',
    transaction: 'each',
    inPersonOnly: true,
  }),
  deleteMessage: del('/chat-messages/:messageId', {
    summary: 'Delete a message: one’s own, or anybody’s in a channel one owns',
    params: z.object({ messageId: z.string().min(1).max(255) }),
    returns: Done,
    requires: member,
    audit: 'chat-message',
    transaction: 'each',
    inPersonOnly: true,
  }),
  token: get('/users/me/stream-token', {
    summary: 'What one connects to the chat service with',
    returns: StreamToken,
    requires: signedIn,
    inPersonOnly: true,
  }),
  unread: get('/orgs/:orgId/chat/unread', {
    summary: 'How many messages one has not read',
    params: OrgParams,
    returns: Unread,
    requires: member,
    inPersonOnly: true,
  }),
};
