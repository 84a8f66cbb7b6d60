import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import {
  type Author,
  type ChannelMessage,
  type ExportedChannel,
  exportedMessage,
} from '../../../domain/chat/chat-export';
import { subjectOf } from '../../../domain/notifications/subjects';
import type { Services } from '../../context';
import type { Db } from '../../db/client';
import { chatExportParts, chatExports, organizations, orgUsers } from '../../db/schema';
import { transact } from '../../db/transact';
import { noticeAt } from '../../notices/notices';
import type { JobData } from '../../queues';
import { exportedChannels } from './exported-channels';

/** Characters of a part, about. */
const PART = 200_000;

type Key = { orgId: number; exportId: number };

export const isExport = ({ orgId, exportId }: Key) => and(eq(chatExports.orgId, orgId), eq(chatExports.id, exportId));

/** Makes a file that was asked for, and tells who asked. Nothing of it is in memory but a part. */
export async function makeExport(services: Services, key: JobData<'chat-export'>): Promise<void> {
  const { chat, database, jobs } = services;
  const { db } = database;
  const [asked] = await db
    .select({ userId: chatExports.askedByUserId, organization: organizations.name })
    .from(chatExports)
    .innerJoin(organizations, eq(organizations.id, chatExports.orgId))
    .where(and(isExport(key), isNull(chatExports.readyAt)));
  if (!asked) return;
  const channels = await exportedChannels(db, { orgId: key.orgId, userId: asked.userId });
  const authorOf = await authorsOf(db, key.orgId);
  let messages = 0;
  const counted = async function* (channel: ExportedChannel) {
    for await (const message of messagesOf(chat, channel)) {
      messages += 1;
      yield exportedMessage(message, authorOf(message.userId, channel));
    }
  };
  await keepParts(
    db,
    key,
    toJson({ organization: asked.organization, made: new Date().toISOString() }, channels, counted),
  );
  await transact(db, async (tx) => {
    const now = new Date();
    const [made] = await tx
      .update(chatExports)
      .set({ readyAt: now, channels: channels.length, messages })
      .where(and(isExport(key), isNull(chatExports.readyAt)))
      .returning({ id: chatExports.id });
    if (!made) return;
    await jobs.enqueue(
      tx,
      noticeAt(
        {
          type: 'CUSTOM',
          orgId: key.orgId,
          subject: subjectOf.chatExport(key.exportId),
          payload: { about: 'CHAT_EXPORTED', exportId: key.exportId },
        },
        { by: null, now },
      ),
    );
  });
}

/** A channel's messages, newest first. */
async function* messagesOf(
  chat: Services['chat'],
  { id, serviceType }: ExportedChannel,
): AsyncGenerator<ChannelMessage> {
  let before: string | null = null;
  do {
    const page = await chat.channelMessages({ id, type: serviceType, before });
    yield* page.messages;
    before = page.before;
  } while (before !== null);
}

/** Who of the organization wrote something, now or formerly of its team; all others are of the channel's others. */
async function authorsOf(db: Db, orgId: number): Promise<(userId: string, channel: ExportedChannel) => Author> {
  const rows = await db
    .select({ userId: orgUsers.userId, status: orgUsers.status })
    .from(orgUsers)
    .where(and(eq(orgUsers.orgId, orgId), ne(orgUsers.status, 'INVITED')));
  const team = new Map(rows.map(({ userId, status }) => [userId, status]));
  return (userId, { otherOrganizations, ownUserIds }) => {
    const status = team.get(userId);
    if (ownUserIds !== null && !ownUserIds.has(userId))
      return { isOwn: false, organization: otherOrganizations.join(', '), isFormer: false };
    return { isOwn: true, organization: null, isFormer: status !== 'ACTIVE' };
  };
}

type Messages = (channel: ExportedChannel) => AsyncIterable<object>;

async function* toJson(head: object, channels: readonly ExportedChannel[], messages: Messages): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"channels":[`;
  for (const [at, channel] of channels.entries()) {
    const { name, kind, otherOrganizations } = channel;
    const told = { name, kind, ...(otherOrganizations.length > 0 ? { with: otherOrganizations } : {}) };
    yield `${at === 0 ? '' : ','}\n${JSON.stringify(told).slice(0, -1)},"messages":[`;
    let isFirst = true;
    for await (const message of messages(channel)) {
      yield `${isFirst ? '' : ','}\n${JSON.stringify(message)}`;
      isFirst = false;
    }
    yield '\n]}';
  }
  yield '\n]}\n';
}

/** In place of what an earlier try had kept. */
async function keepParts(db: Db, key: Key, text: AsyncIterable<string>): Promise<void> {
  const { orgId, exportId } = key;
  await db.delete(chatExportParts).where(and(eq(chatExportParts.orgId, orgId), eq(chatExportParts.exportId, exportId)));
  let [part, kept] = [0, ''];
  const keep = async () => {
    await db
      .insert(chatExportParts)
      .values({ orgId, exportId, part, text: kept })
      .onConflictDoUpdate({
        target: [chatExportParts.orgId, chatExportParts.exportId, chatExportParts.part],
        set: { text: sql`excluded.text` },
      });
    [part, kept] = [part + 1, ''];
  };
  for await (const piece of text) {
    kept += piece;
    if (kept.length >= PART) await keep();
  }
  if (kept !== '') await keep();
}
