import { z } from 'zod';
import { Instant, RowId } from '../contract/endpoint';
import { addDays, type Day, dayOf, type InstantLike, shortDay } from '../dates';
import { DomainError } from '../errors';

export const CONNECTION_STATES = ['INVITED', 'ACCEPTED', 'IGNORED', 'REMOVED'] as const;
export type ConnectionState = (typeof CONNECTION_STATES)[number];

/** A person as their connections see them. */
export const ConnectionPerson = z.strictObject({
  userId: z.uuid(),
  displayName: z.string(),
  profileImageUri: z.string().nullable(),
  /** Where they work, by name. */
  organizations: z.array(z.string()),
});
export type ConnectionPerson = z.infer<typeof ConnectionPerson>;

/** What one may answer to an invite, or take back: an ignored one can still be accepted. */
export const ConnectionAnswer = z.enum(['INVITED', 'ACCEPTED', 'IGNORED']);
export type ConnectionAnswer = z.infer<typeof ConnectionAnswer>;

/** Two people who are connected, or one who invited the other. Who sent an ignored invite still sees it as sent. */
export const Connection = z.strictObject({
  id: RowId,
  status: ConnectionAnswer,
  invitingUser: ConnectionPerson,
  invitedUser: ConnectionPerson,
  invited: Instant,
  /** When it was accepted. */
  connected: Instant.nullable(),
});
export type Connection = z.infer<typeof Connection>;

/** The lists of connections, with their titles. */
export const CONNECTION_VIEWS = {
  connected: 'Connected',
  'invites-received': 'Invites received',
  'invites-sent': 'Invites sent',
  'blocked-users': 'Blocked users',
} as const;
export type ConnectionView = keyof typeof CONNECTION_VIEWS;

/** Most invites one person may have open at once, ignored ones among them. */
export const OPEN_INVITES_MAX = 50;
/** Days after which the sender of an invite may invite the same person again, once it was withdrawn or its connection ended. */
export const REINVITE_DAYS = 21;

/** Someone the reader blocked. */
export const BlockedUser = z.strictObject({
  /** The person's own id. */
  id: z.uuid(),
  displayName: z.string(),
  profileImageUri: z.string().nullable(),
  blocked: Instant,
});
export type BlockedUser = z.infer<typeof BlockedUser>;

type Row = { status: ConnectionState; invitingUserId: string };

/** The status one of the two may know: who sent an invite doesn't learn that it was ignored. Not for REMOVED. */
export function statusFor({ status, invitingUserId }: Row, viewerId: string): ConnectionAnswer {
  if (status === 'IGNORED' && invitingUserId === viewerId) return 'INVITED';
  return ConnectionAnswer.parse(status);
}

/** The list a connection belongs to for one of the two. */
export function viewOf({ status, invitingUser }: Pick<Connection, 'status' | 'invitingUser'>, viewerId: string) {
  if (status === 'ACCEPTED') return 'connected' satisfies ConnectionView;
  return (invitingUser.userId === viewerId ? 'invites-sent' : 'invites-received') satisfies ConnectionView;
}

/** The other of the two. */
export function otherPerson({ invitingUser, invitedUser }: Connection, viewerId: string): ConnectionPerson {
  return invitingUser.userId === viewerId ? invitedUser : invitingUser;
}

type Asked = Row & { viewerId: string; otherName: string };

/** Raises CONFLICT unless the viewer may answer so: only the invited person answers, until they are connected. */
export function assertMayAnswer(
  { status, invitingUserId, viewerId, otherName }: Asked,
  answer: ConnectionAnswer,
): void {
  if (status === 'ACCEPTED') {
    if (answer === 'ACCEPTED') return;
    throw new DomainError('CONFLICT', `You’re already connected with ${otherName}. To end it, remove the connection.`);
  }
  if (invitingUserId === viewerId) {
    throw new DomainError('CONFLICT', `You sent this invite. Only ${otherName} can answer it.`);
  }
}

/** Raises CONFLICT unless the viewer may remove it: either ends a connection, but only its sender withdraws an invite. */
export function assertMayRemove({ status, invitingUserId, viewerId, otherName }: Asked): void {
  if (status === 'ACCEPTED' || invitingUserId === viewerId) return;
  throw new DomainError('CONFLICT', `${otherName} sent this invite. Ignore it instead.`);
}

type Ended = { removedAt: InstantLike | null; invitingUserId: string };

/**
 * The first day on which the viewer may invite the other person again; null if they needn't wait, as whoever was invited.
 * Days are those of the viewer's time zone.
 */
export function reinviteDay({ removedAt, invitingUserId }: Ended, viewerId: string, timeZone: string): Day | null {
  if (removedAt === null || invitingUserId !== viewerId) return null;
  return addDays(dayOf(removedAt, timeZone), REINVITE_DAYS);
}

type Invited = Ended & { viewerId: string; otherName: string; timeZone: string; now: Date };

/** Raises CONFLICT with the day from which the viewer may invite the other person again, if that is still to come. */
export function assertMayInviteAgain({ viewerId, otherName, timeZone, now, ...row }: Invited): void {
  const day = reinviteDay(row, viewerId, timeZone);
  if (day === null || dayOf(now, timeZone) >= day) return;
  throw new DomainError('CONFLICT', `You can invite ${otherName} again from ${shortDay(day)}.`);
}

/** Raises CONFLICT if the viewer has as many open invites as anyone may. */
export function assertMaySendMore(open: number): void {
  if (open < OPEN_INVITES_MAX) return;
  throw new DomainError('CONFLICT', `You have ${OPEN_INVITES_MAX} open invites. Withdraw some to send more.`);
}

/** What became of the link someone opened: `OWN` is the reader's own. */
export const ConnectionInvite = z.strictObject({
  inviteCode: z.string(),
  invitingUser: ConnectionPerson,
  status: z.enum(['INVITED', 'ACCEPTED', 'OWN']),
});
export type ConnectionInvite = z.infer<typeof ConnectionInvite>;

/** A person's card, for colleagues and connections. */
export const PersonCard = ConnectionPerson.extend({
  /** For connections and the person themselves. */
  email: z.string().nullable(),
  /** With the reader; null if there is none. */
  connection: Connection.nullable(),
  /** Whether the reader blocked them: only a colleague's card shows it, others are hidden. */
  isBlocked: z.boolean(),
});
export type PersonCard = z.infer<typeof PersonCard>;
