import { and, eq, sql } from 'drizzle-orm';
import type { Ctx, Services } from '../context';
import type { Db } from '../db/client';
import { chatChannels, chatMembers, orgUsers, users } from '../db/schema';
import { areBlocked } from '../db/visibility';
import type { JobRequest } from '../queues';
import type { ServicePerson } from './service';

/** A channel within its organization. */
export type ChannelKey = { orgId: number; channelId: string };

export const isChannel = ({ orgId, channelId }: ChannelKey) =>
  and(eq(chatChannels.orgId, orgId), eq(chatChannels.id, channelId));

type Enqueue = (job: JobRequest) => Promise<void>;

/** Marks channels as changed and enqueues jobs that send them to the chat service; in the caller's transaction. */
export async function markChannelsChanged(
  db: Db,
  enqueue: Enqueue,
  orgId: number,
  ids: readonly string[],
): Promise<void> {
  for (const channelId of ids) {
    await db
      .update(chatChannels)
      .set({ revision: sql`${chatChannels.revision} + 1` })
      .where(isChannel({ orgId, channelId }));
    await enqueue({ name: 'chat-channel', data: { orgId, channelId } });
  }
}

/** A person's name or picture changed: their channels in every organization are sent again, and live pages reread. */
export async function markPersonChanged(
  { db, enqueue, publish }: Pick<Ctx, 'db' | 'enqueue' | 'publish'>,
  userId: string,
): Promise<void> {
  const places = await db
    .select({ orgId: orgUsers.orgId })
    .from(orgUsers)
    .where(and(eq(orgUsers.userId, userId), eq(orgUsers.status, 'ACTIVE')))
    .orderBy(orgUsers.orgId);
  for (const { orgId } of places) {
    const channels = await db
      .select({ id: chatMembers.channelId })
      .from(chatMembers)
      .where(and(eq(chatMembers.orgId, orgId), eq(chatMembers.userId, userId)))
      .orderBy(chatMembers.channelId);
    const ids = channels.map(({ id }) => id);
    await markChannelsChanged(db, enqueue, orgId, ids);
    for (const id of ids) await publish({ topic: 'chat', kind: 'changed', id, orgIds: [orgId] });
  }
}

type Tools = Pick<Services, 'database' | 'chat' | 'log'>;

/** Sends channels to the chat service now, instead of waiting for the jobs, which handle failures. */
export async function syncChannels(tools: Tools, orgId: number, ids: readonly string[]): Promise<void> {
  for (const channelId of ids) {
    await syncChannel(tools, { orgId, channelId }).catch((err: unknown) =>
      tools.log.warn({ err, channelId }, 'chat service'),
    );
  }
}

/** Writes a channel's name, topic and people to the chat service. If two run at once, the later state wins. */
export async function syncChannel({ database, chat }: Tools, key: ChannelKey): Promise<void> {
  const { db } = database;
  for (;;) {
    const [channel] = await db.select().from(chatChannels).where(isChannel(key));
    if (!channel || channel.syncedRevision >= channel.revision) return;
    const people = (await isHidden(db, channel)) ? [] : await peopleOf(db, key);
    const createdBy = (await personOf(db, channel.createdByUserId)) ?? people[0];
    // The service doesn't need a channel that never had members.
    if (!createdBy) return;
    const { name, topic } = channel;
    await chat.saveChannel({ id: key.channelId, orgId: key.orgId, name, topic, createdBy, people });
    // A later state was sent meanwhile and has been overwritten, so send again.
    const { revision } = channel;
    await db
      .update(chatChannels)
      .set({ syncedRevision: sql`case when ${chatChannels.syncedRevision} > ${revision} then -1 else ${revision} end` })
      .where(isChannel(key));
  }
}

/** Writes a person's name and picture to the chat service, also for messages in channels they left. */
export async function syncPerson({ database, chat }: Tools, { userId }: { userId: string }): Promise<void> {
  const found = await personOf(database.db, userId);
  if (found) await chat.savePerson(found);
}

/** Ends someone's chat tokens once a session of theirs ended; their other sessions are given new ones. */
export async function revokeChat({ database, chat }: Tools, { subject }: { subject: string }): Promise<void> {
  const [user] = await database.db.select({ id: users.id }).from(users).where(eq(users.subject, subject));
  if (user) await chat.revokeTokens(user.id);
}

/** A person as the service knows them, for a select on `users`. */
export const servicePerson = {
  id: users.id,
  name: sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`,
  image: users.profileImageUri,
};

async function personOf(db: Db, userId: string | null): Promise<ServicePerson | undefined> {
  if (userId === null) return undefined;
  const [found] = await db.select(servicePerson).from(users).where(eq(users.id, userId));
  return found;
}

/** Whether a direct conversation is one of two people who blocked each other: at the service it has nobody meanwhile. */
async function isHidden(db: Db, { channelType, uniqueKey }: typeof chatChannels.$inferSelect): Promise<boolean> {
  const [one, other] = channelType === 'TEAM_DM' ? uniqueKey.split(' ') : [];
  return one !== undefined && other !== undefined && areBlocked(db, one, other);
}

function peopleOf(db: Db, { orgId, channelId }: ChannelKey): Promise<ServicePerson[]> {
  return db
    .select(servicePerson)
    .from(chatMembers)
    .innerJoin(users, eq(users.id, chatMembers.userId))
    .where(and(eq(chatMembers.orgId, orgId), eq(chatMembers.channelId, channelId)))
    .orderBy(chatMembers.joinedAt, users.id);
}
