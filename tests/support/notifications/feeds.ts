import { randomUUID } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import type { Notice } from '../../../domain/notifications/notice';
import type { Db } from '../../../server/db/client';
import { notificationGroups, notifications } from '../../../server/db/schema';
import { addToFeeds } from '../../../server/notifications/notify';

/** Adds an entry to somebody's feed, of an order by default that needn't be. */
export async function makeNotification(
  db: Db,
  userId: string,
  notice: Partial<Notice> & { at?: Date } = {},
): Promise<{ groupName: string; activityId: number }> {
  const { at = new Date(), ...given } = notice;
  const made = {
    type: 'CONNECTION_INVITE_ACCEPTED',
    orgId: null,
    subject: `connection:${randomUUID()}`,
    payload: { connectionId: 1, invitedUserId: userId },
    ...given,
  } as Notice;
  await addToFeeds(db, made, { people: [userId], eventId: randomUUID(), at: at.toISOString() });
  const [last] = await db
    .select({ groupName: notifications.groupName, activityId: notifications.id })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), eq(notifications.subject, made.subject)))
    .orderBy(desc(notifications.id))
    .limit(1);
  if (last === undefined) throw new Error('nothing was added');
  return last;
}

/** What the platform holds of a person's feed: by entry, whether it was seen and read, and how much is in it. */
export async function feedRows(db: Db, userId: string) {
  const groups = await db.select().from(notificationGroups).where(eq(notificationGroups.userId, userId));
  const rows = await db.select().from(notifications).where(eq(notifications.userId, userId)).orderBy(notifications.id);
  return { groups, rows };
}
