import { and, eq, sql } from 'drizzle-orm';
import { badInput, notFound } from '../../domain/errors';
import type { notifications as contract } from '../../domain/notifications/contract';
import { whyNotUntil } from '../../domain/notifications/snooze';
import type { Services } from '../context';
import { notificationGroups as groups } from '../db/schema';
import { transact } from '../db/transact';
import type { Verb } from '../implement';
import { changed } from './feed';
import { tellFeeds } from './tell-feeds';

/**
 * Puts a group away until a time, or brings it back as it was. BAD_INPUT for a time that has passed or is too far ahead,
 * NOT_FOUND for a group that isn't in the caller's feed.
 */
export const snoozeGroup: Verb<typeof contract.snooze> = async (ctx, { body: { groupName, until } }) => {
  const { db, now, person } = ctx;
  const snoozedUntil = until === null ? null : new Date(until);
  const why = snoozedUntil && whyNotUntil(snoozedUntil, now);
  if (why) throw badInput({ until: why });
  const own = and(eq(groups.userId, person.userId), eq(groups.name, groupName));
  const found = await db.update(groups).set({ snoozedUntil }).where(own).returning({ name: groups.name });
  if (found.length === 0) throw notFound('Notification');
  return changed(ctx);
};

/** Brings back what was put away until now, as new and on top. */
export async function wakeSnoozed({ config, database: { db } }: Services): Promise<void> {
  if (!config.parts.feed) return;
  await transact(db, async (tx) => {
    const { rows } = await tx.execute<{ userId: string }>(sql`update notification_groups
      set snoozed_until = null, is_seen = false, is_read = false, updated_at = now()
      where snoozed_until <= now() returning user_id as "userId"`);
    await tellFeeds(
      tx,
      rows.map(({ userId }) => userId),
    );
  });
}
