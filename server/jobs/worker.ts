import type { Job, JobResult, JobWithMetadata, PgBoss } from 'pg-boss';
import type { Services } from '../context';
import { asTeller } from '../events/declared';
import { JOBS_TELL } from '../events/job-tells';
import { type Refusal, watchMail } from '../mail/watch-mail';
import { GIVEN_UP, QUEUES, type Queue, type QueueName } from '../queues';
import { inSpan } from '../tracing';
import { keepFailedJob, outputOf, type ToldGivenUp } from './failed-jobs';
import { giveTurns, isCut } from './turns';

/** Workers are told of new jobs, and of those that are due (`wake-due.ts`); what neither tells them they find this late. */
const POLL_SECONDS = 60;

const PACE = {
  pollingIntervalSeconds: POLL_SECONDS,
  notifyPollingIntervalSeconds: POLL_SECONDS,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const;

type Work = (services: Services, data: never) => Promise<void>;

/** How many jobs of each queue this process works on. */
export type Running = Map<string, number>;

/** Works on a queue's jobs, in portions, and in turns between organizations (`turns.ts`). */
export async function work(
  boss: PgBoss,
  services: Services,
  name: QueueName,
  run: Work,
  running: Running = new Map(),
): Promise<void> {
  const queue: Queue = QUEUES[name];
  const { data, together, sideBySide, eachOrganization, workers = 1 } = queue;
  const deadline = sideBySide ? queue.expires : queue.expires / together;
  const options = {
    ...PACE,
    batchSize: together,
    localConcurrency: workers,
    ...(eachOrganization === undefined ? {} : { localGroupConcurrency: eachOrganization }),
  } as const;
  const settle = async (job: Job<unknown>, { length }: readonly Job<unknown>[]) => {
    const result = await counted(running, name, () =>
      settled(services, job, (tools) =>
        inTime(deadline, () =>
          asTeller(`job ${name}`, JOBS_TELL[name], tools, () => run(tools, data.parse(job.data) as never)),
        ),
      ),
    );
    // What is done isn't done again if the process dies with the rest of its portion: no letter arrives twice.
    if (length > 1 && result.status === 'completed') {
      await boss
        .complete(name, job)
        .catch((err: unknown) => services.log.warn({ err, job: name }, 'a finished job isn’t marked yet'));
    }
    return result;
  };
  const id = await boss.work(name, options, async (portion) => {
    const results = await (sideBySide
      ? Promise.all(portion.map((job) => settle(job, portion)))
      : oneByOne(portion, (job) => settle(job, portion)));
    if (isCut(portion, queue)) {
      await giveTurns(services.database.db, name, portion, together).catch((err: unknown) =>
        services.log.error({ err, job: name }, 'turns were not given'),
      );
      boss.notifyWorker(id);
    }
    return results;
  });
}

async function counted<T>(running: Running, name: string, work: () => Promise<T>): Promise<T> {
  running.set(name, (running.get(name) ?? 0) + 1);
  try {
    return await work();
  } finally {
    running.set(name, (running.get(name) ?? 1) - 1);
  }
}

/** Part of what a queue's portion may take, so that a job that hangs fails alone and those beside it don't run again. */
const SHARE = 0.9;

/** Raises when work isn't done in so many seconds; the job is tried again then. */
async function inTime(seconds: number, work: () => Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_done, fail) => {
    timer = setTimeout(() => fail(new Error('a job took too long')), seconds * SHARE * 1000);
  });
  // Work may raise before it has a promise; the clock is stopped then as well.
  try {
    await Promise.race([work(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Works on the jobs that were given up, of every queue. */
export async function workOnGivenUp(boss: PgBoss, services: Services, told: ToldGivenUp): Promise<void> {
  const options = { ...PACE, batchSize: 20, includeMetadata: true } as const;
  await boss.work(GIVEN_UP, options, (portion: JobWithMetadata<unknown>[]) =>
    oneByOne(portion, (job) => settled(services, job, () => keepFailedJob(services, told, job))),
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
  const mail = watchMail(services.mail, id);
  try {
    await inSpan(`job ${name}`, 'CONSUMER', { 'messaging.destination.name': name }, () =>
      run({ ...services, mail }).catch((error: unknown) => {
        // Within the span, so that the line names its trace.
        logFailure(services, { error, name, refusal: mail.tried()?.refusal ?? null });
        throw error;
      }),
    );
    return { id, status: 'completed' };
  } catch (error) {
    const refusal = mail.tried()?.refusal ?? null;
    return { id, status: refusal?.mendedBy === 'nobody' ? 'deadletter' : 'failed', output: outputOf(error, mail) };
  }
}

/** A mail server that asks for patience is no failure; one that refuses us is for whoever runs this installation. */
function logFailure(
  { log }: Services,
  { error, name, refusal }: { error: unknown; name: string; refusal: Refusal | null },
): void {
  const told = { err: error, job: name };
  if (refusal?.isPostponed) log.info(told, 'a letter waits: the mail server asks to come back later');
  else if (refusal?.mendedBy === 'operator') {
    log.error(told, 'the mail server refuses our sign-in or sender: check SMTP_URL and MAIL_FROM');
  } else log.warn(told, 'a job failed');
}
