import pg from 'pg';
import { type Config, DEVELOPMENT_CREDENTIALS_KEY } from '../config';
import type { Database } from '../db/client';
import { readRows } from '../db/page';
import * as schema from '../db/schema';
import { hashPassword } from '../identity/passwords';
import { soldLinesOf } from '../orders/sold-lines';
import { DEFAULT_ORDERS } from './arguments';
import { addSubscriptions } from './billing';
import { inBulk } from './bulk';
import { addChat } from './chat';
import { copyRows, type Row } from './copy';
import { addCustomers } from './customers';
import { addFamilies } from './families';
import { addIntegrations } from './integrations';
import { addTrackingItems, packagesOf } from './items';
import { openLedger } from './ledger';
import { FIRST_ORDER_NUMBER, generateOrders, type SeededOrder } from './orders';
import { addOrganizations } from './organizations';
import { DEMO_PASSWORD } from './people';
import { addProducts, type SeededProduct } from './products';
import { addReportMailings } from './report-mailings';
import { addSavedSearches } from './saved-searches';
import { addPriceSchedules } from './schedules';
import { daysBefore, FOUNDATION, type FoundationTable, newWorld, type World } from './world';

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
  /** Called regularly with the number of orders written. */
  onProgress?: (orders: number) => void;
};

/** Any number, the same in all our processes. */
const SEED_LOCK = 7_264_103;
const BATCH = 2000;
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
const OPENED_DAYS_AGO = 736;
/** Stock deliveries grow with the number of orders, so one covers some days. */
const ORDERS_PER_BATCH = 4000;

export class NotEmpty extends Error {
  override name = 'NotEmpty';
}

/**
 * Fills an empty database with the demo, in one transaction: a crash leaves it empty. Raises NotEmpty when the database
 * has an organization.
 */
export async function seedDemo(database: Database, options: DemoOptions = {}): Promise<DemoSummary> {
  const summary = await inTransaction(database, async (client) => {
    if (await holdsOrganizations(client)) throw new NotEmpty('the database already has organizations');
    return fill(client, options);
  });
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
      'truncate organizations, users, sandbox_pages, sandbox_subscriptions, sandbox_chat_users, sandbox_chat_channels, audit_log, idempotency_keys, idempotency_steps, sandbox_records restart identity cascade',
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
  const client = new pg.Client({ connectionString: database.pool.options.connectionString });
  client.on('error', () => {});
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
  { orders = DEFAULT_ORDERS, now = new Date(), credentialsKey = DEVELOPMENT_CREDENTIALS_KEY, onProgress }: DemoOptions,
): Promise<DemoSummary> {
  const { world, products } = openWorld(now, { passwordHash: await hashPassword(DEMO_PASSWORD), credentialsKey });
  for (const name of Object.keys(FOUNDATION) as FoundationTable[]) {
    await copyRows(client, FOUNDATION[name], world.rows[name] as Row<(typeof FOUNDATION)[FoundationTable]>[]);
  }
  const load = () => copyOrders(client, world, products, { orders, onProgress });
  const written = await (orders > BULK_FROM ? inBulk(client, ORDER_TABLES, load) : load());
  await continueNumbers(client);
  const { organizations, users, customers } = world.rows;
  return {
    organizations: organizations.length,
    people: users.length,
    products: world.rows.products.length,
    customers: customers.length,
    ...written,
  };
}

/** The whole demo except orders, as rows; needs no database, and is the same every time for the same day. */
export function openWorld(
  now: Date,
  { passwordHash, credentialsKey }: { passwordHash: string; credentialsKey: string },
): { world: World; products: SeededProduct[] } {
  const world = newWorld(now);
  addOrganizations(world, passwordHash);
  addChat(world);
  addSubscriptions(world);
  addIntegrations(world, credentialsKey);
  addCustomers(world);
  const products = addProducts(world);
  addTrackingItems(world, products);
  addPriceSchedules(world);
  addFamilies(world, products);
  addSavedSearches(world);
  addReportMailings(world);
  return { world, products };
}

async function copyOrders(
  client: pg.ClientBase,
  world: World,
  products: readonly SeededProduct[],
  { orders, onProgress }: { orders: number; onProgress: DemoOptions['onProgress'] },
): Promise<{ orders: number; lines: number; payments: number }> {
  const scale = Math.max(1, Math.ceil(orders / ORDERS_PER_BATCH));
  const ledger = openLedger(products, daysBefore(world.now, OPENED_DAYS_AGO).getTime(), scale);
  const written = { orders: 0, lines: 0, payments: 0 };
  for (const batch of batches(generateOrders(world, products, orders), BATCH)) {
    await copyBatch(client, batch);
    for (const { movements } of batch) for (const movement of movements) ledger.add(movement);
    const until = batch.at(-1)?.order.createdAt ?? world.now;
    await copyRows(client, schema.stockMovements, ledger.settle(until.getTime()));
    written.orders += batch.length;
    written.lines += batch.reduce((sum, { lines }) => sum + lines.length, 0);
    written.payments += batch.reduce((sum, { payments }) => sum + payments.length, 0);
    onProgress?.(written.orders);
  }
  await readRows(client, soldLinesOf());
  const { movements, stock } = ledger.close(world.now.getTime());
  await copyRows(client, schema.stockMovements, movements);
  const unsold = world.rows.products.filter(({ isParent }) => isParent);
  await copyRows(client, schema.productStock, [
    ...stock,
    ...unsold.map(({ id, orgId }) => ({ orgId, productId: id, quantity: '0', reserved: '0' })),
  ]);
  await copyRows(client, schema.packages, packagesOf(world, stock));
  return written;
}

async function copyBatch(client: pg.ClientBase, batch: readonly SeededOrder[]): Promise<void> {
  await copyRows(
    client,
    schema.orders,
    batch.map(({ order }) => order),
  );
  await copyRows(
    client,
    schema.orderLineItems,
    batch.flatMap(({ lines }) => lines),
  );
  await copyRows(
    client,
    schema.orderSalesReps,
    batch.flatMap(({ salesReps }) => salesReps),
  );
  await copyRows(
    client,
    schema.orderTransitions,
    batch.flatMap(({ transitions }) => transitions),
  );
  await copyRows(
    client,
    schema.orderPayments,
    batch.flatMap(({ payments }) => payments),
  );
  await copyRows(
    client,
    schema.orderComments,
    batch.flatMap(({ comments }) => comments),
  );
}

function* batches<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
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
