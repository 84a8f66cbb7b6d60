import { z } from 'zod';
import { member, signedIn } from '../access/ability';
import { Done, del, get, Id, OrgScope, patch, post } from '../contract/endpoint';
import { ChannelEdit, ChatChannel, NewChannel, ShownPerson, StreamToken } from './channel';

const ChannelParams = z.object({ orgId: Id, cid: z.uuid() });

/** Conversations are private: nobody acting for someone else can make these calls. */
export const chat = {
  channels: get('/orgs/:orgId/chat/channels', {
    summary: 'Your conversations, and the channels you can join',
    part: 'chat',
    params: OrgScope,
    returns: z.array(ChatChannel),
    requires: member,
    inPersonOnly: true,
  }),
  create: post('/orgs/:orgId/chat/channels', {
    summary: 'Create a channel; or open a direct conversation; 991 when the name is taken',
    part: 'chat',
    params: OrgScope,
    body: NewChannel,
    returns: ChatChannel,
    refuses: ['DUPLICATE_CHANNEL'],
    requires: member,
    audit: 'chat-channel',
    idempotent: true,
    transaction: 'each',
    inPersonOnly: true,
  }),
  update: patch('/orgs/:orgId/chat/channels/:cid', {
    summary: 'Change a channel; join, leave or rename it, add or remove people; null once you can no longer see it',
    part: 'chat',
    params: ChannelParams,
    body: ChannelEdit,
    returns: ChatChannel.nullable(),
    refuses: ['DUPLICATE_CHANNEL'],
    requires: member,
    audit: 'chat-channel',
    transaction: 'each',
    inPersonOnly: true,
  }),
  mentionable: get('/orgs/:orgId/chat/channels/:cid/mentionable', {
    summary: 'People you can mention in a conversation you’re in',
    part: 'chat',
    params: ChannelParams,
    returns: z.array(ShownPerson),
    requires: member,
    inPersonOnly: true,
  }),
  deleteMessage: del('/chat-messages/:messageId', {
    summary: 'Delete a message; your own, or any in a channel you own',
    part: 'chat',
    params: z.object({ messageId: z.string().min(1).max(255) }),
    returns: Done,
    requires: member,
    audit: 'chat-message',
    transaction: 'each',
    inPersonOnly: true,
  }),
  token: get('/users/me/stream-token', {
    summary: 'Credentials for the chat service',
    part: 'chat',
    returns: StreamToken,
    requires: signedIn,
    inPersonOnly: true,
  }),
};
