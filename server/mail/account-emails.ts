import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../db/client';
import { failedJobs } from '../db/schema';
import { NO_ORGANIZATION } from '../db/schema/tenant';

const ofPerson = (userId: string) =>
  and(
    eq(failedJobs.orgId, NO_ORGANIZATION),
    eq(failedJobs.queue, 'identity-letter'),
    sql`${failedJobs.data}->>'userId' = ${userId}`,
  );

/** Why the last link for somebody's account couldn't be emailed to them; null when none was given up. */
export async function accountEmailProblem(db: Db, userId: string): Promise<string | null> {
  const [last] = await db
    .select({ reason: failedJobs.reason })
    .from(failedJobs)
    .where(ofPerson(userId))
    .orderBy(desc(failedJobs.id))
    .limit(1);
  return last?.reason ?? null;
}

/** A link for somebody's account was emailed: those that couldn't be are of no more use. */
export async function forgetAccountEmails(db: Db, userId: string): Promise<void> {
  await db.delete(failedJobs).where(ofPerson(userId));
}
