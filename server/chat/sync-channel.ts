import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Services } from '../context';
import type { Db } from '../db/client';
import { chatChannels, chatMembers, users } from '../db/schema';
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

export type ChannelTools = Pick<Services, 'database' | 'chat'>;
type Tools = ChannelTools & Pick<Services, 'log'>;

type Sent = { revision: number; syncedRevision: number };

/**
 * Sends a channel to the chat service until what was sent is its latest state. `send` says whether there was anything to
 * send; `note` notes the revision that was, with `syncedTo`.
 */
export async function sendLatest<Row extends Sent>({
  read,
  send,
  note,
}: {
  read: () => Promise<Row | undefined>;
  send: (row: Row) => Promise<boolean>;
  note: (row: Row) => Promise<void>;
}): Promise<void> {
  for (;;) {
    const row = await read();
    if (!row || row.syncedRevision >= row.revision) return;
    if (!(await send(row))) return;
    await note(row);
  }
}

/** The revision sent; -1 if a later state was sent meanwhile and has been overwritten, so that it is sent again. */
export const syncedTo = (column: AnyPgColumn, revision: number): SQL =>
  sql`case when ${column} > ${revision} then -1 else ${revision} end`;

/** Sends channels to the chat service now, instead of waiting for the jobs, which handle failures. */
export async function syncChannels(tools: Tools, orgId: number, ids: readonly string[]): Promise<void> {
  for (const channelId of ids) {
    await syncChannel(tools, { orgId, channelId }).catch((err: unknown) =>
      tools.log.warn({ err, channelId }, 'chat service'),
    );
  }
}

/** Writes a channel's name, topic and people to the chat service. If two run at once, the later state wins. */
export async function syncChannel({ database, chat }: ChannelTools, key: ChannelKey): Promise<void> {
  const { db } = database;
  await sendLatest({
    read: async () => (await db.select().from(chatChannels).where(isChannel(key)))[0],
    send: async (channel) => {
      const people = (await isHidden(db, channel)) ? [] : await peopleOf(db, key);
      const createdBy = (await personOf(db, channel.createdByUserId)) ?? people[0];
      // The service doesn't need a channel that never had members.
      if (!createdBy) return false;
      const { channelType, name, topic } = channel;
      await chat.saveChannel({ id: key.channelId, channelType, orgIds: [key.orgId], name, topic, createdBy, people });
      return true;
    },
    note: async ({ revision }) => {
      await db
        .update(chatChannels)
        .set({ syncedRevision: syncedTo(chatChannels.syncedRevision, revision) })
        .where(isChannel(key));
    },
  });
}

/** Writes a person's name and picture to the chat service, also for messages in channels they left. */
export async function syncPerson({ database, chat }: ChannelTools, { userId }: { userId: string }): Promise<void> {
  const found = await personOf(database.db, userId);
  if (found) await chat.savePerson(found);
}

/** Ends someone's chat tokens once a session of theirs ended; their other sessions are given new ones. */
export async function revokeChat({ database, chat }: ChannelTools, { subject }: { subject: string }): Promise<void> {
  const [user] = await database.db.select({ id: users.id }).from(users).where(eq(users.subject, subject));
  if (user) await chat.revokeTokens(user.id);
}

/** A person as the service knows them, for a select on `users`. */
export const servicePerson = {
  id: users.id,
  name: sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`,
  image: users.profileImageUri,
};

export async function personOf(db: Db, userId: string | null): Promise<ServicePerson | undefined> {
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
