import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/client';
import { sandboxChatMembers as members, sandboxChatUsers as users } from '../../db/schema/sandbox/chat';
import { missing } from './account';
import { muted, unreadOf } from './store';
import { splitCid, toUser } from './wire';

/** A person's own user as the service sends it on connect. Raises a Refusal if unknown. */
export async function ownUser(db: Db, userId: string) {
  const [row] = await db.update(users).set({ lastActiveAt: new Date() }).where(eq(users.id, userId)).returning();
  if (!row) throw missing('User');
  const unread = await unreadOf(db, userId);
  const total = unread.reduce((sum, { unread_count }) => sum + unread_count, 0);
  return {
    ...toUser(row),
    online: true,
    devices: [],
    mutes: [],
    blocked_user_ids: [],
    channel_mutes: await mutesOf(db, userId),
    unread_count: total,
    total_unread_count: total,
    unread_channels: unread.length,
    unread_threads: 0,
  };
}

/** The channels someone has muted. */
export async function mutesOf(db: Db, userId: string) {
  const rows = await db
    .select()
    .from(members)
    .where(and(eq(members.userId, userId), muted));
  return rows.map(({ cid, createdAt, mutedUntil }) => ({
    channel: { cid, type: splitCid(cid).channel_type, id: splitCid(cid).channel_id },
    user: { id: userId },
    created_at: createdAt,
    updated_at: createdAt,
    ...(mutedUntil ? { expires: mutedUntil } : {}),
  }));
}
