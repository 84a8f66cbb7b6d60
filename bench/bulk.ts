import { loadavg } from 'node:os';
import { eq, sql } from 'drizzle-orm';
import { bulkActs as contract } from '../domain/bulk/contract';
import { orders as orderCalls } from '../domain/orders/contract';
import type { OrderStatus } from '../domain/orders/status';
import { changes } from '../server/db/schema';
import { makeOrder, makeProduct, makeSeller } from '../tests/support/factories';
import { mintToken } from '../tests/support/identity/tokens';
import { type FreshServer, withFreshServer } from './fresh-server';
import { verdict } from './verdict';

const ORDERS = 10_000;
const LINES = 3;
// Of each round, so that they stay below the number of writes a minute.
const ONE_BY_ONE = 100;
const GOAL = 20;
const POLL_MS = 20;

/** A status change of 10,000 orders of three lines, over as many calls of one order. */
export async function benchBulk(): Promise<void> {
  await withFreshServer(4, async (server) => {
    const { database, config, url } = server;
    const { db } = database;
    const seller = await makeSeller(db);
    const token = await mintToken(db, config, seller.owner.user.subject, { expiresIn: 3600 });
    const ids = await placeOrders(server, seller);
    const headers = {
      authorization: `Bearer ${token}`,
      'org-id': String(seller.org.id),
      'content-type': 'application/json',
    };
    const send = async (path: string, body: object): Promise<unknown> => {
      const key = { 'idempotency-key': crypto.randomUUID() };
      const init = { method: 'POST', headers: { ...headers, ...key }, body: JSON.stringify(body) };
      const answer = await fetch(`${url}/api${path}`, init);
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
      return answer.json();
    };
    const together = async (of: readonly number[], status: OrderStatus) => {
      const body = { orgId: seller.org.id, selection: { ids: of }, act: { name: 'transition', status } };
      const start = performance.now();
      const { id } = (await send(orderCalls.bulk.path, body)) as { id: number };
      for (;;) {
        const [act] = await db.select().from(changes).where(eq(changes.id, id));
        if (act?.failed) throw new Error(`${act.failed} orders were refused (${contract.get.path})`);
        if (act?.state === 'DONE') return (of.length / (performance.now() - start)) * 1000;
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    };
    const oneByOne = async (of: readonly number[], status: OrderStatus) => {
      const start = performance.now();
      for (const id of of) await send(orderCalls.transition.path.replace(':id', String(id)), { status });
      return (of.length / (performance.now() - start)) * 1000;
    };
    const [singles, many] = [ids.slice(0, ONE_BY_ONE), ids.slice(ONE_BY_ONE)];
    console.log(
      `\nStatus changes of ${many.length.toLocaleString('en-US')} orders with ${LINES} lines, orders a second`,
    );
    for (const status of ['ACCEPTED', 'FULFILLED', 'SHIPPED'] as const) {
      const each = await oneByOne(singles, status);
      const bulk = await together(many, status);
      const rates = `in bulk ${bulk.toFixed(0).padStart(6)}/s  one call each ${each.toFixed(0).padStart(5)}/s`;
      console.log(`  ${status.padEnd(10)} ${rates}  ${verdict(bulk / each, '≥', GOAL)}`);
    }
    console.log(`  Load average ${loadavg()[0]?.toFixed(1)}\n`);
  });
}

/** Submitted orders with the stock they reserve, as copies of one. */
async function placeOrders({ database: { db } }: FreshServer, seller: Awaited<ReturnType<typeof makeSeller>>) {
  const lines = [];
  for (let line = 0; line < LINES; line += 1)
    lines.push({ product: await makeProduct(db, seller, { quantity: '1000000' }), quantity: '2' });
  const { order } = await makeOrder(db, seller, { lines });
  const { orgId, id } = order;
  await db.execute(sql`
    insert into orders (org_id, company_id, customer_id, customer_name, order_number, status, order_source, subtotal_usd, total_usd, invoiced_usd, line_item_count)
    select org_id, company_id, customer_id, customer_name, 'B' || n, status, order_source, subtotal_usd, total_usd, invoiced_usd, line_item_count
      from orders, generate_series(1, ${ORDERS + ONE_BY_ONE}) n where org_id = ${orgId} and id = ${id}`);
  const copied = sql`orders made where made.org_id = ${orgId} and made.id <> ${id}`;
  const columns = [
    ...['position', 'product_id', 'brand_id', 'product_name', 'brand_name', 'unit_of_measure', 'sold_in_bulk'],
    ...['unit_multiplier', 'quantity', 'ordered_unit_price', 'wholesale_price', 'sale_price', 'total_usd'],
    ...['base_quantity', 'base_unit', 'is_first_of_product', 'is_first_of_brand', 'price_why'],
  ];
  const [named, values] = [columns, columns.map((column) => `line.${column}`)].map((list) => sql.raw(list.join()));
  await db.execute(sql`
    insert into order_line_items (org_id, order_id, ${named})
    select ${orgId}, made.id, ${values} from order_line_items line, ${copied} and line.org_id = ${orgId} and line.order_id = ${id}`);
  await db.execute(sql`
    insert into stock_movements (org_id, order_id, product_id, kind, note, quantity_delta, reserved_delta)
    select ${orgId}, made.id, line.product_id, 'reserve', '', 0, line.base_quantity
      from order_line_items line, ${copied} and line.org_id = ${orgId} and line.order_id = made.id`);
  await db.execute(sql`
    update product_stock set reserved = reserved + 2 * ${ORDERS + ONE_BY_ONE} where org_id = ${orgId}`);
  await db.execute(sql`
    insert into sold_lines (org_id, created_at, order_id, company_id, customer_id, status, position, product_id, brand_id,
                            is_first_of_product, is_first_of_brand, base_unit, base_quantity, total_usd)
    select ${orgId}, made.created_at, made.id, made.company_id, made.customer_id, made.status, line.position, line.product_id,
           line.brand_id, line.is_first_of_product, line.is_first_of_brand, line.base_unit, line.base_quantity, line.total_usd
      from order_line_items line, ${copied} and line.org_id = ${orgId} and line.order_id = made.id`);
  await db.execute(sql`analyze`);
  const { rows } = await db.execute<{ id: number }>(sql`select made.id from ${copied} order by made.id`);
  return rows.map((row) => Number(row.id));
}
