import { z } from 'zod';
import { Instant, idOf, RowId } from '../contract/endpoint';
import { shortDate } from '../dates';
import { DomainError } from '../errors';
import { Topic } from './channel';

/** Days an invite to a channel stays open (FACTS). */
export const CHANNEL_INVITE_DAYS = 14;
/** Days an organization that declined isn't invited again by the same one. */
export const INVITE_AGAIN_DAYS = 21;
/** Most invites of one organization that nobody answered yet. */
export const OPEN_INVITES_MAX = 50;

/** What became of an invite, by its label. Ignoring tells the other side nothing. */
export const CHANNEL_INVITE_STATUSES = {
  INVITED: 'Invited',
  IGNORED: 'Ignored',
  EXPIRED: 'Expired',
  ACCEPTED: 'Accepted',
  REMOVED: 'Removed',
} as const;
export type ChannelInviteStatus = keyof typeof CHANNEL_INVITE_STATUSES;
/** Those that are stored: an invite expires by itself. */
export const STORED_INVITE_STATUSES = ['INVITED', 'IGNORED', 'ACCEPTED', 'REMOVED'] as const;

export const INVITE_SIDES = ['INVITING', 'INVITED'] as const;
export type InviteSide = (typeof INVITE_SIDES)[number];

const ChannelInviteOrg = z.strictObject({ id: RowId, name: z.string() });

/** An invite to open a channel of two organizations, as one of them reads it. */
export const ChannelInvite = z.strictObject({
  id: RowId,
  /** The reader's. */
  side: z.enum(INVITE_SIDES),
  invitingOrg: ChannelInviteOrg,
  invitedOrgId: RowId,
  invitedOrgName: z.string(),
  /** Whom it was also emailed to; empty for the invited organization. */
  invitedEmail: z.string(),
  topic: z.string(),
  status: z.enum(Object.keys(CHANNEL_INVITE_STATUSES) as [ChannelInviteStatus, ...ChannelInviteStatus[]]),
  /** Who sent it, for both sides. */
  invitedBy: z.string(),
  sent: Instant,
  expiresAt: Instant,
  /** The channel, once it was accepted. */
  cid: z.uuid().nullable(),
});
export type ChannelInvite = z.infer<typeof ChannelInvite>;

export const INVITED_ORG_REQUIRED = 'invitedOrgId required';

export const NewChannelInvite = z.object({
  invitedOrgId: idOf(INVITED_ORG_REQUIRED),
  invitedEmail: z.union([z.literal(''), z.email('Enter an email address')]).default(''),
  topic: Topic.default(''),
});

/** What a side makes of an invite; INVITED sends an expired one again, or takes back that it is ignored. */
export const ChannelInviteAnswer = z.object({ status: z.enum(STORED_INVITE_STATUSES) });

const DAY_MS = 24 * 60 * 60 * 1000;
const daysLater = (from: Date, days: number) => new Date(from.getTime() + days * DAY_MS);

/** When an invite sent now expires. */
export const inviteExpiry = (now: Date): Date => daysLater(now, CHANNEL_INVITE_DAYS);

type Stored = { status: (typeof STORED_INVITE_STATUSES)[number]; expiresAt: Date };

/** What an invite is by now, for one side: whoever sent it doesn't learn that it is ignored. */
export function inviteStatus({ status, expiresAt }: Stored, side: InviteSide, now: Date): ChannelInviteStatus {
  if (status === 'ACCEPTED' || status === 'REMOVED') return status;
  if (expiresAt.getTime() <= now.getTime()) return 'EXPIRED';
  return side === 'INVITING' ? 'INVITED' : status;
}

type Answer = Stored['status'];
const ANSWERS: Record<InviteSide, Partial<Record<ChannelInviteStatus, readonly Answer[]>>> = {
  INVITING: { INVITED: ['REMOVED'], EXPIRED: ['INVITED', 'REMOVED'] },
  INVITED: {
    INVITED: ['ACCEPTED', 'IGNORED', 'REMOVED'],
    IGNORED: ['ACCEPTED', 'INVITED', 'REMOVED'],
    EXPIRED: ['REMOVED'],
  },
};

/** What a side may make of an invite in a state. */
export const inviteAnswers = (side: InviteSide, status: ChannelInviteStatus): readonly Answer[] =>
  ANSWERS[side][status] ?? [];

type Shown = Pick<ChannelInvite, 'side' | 'status' | 'invitedOrgName' | 'invitingOrg'>;

/** CONFLICT with what became of it, if a side can't give this answer. */
export function assertMayAnswer(invite: Shown, answer: Answer): void {
  if (inviteAnswers(invite.side, invite.status).includes(answer)) return;
  throw new DomainError('CONFLICT', overSaid(invite));
}

function overSaid({ side, status, invitedOrgName, invitingOrg }: Shown): string {
  switch (status) {
    case 'ACCEPTED':
      return `${invitedOrgName} accepted this invite already.`;
    case 'REMOVED':
      return 'This invite was withdrawn or declined already.';
    case 'EXPIRED':
      return side === 'INVITING'
        ? 'This invite expired. Send it again.'
        : `This invite expired. Ask ${invitingOrg.name} to send it again.`;
    default:
      return side === 'INVITING' ? `Only ${invitedOrgName} can answer this invite.` : 'This invite is open already.';
  }
}

type Last = { status: Answer; expiresAt: Date; answeredAt: Date | null; wasDeclined: boolean };

/** CONFLICT while the same invite is open, and for three weeks after it was declined. */
export function assertMayInvite(
  last: Last | undefined,
  { invitedOrgName, timeZone, now }: { invitedOrgName: string; timeZone: string; now: Date },
): void {
  if (last === undefined) return;
  if (inviteStatus(last, 'INVITING', now) === 'INVITED') {
    const until = shortDate(last.expiresAt, timeZone);
    throw new DomainError('CONFLICT', `You already invited ${invitedOrgName}. They have until ${until} to answer.`);
  }
  if (!last.wasDeclined || last.answeredAt === null) return;
  const again = daysLater(last.answeredAt, INVITE_AGAIN_DAYS);
  if (again.getTime() <= now.getTime()) return;
  throw new DomainError(
    'CONFLICT',
    `${invitedOrgName} declined. You can invite them again from ${shortDate(again, timeZone)}.`,
  );
}
