import { and, eq, lt, not } from 'drizzle-orm';
import { toldOfMention } from '../../../domain/chat/mentions';
import { subjectOf } from '../../../domain/notifications/subjects';
import { FIXED } from '../../../domain/retention/periods';
import type { Services } from '../../context';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { daysAgo, removeOld } from '../../db/remove-old';
import { chatMentions, users } from '../../db/schema';
import { NO_ORGANIZATION } from '../../db/schema/tenant';
import { transact } from '../../db/transact';
import { isHiddenFrom } from '../../db/visibility';
import { noticeAt, takenBack } from '../../notices/notices';
import type { JobData } from '../../queues';
import type { ServiceMessage, ServiceNews } from '../service';
import { type ChannelPerson, findChannelPeople } from './people-of-channel';

/** Enqueues what is to be told of news of a message: whom it mentions, or that it is gone and its notices with it. */
export async function noteMentions({ database: { db }, jobs }: Services, news: ServiceNews): Promise<void> {
  if (news.kind === 'read') return;
  const { mentions, deleted } = { deleted: undefined, ...news };
  if (mentions) await jobs.enqueue(db, { name: 'chat-mention', data: { messageId: mentions } });
  if (deleted && (await db.$count(chatMentions, eq(chatMentions.messageId, deleted))) > 0) {
    await jobs.enqueue(db, { name: 'chat-mention', data: { messageId: deleted } });
  }
}

/**
 * Tells those a message mentions for the first time, as it is now: who reads its channel, hasn't muted it, and neither
 * blocked its author nor is blocked by them. Notices of a deleted message are taken back.
 */
export async function tellMentioned(services: Services, { messageId }: JobData<'chat-mention'>): Promise<void> {
  const { chat, database } = services;
  const message = await chat.findMessage(messageId);
  if (message === null) return takeBack(services, messageId);
  if (message.isSilent) return;
  const { cid, channelId, userId: authorId, mentionedIds } = message;
  const named = toldOfMention(mentionedIds, authorId);
  const channel = await findChannelPeople(database.db, channelId);
  const there = channel?.people.filter(({ userId }) => named.includes(userId)) ?? [];
  const people = await unblocked(database.db, authorId, there);
  if (people.length === 0) return;
  const muted = await chat.mutedBy({ cid, userIds: people.map(({ userId }) => userId) });
  await transact(database.db, (tx) => tellOnce(tx, services, message, { people, muted }));
  // Its deletion may have come before there was anything to take back.
  if ((await chat.findMessage(messageId)) === null) await takeBack(services, messageId);
}

async function unblocked(db: Db, authorId: string, people: readonly ChannelPerson[]): Promise<ChannelPerson[]> {
  if (people.length === 0) return [];
  const ids = people.map(({ userId }) => userId);
  const found = await db
    .select({ userId: users.id })
    .from(users)
    .where(and(isOneOf(users.id, ids), not(isHiddenFrom(authorId, users.id))));
  const open = new Set(found.map(({ userId }) => userId));
  return people.filter(({ userId }) => open.has(userId));
}

type Asked = { people: readonly ChannelPerson[]; muted: ReadonlySet<string> };

/** Whoever has muted the channel counts as told: they hear nothing of a later edit either. */
async function tellOnce(tx: Db, { jobs }: Services, message: ServiceMessage, { people, muted }: Asked): Promise<void> {
  const { id: messageId, channelId, userId: authorId, written } = message;
  const rows = people.map(({ userId, orgId }) => ({ messageId, userId, orgId: orgId ?? NO_ORGANIZATION }));
  const first = await tx.insert(chatMentions).values(rows).onConflictDoNothing().returning();
  const told = first.filter(({ userId }) => !muted.has(userId));
  for (const [orgId, of] of Map.groupBy(told, (row) => row.orgId)) {
    const userIds = of.map(({ userId }) => userId);
    const payload = { about: 'CHAT_MENTION' as const, channelId, messageId, authorId, userIds };
    const notice = {
      type: 'CUSTOM' as const,
      orgId: orgId === NO_ORGANIZATION ? null : orgId,
      subject: subjectOf.chatMention(messageId),
      payload,
    };
    await jobs.enqueue(tx, noticeAt(notice, { by: authorId, now: written }));
  }
}

async function takeBack({ database: { db }, jobs }: Services, messageId: string): Promise<void> {
  await transact(db, async (tx) => {
    const gone = await tx.delete(chatMentions).where(eq(chatMentions.messageId, messageId)).returning();
    for (const orgId of new Set(gone.map((row) => row.orgId))) {
      const subjects = [subjectOf.chatMention(messageId)];
      await jobs.enqueue(tx, takenBack({ orgId: orgId === NO_ORGANIZATION ? null : orgId, subjects }));
    }
  });
}

/** Forgets whom messages mentioned once the feed has forgotten it. */
export const purgeMentions = (db: Db): Promise<void> =>
  removeOld(db, chatMentions, lt(chatMentions.createdAt, daysAgo(FIXED.feed)));
