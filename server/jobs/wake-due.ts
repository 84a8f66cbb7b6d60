import type pg from 'pg';
import type { Log } from '../log';

/** New jobs start at once; this is how late one may start that waited: for its time, another try, or another's turn. */
const LOOK_MS = 2_000;

/** The queues, of those named, with a job that may be begun now. */
const DUE = `
  select queue.name from unnest($1::text[]) as queue (name)
   where exists (select from jobs.job j
                  where j.name = queue.name and j.state < 'active' and not j.blocked and j.start_after <= now())`;

/**
 * Tells at once, and from time to time, which of these queues have jobs that are due. One statement for all of them:
 * workers that each ask for themselves keep an idle process and its database busy. Returns a function that ends it.
 */
export function wakeDue(
  pool: Pick<pg.Pool, 'query'>,
  names: readonly string[],
  wake: (name: string) => void,
  log: Log,
): () => void {
  let timer: NodeJS.Timeout;
  let isEnded = false;
  const look = async () => {
    try {
      const { rows } = await pool.query<{ name: string }>({ text: DUE, values: [names] });
      if (!isEnded) for (const { name } of rows) wake(name);
    } catch (error) {
      if (!isEnded) log.warn({ err: error }, 'jobs that are due were not looked for');
    }
    if (!isEnded) wait(LOOK_MS);
  };
  const wait = (ms: number) => {
    timer = setTimeout(look, ms);
    timer.unref();
  };
  wait(0);
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}
