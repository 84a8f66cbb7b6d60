import type { Config } from '../../../server/config';
import { openLog } from '../../../server/log';
import type { JobRequest } from '../../../server/queues';
import { sweepRecords } from '../../../server/retention/sweep-records';
import type { TestApp } from '../app';

type Options = {
  /** As the installation says, where it isn't the default. */
  keepDays?: Partial<Config['keepDays']>;
  /** How long the job may take, in milliseconds. */
  turn?: number;
  database?: Pick<TestApp['database'], 'db'>;
};

/** Removes what an organization no longer keeps, as its job does; answers the jobs that enqueues. */
export async function sweepOld(
  { config, database }: TestApp,
  orgId: number,
  { keepDays, turn, database: on }: Options = {},
): Promise<JobRequest[]> {
  const enqueued: JobRequest[] = [];
  const services = {
    config: { ...config, keepDays: { ...config.keepDays, ...keepDays } },
    database: { ...database, ...on },
    jobs: { enqueue: async (_: unknown, job: JobRequest) => void enqueued.push(job), close: async () => {} },
    log: openLog('silent'),
  };
  await sweepRecords(services, { orgId }, turn);
  return enqueued;
}
