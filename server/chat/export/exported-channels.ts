import { and, asc, eq, exists, gte, or, sql } from 'drizzle-orm';
import { ORG_SERVICE_TYPE, SERVICE_CHANNEL_TYPE } from '../../../domain/chat/channel';
import type { ExportedChannel } from '../../../domain/chat/chat-export';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { chatChannels, chatMembers, organizations, orgChannelMembers, orgChannels } from '../../db/schema';
import { isInOrgChannel, orgChannelsOf } from '../read-org-channels';

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
    ownUserIds: null,
  }));
};

/** Those with other organizations that they are in. Of what was said there, only their own organization's is whole. */
const partnerChannels: Source = async (db, { orgId, userId }) => {
  const other = sql<string>`(select o.name from ${organizations} o where o.id <> ${orgId}
    and o.id in (${orgChannels.oneOrgId}, ${orgChannels.otherOrgId}))`;
  const rows = await db
    .select({ id: orgChannels.id, topic: orgChannels.topic, other })
    .from(orgChannels)
    .where(and(orgChannelsOf(orgId), isInOrgChannel(db, { orgId, userId }), gte(orgChannels.syncedRevision, 0)))
    .orderBy(other, asc(orgChannels.topicKey));
  const people = await db
    .select({ channelId: orgChannelMembers.channelId, userId: orgChannelMembers.userId })
    .from(orgChannelMembers)
    .where(
      and(
        eq(orgChannelMembers.orgId, orgId),
        isOneOf(
          orgChannelMembers.channelId,
          rows.map(({ id }) => id),
        ),
      ),
    );
  const own = Map.groupBy(people, ({ channelId }) => channelId);
  return rows.map(({ id, topic, other }) => ({
    id,
    serviceType: ORG_SERVICE_TYPE,
    name: topic,
    kind: 'with another organization',
    otherOrganizations: [other],
    ownUserIds: new Set((own.get(id) ?? []).map((one) => one.userId)),
  }));
};

/** Where channels of an organization come from. */
const SOURCES: readonly Source[] = [teamChannels, partnerChannels];

/** The channels of an organization whose messages somebody may take with them, by name. */
export async function exportedChannels(db: Db, exporter: Exporter): Promise<ExportedChannel[]> {
  const all: ExportedChannel[] = [];
  for (const source of SOURCES) all.push(...(await source(db, exporter)));
  return all;
}
