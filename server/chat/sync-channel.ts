import { eq, sql } from 'drizzle-orm';
import type { Services } from '../context';
import type { Db } from '../db/client';
import { chatChannels, chatMembers, users } from '../db/schema';
import type { JobRequest } from '../queues';
import type { ServicePerson } from './service';

type Enqueue = (job: JobRequest) => Promise<void>;

/** Marks channels as changed and enqueues jobs that send them to the chat service; in the caller's transaction. */
export async function markChannelsChanged(db: Db, enqueue: Enqueue, ids: readonly string[]): Promise<void> {
  for (const channelId of ids) {
    await db
      .update(chatChannels)
      .set({ revision: sql`${chatChannels.revision} + 1` })
      .where(eq(chatChannels.id, channelId));
    await enqueue({ name: 'chat-channel', data: { channelId } });
  }
}

type Tools = Pick<Services, 'database' | 'chat' | 'log'>;

/** Sends channels to the chat service now, instead of waiting for the jobs, which handle failures. */
export async function syncChannels(tools: Tools, ids: readonly string[]): Promise<void> {
  for (const channelId of ids) {
    await syncChannel(tools, { channelId }).catch((err: unknown) => tools.log.warn({ err, channelId }, 'chat service'));
  }
}

/** Writes a channel's name, topic and people to the chat service. If two run at once, the later state wins. */
export async function syncChannel({ database, chat }: Tools, { channelId }: { channelId: string }): Promise<void> {
  const { db } = database;
  for (;;) {
    const [channel] = await db.select().from(chatChannels).where(eq(chatChannels.id, channelId));
    if (!channel || channel.syncedRevision >= channel.revision) return;
    const people = await peopleOf(db, channelId);
    const createdBy = (await personOf(db, channel.createdByUserId)) ?? people[0];
    // The service doesn't need a channel that never had members.
    if (!createdBy) return;
    const { orgId, name, topic } = channel;
    await chat.saveChannel({ id: channelId, orgId, name, topic, createdBy, people });
    // A later state was sent meanwhile and has been overwritten, so send again.
    const { revision } = channel;
    await db
      .update(chatChannels)
      .set({ syncedRevision: sql`case when ${chatChannels.syncedRevision} > ${revision} then -1 else ${revision} end` })
      .where(eq(chatChannels.id, channelId));
  }
}

const person = {
  id: users.id,
  name: sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`,
  image: users.profileImageUri,
};

async function personOf(db: Db, userId: string | null): Promise<ServicePerson | undefined> {
  if (userId === null) return undefined;
  const [found] = await db.select(person).from(users).where(eq(users.id, userId));
  return found;
}

function peopleOf(db: Db, channelId: string): Promise<ServicePerson[]> {
  return db
    .select(person)
    .from(chatMembers)
    .innerJoin(users, eq(users.id, chatMembers.userId))
    .where(eq(chatMembers.channelId, channelId))
    .orderBy(chatMembers.joinedAt, users.id);
}
