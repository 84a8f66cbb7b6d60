import { DomainError } from '../../domain/errors';
import type { Database, Readable } from './client';
import { QUERY_CANCELLED, sqlState } from './transact';

/** How long a replica that failed is left alone. */
const REST_MS = 10_000;

/**
 * Runs a read on the replica, and on the primary where there is none or it fails: what it refuses too, because what
 * was not found there may only not have arrived. Only what took too long is not asked again. `work` must change nothing.
 */
export async function readLagging<T>(
  database: Database,
  work: (from: Readable) => Promise<T>,
  onFailure: (error: unknown) => void,
): Promise<T> {
  const { replica } = database;
  if (replica === undefined || Date.now() < replica.restsUntil) return work(database);
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
