import type pg from 'pg';
import type { Log } from '../log';

type Asked = Pick<pg.Pool, 'query'>;

/** By how many seconds this process's clock is ahead of the database's, give or take half of what asking takes. */
export async function clockOffset(pool: Asked): Promise<number> {
  const asked = Date.now();
  const { rows } = await pool.query<{ at: number }>('select extract(epoch from clock_timestamp())::float8 as at');
  return (asked + Date.now()) / 2_000 - (rows[0]?.at ?? Number.NaN);
}

const MOST_MINUTES = 10;

/** Logs that one of the clocks is wrong, and by how much, once they are more than ten minutes apart. Never raises. */
export async function compareClocks(pool: Asked, log: Log): Promise<void> {
  try {
    const minutes = Math.round((await clockOffset(pool)) / 60);
    if (Math.abs(minutes) <= MOST_MINUTES) return;
    const side = minutes > 0 ? 'ahead of' : 'behind';
    log.warn(
      { minutes },
      `this machine’s clock is ${Math.abs(minutes)} minutes ${side} the database’s: sign-ins, links and deadlines end too ${
        minutes > 0 ? 'early' : 'late'
      }; set both clocks by a time server (NTP)`,
    );
  } catch (err) {
    log.warn({ err }, 'the clocks could not be compared');
  }
}
