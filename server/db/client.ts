import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import * as schema from './schema';

const CLAIM_CONNECTIONS = 8;
const SECOND = 1000;
const INT8_ARRAY: number = 1016;
const textsOf: (text: string) => (string | null)[] = pg.types.getTypeParser(INT8_ARRAY);

// Drizzle reads the process-wide parsers, so these cannot be set on a pool.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(INT8_ARRAY, (text) => textsOf(text).map((id) => (id === null ? null : Number(id))));
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMP, (text) => new Date(`${text}Z`));

/** What a verb queries: the database itself or the transaction it runs in. */
export type Db = PgDatabase<NodePgQueryResultHKT, typeof schema>;

export type Database = {
  /**
   * int8 arrives as number, also in arrays, numeric and date as string, timestamps as Date. Drizzle's typed queries decode by column;
   * its raw `execute` leaves timestamps as text.
   */
  readonly pool: pg.Pool;
  readonly db: NodePgDatabase<typeof schema> & { $client: pg.Pool };
  /** Holds idempotency locks and nothing else, so that those who wait for a key never starve those who work. */
  readonly claims: pg.Pool;
  close(): Promise<void>;
};

export type DatabaseOptions = {
  /** Most connections at once, not counting the claims. */
  readonly max: number;
  /** Milliseconds one statement may run; 0 lifts the limit (bulk loading). */
  readonly statementTimeout?: number;
  /** Told when an idle connection breaks; the pool replaces it by itself. */
  readonly onLostConnection?: (error: Error) => void;
};

/** Opens the pools of one database. Connections are made when first needed, so a wrong address shows on first use. */
export function openDatabase(url: string, options: DatabaseOptions): Database {
  const pool = openPool(url, options.max, options);
  // Who waits for a key waits as long as the one who holds it works.
  const claims = openPool(url, CLAIM_CONNECTIONS, { ...options, statementTimeout: 0 });
  return {
    pool,
    claims,
    db: drizzle(pool, { schema }),
    close: async () => {
      await Promise.all([claims.end(), pool.end()]);
    },
  };
}

function openPool(url: string, max: number, options: DatabaseOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: 'verdant',
    statement_timeout: options.statementTimeout ?? 30 * SECOND,
    idle_in_transaction_session_timeout: 60 * SECOND,
    connectionTimeoutMillis: 15 * SECOND,
    idleTimeoutMillis: 30 * SECOND,
    keepAlive: true,
  });
  pool.on('error', (error) => options.onLostConnection?.(error));
  // Who holds a connection that breaks is told by their query; its own event, unheard, would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
