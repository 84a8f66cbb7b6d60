import { and, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm';
import { notFound } from '../../domain/errors';
import { PAST_INVITE_DAYS } from '../../domain/invite-code';
import type { OrgInvite, ReceivedOrgInvite } from '../../domain/team/invitation';
import type { invitations } from '../../domain/team/invitation-contract';
import { confirmedEmail, openBrandInvites } from '../brands/read-invites';
import { countConnectionInvites } from '../connections/read-connections';
import type { Ctx } from '../context';
import { orgUsers } from '../db/schema';
import type { Verb } from '../implement';
import { findInvite, findInvites, type Invite } from './find-invite';

const DAY_MS = 24 * 60 * 60 * 1000;

export const getInvite: Verb<typeof invitations.byCode> = async ({ db, now, membershipOrNull }, { params }) => {
  const found = await findInvite(db, params.inviteCode, now, membershipOrNull?.userId);
  if (!found) throw notFound('Invitation');
  return toOrgInvite(toReceived(found));
};

export const listMyInvites: Verb<typeof invitations.mine> = async (ctx, { query }) =>
  (query.past ? await openAndPast(ctx) : await openInvites(ctx)).map(toReceived);

export const hasInvites: Verb<typeof invitations.hasAny> = async (ctx) => ({
  hasOrgInvites: (await openInvites(ctx)).length > 0,
});

export const countMyInvites: Verb<typeof invitations.waiting> = async (ctx) => ({
  count: await countInvites(ctx),
  isEmailConfirmed: (await confirmedEmail(ctx)) !== null,
});

/** How many invites to organizations, brands and connections await the person's answer. */
export async function countInvites(ctx: Ctx): Promise<number> {
  const [toOrganizations, toBrands, toConnect] = await Promise.all([
    openInvites(ctx),
    openBrandInvites(ctx),
    countConnectionInvites(ctx.db, ctx.person.userId),
  ]);
  return toOrganizations.length + toBrands.length + toConnect;
}

const openInvites = (ctx: Ctx): Promise<Invite[]> => invitesTo(ctx, isOpen(ctx.now));

/** The open ones, and those that expired or that the person accepted in the last `PAST_INVITE_DAYS`. */
function openAndPast(ctx: Ctx): Promise<Invite[]> {
  const { now, person } = ctx;
  const since = new Date(now.getTime() - PAST_INVITE_DAYS * DAY_MS);
  const accepted = and(
    eq(orgUsers.userId, person.userId),
    eq(orgUsers.status, 'ACTIVE'),
    gt(orgUsers.acceptedAt, since),
  );
  return invitesTo(ctx, isOpen(since), accepted);
}

/** Those sent to the person's email, only if it is confirmed, since an invitation includes its code; and others of theirs. */
async function invitesTo(ctx: Ctx, open: SQL | undefined, others?: SQL): Promise<Invite[]> {
  const email = await confirmedEmail(ctx);
  if (email === null) return [];
  const toThem = and(sql`lower(${orgUsers.email}) = ${email}`, eq(orgUsers.status, 'INVITED'), open);
  return findInvites(ctx.db, or(toThem, others), ctx.now, ctx.person.userId);
}

const isOpen = (now: Date) => or(isNull(orgUsers.inviteExpiresAt), gt(orgUsers.inviteExpiresAt, now));

function toReceived({ orgUserId: _, ...invite }: Invite): ReceivedOrgInvite {
  return invite;
}

function toOrgInvite({ sent: _, accepted: __, ...invite }: ReceivedOrgInvite): OrgInvite {
  return invite;
}
