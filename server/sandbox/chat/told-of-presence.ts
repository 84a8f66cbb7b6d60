import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/client';
import { sandboxChatSockets as sockets } from '../../db/schema/sandbox/chat';

/** The event that tells that somebody came or went. */
export const PRESENCE = 'user.presence.changed';

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
