import { createHash } from 'node:crypto';
import { and, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Notice } from '../../domain/notifications/notice';
import { subjectOf } from '../../domain/notifications/subjects';
import type { Services } from '../context';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { brandInvites, orgUsers, users } from '../db/schema';
import { transact } from '../db/transact';
import type { JobData } from '../queues';
import { addToFeeds } from './notify';
import { settle } from './settle';

type Invited = Notice<'ORG_INVITE_RECEIVED' | 'BRAND_INVITE_RECEIVED'> & { sent: Date };

const idOf = (subject: string) => Number(subject.split(':')[1]);

/**
 * Brings a person's feed in line with the invites sent to them: each open one is told once, an answered one is settled,
 * and one that was withdrawn goes. So it doesn't matter by which way it was sent, answered or withdrawn.
 */
export async function followInvites(
  { config, database: { db } }: Services,
  { userId }: JobData<'follow-invites'>,
): Promise<void> {
  if (config.parts.feed) await transact(db, (tx) => followInvitesOf(tx, userId, new Date()));
}

/** The same in a transaction. */
export async function followInvitesOf(tx: Db, userId: string, now: Date): Promise<void> {
  const mine = and(eq(users.id, userId), isNotNull(users.emailVerifiedAt), isNull(users.deletedAt));
  // Held, so that two of these jobs don't tell the same.
  const [user] = await tx.select({ email: users.email }).from(users).where(mine).for('no key update');
  const open = user ? await openInvites(tx, user.email.toLowerCase(), now) : [];
  const told = await openlyTold(tx, userId);
  for (const { sent, ...notice } of open.filter(({ subject }) => !told.includes(subject))) {
    await addToFeeds(tx, notice, { people: [userId], eventId: eventOf(notice.subject), at: sent.toISOString() });
  }
  const ended = told.filter((subject) => !open.some((one) => one.subject === subject));
  for (const [outcome, subjects] of await outcomesOf(tx, ended)) {
    await settle(tx, { orgId: null, subjects, outcome, userId });
  }
}

/** The invite's, so that it is the same however often it is told. */
const eventOf = (subject: string) =>
  createHash('md5')
    .update(subject)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

async function openInvites(tx: Db, email: string, now: Date): Promise<Invited[]> {
  const places = await tx
    .select({ id: orgUsers.id, orgId: orgUsers.orgId, sent: orgUsers.createdAt })
    .from(orgUsers)
    .where(
      and(
        eq(sql`lower(${orgUsers.email})`, email),
        eq(orgUsers.status, 'INVITED'),
        isNotNull(orgUsers.inviteCode),
        or(isNull(orgUsers.inviteExpiresAt), gt(orgUsers.inviteExpiresAt, now)),
      ),
    );
  const offered = await tx
    .select({ id: brandInvites.id, sent: brandInvites.sentAt })
    .from(brandInvites)
    .where(
      and(eq(brandInvites.invitedEmail, email), eq(brandInvites.status, 'INVITED'), gt(brandInvites.expiresAt, now)),
    );
  return [
    ...places.map(({ id, orgId, sent }): Invited => {
      const payload = { orgUserId: id, orgId };
      return { type: 'ORG_INVITE_RECEIVED', orgId: null, subject: subjectOf.orgInvite(id), payload, sent };
    }),
    ...offered.map(({ id, sent }): Invited => {
      const payload = { brandInviteId: id };
      return { type: 'BRAND_INVITE_RECEIVED', orgId: null, subject: subjectOf.brandInvite(id), payload, sent };
    }),
  ];
}

/** The subjects of the invites that the person was told of and that are open in their feed. */
async function openlyTold(tx: Db, userId: string): Promise<string[]> {
  const { rows } = await tx.execute<{ subject: string }>(sql`select subject from notifications
    where user_id = ${userId} and outcome is null and subject ~ '^(org|brand)-invite:[0-9]+$'`);
  return rows.map(({ subject }) => subject);
}

/** Subjects of ended invites by what became of them; null for those withdrawn or expired. */
async function outcomesOf(tx: Db, subjects: readonly string[]): Promise<Map<string | null, string[]>> {
  const ids = (prefix: string) => subjects.filter((one) => one.startsWith(prefix)).map(idOf);
  const joined = await tx
    .select({ id: orgUsers.id })
    .from(orgUsers)
    .where(and(isOneOf(orgUsers.id, ids('org-invite:')), eq(orgUsers.status, 'ACTIVE')));
  const answered = await tx
    .select({ id: brandInvites.id, status: brandInvites.status })
    .from(brandInvites)
    .where(isOneOf(brandInvites.id, ids('brand-invite:')));
  const outcomes = new Map(joined.map(({ id }) => [subjectOf.orgInvite(id), 'Accepted']));
  for (const { id, status } of answered) {
    if (status === 'ACCEPTED') outcomes.set(subjectOf.brandInvite(id), 'Accepted');
    if (status === 'INVITE_REJECTED') outcomes.set(subjectOf.brandInvite(id), 'Declined');
  }
  return Map.groupBy(subjects, (subject) => outcomes.get(subject) ?? null);
}
