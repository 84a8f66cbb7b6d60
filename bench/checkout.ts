import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../server/db/client';
import { freePort } from '../server/free-port';
import { type BuyerFixture, makeBuyer, makeProduct, makeSeller } from '../tests/support/factories';
import { measureLoop } from './closed-loop';
import { type FreshServer, withFreshServer } from './fresh-server';
import { CLIENTS, type Rate } from './load';
import { type OrderStatements, recordOrder, replayOrder, type Tokens } from './order-statements';
import { orderer } from './place-orders';
import { startProcess } from './server-process';

const PLENTY = '10000000';
type Leg = { name: string; server: Rate; same: Rate; bare: Rate; statements: number };

/** Orders a second, from the first item in the cart to the order placed, beside the least SQL that could do it. */
export async function benchCheckout(): Promise<void> {
  await withFreshServer(CLIENTS, async (server) => {
    const { db } = server.database;
    const seller = await makeSeller(db);
    const buyers: BuyerFixture[] = [];
    for (let client = 0; client < CLIENTS; client += 1) buyers.push(await makeBuyer(db));
    const products: number[] = [];
    for (let client = 0; client < CLIENTS; client += 1) {
      products.push((await makeProduct(db, seller, { quantity: PLENTY })).id);
    }
    const [shared = 0] = products;
    const legs: Leg[] = [];
    for (const [name, wanted] of [
      ['different products', products],
      ['one product', products.map(() => shared)],
    ] as const) {
      const order = orderer(server, seller, buyers, wanted);
      const placed = await measureLoop((client) => order(client));
      const recorded = await record(server, order, wanted);
      legs.push({
        name,
        server: placed,
        same: await measureSame(server, recorded),
        bare: await measureBare(server.database, wanted),
        statements: recorded[0]?.statements.length ?? 0,
      });
    }
    report(legs);
  });
}

type Order = ReturnType<typeof orderer>;

/** The statements of one order of each client, after its first, which also makes it a customer. */
async function record(server: FreshServer, order: Order, products: readonly number[]): Promise<OrderStatements[]> {
  const { pool } = server.database;
  const recorded: OrderStatements[] = [];
  for (const [client, product] of products.entries()) {
    const prepare = async (tokens: Tokens) => {
      await pool.query(
        `select setval('carts_id_seq', ${tokens.cart}, false), setval('orders_id_seq', ${tokens.order}, false)`,
      );
      await pool.query('update product_stock set reserved = $1 where product_id = $2', [tokens.reserved, product]);
    };
    recorded.push(await recordOrder(server, prepare, (ask) => order(client, ask)));
  }
  return recorded;
}

/** The same statements and two calls to a server that does nothing: what orders cost without any work of ours. */
async function measureSame({ database, config }: FreshServer, recorded: readonly OrderStatements[]): Promise<Rate> {
  const file = join(config.dataDir, 'answer.json');
  await writeFile(file, '{}');
  const port = await freePort();
  const server = await startProcess('bench/bare-server.ts', { port, args: [String(port), file] });
  const call = async () => {
    await (
      await fetch(server.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' })
    ).json();
  };
  try {
    return await measureLoop((client) => replayOrder(database.pool, recorded[client] as OrderStatements, call));
  } finally {
    await server.stop();
  }
}

/** The same number of orders by hand: a transaction that inserts a row and takes one from stock if there is one. */
async function measureBare({ pool }: Database, products: readonly number[]): Promise<Rate> {
  await pool.query(`
    drop table if exists bare_orders, bare_stock;
    create table bare_orders (id bigserial primary key, product_id bigint not null, created_at timestamptz default now());
    create table bare_stock (product_id bigint primary key, quantity numeric not null, reserved numeric not null)`);
  await pool.query(
    `insert into bare_stock select distinct product_id, ${PLENTY}, 0 from unnest($1::bigint[]) as wanted (product_id)`,
    [products],
  );
  const insert = { name: 'bare-insert', text: 'insert into bare_orders (product_id) values ($1) returning id' };
  const take = {
    name: 'bare-take',
    text: 'update bare_stock set reserved = reserved + 1 where product_id = $1 and quantity - reserved >= 1',
  };
  return measureLoop(async (client) => {
    const connection = await pool.connect();
    const values = [products[client]];
    await connection.query('begin');
    await connection.query({ ...insert, values });
    const { rowCount } = await connection.query({ ...take, values });
    await connection.query('commit');
    connection.release();
    if (rowCount !== 1) throw new Error('The stock ran out');
  });
}

function report(legs: readonly Leg[]): void {
  console.log(`\nCheckout, ${CLIENTS} buyers at once, load ${loadavg()[0]?.toFixed(1)}`);
  for (const { name, server, same, bare, statements } of legs) {
    console.log(`\n  on ${name}, ${statements} statements an order`);
    const rates = { 'orders placed': server, 'the same SQL': same, 'bare SQL': bare };
    for (const [label, { perSecond, p50, p99 }] of Object.entries(rates)) {
      const figures = [`${perSecond.toFixed(0).padStart(6)}/s`, `p50 ${p50.toFixed(1)} ms`, `p99 ${p99.toFixed(1)} ms`];
      console.log(`    ${label.padEnd(14)} ${figures.join('   ')}`);
    }
    console.log(`    over the same SQL with two bare calls ${(server.perSecond / same.perSecond).toFixed(2)}`);
    console.log(`    over bare SQL  ${(server.perSecond / bare.perSecond).toFixed(3)}`);
  }
  const [different, one] = legs;
  if (!different || !one) return;
  const ratio = one.server.perSecond / different.server.perSecond;
  console.log(`\n  one product over different products ${ratio.toFixed(2)}\n`);
}
