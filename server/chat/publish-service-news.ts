import { and, eq } from 'drizzle-orm';
import { DomainError } from '../../domain/errors';
import type { Services } from '../context';
import type { Db } from '../db/client';
import { chatChannels, orgUsers } from '../db/schema';
import { publish } from '../live/publish';
import type { ServiceNews } from './service';

/** Publishes the chat service's signed events as live events, ids only. FORBIDDEN for a wrong signature. */
export async function publishServiceNews({ chat, database }: Services, body: Buffer, signature: string): Promise<void> {
  const news = chat.readNews(body, signature);
  if (news === undefined) throw new DomainError('FORBIDDEN', 'The signature is not valid.');
  if (news === null) return;
  const orgIds = await findOrgIds(database.db, news);
  const id = news.kind === 'written' ? news.channelId : news.userId;
  if (orgIds.length > 0) await publish(database.db, { topic: 'messages', kind: 'changed', id, orgIds });
}

async function findOrgIds(db: Db, news: ServiceNews): Promise<number[]> {
  if (news.kind === 'written') {
    const found = await db
      .select({ orgId: chatChannels.orgId })
      .from(chatChannels)
      .where(eq(chatChannels.id, news.channelId));
    return found.map(({ orgId }) => orgId);
  }
  const found = await db
    .selectDistinct({ orgId: orgUsers.orgId })
    .from(orgUsers)
    .where(and(eq(orgUsers.userId, news.userId), eq(orgUsers.status, 'ACTIVE')));
  return found.map(({ orgId }) => orgId);
}
