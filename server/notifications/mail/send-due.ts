import { and, asc, eq, gt, isNotNull, isNull, lte } from 'drizzle-orm';
import { afterQuiet } from '../../../domain/notifications/quiet';
import type { Services } from '../../context';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { heldLetters, users } from '../../db/schema';
import { NO_ORGANIZATION } from '../../db/schema/tenant';
import { transact } from '../../db/transact';
import type { JobRequest } from '../../queues';
import { settingsOfPerson } from '../settings';
import { stillToMail } from './still-to-mail';

const PORTION = 100;
/** Letters of a person that one letter tells of; what is more comes with the next. */
const MOST = 500;

type Tools = Pick<Services, 'config' | 'database' | 'jobs' | 'log'>;

/** Sends what is due, by person: a letter by itself, or several as one. One whose letters fail doesn't hold up others. */
export async function sendDueLetters(services: Tools, _data?: unknown, now = new Date()): Promise<void> {
  const {
    database: { db },
    log,
  } = services;
  for (let last: string | undefined; ; ) {
    const people: { userId: string }[] = await db
      .selectDistinct({ userId: heldLetters.userId })
      .from(heldLetters)
      .innerJoin(users, and(eq(users.id, heldLetters.userId), isNull(users.deletedAt)))
      .where(
        and(isNotNull(heldLetters.dueAt), lte(heldLetters.dueAt, now), last ? gt(heldLetters.userId, last) : undefined),
      )
      .orderBy(asc(heldLetters.userId))
      .limit(PORTION);
    for (const { userId } of people) {
      await transact(db, (tx) => sendTo(tx, services, userId, now)).catch((err: unknown) =>
        log.error({ err }, 'letters that were held are not sent'),
      );
    }
    last = people.at(-1)?.userId;
    if (people.length < PORTION) return;
  }
}

/** Enqueues what is due to a person, together with noting it as sent; later in their quiet hours. */
async function sendTo(tx: Db, { config, jobs }: Tools, userId: string, now: Date): Promise<void> {
  const isPerson = and(eq(users.id, userId), isNull(users.deletedAt));
  // Held, so that another process that does the same sends them nothing beside.
  const free = await tx.select({ id: users.id }).from(users).where(isPerson).for('no key update', { skipLocked: true });
  if (free.length === 0) return;
  const { quietHours, timeZone } = await settingsOfPerson(tx, userId);
  const isDue = and(eq(heldLetters.userId, userId), isNotNull(heldLetters.dueAt), lte(heldLetters.dueAt, now));
  const dueAt = afterQuiet(now, quietHours, timeZone);
  if (config.parts.feed && dueAt > now) {
    await tx.update(heldLetters).set({ dueAt }).where(isDue);
    return;
  }
  const rows = await tx.select().from(heldLetters).where(isDue).orderBy(asc(heldLetters.id)).limit(MOST).for('update');
  const ids = rows.map(({ id }) => id);
  await tx
    .update(heldLetters)
    .set({ dueAt: null })
    .where(and(eq(heldLetters.userId, userId), isOneOf(heldLetters.id, ids)));
  const held = rows.map(({ orgId, createdAt, ...row }) => ({
    ...row,
    orgId: orgId === NO_ORGANIZATION ? null : orgId,
    at: createdAt.toISOString(),
  }));
  // Those that were held before the feed was switched off.
  if (!config.parts.feed) {
    for (const { job } of held) if (job) await jobs.enqueue(tx, dueJob(job));
    return;
  }
  const left = await stillToMail(tx, userId, held);
  const [first] = left;
  if (first === undefined) return;
  if (left.length === 1 && first.job) return jobs.enqueue(tx, dueJob(first.job));
  await jobs.enqueue(tx, {
    name: 'feed-letter',
    data: {
      userId,
      held: left.map(({ type, orgId, subject, payload, at }) => ({
        type,
        orgId,
        subject,
        payload: payload as Record<string, unknown>,
        at,
      })),
    },
  });
}

const dueJob = ({ name, data }: { name: string; data: object }) =>
  ({ name, data: { ...data, isDue: true } }) as unknown as JobRequest;
