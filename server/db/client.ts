import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Position } from '../../domain/live/position';
import { NamingClient } from './naming-client';
import { WatchedPool } from './watched-pool';

const SECOND = 1000;
/** A replica that cannot be reached at once is not waited for: there is the primary. */
const REPLICA_PATIENCE = 2 * SECOND;
const INT8_ARRAY: number = 1016;
const textsOf: (text: string) => (string | null)[] = pg.types.getTypeParser(INT8_ARRAY);

// Drizzle reads the process-wide parsers, so these cannot be set on a pool.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(INT8_ARRAY, (text) => textsOf(text).map((id) => (id === null ? null : Number(id))));
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMP, (text) => new Date(`${text}Z`));

/** What a verb queries: the database itself or the transaction it runs in. */
export type Db = PgDatabase<NodePgQueryResultHKT>;

/** What a read asks. */
export type Readable = Pick<Database, 'pool' | 'db'>;

export type Database = {
  /**
   * int8 arrives as number, also in arrays, numeric and date as string, timestamps as Date. Drizzle's typed queries decode by column;
   * its raw `execute` leaves timestamps as text.
   */
  readonly pool: pg.Pool;
  readonly db: NodePgDatabase & { $client: pg.Pool };
  /** A copy that is only read and may be a little behind; absent where there is none. `readLagging` asks it. */
  readonly replica?: Readable & { restsUntil: number; reached?: Position };
  close(): Promise<void>;
};

export type DatabaseOptions = {
  /** Most connections at once. */
  readonly max: number;
  /** Address of a replica of the database. */
  readonly replicaUrl?: string | undefined;
  /** Milliseconds one statement may run; 0 lifts the limit (bulk loading). */
  readonly statementTimeout?: number;
  /** Told when an idle connection breaks; the pool replaces it by itself. */
  readonly onLostConnection?: (error: Error) => void;
};

/** Opens the pools of one database. Connections are made when first needed, so a wrong address shows on first use. */
export function openDatabase(url: string, options: DatabaseOptions): Database {
  const pool = openPool(url, options.max, options);
  const copy =
    options.replicaUrl === undefined ? undefined : openPool(options.replicaUrl, options.max, options, REPLICA_PATIENCE);
  return {
    pool,
    db: drizzle(pool),
    ...(copy === undefined ? {} : { replica: { pool: copy, db: drizzle(copy), restsUntil: 0 } }),
    close: async () => {
      await Promise.all([pool.end(), copy?.end()]);
    },
  };
}

function openPool(url: string, max: number, options: DatabaseOptions, patience = 15 * SECOND): pg.Pool {
  const pool = new WatchedPool({
    Client: NamingClient,
    connectionString: url,
    max,
    application_name: 'verdant',
    statement_timeout: options.statementTimeout ?? 30 * SECOND,
    idle_in_transaction_session_timeout: 60 * SECOND,
    connectionTimeoutMillis: patience,
    idleTimeoutMillis: 30 * SECOND,
    keepAlive: true,
    // Left out, the system looks only after two hours whether a silent connection still has another end.
    keepAliveInitialDelayMillis: 10 * SECOND,
  });
  pool.on('error', (error) => options.onLostConnection?.(error));
  // Who holds a connection that breaks is told by their query; its own event, unheard, would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
