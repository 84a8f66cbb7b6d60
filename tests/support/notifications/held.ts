import { eq } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import { expect } from 'vitest';
import { heldLetters, mailbox } from '../../../server/db/schema';
import { enqueuesWith } from '../../../server/jobs';
import { sendDueLetters } from '../../../server/notifications/mail/send-due';
import type { JobRequest } from '../../../server/queues';
import type { TestApp } from '../app';

type Person = { id: string; email: string };

const bossOf = ({ database: { pool } }: TestApp) =>
  new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) }, schema: 'jobs' });

/** Enqueues jobs, and waits until they and what they enqueue is done. */
export async function work(app: TestApp, ...jobs: JobRequest[]): Promise<void> {
  const enqueue = enqueuesWith(bossOf(app));
  for (const job of jobs) await enqueue(app.database.db, job);
  await allMailed(app);
}

/** Waits until everybody was told, and the letters that are to leave left. */
export async function allMailed({ database: { pool } }: TestApp): Promise<void> {
  const waiting = `select name from jobs.job where state in ('created', 'retry', 'active') and (name like '%-letter'
    or name in ('notify', 'settle-notifications', 'order-placed', 'order-cancelled', 'order-news', 'order-problem',
                'problem-answer', 'difference-question', 'approval-answer'))`;
  await expect.poll(async () => (await pool.query(waiting)).rows, { timeout: 60_000 }).toEqual([]);
}

/** Sends what is due so many minutes from now, or at an instant. */
export async function sendDue(app: TestApp, when: number | Date = 11): Promise<void> {
  const now = typeof when === 'number' ? new Date(Date.now() + when * 60_000) : when;
  const { database, config } = app;
  const failures: unknown[] = [];
  const log = { error: (failure: unknown) => failures.push(failure) };
  const jobs = { enqueue: enqueuesWith(bossOf(app)) };
  await sendDueLetters({ database, config, jobs, log } as never, null, now);
  expect(failures).toEqual([]);
  await allMailed(app);
}

/** The letters a person got, the first one first. */
export const lettersOf = ({ database: { db } }: TestApp, { email }: Person) =>
  db.select().from(mailbox).where(eq(mailbox.recipient, email)).orderBy(mailbox.id);

export const subjectsOf = async (app: TestApp, person: Person) =>
  (await lettersOf(app, person)).map(({ subject }) => subject);

/** What waits to be emailed to a person. */
export const heldOf = async ({ database: { db } }: TestApp, { id }: Person) =>
  (await db.select().from(heldLetters).where(eq(heldLetters.userId, id)).orderBy(heldLetters.id)).filter(
    ({ dueAt }) => dueAt !== null,
  );
