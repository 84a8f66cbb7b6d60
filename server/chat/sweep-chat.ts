import { lt, sql } from 'drizzle-orm';
import type { Services } from '../context';
import type { Db } from '../db/client';
import { networkChannels, orgChannels } from '../db/schema';
import { hasLeftTeam } from './org-channels';
import type { ChannelKey } from './sync-channel';

/**
 * Compares what the chat service was last told with the channels and teams of every organization, and enqueues what
 * differs and isn't being worked on: whatever failed for good meanwhile, nobody stays in a channel they left.
 */
export async function sweepChat({ database: { db }, jobs }: Pick<Services, 'database' | 'jobs'>): Promise<void> {
  const open = await openJobs(db);
  for (const data of await changedTeams(db)) {
    if (!open.has(data.orgId)) await jobs.enqueue(db, { name: 'chat-team', data });
  }
  for (const data of await unsentChannels(db)) {
    if (!open.has(data.channelId)) await jobs.enqueue(db, { name: 'chat-channel', data });
  }
  for (const data of await unsentShared(db, networkChannels)) {
    if (!open.has(data.channelId)) await jobs.enqueue(db, { name: 'chat-network-channel', data });
  }
  for (const data of await unsentShared(db, orgChannels)) {
    if (!open.has(data.channelId)) await jobs.enqueue(db, { name: 'chat-org-channel', data });
  }
}

/** What jobs wait for or work on: channels by their id, teams by their organization's. */
async function openJobs(db: Db): Promise<ReadonlySet<unknown>> {
  const { rows } = await db.execute<{ data: Partial<ChannelKey> }>(
    sql`select data from jobs.job where name in ('chat-channel', 'chat-network-channel', 'chat-org-channel', 'chat-team') and state < 'completed'`,
  );
  return new Set(rows.map(({ data: { channelId, orgId } }) => channelId ?? orgId));
}

/** Channels the service wasn't told the latest of; one that never had members needs no telling. */
async function unsentChannels(db: Db): Promise<ChannelKey[]> {
  const { rows } = await db.execute<ChannelKey>(sql`
    select c.org_id::int as "orgId", c.id as "channelId" from chat_channels c
     where c.synced_revision < c.revision
       and (c.created_by_user_id is not null
            or exists (select from chat_members m where m.org_id = c.org_id and m.channel_id = c.id))`);
  return rows;
}

/** The same of channels across organizations. */
function unsentShared(db: Db, table: typeof networkChannels | typeof orgChannels): Promise<{ channelId: string }[]> {
  return db
    .select({ channelId: table.id })
    .from(table as typeof orgChannels)
    .where(lt(table.syncedRevision, table.revision));
}

/** Organizations with somebody in a channel who left the team, or on the team and not in its default channel. */
async function changedTeams(db: Db): Promise<{ orgId: number }[]> {
  const { rows } = await db.execute<{ orgId: number }>(sql`
    select gone.org_id::int as "orgId" from chat_members gone
     where not exists (select from org_users m
                        where m.org_id = gone.org_id and m.user_id = gone.user_id and m.status = 'ACTIVE')
    union
    select org_channel_members.org_id::int from org_channel_members where left_at is null and ${hasLeftTeam}
    union
    select c.org_id::int from chat_channels c
      join org_users m on m.org_id = c.org_id and m.status = 'ACTIVE' and m.user_id is not null
     where c.is_default and not exists (select from chat_members there where there.org_id = c.org_id
                                           and there.channel_id = c.id and there.user_id = m.user_id)`);
  return rows;
}
