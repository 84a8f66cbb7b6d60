import { desc, eq } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import { expect } from 'vitest';
import { mailbox, reportMailings } from '../../../server/db/schema';
import type { TestApp } from '../app';

/** Makes a mailing due at this time. */
export async function makeDue({ database: { db } }: TestApp, id: number, nextAt = new Date(Date.now() - 1_000)) {
  await db.update(reportMailings).set({ nextAt }).where(eq(reportMailings.id, id));
}

/** Runs a queue's work for what is enqueued in it; resolves once that is done. */
export async function runJob({ database: { pool } }: TestApp, name: string, data: object = {}): Promise<void> {
  const boss = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) }, schema: 'jobs' });
  const id = (await boss.send(name, data)) ?? '';
  await expect.poll(async () => (await boss.findJobs(name, { id }))[0]?.state, { timeout: 30_000 }).toBe('completed');
}

/** The letters someone got, latest first. */
export const lettersTo = ({ database: { db } }: TestApp, { email }: { email: string }) =>
  db.select().from(mailbox).where(eq(mailbox.recipient, email)).orderBy(desc(mailbox.sentAt));

/** Waits until someone has got this many letters; gives the latest. */
export async function letterTo(app: TestApp, person: { email: string }, count = 1) {
  await expect.poll(async () => (await lettersTo(app, person)).length, { timeout: 30_000 }).toBe(count);
  const [letter] = await lettersTo(app, person);
  if (!letter) throw new Error('no letter');
  return letter;
}
