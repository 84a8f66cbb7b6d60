import { and, eq } from 'drizzle-orm';
import { DomainError } from '../../domain/errors';
import type { Services } from '../context';
import type { Db } from '../db/client';
import { chatChannels, networkChannels, orgChannels, orgUsers } from '../db/schema';
import { tell } from '../events/tell-events';
import { publish } from '../live/publish';
import { noteMentions } from './mentions/tell-mentioned';
import type { ServiceNews } from './service';

/** Publishes the chat service's signed events as live events, ids only. FORBIDDEN for a wrong signature. */
export async function publishServiceNews(services: Services, body: Buffer, signature: string): Promise<void> {
  const { chat, database } = services;
  const news = chat.readNews(body, signature);
  if (news === undefined) throw new DomainError('FORBIDDEN', 'The signature is not valid.');
  if (news === null) return;
  const { db } = database;
  await noteMentions(services, news);
  if (news.kind === 'edited') return;
  for (const { id, orgIds } of await audiencesOf(db, news)) {
    if (orgIds.length > 0) await publish(db, { topic: 'messages', kind: 'changed', id, orgIds });
    if (news.kind !== 'written' || news.deleted !== undefined || id !== news.channelId) continue;
    await tell(
      db,
      ...orgIds.map((orgId) => ({
        type: 'message.created' as const,
        orgId,
        subject: { kind: 'message' as const, id },
      })),
    );
  }
}

/** What changed and where: a channel in its organization or both of its organizations, or a person's count in all of theirs. */
type Audience = { id: string; orgIds: number[] };

async function audiencesOf(db: Db, news: Exclude<ServiceNews, { kind: 'edited' }>): Promise<Audience[]> {
  if (news.kind === 'read') return [await countOf(db, news.userId)];
  const { channelId: id } = news;
  const found = await db.select({ orgId: chatChannels.orgId }).from(chatChannels).where(eq(chatChannels.id, id));
  if (found.length > 0) return [{ id, orgIds: found.map(({ orgId }) => orgId) }];
  const [two] = await db.select().from(orgChannels).where(eq(orgChannels.id, id));
  if (two) return [{ id, orgIds: [two.oneOrgId, two.otherOrgId] }];
  const [pair] = await db.select().from(networkChannels).where(eq(networkChannels.id, id));
  return pair ? Promise.all([pair.oneUserId, pair.otherUserId].map((userId) => countOf(db, userId))) : [];
}

async function countOf(db: Db, userId: string): Promise<Audience> {
  const found = await db
    .selectDistinct({ orgId: orgUsers.orgId })
    .from(orgUsers)
    .where(and(eq(orgUsers.userId, userId), eq(orgUsers.status, 'ACTIVE')));
  return { id: userId, orgIds: found.map(({ orgId }) => orgId) };
}
