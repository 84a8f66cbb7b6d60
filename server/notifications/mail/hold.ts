import { createHash } from 'node:crypto';
import type { Notice } from '../../../domain/notifications/notice';
import { channelsOf, isMailedFromFeed, keyOf } from '../../../domain/notifications/settings';
import type { Config } from '../../config';
import type { Services } from '../../context';
import type { Db } from '../../db/client';
import { heldLetters } from '../../db/schema';
import { NO_ORGANIZATION } from '../../db/schema/tenant';
import type { JobData } from '../../queues';
import { choicesOf, thoseTold } from '../settings';
import { type HeldQueue, toldBy } from './letter-notices';
import { withWayOut } from './way-out';

type Work<N extends HeldQueue> = (services: Services, data: JobData<N>) => Promise<void>;

/**
 * A letter's handler that holds the letter until it is due, unless its reader is to get none. What isn't in the feed leaves
 * at once, and so does all of it without the feed.
 */
export function heldFirst<N extends HeldQueue>(name: N, send: Work<N>): Work<N> {
  return async (services, data) => {
    const {
      config,
      database: { db },
    } = services;
    const told = await toldBy(db, name, data);
    // Whoever sends it finds nobody to write to either.
    if (told === null) return send(services, data);
    const { userId, key, notice } = told;
    if (!channelsOf(key, await choicesOf(db, userId)).byEmail) return;
    if (!config.parts.feed) return send(services, data);
    if (notice === null || data.isDue || config.feedMailMinutes === 0) {
      return send(withWayOut(services, { userId, key }), data);
    }
    const event = createHash('sha256')
      .update(JSON.stringify([name, data]))
      .digest('hex');
    await holdLetters(db, config, notice, { people: [userId], event, job: { name, data } });
  };
}

type Held = { people: readonly string[]; event: string; job: { name: string; data: object } | null };

/** Holds a letter about something for each of these people, once however often it is asked. */
async function holdLetters(
  db: Db,
  { feedMailMinutes }: Pick<Config, 'feedMailMinutes'>,
  notice: Notice,
  { people, event, job }: Held,
): Promise<void> {
  if (people.length === 0) return;
  const { type, orgId, subject, payload } = notice;
  const createdAt = new Date();
  const dueAt = new Date(createdAt.getTime() + feedMailMinutes * 60_000);
  const letter = { key: keyOf(notice), type, orgId: orgId ?? NO_ORGANIZATION, subject, payload, event, job };
  await db
    .insert(heldLetters)
    .values(people.map((userId) => ({ userId, ...letter, createdAt, dueAt })))
    .onConflictDoNothing();
}

/** Holds a letter of what has none of its own, for those who chose to have it emailed. */
export async function holdTold(
  tx: Db,
  config: Pick<Config, 'feedMailMinutes'>,
  notice: Notice,
  { people, eventId: event }: { people: readonly string[]; eventId: string },
): Promise<void> {
  const key = keyOf(notice);
  if (!isMailedFromFeed(key)) return;
  const wanted = await thoseTold(tx, people, key, 'byEmail');
  await holdLetters(tx, config, notice, { people: wanted, event, job: null });
}
