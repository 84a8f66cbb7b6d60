import type pg from 'pg';
import { StartError } from '../../config';
import { ownClient } from './own-client';

/** Enough to be sure while other processes ask the same pooler. */
const TRIES = 5;

/**
 * Raises StartError when a connection pooler between this client and PostgreSQL hands its statements to several sessions,
 * as PgBouncer does in its transaction mode: prepared statements, settings, LISTEN and the lock of a migration belong to a
 * session. A pooler that gives each connection a session of its own is fine.
 */
export async function refuseSharedSessions(client: pg.Client, address: string): Promise<void> {
  // A pooler tells its clients a number of its own for the session.
  if ((await sessionOf(client)) === numberTold(client)) return;
  const other = ownClient({ connectionString: address, application_name: 'verdant migrations' });
  try {
    await other.connect();
    if (await doShare(client, other)) throw new StartError(SHARED);
  } finally {
    await other.end();
  }
}

const SHARED =
  'DATABASE_URL leads to a connection pooler in transaction mode: use its session mode (pool_mode = session), or PostgreSQL itself.';

async function doShare(one: pg.Client, other: pg.Client): Promise<boolean> {
  const ones = new Set<number>();
  const others = new Set<number>();
  for (let tries = 0; tries < TRIES; tries += 1) {
    ones.add(await sessionOf(one));
    others.add(await sessionOf(other));
  }
  return ones.size > 1 || others.size > 1 || [...ones].some((one) => others.has(one));
}

async function sessionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

/** Missing in the library's types. */
const numberTold = (client: pg.Client): number => (client as unknown as { processID: number }).processID;
