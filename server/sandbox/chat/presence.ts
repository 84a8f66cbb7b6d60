import { and, eq, lte, sql } from 'drizzle-orm';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { sandboxChatSockets as sockets, sandboxChatUsers as users } from '../../db/schema/sandbox/chat';
import { transact } from '../../db/transact';
import { publishChatEvent } from './events';
import { PRESENCE } from './told-of-presence';

/** How long a connection counts without being renewed: that of a killed process ends by itself. */
const LEASE_S = 75;
/** How often a process renews its connections, and ends those nobody renewed. */
export const RENEWED_EVERY_MS = 25_000;

type Connection = { id: string; userId: string };
const lease = sql`now() + make_interval(secs => ${LEASE_S})`;

/** Somebody has a connection more; the first tells others that they came. */
export const arrive = (db: Db, { id, userId }: Connection): Promise<void> =>
  transact(db, async (tx) => {
    await settle(tx, userId, async () => {
      await tx.insert(sockets).values({ id, userId, aliveUntil: lease }).onConflictDoNothing();
    });
  });

/** Somebody has a connection less; the last tells others that they went. */
export const leave = (db: Db, { id, userId }: Connection): Promise<void> =>
  transact(db, async (tx) => {
    await settle(tx, userId, async () => {
      await tx.delete(sockets).where(eq(sockets.id, id));
    });
  });

/** Renews a process's connections; one that was ended meanwhile, as the process had stopped, comes again. */
export async function renew(db: Db, open: readonly Connection[]): Promise<void> {
  if (open.length === 0) return;
  const ids = open.map(({ id }) => id);
  const kept = await db
    .update(sockets)
    .set({ aliveUntil: lease })
    .where(isOneOf(sockets.id, ids))
    .returning({ id: sockets.id });
  const there = new Set(kept.map(({ id }) => id));
  for (const one of open) if (!there.has(one.id)) await arrive(db, one);
}

/** Ends the connections of processes that are no more. */
export async function endLost(db: Db): Promise<void> {
  const lost = await db
    .selectDistinct({ userId: sockets.userId })
    .from(sockets)
    .where(lte(sockets.aliveUntil, sql`now()`));
  for (const { userId } of lost) await transact(db, (tx) => settle(tx, userId, async () => {}));
}

/** Changes somebody's connections, one such change of theirs at a time, and tells others if they came or went by it. */
async function settle(tx: Db, userId: string, change: () => Promise<void>): Promise<void> {
  const isThem = eq(users.id, userId);
  const [before] = await tx.select({ isOnline: users.isOnline }).from(users).where(isThem).for('no key update');
  if (!before) return;
  await change();
  await tx.delete(sockets).where(and(eq(sockets.userId, userId), lte(sockets.aliveUntil, sql`now()`)));
  const isOnline = (await tx.$count(sockets, eq(sockets.userId, userId))) > 0;
  if (isOnline === before.isOnline) return;
  await tx.update(users).set({ isOnline, lastActiveAt: new Date() }).where(isThem);
  await publishChatEvent(tx, { type: PRESENCE, cid: '', userId });
}
