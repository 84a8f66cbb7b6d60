import { sql } from 'drizzle-orm';
import type { Services } from '../context';
import type { Db } from '../db/client';
import { NO_ORGANIZATION } from '../db/schema/tenant';
import { transact } from '../db/transact';
import type { JobData } from '../queues';
import { tellFeeds } from './tell-feeds';

/** What a job of `settledAs` or `takenBack` does. */
export async function settleNotifications(
  { config, database: { db } }: Services,
  data: JobData<'settle-notifications'>,
): Promise<void> {
  if (!config.parts.feed) return;
  await transact(db, async (tx) => {
    await holdSubjects(tx, data.subjects);
    await settle(tx, data);
  });
}

/** Telling of a subject and settling it come one after the other, so that nothing settled is told and then stays. */
export async function holdSubjects(tx: Db, subjects: readonly string[]): Promise<void> {
  for (const subject of [...new Set(subjects)].sort())
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`notice ${subject}`}, 0))`);
}

/**
 * Settles the open activities of subjects for everybody told of them, or one person. With an outcome they stay and say so,
 * and a group of which nothing is open anymore counts as read, also one put away; without one they go, and with the last of
 * them their group. Letters about them that are held go in any case.
 */
export async function settle(
  tx: Db,
  { orgId, subjects, outcome, userId }: JobData<'settle-notifications'> & { userId?: string },
): Promise<void> {
  const about = sql`entry.org_id = ${orgId ?? NO_ORGANIZATION} and one.subject = any (${sql.param(subjects)}::text[])
    and one.outcome is null ${userId === undefined ? sql`` : sql`and one.user_id = ${userId}`}`;
  await tx.execute(sql`delete from held_letters where org_id = ${orgId ?? NO_ORGANIZATION} and due_at is not null
    and subject = any (${sql.param(subjects)}::text[]) ${userId === undefined ? sql`` : sql`and user_id = ${userId}`}`);
  const joined = sql`entry.user_id = one.user_id and entry.name = one.group_name`;
  // Held, so that what comes to a group meanwhile isn't lost with it. Only what is in these goes: in another, which somebody
  // else may hold, either would leave the group to the other's last activity.
  const held = await tx.execute<{ userId: string; name: string }>(sql`
    select entry.user_id as "userId", entry.name from notification_groups entry
     where exists (select from notifications one where ${joined} and ${about}) order by entry.user_id, entry.name for update`);
  if (held.rows.length === 0) return;
  const holders = sql.param(held.rows.map((row) => row.userId));
  const isHeld = sql`(entry.user_id, entry.name) in (
    select * from unnest(${holders}::uuid[], ${sql.param(held.rows.map(({ name }) => name))}::text[]))`;
  const { rows } = await tx.execute<{ userId: string; name: string }>(
    outcome === null
      ? sql`delete from notifications one using notification_groups entry where ${joined} and ${about} and ${isHeld}
            returning one.user_id as "userId", one.group_name as name`
      : sql`update notifications one set outcome = ${outcome} from notification_groups entry where ${joined} and ${about} and ${isHeld}
            returning one.user_id as "userId", one.group_name as name`,
  );
  if (rows.length === 0) return;
  const people = rows.map((row) => row.userId);
  const touched = sql`unnest(${sql.param(people)}::uuid[], ${sql.param(rows.map(({ name }) => name))}::text[]) as touched (user_id, name)`;
  const within = sql`(entry.user_id, entry.name) in (select * from ${touched})`;
  const left = sql`select from notifications one where ${joined}`;
  await tx.execute(sql`delete from notification_groups entry where ${within} and not exists (${left})`);
  await tx.execute(sql`update notification_groups entry set is_seen = true, is_read = true, snoozed_until = null
    where ${within} and (not is_read or snoozed_until is not null) and not exists (${left} and one.outcome is null)`);
  await tellFeeds(tx, people);
}
