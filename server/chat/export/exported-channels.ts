import { and, asc, eq, exists, gte, or, sql } from 'drizzle-orm';
import { SERVICE_CHANNEL_TYPE } from '../../../domain/chat/channel';
import type { ExportedChannel } from '../../../domain/chat/chat-export';
import type { Db } from '../../db/client';
import { chatChannels, chatMembers } from '../../db/schema';

/** Whose file it is, for which organization. */
export type Exporter = { orgId: number; userId: string };

type Source = (db: Db, exporter: Exporter) => Promise<ExportedChannel[]>;

/** Public team channels, and private ones they are in. Direct conversations belong to their people. */
const teamChannels: Source = async (db, { orgId, userId }) => {
  const own = db
    .select({ one: sql`1` })
    .from(chatMembers)
    .where(
      and(eq(chatMembers.orgId, orgId), eq(chatMembers.channelId, chatChannels.id), eq(chatMembers.userId, userId)),
    );
  const rows = await db
    .select({ id: chatChannels.id, name: chatChannels.name, isPrivate: chatChannels.isPrivate })
    .from(chatChannels)
    .where(
      and(
        eq(chatChannels.orgId, orgId),
        eq(chatChannels.channelType, 'TEAM'),
        or(eq(chatChannels.isPrivate, false), exists(own)),
        // The service has none that was never sent to it.
        gte(chatChannels.syncedRevision, 0),
      ),
    )
    .orderBy(asc(chatChannels.uniqueKey));
  return rows.map(({ id, name, isPrivate }) => ({
    id,
    serviceType: SERVICE_CHANNEL_TYPE,
    name,
    kind: isPrivate ? 'private' : 'public',
    otherOrganizations: [],
  }));
};

/** Where channels of an organization come from. */
const SOURCES: readonly Source[] = [teamChannels];

/** The channels of an organization whose messages somebody may take with them, by name. */
export async function exportedChannels(db: Db, exporter: Exporter): Promise<ExportedChannel[]> {
  const all: ExportedChannel[] = [];
  for (const source of SOURCES) all.push(...(await source(db, exporter)));
  return all;
}
