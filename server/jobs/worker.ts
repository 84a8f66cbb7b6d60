import type { Job, JobResult, JobWithMetadata, PgBoss } from 'pg-boss';
import type { Services } from '../context';
import { watchMail } from '../mail/watch-mail';
import { QUEUES, type Queue, type QueueName } from '../queues';
import { GIVEN_UP, keepFailedJob, outputOf } from './failed-jobs';

/** New jobs start immediately; this is how late a retried one may start. */
const POLL_SECONDS = 2;

const PACE = {
  pollingIntervalSeconds: POLL_SECONDS,
  notifyPollingIntervalSeconds: POLL_SECONDS,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const;

type Work = (services: Services, data: never) => Promise<void>;

/** Works on a queue's jobs, in portions. */
export async function work(boss: PgBoss, services: Services, name: QueueName, run: Work): Promise<void> {
  const { data, together, sideBySide, eachOrganization }: Queue = QUEUES[name];
  const options = {
    ...PACE,
    batchSize: together,
    ...(eachOrganization === undefined ? {} : { groupConcurrency: eachOrganization }),
  } as const;
  const settle = (job: Job<unknown>) => settled(services, job, (tools) => run(tools, data.parse(job.data) as never));
  await boss.work(name, options, (portion) =>
    sideBySide ? Promise.all(portion.map(settle)) : oneByOne(portion, settle),
  );
}

/** Works on the jobs that were given up, of every queue. */
export async function workOnGivenUp(boss: PgBoss, services: Services): Promise<void> {
  const options = { ...PACE, batchSize: 20, includeMetadata: true } as const;
  await boss.work(GIVEN_UP, options, (portion: JobWithMetadata<unknown>[]) =>
    oneByOne(portion, (job) => settled(services, job, () => keepFailedJob(services, job))),
  );
}

async function oneByOne<J>(portion: readonly J[], settle: (job: J) => Promise<JobResult>): Promise<JobResult[]> {
  const results: JobResult[] = [];
  for (const job of portion) results.push(await settle(job));
  return results;
}

/** Runs one job; a failed one is retried independently of others fetched with it, a letter refused for good is not. */
async function settled(
  services: Services,
  { id, name }: Job<unknown>,
  run: (tools: Services) => Promise<void>,
): Promise<JobResult> {
  const mail = watchMail(services.mail);
  try {
    await run({ ...services, mail });
    return { id, status: 'completed' };
  } catch (error) {
    services.log.warn({ err: error, job: name }, 'a job failed');
    const isFinal = mail.tried()?.refusal?.isFinal ?? false;
    return { id, status: isFinal ? 'deadletter' : 'failed', output: outputOf(error, mail) };
  }
}
