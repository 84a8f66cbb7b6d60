import { type ConstructorOptions, PgBoss } from 'pg-boss';
import type { Database } from '../db/client';
import { listenTo } from '../live/listen';
import type { Log } from '../log';
import { puttingBackBeside } from './put-back';

/** How often is looked for jobs whose process died. */
const SUPERVISE_SECONDS = 20;

/** `wake` makes this process's workers of a queue look for jobs. */
export type Boss = { readonly boss: PgBoss; wake(queue: string): void };

type BossOptions = Pick<ConstructorOptions, 'supervise' | 'schedule'> & {
  /** Told of a queue that has a new job, instead of waking its workers. */
  news?: (queue: string) => void;
};

/** The queues of the platform's own database, not yet started; new jobs wake the workers of this process. */
export function openBoss(database: Database, log: Log, { news, ...options }: BossOptions = {}): Boss {
  const address = { connectionString: database.pool.options.connectionString };
  let wake = (_queue: string) => {};
  const boss = new PgBoss({
    db: {
      // A single statement is named and planned once per connection; several in one text can't be.
      executeSql: (statement, values) => {
        const text = puttingBackBeside(statement);
        return text.includes(';')
          ? database.pool.query(text, values)
          : database.pool.query({ text, values: values ?? [] });
      },
      listen: async (channel, hear, missed) => {
        wake = hear;
        const close = await listenTo(`"${channel}"`, address, log, { hear: news ?? hear, missed });
        return { close };
      },
    },
    schema: 'jobs',
    useListenNotify: true,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    ...options,
  });
  boss.on('error', (error) => log.error({ err: error }, 'jobs'));
  return { boss, wake: (queue) => wake(queue) };
}
