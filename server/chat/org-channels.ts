import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { nameKey } from '../../domain/chat/channel';
import { duplicateTopic } from '../../domain/chat/org-rules';
import type { Ctx, Services } from '../context';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { orgChannelMembers, orgChannels, orgUsers, users } from '../db/schema';
import { type ChannelTools, personOf, sendLatest, servicePerson, syncedTo } from './sync-channel';

type Writing = Pick<Ctx, 'db' | 'enqueue' | 'publish'>;
type Side = { channelId: string; orgId: number };
type Person = { userId: string; role: 'owner' | 'member' };

/** Marks channels as changed: a job tells the chat service, and the screens of both organizations read again. */
export async function markOrgChannels({ db, enqueue, publish }: Writing, ids: readonly string[]): Promise<void> {
  for (const id of [...ids].sort()) {
    const [changed] = await db
      .update(orgChannels)
      .set({ revision: sql`${orgChannels.revision} + 1` })
      .where(eq(orgChannels.id, id))
      .returning({ orgIds: sql<number[]>`array[${orgChannels.oneOrgId}, ${orgChannels.otherOrgId}]::int[]` });
    if (!changed) continue;
    await enqueue({ name: 'chat-org-channel', data: { channelId: id } });
    await publish({ topic: 'chat', kind: 'changed', id, orgIds: changed.orgIds });
  }
}

type Opening = { oneOrgId: number; otherOrgId: number; topic: string; createdByUserId: string };

/** The channel of two organizations about a topic, made if needed; its id. */
export async function openOrgChannel(db: Db, opening: Opening): Promise<string> {
  const topicKey = nameKey(opening.topic);
  const [made] = await db
    .insert(orgChannels)
    .values({ ...opening, topicKey })
    .onConflictDoNothing()
    .returning({ id: orgChannels.id });
  if (made) return made.id;
  const { oneOrgId, otherOrgId } = opening;
  const [there] = await db
    .select({ id: orgChannels.id })
    .from(orgChannels)
    .where(
      and(
        isOneOf(orgChannels.oneOrgId, [oneOrgId, otherOrgId]),
        isOneOf(orgChannels.otherOrgId, [oneOrgId, otherOrgId]),
        eq(orgChannels.topicKey, topicKey),
      ),
    );
  if (!there) throw duplicateTopic(opening.topic);
  return there.id;
}

/**
 * Adds people to a channel for one of its organizations, or has them back. Whoever is there for the other one stays so.
 * The first of a side owns it.
 */
export async function joinOrgChannel(db: Db, { channelId, orgId }: Side, people: readonly Person[], now: Date) {
  if (people.length === 0) return;
  for (const { userId, role } of [...people].sort((a, b) => (a.userId < b.userId ? -1 : 1))) {
    const present = await db.$count(
      orgChannelMembers,
      and(
        eq(orgChannelMembers.channelId, channelId),
        eq(orgChannelMembers.userId, userId),
        isNull(orgChannelMembers.leftAt),
      ),
    );
    if (present > 0) continue;
    await db
      .insert(orgChannelMembers)
      .values({ channelId, orgId, userId, role, joinedAt: now })
      .onConflictDoUpdate({
        target: [orgChannelMembers.channelId, orgChannelMembers.orgId, orgChannelMembers.userId],
        set: { role, joinedAt: now, leftAt: null },
      });
  }
  await assignSideOwner(db, { channelId, orgId });
}

/** Takes people out of a channel for one of its organizations; what they said stays. */
export async function leaveOrgChannel(db: Db, { channelId, orgId }: Side, userIds: readonly string[], now: Date) {
  if (userIds.length === 0) return;
  await db
    .update(orgChannelMembers)
    .set({ leftAt: now })
    .where(
      and(isSide({ channelId, orgId }), isOneOf(orgChannelMembers.userId, userIds), isNull(orgChannelMembers.leftAt)),
    );
  await assignSideOwner(db, { channelId, orgId });
}

/** Takes those out who are no longer on an organization's team; the ids of the channels they were in. */
export async function removeSideLeavers(db: Db, orgId: number, now: Date): Promise<string[]> {
  const gone = await db
    .update(orgChannelMembers)
    .set({ leftAt: now })
    .where(and(eq(orgChannelMembers.orgId, orgId), isNull(orgChannelMembers.leftAt), hasLeftTeam))
    .returning({ channelId: orgChannelMembers.channelId });
  const ids = [...new Set(gone.map(({ channelId }) => channelId))];
  for (const channelId of ids) await assignSideOwner(db, { channelId, orgId });
  return ids;
}

/** Whether a person of a channel isn't on the team of the organization they are there for. */
export const hasLeftTeam = sql`not exists (select from ${orgUsers} m where m.org_id = ${orgChannelMembers.orgId}
  and m.user_id = ${orgChannelMembers.userId} and m.status = 'ACTIVE')`;

const isSide = ({ channelId, orgId }: Side) =>
  and(eq(orgChannelMembers.channelId, channelId), eq(orgChannelMembers.orgId, orgId));

/** A side without an owner goes to its longest-standing person. */
async function assignSideOwner(db: Db, { channelId, orgId }: Side): Promise<void> {
  await db.execute(sql`
    update org_channel_members set role = 'owner'
     where channel_id = ${channelId} and org_id = ${orgId}
       and user_id = (select user_id from org_channel_members where channel_id = ${channelId} and org_id = ${orgId}
                       and left_at is null order by joined_at, user_id limit 1)
       and not exists (select from org_channel_members where channel_id = ${channelId} and org_id = ${orgId}
                        and left_at is null and role = 'owner')`);
}

/** Sends channels to the chat service now, instead of waiting for the jobs, which handle failures. */
export async function syncOrgChannels(tools: ChannelTools & Pick<Services, 'log'>, ids: readonly string[]) {
  for (const channelId of ids) {
    await syncOrgChannel(tools, { channelId }).catch((err: unknown) =>
      tools.log.warn({ err, channelId }, 'chat service'),
    );
  }
}

/** Writes a channel's topic, people, and whether it is frozen, to the chat service. If two run at once, the later state wins. */
export async function syncOrgChannel({ database, chat }: ChannelTools, { channelId }: { channelId: string }) {
  const { db } = database;
  const isThis = eq(orgChannels.id, channelId);
  await sendLatest({
    read: async () => (await db.select().from(orgChannels).where(isThis))[0],
    send: async (channel) => {
      const people = await db
        .select(servicePerson)
        .from(orgChannelMembers)
        .innerJoin(users, eq(users.id, orgChannelMembers.userId))
        .where(and(eq(orgChannelMembers.channelId, channelId), isNull(orgChannelMembers.leftAt)))
        .orderBy(asc(orgChannelMembers.joinedAt), asc(users.id));
      const createdBy = await personOf(db, channel.createdByUserId);
      if (!createdBy) return false;
      const { topic, oneOrgId, otherOrgId, isFrozenByOne, isFrozenByOther } = channel;
      await chat.saveChannel({
        id: channelId,
        channelType: 'NETWORK_ORG_TO_ORG',
        orgIds: [oneOrgId, otherOrgId],
        name: '',
        topic,
        createdBy,
        people,
        isFrozen: isFrozenByOne || isFrozenByOther,
      });
      return true;
    },
    note: async ({ revision }) => {
      await db
        .update(orgChannels)
        .set({ syncedRevision: syncedTo(orgChannels.syncedRevision, revision) })
        .where(isThis);
    },
  });
}
