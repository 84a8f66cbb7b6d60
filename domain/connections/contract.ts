import { z } from 'zod';
import { signedIn } from '../access/ability';
import { Done, del, get, IdParams, patch, post } from '../contract/endpoint';
import { InviteCode } from '../team/invitation';
import { BlockedUser, Connection, ConnectionAnswer, ConnectionInvite, PersonCard } from './connection';

const CodeParams = z.object({ code: InviteCode });
const Email = z.string().trim().pipe(z.email('Enter an email address').max(254));

/** Connections between people, whatever their organizations. Nobody acting for someone else changes them. */
export const connections = {
  list: get('/users/me/connections', {
    summary: 'Your connections and open invites, newest first',
    returns: z.array(Connection),
    requires: signedIn,
  }),
  invite: post('/users/me/connections', {
    summary: 'Invite someone to connect; if they invited you, you’re connected at once',
    body: z.object({ invitedUserUUID: z.uuid() }),
    returns: Connection,
    requires: signedIn,
    audit: 'connection',
    idempotent: true,
    inPersonOnly: true,
  }),
  answer: patch('/users/me/connections/:id', {
    summary: 'Accept or ignore an invite, or stop ignoring it',
    params: IdParams,
    body: z.object({ status: ConnectionAnswer }),
    returns: Connection,
    requires: signedIn,
    audit: 'connection',
    inPersonOnly: true,
  }),
  remove: del('/users/me/connections/:id', {
    summary: 'Remove a connection or withdraw an invite',
    params: IdParams,
    returns: Done,
    requires: signedIn,
    audit: 'connection',
    inPersonOnly: true,
  }),
  startChat: post('/users/me/connections/:id/start-chat', {
    summary: 'Open the direct channel with a connection; made if needed',
    part: 'chat',
    params: IdParams,
    returns: z.strictObject({ cid: z.uuid(), channelType: z.literal('NETWORK_DM') }),
    requires: signedIn,
    audit: 'chat-channel',
    transaction: 'each',
    inPersonOnly: true,
  }),
  link: get('/users/me/connection-link', {
    summary: 'Your own link: whoever accepts it is connected with you',
    returns: z.strictObject({ link: z.string() }),
    requires: signedIn,
    inPersonOnly: true,
  }),
  sendLink: post('/users/me/connection-link/send-email', {
    summary: 'Email your link to someone; with an account or without',
    query: z.object({ email: Email }),
    returns: Done,
    requires: signedIn,
    audit: 'connection',
    idempotent: true,
    inPersonOnly: true,
  }),
  byCode: get('/users/me/connection-invites/:code', {
    summary: 'Whose link it is, and whether you’re connected',
    params: CodeParams,
    returns: ConnectionInvite,
    requires: signedIn,
    limited: true,
  }),
  acceptCode: post('/users/me/connection-invites/:code', {
    summary: 'Connect by a link',
    params: CodeParams,
    returns: Connection,
    requires: signedIn,
    limited: true,
    audit: 'connection',
    inPersonOnly: true,
  }),
  card: get('/users/:id', {
    summary: 'A person’s card, for colleagues and connections',
    params: z.object({ id: z.uuid() }),
    returns: PersonCard,
    requires: signedIn,
  }),
};

const BlockParams = z.object({ userId: z.uuid() });

/** Whom a person blocked. The other learns nothing of it: each is hidden from the other wherever people are found. */
export const blockedUsers = {
  list: get('/users/me/blocked-users', {
    summary: 'Whom you blocked, latest first',
    returns: z.array(BlockedUser),
    requires: signedIn,
  }),
  block: post('/users/me/blocked-users/:userId', {
    summary: 'Block someone; ends your connection and hides you from each other',
    params: BlockParams,
    returns: BlockedUser,
    requires: signedIn,
    audit: 'user-block',
    inPersonOnly: true,
  }),
  unblock: del('/users/me/blocked-users/:userId', {
    summary: 'Unblock someone; a connection that ended stays ended',
    params: BlockParams,
    returns: Done,
    requires: signedIn,
    audit: 'user-block',
    inPersonOnly: true,
  }),
};
