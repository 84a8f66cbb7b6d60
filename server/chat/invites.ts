import { and, eq, sql } from 'drizzle-orm';
import { nameKey } from '../../domain/chat/channel';
import {
  assertMayAnswer,
  assertMayInvite,
  type ChannelInvite,
  inviteExpiry,
  OPEN_INVITES_MAX,
  type STORED_INVITE_STATUSES,
} from '../../domain/chat/invite';
import type { channelInvites as contract } from '../../domain/chat/network-contract';
import { duplicateTopic } from '../../domain/chat/org-rules';
import { badInput, DomainError, notFound } from '../../domain/errors';
import { subjectOf } from '../../domain/notifications/subjects';
import type { Ctx, Services } from '../context';
import { lockRows, returnedRow } from '../db/rows';
import { channelInvites, organizations, orgChannels, orgUsers } from '../db/schema';
import type { Verb } from '../implement';
import { channelInvitationLetter } from '../mail/letters';
import { countEmail } from '../mail/limits';
import { noticeOf, settledAs, takenBack } from '../notices/notices';
import type { JobData } from '../queues';
import { joinOrgChannel, markOrgChannels, openOrgChannel, syncOrgChannels } from './org-channels';
import {
  type FoundChannelInvite,
  findChannelInvites,
  hiddenAmong,
  invitesOf,
  toChannelInvite,
  unanswered,
} from './read-invites';

export const listInvites: Verb<typeof contract.list> = async ({ db, membership: { orgId }, now, person }) => {
  const found = await findChannelInvites(db, and(invitesOf(orgId), unanswered));
  const hidden = await hiddenAmong(
    db,
    person.userId,
    found.map(({ row }) => row.invitedByUserId),
  );
  return found.map((one) => toChannelInvite(one, orgId, now, hidden));
};

/**
 * Invites an organization. BAD_INPUT on `invitedOrgId`; DUPLICATE_CHANNEL if the two have a channel of the topic; CONFLICT while
 * the same is open on either side, and for three weeks after it was declined; TOO_MANY.
 */
export const sendInvite: Verb<typeof contract.send> = async (ctx, { body: { invitedOrgId, invitedEmail, topic } }) => {
  const { db, membership, now, person, timeZone } = ctx;
  const { orgId } = membership;
  if (invitedOrgId === orgId) throw badInput({ invitedOrgId: 'Choose another organization' });
  const [invited] = await db.select().from(organizations).where(eq(organizations.id, invitedOrgId));
  if (!invited) throw badInput({ invitedOrgId: 'Organization not found' });
  await holdPair(ctx, invitedOrgId);
  const topicKey = nameKey(topic);
  await assertNoChannel(ctx, invitedOrgId, topic);
  const before = await findChannelInvites(
    db,
    and(invitesOf(orgId), invitesOf(invitedOrgId), eq(channelInvites.topicKey, topicKey)),
  );
  const theirs = before.find(({ row }) => row.invitingOrgId === invitedOrgId);
  if (theirs && toChannelInvite(theirs, orgId, now).status === 'INVITED')
    throw new DomainError('CONFLICT', `${invited.name} invited you to this channel. Accept their invite instead.`);
  const own = before.find(({ row }) => row.invitingOrgId === orgId);
  const wasDeclined = own?.row.status === 'REMOVED' && own.row.answeredByOrgId === invitedOrgId;
  assertMayInvite(own && { ...own.row, wasDeclined }, { invitedOrgName: invited.name, timeZone, now });
  await assertNotTooMany(ctx);
  const email = invitedEmail.trim().toLowerCase();
  if (email) await countEmail(ctx, email);
  // One that expired gives way.
  if (own)
    await db
      .update(channelInvites)
      .set({ status: 'REMOVED' })
      .where(and(eq(channelInvites.id, own.row.id), unanswered));
  const { id } = returnedRow(
    await db
      .insert(channelInvites)
      .values({
        invitingOrgId: orgId,
        invitedOrgId,
        invitedEmail: email,
        topic,
        topicKey,
        invitedByUserId: person.userId,
        sentAt: now,
        expiresAt: inviteExpiry(now),
        createdAt: now,
      })
      .returning({ id: channelInvites.id }),
  );
  const made = returnedRow(await findChannelInvites(db, eq(channelInvites.id, id)));
  await tellInvited(ctx, made);
  return record(ctx, null, made);
};

