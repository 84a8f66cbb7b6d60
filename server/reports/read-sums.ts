import { type SQL, sql } from 'drizzle-orm';
import type pg from 'pg';
import { readRows } from '../db/page';

/**
 * A million lines are summed in memory instead of files, by a plan for these very values; each worker adds up its share,
 * since what it hands on is few rows.
 */
const ROOM = `begin read only; set local work_mem = '64MB'; set local plan_cache_mode = force_custom_plan;
  set local parallel_tuple_cost = 0.01`;

/**
 * Ends a subquery whose calculated columns are grouped by. It keeps PostgreSQL from expecting a group for each row,
 * which workers couldn't add up: a subquery with a limit, even one that limits nothing, is planned by itself, and what
 * it calculates counts as having few values.
 */
export const BY_FEW = sql`limit all`;

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
