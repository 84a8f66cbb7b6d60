import { DomainError } from '../../domain/errors';
import { hasReached, type Position, readPosition } from '../../domain/live/position';
import type { Database, Readable } from './client';
import { QUERY_CANCELLED, sqlState } from './transact';

/** How far the primary has written by now: no further than what was committed before is needed to show it. */
export async function positionOf({ pool }: Readable): Promise<Position | null> {
  const { rows } = await pool.query<{ position: string }>('select pg_current_wal_insert_lsn()::text as position');
  return readPosition(rows[0]?.position);
}

/** Whether a copy shows all that was written up to a position; what it once showed it keeps on showing. */
async function shows(replica: NonNullable<Database['replica']>, wanted: Position): Promise<boolean> {
  if (replica.reached !== undefined && hasReached(replica.reached, wanted)) return true;
  const text = 'select pg_last_wal_replay_lsn()::text as position';
  const reached = readPosition((await replica.pool.query<{ position: string | null }>(text)).rows[0]?.position);
  if (reached === null) return false;
  replica.reached = reached;
  return hasReached(reached, wanted);
}

/** How long a replica that failed is left alone. */
const REST_MS = 10_000;

/**
 * Runs a read on the replica, and on the primary where there is none or it fails: what it refuses too, because what
 * was not found there may only not have arrived. `notBefore` is what the reader was told of and must be shown. Only what took too long is not asked again. `work` must change nothing.
 */
export async function readLagging<T>(
  database: Database,
  work: (from: Readable) => Promise<T>,
  onFailure: (error: unknown) => void,
  notBefore: Position | null = null,
): Promise<T> {
  const { replica } = database;
  if (replica === undefined || Date.now() < replica.restsUntil) return work(database);
  if (notBefore !== null && !(await shows(replica, notBefore).catch(() => false))) return work(database);
  try {
    return await work(replica);
  } catch (error) {
    if (sqlState(error) === QUERY_CANCELLED) throw error;
    if (!(error instanceof DomainError)) {
      replica.restsUntil = Date.now() + REST_MS;
      onFailure(error);
    }
    return work(database);
  }
}
