import { sql } from 'drizzle-orm';
import type { PgBoss, QueueResult } from 'pg-boss';
import type { Db } from '../db/client';
import { GIVEN_UP, QUEUES, type Queue, type QueueName } from '../queues';

/** A job whose process shows no sign of life for so long is retried, as after a crash. */
const HEARTBEAT_SECONDS = 20;
const DAY_SECONDS = 24 * 60 * 60;
/** How long a job waits to be begun; it is deleted then. */
const KEPT_SECONDS = 14 * DAY_SECONDS;
/** The same of a part's job, which waits until the part is switched on again. */
const PART_KEPT_SECONDS = 20 * 365 * DAY_SECONDS;

/** What the database keeps of a queue and may change later. */
const settingsOf = ({ retried, expires, part }: Queue, deleteAfterSeconds: number) => ({
  retryLimit: retried.times,
  retryBackoff: true,
  retryDelay: retried.firstPause,
  retryDelayMax: retried.longestPause,
  expireInSeconds: expires,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  retentionSeconds: part === undefined ? KEPT_SECONDS : PART_KEPT_SECONDS,
  deleteAfterSeconds,
  deadLetter: GIVEN_UP,
  notify: true,
});

/**
 * Creates the queues and schedules the database lacks and corrects those that differ: at most starts, none. Finished jobs
 * are kept for so many days, or for ever.
 */
export async function keepQueues(boss: PgBoss, db: Db, keepDays: number | null): Promise<void> {
  // Of jobs to come; 0 is for ever.
  const deleteAfterSeconds = (keepDays ?? 0) * DAY_SECONDS;
  const [queues, schedules] = await Promise.all([boss.getQueues(), boss.getSchedules()]);
  const kept = new Map(queues.map((queue) => [queue.name, queue]));
  const keptSchedules = new Map(schedules.map(({ name, cron }) => [name, cron]));
  const givenUp = { retryLimit: 100, retryBackoff: true, retryDelayMax: 600, deleteAfterSeconds };
  const knownGivenUp = kept.get(GIVEN_UP);
  if (!knownGivenUp) await boss.createQueue(GIVEN_UP, givenUp);
  else if (knownGivenUp.deleteAfterSeconds !== deleteAfterSeconds) await boss.updateQueue(GIVEN_UP, givenUp);
  for (const name of Object.keys(QUEUES) as QueueName[]) {
    const { once, schedule, ...queue }: Queue = QUEUES[name];
    const settings = settingsOf(queue, deleteAfterSeconds);
    const policy = once ? 'short' : 'standard';
    const known = kept.get(name);
    if (!known) await boss.createQueue(name, { ...settings, policy });
    else if (!isLike(known, settings)) await boss.updateQueue(name, settings);
    // Each job has the policy its queue had when it was sent, so this is of those to come.
    if (known && known.policy !== policy)
      await db.execute(sql`update jobs.queue set policy = ${policy} where name = ${name}`);
    if (schedule && keptSchedules.get(name) !== schedule) await boss.schedule(name, schedule);
  }
}

const isLike = (known: QueueResult, settings: ReturnType<typeof settingsOf>): boolean =>
  Object.entries(settings).every(([setting, value]) => known[setting as keyof typeof settings] === value);
