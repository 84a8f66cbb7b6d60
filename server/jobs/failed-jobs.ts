import { lt } from 'drizzle-orm';
import type { JobWithMetadata } from 'pg-boss';
import { FIXED } from '../../domain/retention/periods';
import type { Services } from '../context';
import type { Db } from '../db/client';
import { daysAgo, removeOld } from '../db/remove-old';
import { failedJobs } from '../db/schema';
import { NO_ORGANIZATION } from '../db/schema/tenant';
import { publish } from '../live/publish';
import type { WatchedMail } from '../mail/watch-mail';
import { type JobData, QUEUES, type Queue, type QueueName } from '../queues';

/** What a failed try leaves of it, for when it was the last. */
type Output = { error: string; recipient?: string; subject?: string; reason?: string };

/** What a failed try leaves: the error's name, and the letter with the reason if it got that far. */
export function outputOf(error: unknown, mail: WatchedMail): Output {
  const name = error instanceof Error ? error.name : 'unknown';
  const tried = mail.tried();
  if (tried === null) return { error: name };
  const { to: recipient, subject, refusal } = tried;
  return { error: name, recipient, subject, ...(refusal && { reason: refusal.reason }) };
}

/** What is told that a queue's job was given up, and why: where a screen says what becomes of it. */
export type ToldGivenUp = {
  [N in QueueName]?: (services: Services, data: JobData<N>, reason: string) => Promise<void>;
};

/**
 * Keeps a job that was given up, whoever gave it up: its last try failed, took too long, or died with its process. Logged
 * as `job given up`, which monitoring should raise the alarm on; `/health` counts them.
 */
export async function keepFailedJob(
  services: Services,
  told: ToldGivenUp,
  job: JobWithMetadata<unknown>,
): Promise<void> {
  const {
    database: { db },
    log,
  } = services;
  const { id, sourceId, sourceName, sourceRetryCount, sourceOutput, data } = job;
  const queue = sourceName ?? 'unknown';
  const { letter }: Partial<Queue> = QUEUES[queue as QueueName] ?? {};
  const output = (sourceOutput ?? {}) as Partial<Output>;
  const tries = (sourceRetryCount ?? 0) + 1;
  const { orgId = NO_ORGANIZATION, toOrgId = orgId } = (data ?? {}) as { orgId?: number; toOrgId?: number };
  log.error({ job: queue, orgId: toOrgId, tries, error: output.error }, 'job given up');
  const reason = output.reason ?? 'Something went wrong on our side.';
  const [kept] = await db
    .insert(failedJobs)
    .values({
      jobId: sourceId ?? id,
      orgId: toOrgId,
      queue,
      data,
      recipient: output.recipient ?? null,
      subject: output.subject ?? letter ?? null,
      reason,
      tries,
    })
    .onConflictDoNothing()
    .returning({ id: failedJobs.id });
  if (kept && letter !== undefined && toOrgId !== NO_ORGANIZATION) {
    await publish(db, { topic: 'unsent-emails', kind: 'created', id: kept.id, orgIds: [toOrgId] });
  }
  await told[queue as QueueName]?.(services, data as never, reason);
}

/** Forgets the oldest of them. */
export async function purgeFailedJobs(db: Db): Promise<void> {
  await removeOld(db, failedJobs, lt(failedJobs.failedAt, daysAgo(FIXED.failedJobs)));
}
