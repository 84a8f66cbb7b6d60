import type { SQL } from 'drizzle-orm';
import type pg from 'pg';
import { readRows } from '../db/page';

/**
 * A million lines are summed in memory instead of files, by a plan for these very values, and by one process: with
 * workers a report is a third faster, but whoever orders meanwhile waits longer (`npm run bench -- reports`).
 */
const ROOM = `begin read only; set local work_mem = '64MB'; set local plan_cache_mode = force_custom_plan;
  set local max_parallel_workers_per_gather = 0`;

/** The rows of a statement that sums many. */
export async function readSums<Row extends pg.QueryResultRow>(pool: pg.Pool, query: SQL): Promise<Row[]> {
  const connection = await pool.connect();
  try {
    await connection.query(ROOM);
    const rows = await readRows<Row>(connection, query);
    await connection.query('commit');
    connection.release();
    return rows;
  } catch (error) {
    connection.release(true);
    throw error;
  }
}
