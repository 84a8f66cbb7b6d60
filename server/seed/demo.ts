import { getTableName } from 'drizzle-orm';
import type pg from 'pg';
import { type Config, DEVELOPMENT_CREDENTIALS_KEY } from '../config';
import type { Database } from '../db/client';
import { ownClient } from '../db/connection/own-client';
import { readRows } from '../db/page';
import * as schema from '../db/schema';
import { transact } from '../db/transact';
import { hashPassword } from '../identity/passwords';
import { soldLinesOf } from '../orders/sold-lines';
import { DEFAULT_ORDERS } from './arguments';
import { inBulk } from './bulk';
import { copyRows, copyText, type Row } from './copy';
import { fillFeeds } from './feed';
import { openWorld } from './open-world';
import { addOrderedDelivery } from './ordered-delivery';
import { FIRST_ORDER_NUMBER } from './orders/orders';
import { type EncodedPortion, encodedPortions, type OrderCounts } from './orders/rows';
import { portionsApart } from './portions-apart';
import { addRegister } from './registers';
import { DEMO_PASSWORD } from './specs/people';
import { FOUNDATION, type FoundationTable } from './world';

export type DemoSummary = {
  organizations: number;
  people: number;
  products: number;
  customers: number;
  orders: number;
  lines: number;
  payments: number;
};

export type DemoOptions = {
  /** How many orders over the last two years. */
  orders?: number;
  /** The demo's today: the same day gives the same data. */
  now?: Date;
  /** The key that encrypts the demo's integration keys; the development key by default. */
  credentialsKey?: string | undefined;
  /** Makes the orders in a thread of its own, for many of them; it runs TypeScript files, so not in the built server. */
  isApart?: boolean;
  /** Called regularly with the number of orders written. */
  onProgress?: (orders: number) => void;
};

/** Any number, the same in all our processes. */
const SEED_LOCK = 7_264_103;
/** From this many orders on, recreating indexes and foreign keys is faster than maintaining them. */
const BULK_FROM = 5_000;
const ORDER_TABLES = [
  schema.orders,
  schema.orderLineItems,
  schema.soldLines,
  schema.orderSalesReps,
  schema.orderTransitions,
  schema.orderPayments,
  schema.orderComments,
  schema.stockMovements,
];
/** Written with the orders, but not loaded in bulk. */
const UNFROZEN = [schema.productStock, schema.packages, schema.trackingDifferences].map(
  (table) => `"${getTableName(table)}"`,
);

export class NotEmpty extends Error {
  override name = 'NotEmpty';
}

/**
 * Fills an empty database with the demo, in one transaction: a crash leaves it empty, or without its register
 * and week of notifications. Raises NotEmpty when the database
 * has an organization.
 */
export async function seedDemo(database: Database, options: DemoOptions = {}): Promise<DemoSummary> {
  const summary = await inTransaction(database, async (client) => {
    if (await holdsOrganizations(client)) throw new NotEmpty('the database already has organizations');
    return fill(client, options);
  });
  await transact(database.db, (tx) => addRegister(tx, options.now ?? new Date()));
  // Told by what tells it from day to day, over pipelined connections.
  await transact(database.db, (tx) => fillFeeds(tx, options.now ?? new Date()));
  await database.pool.query('analyze');
  return summary;
}

/** Seeds the database on first start if configured. Of several processes, one does it. */
export async function seedIfEmpty(
  database: Database,
  config: Pick<Config, 'seed'> & Partial<Pick<Config, 'credentialsKey'>>,
  log: { info(message: string): void },
): Promise<void> {
  if (config.seed !== 'demo' || (await holdsOrganizations(database.pool))) return;
  try {
    const { orders, products } = await seedDemo(database, { credentialsKey: config.credentialsKey });
    log.info(`filled the database with demo data: ${products} products, ${orders} orders`);
  } catch (error) {
    if (!(error instanceof NotEmpty)) throw error;
  }
}

/** Deletes everything organizations and people have created, and both of them; keeps what the installation needs. */
export async function emptyDemo(database: Database): Promise<void> {
  await inTransaction(database, async (client) => {
    await client.query(
      'truncate organizations, users, sandbox_customers, sandbox_pages, sandbox_subscriptions, sandbox_chat_users, sandbox_chat_channels, audit_log, idempotency_keys, idempotency_steps, sandbox_records, sandbox_packages restart identity cascade',
    );
  });
}

async function holdsOrganizations(client: pg.Pool | pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query('select from organizations limit 1');
  return Boolean(rowCount);
}

async function inTransaction<Result>(
  database: Database,
  work: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result> {
  // The pool's connections are pipelined and can't COPY.
  const client = ownClient({ connectionString: database.pool.options.connectionString });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('set local statement_timeout = 0');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    await client.query('select pg_advisory_xact_lock($1)', [SEED_LOCK]);
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    // Rolls back an unfinished transaction.
    await client.end();
  }
}

async function fill(
  client: pg.ClientBase,
  {
    orders = DEFAULT_ORDERS,
    now = new Date(),
    credentialsKey = DEVELOPMENT_CREDENTIALS_KEY,
    isApart = false,
    onProgress,
  }: DemoOptions,
): Promise<DemoSummary> {
  const { world, products } = openWorld(now, { passwordHash: await hashPassword(DEMO_PASSWORD), credentialsKey });
  for (const name of Object.keys(FOUNDATION) as FoundationTable[]) {
    await copyRows(client, FOUNDATION[name], world.rows[name] as Row<(typeof FOUNDATION)[FoundationTable]>[]);
  }
  const isBulk = orders > BULK_FROM;
  const portions = isApart ? portionsApart({ now, orders }) : encodedPortions(world, products, orders);
  const load = () => copyOrders(client, portions, { isBulk, onProgress });
  const written = await (isBulk ? inBulk(client, ORDER_TABLES, load) : load());
  await addOrderedDelivery(client, world);
  await continueNumbers(client);
  await client.query('update installation set is_demo = true');
  const { organizations, users, customers } = world.rows;
  return {
    organizations: organizations.length,
    people: users.length,
    products: world.rows.products.length,
    customers: customers.length,
    ...written,
  };
}

/** Copies the orders' rows in the order they come, each portion while the next is made where another thread makes them. */
async function copyOrders(
  client: pg.ClientBase,
  portions: AsyncIterable<EncodedPortion> | Iterable<EncodedPortion>,
  { isBulk, onProgress }: { isBulk: boolean; onProgress: DemoOptions['onProgress'] },
): Promise<OrderCounts> {
  let counts: OrderCounts = { orders: 0, lines: 0, payments: 0 };
  for await (const { copied, written } of portions) {
    for (const one of copied)
      await copyText(client, one, isBulk && !UNFROZEN.some((name) => one.into.startsWith(name)));
    if (written.orders > counts.orders) onProgress?.(written.orders);
    counts = written;
  }
  await readRows(client, soldLinesOf());
  return counts;
}

/** Rows were written with their own ids, so the sequences must continue after them. */
async function continueNumbers(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select table_name as table, column_name as column, pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
       from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`,
  );
  for (const { table, column, sequence } of rows) {
    await client.query(`select setval($1, (select coalesce(max("${column}"), 0) + 1 from "${table}"), false)`, [
      sequence,
    ]);
  }
  await client.query('select setval($1, (select count(*) from orders) + $2, false)', [
    'order_numbers',
    FIRST_ORDER_NUMBER,
  ]);
}
