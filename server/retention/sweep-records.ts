import type { Services } from '../context';
import { daysAgo } from '../db/remove-old';
import { organizations } from '../db/schema';
import { NO_ORGANIZATION } from '../db/schema/tenant';
import type { JobData } from '../queues';
import { SWEEPS, type Sweep } from './sweeps';

/** After this long, a sweep lets other organizations' run first. */
const TURN_MS = 4_000;

/** Has each organization's old records removed, and those of nobody. */
export async function findOldRecords({ database: { db }, jobs }: Services): Promise<void> {
  const found = await db.select({ id: organizations.id }).from(organizations);
  for (const orgId of [NO_ORGANIZATION, ...found.map(({ id }) => id)]) {
    await jobs.enqueue(db, { name: 'sweep-records', data: { orgId } });
  }
}

/**
 * Removes what an organization no longer keeps, a portion a statement, for a turn; another job goes on with what is left.
 * What one that died had removed is gone, so nothing is done twice.
 */
export async function sweepRecords(
  { config, database: { db }, jobs, log }: Pick<Services, 'config' | 'database' | 'jobs' | 'log'>,
  data: JobData<'sweep-records'>,
  turn = TURN_MS,
): Promise<void> {
  const { orgId } = data;
  const until = performance.now() + turn;
  const daysOf = ({ kept }: Sweep) => (typeof kept === 'number' ? kept : config.keepDays[kept]);
  let removed = 0;
  for (const sweep of SWEEPS) {
    const days = daysOf(sweep);
    if (days === null) continue;
    for (;;) {
      if (performance.now() > until) return jobs.enqueue(db, { name: 'sweep-records', data });
      const { rowCount } = await db.execute(sweep.removeSome(orgId, daysAgo(days)));
      if (!rowCount) break;
      removed += rowCount;
    }
  }
  if (removed > 0) log.info({ orgId, removed }, 'old records removed');
}
