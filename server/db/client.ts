import { NodePgDatabase, NodePgDriver, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Position } from '../../domain/live/position';
import { readAddress } from './connection/address';
import { Dialect } from './connection/dialect';
import { NamingClient } from './connection/naming-client';
import { WatchedPool } from './connection/watched-pool';

const SECOND = 1000;
/** An unreachable replica isn't waited for, since there is the primary. */
const REPLICA_PATIENCE = 2 * SECOND;
/** How much of a typed word must be in a name for them to be nearly the same, of its groups of three letters. */
export const NEAR_ENOUGH = 0.25;
const INT8_ARRAY: number = 1016;
const textsOf: (text: string) => (string | null)[] = pg.types.getTypeParser(INT8_ARRAY);

// Set globally because Drizzle reads the global type parsers, not a pool's.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(INT8_ARRAY, (text) => textsOf(text).map((id) => (id === null ? null : Number(id))));
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMP, (text) => new Date(`${text}Z`));

/** What verbs query: the database, or the transaction they run in. */
export type Db = PgDatabase<NodePgQueryResultHKT>;

/** What reads query. */
export type Readable = Pick<Database, 'pool' | 'db'>;

export type Database = {
  /**
   * int8 is read as number, also in arrays, numeric and date as string, timestamps as Date. Drizzle's typed queries
   * decode by column; its raw `execute` leaves timestamps as text.
   */
  readonly pool: pg.Pool;
  readonly db: NodePgDatabase & { $client: pg.Pool };
  /** A read-only replica that may lag; absent without one. Used by `readLagging`. */
  readonly replica?: Readable & { restsUntil: number; reached?: Position };
  close(): Promise<void>;
};

export type DatabaseOptions = {
  /** Most concurrent connections. */
  readonly max: number;
  /** The database replica's address. */
  readonly replicaUrl?: string | undefined;
  /** Statement timeout in milliseconds; 0 for none (bulk loading). */
  readonly statementTimeout?: number;
  /** Called when an idle connection breaks; the pool replaces it. */
  readonly onLostConnection?: (error: Error) => void;
};

/** Opens a database's pools. They connect on first use, so a wrong address only shows then. Raises StartError if a file that an address names can't be read. */
export function openDatabase(url: string, options: DatabaseOptions): Database {
  const { max, replicaUrl } = options;
  const pool = openPool(readAddress(url, 'DATABASE_URL'), max, options);
  const copy =
    replicaUrl === undefined
      ? undefined
      : openPool(readAddress(replicaUrl, 'DATABASE_REPLICA_URL'), max, options, REPLICA_PATIENCE);
  return {
    pool,
    db: openDrizzle(pool),
    ...(copy === undefined ? {} : { replica: { pool: copy, db: openDrizzle(copy), restsUntil: 0 } }),
    close: async () => {
      await Promise.all([pool.end(), copy?.end()]);
    },
  };
}

/** As Drizzle opens it, but with our dialect. */
function openDrizzle(pool: pg.Pool): Database['db'] {
  const dialect = new Dialect();
  const session = new NodePgDriver(pool, dialect).createSession(undefined);
  return Object.assign(new NodePgDatabase<Record<string, never>>(dialect, session, undefined), { $client: pool });
}

function openPool(url: string, max: number, options: DatabaseOptions, patience = 15 * SECOND): pg.Pool {
  const settings = `set statement_timeout = ${options.statementTimeout ?? 30 * SECOND};
    set idle_in_transaction_session_timeout = ${60 * SECOND};
    set pg_trgm.word_similarity_threshold = ${NEAR_ENOUGH}`;
  const pool = new WatchedPool({
    Client: NamingClient,
    connectionString: url,
    max,
    application_name: 'verdant',
    connectionTimeoutMillis: patience,
    // Not as parameters of the connection, which PgBouncer refuses.
    onConnect: async (client) => {
      await client.query({ text: settings, query_timeout: patience } as pg.QueryConfig);
    },
    idleTimeoutMillis: 30 * SECOND,
    keepAlive: true,
    // By default, the system would check a silent connection only after two hours.
    keepAliveInitialDelayMillis: 10 * SECOND,
  });
  pool.on('error', (error) => options.onLostConnection?.(error));
  // A broken connection fails its user's query; an unhandled error event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}
