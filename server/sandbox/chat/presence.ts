import { and, eq, lte, sql } from 'drizzle-orm';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { sandboxChatSockets as sockets, sandboxChatUsers as users } from '../../db/schema/sandbox/chat';
import { transact } from '../../db/transact';
import { publishChatEvent } from './events';

/** How long a connection counts without being renewed: that of a killed process ends by itself. */
const LEASE_S = 75;
/** How often a process renews its connections, and ends those nobody renewed. */
export const RENEWED_EVERY_MS = 25_000;
export const PRESENCE = 'user.presence.changed';

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

/** A query with `presence` asks to be told from then on, on the connection it names. */
export async function askPresence(db: Db, userId: string, connectionId: string | undefined): Promise<void> {
  if (connectionId === undefined || !/^[0-9a-f-]{36}$/.test(connectionId)) return;
  await db
    .update(sockets)
    .set({ asksPresence: true })
    .where(and(eq(sockets.id, connectionId), eq(sockets.userId, userId), eq(sockets.asksPresence, false)));
}

/** Who is told that somebody came or went: who asked, and is in a channel with them. */
export async function toldOfPresence(db: Db, userId: string): Promise<string[]> {
  const { rows } = await db.execute<{ userId: string }>(sql`
    select distinct s.user_id as "userId" from sandbox_chat_sockets s
     where s.asks_presence and s.user_id <> ${userId}
       and exists (select from sandbox_chat_members mine join sandbox_chat_members theirs using (cid)
                    where mine.user_id = ${userId} and theirs.user_id = s.user_id)`);
  return rows.map((row) => row.userId);
}