/** Answers, withdraws or renews an invite. CONFLICT with what became of it; NOT_FOUND for one of other organizations. */
export const updateInvite: Verb<typeof contract.update> = async (ctx, { params: { id }, body: { status } }) => {
  const after = await ctx.step('answer', (step) => answer(step, id, status));
  if (after.status === 'ACCEPTED' && after.cid !== null) await syncOrgChannels(ctx.services, [after.cid]);
  return after;
};

async function answer(ctx: Ctx, id: number, status: (typeof STORED_INVITE_STATUSES)[number]): Promise<ChannelInvite> {
  const { db, membership, now } = ctx;
  const { orgId } = membership;
  const isThis = and(eq(channelInvites.id, id), invitesOf(orgId));
  await lockRows(db, channelInvites, isThis);
  const [before] = await findChannelInvites(db, isThis);
  if (!before) throw notFound('Channel invite');
  const shown = toChannelInvite(before, orgId, now);
  assertMayAnswer(shown, status);
  const received = receivedOf(before);
  switch (status) {
    case 'ACCEPTED':
      await accept(ctx, before);
      await ctx.enqueue(settledAs(received, 'Accepted'));
      break;
    case 'REMOVED':
      await db
        .update(channelInvites)
        .set({ status, answeredAt: now, answeredByOrgId: orgId })
        .where(eq(channelInvites.id, id));
      await ctx.enqueue(shown.side === 'INVITED' ? settledAs(received, 'Declined') : takenBack(received));
      break;
    case 'IGNORED':
      await db.update(channelInvites).set({ status }).where(eq(channelInvites.id, id));
      await ctx.enqueue(settledAs(received, 'Ignored'));
      break;
    case 'INVITED':
      if (shown.side === 'INVITED') await db.update(channelInvites).set({ status }).where(eq(channelInvites.id, id));
      else await renew(ctx, before);
  }
  const after = returnedRow(await findChannelInvites(db, eq(channelInvites.id, id)));
  return record(ctx, before, after);
}

