import { and, asc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import { FIXED } from '../../domain/retention/periods';
import type { Db } from '../db/client';
import { daysAgo, removeOld } from '../db/remove-old';
import { heldLetters, notificationGroups, notificationSettings, notifications } from '../db/schema';

/** Removes a person's feed with what they chose of it, or what an organization they leave has in it. */
export async function forgetFeed(db: Db, userId: string, orgId?: number): Promise<void> {
  const held = orgId === undefined ? undefined : eq(heldLetters.orgId, orgId);
  await db.delete(heldLetters).where(and(eq(heldLetters.userId, userId), held));
  if (orgId === undefined) await db.delete(notificationSettings).where(eq(notificationSettings.userId, userId));
  const mine = and(
    eq(notificationGroups.userId, userId),
    orgId === undefined ? undefined : eq(notificationGroups.orgId, orgId),
  );
  const gone = await db.delete(notificationGroups).where(mine).returning({ name: notificationGroups.name });
  const names = gone.map(({ name }) => name);
  if (names.length === 0) return;
  await db.delete(notifications).where(and(eq(notifications.userId, userId), inArray(notifications.groupName, names)));
}

/** A person's feed as they may take it with them: what kind of thing happened, when, and what became of it. */
export async function exportFeed(db: Db, userId: string) {
  const rows = await db
    .select({ type: notificationGroups.type, at: notifications.createdAt, outcome: notifications.outcome })
    .from(notifications)
    .innerJoin(
      notificationGroups,
      and(eq(notificationGroups.userId, notifications.userId), eq(notificationGroups.name, notifications.groupName)),
    )
    .where(eq(notifications.userId, userId))
    .orderBy(asc(notifications.id));
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

/** What a person chose of their feed and its emails, as they may take it with them; null if they changed nothing. */
export async function exportFeedSettings(db: Db, userId: string) {
  const { choices, quietHours, timeZone } = notificationSettings;
  const mine = eq(notificationSettings.userId, userId);
  const [found] = await db.select({ choices, quietHours, timeZone }).from(notificationSettings).where(mine);
  return found ?? null;
}

/** Removes what everybody's feeds no longer keep, a portion a statement. */
export async function purgeFeeds(db: Db): Promise<void> {
  // What was put away comes back whole.
  const isKept = sql`exists (select from notification_groups entry where entry.user_id = ${notifications.userId}
    and entry.name = ${notifications.groupName}
    and (entry.snoozed_until is not null or entry.updated_at >= ${daysAgo(FIXED.feed)}))`;
  await removeOld(db, notifications, sql`${lt(notifications.createdAt, daysAgo(FIXED.feed))} and not ${isKept}`);
  const isOldGroup = lt(notificationGroups.updatedAt, daysAgo(FIXED.feed));
  await removeOld(db, notificationGroups, sql`${isOldGroup} and ${isNull(notificationGroups.snoozedUntil)}`);
  await removeOld(db, heldLetters, lt(heldLetters.createdAt, daysAgo(FIXED.feed)));
}
