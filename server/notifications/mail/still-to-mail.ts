import { type SQL, sql } from 'drizzle-orm';
import type { Notice } from '../../../domain/notifications/notice';
import { channelsOf, keyOf } from '../../../domain/notifications/settings';
import type { Db } from '../../db/client';
import { isStillOpen } from '../recipients';
import { choicesOf } from '../settings';

/** What a letter is held for, since an instant. */
export type Held = { type: string; orgId: number | null; subject: string; payload: unknown; at: string };

/** Whether a notification says the same as a letter that is held. */
const SAME = sql`one.subject = held.subject and one.payload->>'news' is not distinct from held.payload->>'news'`;

/** Whether a letter's reader saw what it says, or put it away, or it was done: its notification, the last one before it was held. */
const isSeen = (
  userId: string,
): SQL => sql`coalesce((select one.outcome is not null or entry.is_seen or entry.snoozed_until is not null
  from notifications one join notification_groups entry on entry.user_id = one.user_id and entry.name = one.group_name
  where one.user_id = ${userId} and ${SAME} and one.created_at <= held.created_at
  order by one.id desc limit 1), false)`;

/** What of it is still to be emailed to a person: they want it, didn't see it, and it isn't done. */
export async function stillToMail<H extends Held>(db: Db, userId: string, held: readonly H[]): Promise<H[]> {
  const choices = await choicesOf(db, userId);
  const places = held.map(({ subject, payload, at }, place) => ({ place, subject, payload, created_at: at }));
  const { rows } = await db.execute<{ place: number }>(sql`select held.place
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
      as held (place int, subject text, payload jsonb, created_at timestamptz) where ${isSeen(userId)}`);
  const seen = new Set(rows.map(({ place }) => place));
  const left: H[] = [];
  for (const [place, one] of held.entries()) {
    const notice = one as unknown as Notice;
    if (seen.has(place) || !channelsOf(keyOf(notice), choices).byEmail) continue;
    if (await isStillOpen(db, notice)) left.push(one);
  }
  return left;
}

/** Lets go of the letters about what a person has seen by now. */
export async function dropSeen(db: Db, userId: string): Promise<void> {
  await db.execute(sql`delete from held_letters held
    where held.user_id = ${userId} and held.due_at is not null and ${isSeen(userId)}`);
}

/** Lets go of the letters about what a person removes from their feed: an entry, or one thing of it. */
export async function dropRemoved(db: Db, userId: string, removed: SQL): Promise<void> {
  await db.execute(sql`delete from held_letters held
    where held.user_id = ${userId} and held.due_at is not null and exists (
      select from notifications one where one.user_id = ${userId} and ${removed} and ${SAME})`);
}