/** One call about the two organizations at a time, so that both don't invite each other to the same. */
async function holdPair({ db, membership: { orgId } }: Ctx, otherOrgId: number): Promise<void> {
  const [one, other] = [orgId, otherOrgId].sort((a, b) => a - b);
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`channel-invites ${one} ${other}`}, 0))`);
}

async function assertNoChannel({ db, membership: { orgId } }: Ctx, otherOrgId: number, topic: string): Promise<void> {
  const there = await db.$count(
    orgChannels,
    and(
      sql`(${orgChannels.oneOrgId}, ${orgChannels.otherOrgId}) in ((${orgId}, ${otherOrgId}), (${otherOrgId}, ${orgId}))`,
      eq(orgChannels.topicKey, nameKey(topic)),
    ),
  );
  if (there > 0) throw duplicateTopic(topic);
}

async function assertNotTooMany({ db, membership: { orgId }, now }: Ctx): Promise<void> {
  const open = and(
    eq(channelInvites.invitingOrgId, orgId),
    unanswered,
    sql`${channelInvites.expiresAt} > ${now.toISOString()}`,
  );
  if ((await db.$count(channelInvites, open)) < OPEN_INVITES_MAX) return;
  throw new DomainError('CONFLICT', `You have ${OPEN_INVITES_MAX} open invites. Withdraw some, or wait for answers.`);
}

/** Opens the channel, with who invited, if they are still there, and who accepts. */
async function accept(ctx: Ctx, { row }: FoundChannelInvite): Promise<void> {
  const { db, membership, now, person } = ctx;
  const { invitingOrgId, invitedOrgId, topic, invitedByUserId } = row;
  const channelId = await openOrgChannel(db, {
    oneOrgId: invitingOrgId,
    otherOrgId: invitedOrgId,
    topic,
    createdByUserId: invitedByUserId,
  });
  const isThere = and(
    eq(orgUsers.orgId, invitingOrgId),
    eq(orgUsers.userId, invitedByUserId),
    eq(orgUsers.status, 'ACTIVE'),
  );
  // Somebody of both organizations is there for the one they accept for.
  await joinOrgChannel(db, { channelId, orgId: membership.orgId }, [{ userId: person.userId, role: 'owner' }], now);
  if ((await db.$count(orgUsers, isThere)) > 0)
    await joinOrgChannel(db, { channelId, orgId: invitingOrgId }, [{ userId: invitedByUserId, role: 'owner' }], now);
  await db
    .update(channelInvites)
    .set({ status: 'ACCEPTED', answeredAt: now, answeredByOrgId: membership.orgId, channelId })
    .where(eq(channelInvites.id, row.id));
  await markOrgChannels(ctx, [channelId]);
  await ctx.audit({
    entity: 'chat-channel',
    orgId: membership.orgId,
    id: channelId,
    after: { topic, organizations: [invitingOrgId, invitedOrgId] },
  });
  await ctx.enqueue(
    noticeOf(ctx, {
      type: 'ORG_TO_ORG_INVITE_ACCEPTED',
      orgId: invitingOrgId,
      subject: subjectOf.channelInviteAccepted(row.id),
      payload: { inviteId: row.id },
    }),
  );
}

async function renew(ctx: Ctx, before: FoundChannelInvite): Promise<void> {
  const { db, now, person } = ctx;
  await assertNoChannel(ctx, before.row.invitedOrgId, before.row.topic);
  if (before.row.invitedEmail) await countEmail(ctx, before.row.invitedEmail);
  const sent = {
    status: 'INVITED' as const,
    sentAt: now,
    expiresAt: inviteExpiry(now),
    invitedByUserId: person.userId,
  };
  const [row] = await db.update(channelInvites).set(sent).where(eq(channelInvites.id, before.row.id)).returning();
  await tellInvited(ctx, { ...before, row: returnedRow(row ? [row] : []) });
}

const receivedOf = ({ row }: FoundChannelInvite) => ({
  orgId: row.invitedOrgId,
  subjects: [subjectOf.channelInvite(row.id, row.sentAt)],
});

/** Has the invited organization told, and emails whom it was sent to. */
async function tellInvited(ctx: Ctx, { row }: FoundChannelInvite): Promise<void> {
  await ctx.enqueue(
    noticeOf(ctx, {
      type: 'ORG_TO_ORG_INVITE_RECEIVED',
      orgId: row.invitedOrgId,
      subject: subjectOf.channelInvite(row.id, row.sentAt),
      payload: { inviteId: row.id },
    }),
  );
  if (row.invitedEmail)
    await ctx.enqueue({ name: 'channel-invitation', data: { orgId: row.invitingOrgId, inviteId: row.id } });
}

/** Records it for both sides, who don't learn what only the other knows, and has their screens read again. */
async function record(ctx: Ctx, before: FoundChannelInvite | null, after: FoundChannelInvite): Promise<ChannelInvite> {
  const { invitingOrgId, invitedOrgId, id } = after.row;
  const { now } = ctx;
  for (const orgId of [invitingOrgId, invitedOrgId]) {
    const [was, is] = [before, after].map((one) => one && logged(toChannelInvite(one, orgId, now)));
    if (JSON.stringify(was) === JSON.stringify(is)) continue;
    await ctx.audit({ entity: 'channel-invite', orgId, id, before: was ?? null, after: is });
    await ctx.publish({ topic: 'channel-invites', kind: 'changed', id, orgIds: [orgId] });
  }
  const hidden = await hiddenAmong(ctx.db, ctx.person.userId, [after.row.invitedByUserId]);
  return toChannelInvite(after, ctx.membership.orgId, now, hidden);
}

const logged = ({ invitingOrg, invitedOrgName, invitedEmail, topic, status, expiresAt }: ChannelInvite) => ({
  name: topic || invitedOrgName,
  from: invitingOrg.name,
  to: invitedOrgName,
  email: invitedEmail,
  status,
  expiresAt,
});

/** Emails an invite, unless it was answered or withdrawn meanwhile. */
export async function mailChannelInvitation(
  { database: { db }, mail, config }: Services,
  { inviteId }: JobData<'channel-invitation'>,
): Promise<void> {
  const [found] = await findChannelInvites(db, and(eq(channelInvites.id, inviteId), unanswered));
  if (!found || found.row.expiresAt <= new Date() || found.row.invitedEmail === '') return;
  await mail.send(
    channelInvitationLetter(
      { ...found, topic: found.row.topic, invitedEmail: found.row.invitedEmail },
      `${config.publicUrl}/chat/browse-invites`,
    ),
  );
}

/** Forgets the email of a deleted account in invites it was sent. */
export async function forgetChannelInvited({ db }: Pick<Ctx, 'db'>, email: string): Promise<void> {
  await db.update(channelInvites).set({ invitedEmail: '' }).where(eq(channelInvites.invitedEmail, email.toLowerCase()));
}
