import { DomainError } from '../../domain/errors';
import { hasReached, type Position, readPosition } from '../../domain/live/position';
import type { Database, Readable } from './client';
import { QUERY_CANCELLED, sqlState } from './transact';

/** The primary's current write position: at or after everything already committed. */
export async function positionOf({ pool }: Readable): Promise<Position | null> {
  const { rows } = await pool.query<{ position: string }>('select pg_current_wal_insert_lsn()::text as position');
  return readPosition(rows[0]?.position);
}

/** Whether a replica has reached a position; once reached, it stays so. */
async function shows(replica: NonNullable<Database['replica']>, wanted: Position): Promise<boolean> {
  if (replica.reached !== undefined && hasReached(replica.reached, wanted)) return true;
  const text = 'select pg_last_wal_replay_lsn()::text as position';
  const reached = readPosition((await replica.pool.query<{ position: string | null }>(text)).rows[0]?.position);
  if (reached === null) return false;
  replica.reached = reached;
  return hasReached(reached, wanted);
}

/** How long a failed replica isn't used. */
const REST_MS = 10_000;

/**
 * Runs a read on the replica, or on the primary if there is none or it fails, including with a refusal: data not found
 * there may not have arrived yet. `notBefore` is the position the read must include. Timeouts aren't retried. `work`
 * must change nothing.
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
