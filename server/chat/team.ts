import { and, eq, sql } from 'drizzle-orm';
import { DEFAULT_CHANNEL_NAME, nameKey } from '../../domain/chat/channel';
import type { Services } from '../context';
import type { Db } from '../db/client';
import { chatChannels, chatMembers } from '../db/schema';
import { transact } from '../db/transact';
import { ownChannelMember } from '../db/visibility';
import { publish } from '../live/publish';
import type { JobRequest } from '../queues';
import { markOrgChannels, removeSideLeavers, syncOrgChannels } from './org-channels';
import { type ChannelKey, markChannelsChanged, syncChannels } from './sync-channel';

type Tools = Pick<Services, 'database' | 'chat' | 'jobs' | 'log'>;

/** Adds a member of an organization to its default channel, creating it if missing. */
export async function joinDefaultChannel(services: Services, orgId: number, userId: string): Promise<void> {
  const [there] = await services.database.db
    .select({ id: chatChannels.id })
    .from(chatChannels)
    .innerJoin(chatMembers, ownChannelMember(userId))
    .where(and(eq(chatChannels.orgId, orgId), eq(chatChannels.isDefault, true)));
  if (!there) await syncTeamChannels(services, { orgId });
}

/** Aligns an organization's channels with its team: everyone is in the default one, people who left are in none. */
export async function syncTeamChannels(tools: Tools, { orgId }: { orgId: number }): Promise<void> {
  const partners = await transact(tools.database.db, async (db) => {
    const enqueue = (job: JobRequest) => tools.jobs.enqueue(db, job);
    const ids = await removeSideLeavers(db, orgId, new Date());
    await markOrgChannels({ db, enqueue, publish: (event) => publish(db, event) }, ids);
    return ids;
  });
  const changed = await transact(tools.database.db, async (db) => {
    const ids = [...new Set([...(await fillDefault(db, orgId)), ...(await removeLeavers(db, orgId))])];
    for (const id of ids) await assignOwner(db, { orgId, channelId: id });
    await markChannelsChanged(db, (job) => tools.jobs.enqueue(db, job), orgId, ids);
    for (const id of ids) await publish(db, { topic: 'chat', kind: 'changed', id, orgIds: [orgId] });
    return ids;
  });
  await syncChannels(tools, orgId, changed);
  await syncOrgChannels(tools, partners);
}

async function fillDefault(db: Db, orgId: number): Promise<string[]> {
  await db
    .insert(chatChannels)
    .values({
      orgId,
      channelType: 'TEAM',
      name: DEFAULT_CHANNEL_NAME,
      uniqueKey: nameKey(DEFAULT_CHANNEL_NAME),
      isDefault: true,
    })
    .onConflictDoNothing();
  const { rows } = await db.execute<{ channel_id: string }>(sql`
    insert into chat_members (org_id, channel_id, user_id, role)
    select c.org_id, c.id, m.user_id, 'member' from chat_channels c
      join org_users m on m.org_id = c.org_id and m.status = 'ACTIVE' and m.user_id is not null
     where c.org_id = ${orgId} and c.is_default
    on conflict do nothing returning channel_id`);
  return rows.map(({ channel_id }) => channel_id);
}

async function removeLeavers(db: Db, orgId: number): Promise<string[]> {
  const { rows } = await db.execute<{ channel_id: string }>(sql`
    delete from chat_members gone using chat_channels c
     where gone.org_id = ${orgId} and c.org_id = gone.org_id and c.id = gone.channel_id
       and not exists (select from org_users m
                        where m.org_id = ${orgId} and m.user_id = gone.user_id and m.status = 'ACTIVE')
    returning gone.channel_id`);
  return rows.map(({ channel_id }) => channel_id);
}

/** A channel without an owner goes to its longest-standing member; the default one has no owner. */
export async function assignOwner(db: Db, { orgId, channelId }: ChannelKey): Promise<void> {
  await db.execute(sql`
    update chat_members set role = 'owner'
     where org_id = ${orgId} and channel_id = ${channelId}
       and user_id = (select user_id from chat_members where org_id = ${orgId} and channel_id = ${channelId}
                       order by joined_at, user_id limit 1)
       and not exists (select from chat_members
                        where org_id = ${orgId} and channel_id = ${channelId} and role = 'owner')
       and not exists (select from chat_channels where org_id = ${orgId} and id = ${channelId} and is_default)`);
}
