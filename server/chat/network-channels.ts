import { and, eq, isNull, not, or, type SQL, sql } from 'drizzle-orm';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import { chatChannels, networkChannels, orgUsers, users } from '../db/schema';
import { areBlocked, blockBetween } from '../db/visibility';
import { pairKey } from './read-channels';
import { type ChannelTools, markChannelsChanged, sendLatest, servicePerson, syncedTo } from './sync-channel';

type Pair = readonly [one: string, other: string];
type Writing = Pick<Ctx, 'db' | 'enqueue'>;

const isPair = (pair: Pair): SQL | undefined => {
  const [oneUserId = '', otherUserId = ''] = [...pair].sort();
  return and(eq(networkChannels.oneUserId, oneUserId), eq(networkChannels.otherUserId, otherUserId));
};

/** The channels across organizations that a person is in. */
export const networkChannelsOf = (userId: string): SQL | undefined =>
  or(eq(networkChannels.oneUserId, userId), eq(networkChannels.otherUserId, userId));

/** The ids of those a person is shown, all or this one: not the one with somebody when either blocked the other. */
export async function shownNetworkChannels(db: Db, userId: string, id?: string): Promise<string[]> {
  const { oneUserId, otherUserId } = networkChannels;
  const rows = await db
    .select({ id: networkChannels.id })
    .from(networkChannels)
    .where(
      and(
        networkChannelsOf(userId),
        not(blockBetween(oneUserId, otherUserId)),
        id === undefined ? undefined : eq(networkChannels.id, id),
      ),
    );
  return rows.map((row) => row.id);
}

/** Opens the direct channel of two people who are connected, made if needed, and gives its id. */
export async function openNetworkChannel(ctx: Writing, pair: Pair): Promise<string> {
  const { db } = ctx;
  const [oneUserId = '', otherUserId = ''] = [...pair].sort();
  const [made] = await db.insert(networkChannels).values({ oneUserId, otherUserId }).onConflictDoNothing().returning();
  const [channel] = made ? [made] : await db.select().from(networkChannels).where(isPair(pair)).for('no key update');
  if (!channel) throw new Error('The channel of the two is gone');
  if (made || channel.isFrozen) await saveFrozen(ctx, eq(networkChannels.id, channel.id), false);
  return channel.id;
}

/** Nobody writes in the direct channel of two people until it is opened again; nothing happens if they have none. */
export async function freezeNetworkChannel(ctx: Writing, pair: Pair): Promise<void> {
  await saveFrozen(ctx, and(isPair(pair), eq(networkChannels.isFrozen, false)), true);
}

/** A deleted account leaves its direct channels, which stay with the others to read. */
export async function leaveNetworkChannels(ctx: Writing, userId: string): Promise<void> {
  await saveFrozen(ctx, networkChannelsOf(userId), true);
}

const saveFrozen = (ctx: Writing, where: SQL | undefined, isFrozen: boolean): Promise<void> =>
  markChanged(ctx, where, { isFrozen });

/** Changes channels, if anything, and enqueues jobs that send them to the chat service again. */
async function markChanged(
  { db, enqueue }: Writing,
  where: SQL | undefined,
  change: { isFrozen?: boolean } = {},
): Promise<void> {
  const changed = await db
    .update(networkChannels)
    .set({ ...change, revision: sql`${networkChannels.revision} + 1` })
    .where(where)
    .returning({ channelId: networkChannels.id });
  for (const data of changed) await enqueue({ name: 'chat-network-channel', data });
}

/** Two people blocked or unblocked each other: the service shows their direct conversations, or not. */
export async function markDirectConversations(ctx: Pick<Ctx, 'db' | 'enqueue' | 'publish'>, pair: Pair): Promise<void> {
  const { db, enqueue, publish } = ctx;
  await markChanged(ctx, isPair(pair));
  const teams = await db
    .selectDistinct({ orgId: orgUsers.orgId })
    .from(orgUsers)
    .where(isOneOf(orgUsers.userId, pair))
    .orderBy(orgUsers.orgId);
  for (const { orgId } of teams) {
    const [channel] = await db
      .select({ id: chatChannels.id })
      .from(chatChannels)
      .where(
        and(
          eq(chatChannels.orgId, orgId),
          eq(chatChannels.channelType, 'TEAM_DM'),
          eq(chatChannels.uniqueKey, pairKey(...pair)),
        ),
      );
    if (!channel) continue;
    await markChannelsChanged(db, enqueue, orgId, [channel.id]);
    await publish({ topic: 'chat', kind: 'changed', id: channel.id, orgIds: [orgId] });
  }
}

/**
 * Writes a channel's people, and whether it is frozen, to the chat service. People who blocked each other aren't in it
 * meanwhile. If two run at once, the later state wins.
 */
export async function syncNetworkChannel({ database, chat }: ChannelTools, { channelId }: { channelId: string }) {
  const { db } = database;
  const isThis = eq(networkChannels.id, channelId);
  await sendLatest({
    read: async () => (await db.select().from(networkChannels).where(isThis))[0],
    send: async (channel) => {
      const { isFrozen, oneUserId, otherUserId } = channel;
      const all = await peopleOf(db, channel);
      const isHidden = await areBlocked(db, oneUserId, otherUserId);
      const people = isHidden ? [] : await peopleOf(db, channel, isNull(users.deletedAt));
      const createdBy = people[0] ?? all[0];
      if (!createdBy) return false;
      const whole = { name: '', topic: '', createdBy, people, isFrozen };
      await chat.saveChannel({ id: channelId, channelType: 'NETWORK_DM', orgIds: [], ...whole });
      return true;
    },
    note: async ({ revision }) => {
      await db
        .update(networkChannels)
        .set({ syncedRevision: syncedTo(networkChannels.syncedRevision, revision) })
        .where(isThis);
    },
  });
}

const peopleOf = (db: Db, { oneUserId, otherUserId }: typeof networkChannels.$inferSelect, where?: SQL) =>
  db
    .select(servicePerson)
    .from(users)
    .where(and(isOneOf(users.id, [oneUserId, otherUserId]), where))
    .orderBy(users.id);
