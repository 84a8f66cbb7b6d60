import { loadavg } from 'node:os';
import { sql } from 'drizzle-orm';
import { followBooks } from '../server/accounting/push/follow-books';
import { pushBooks } from '../server/accounting/push/push-books';
import {
  accountingConnections,
  accountingCustomers,
  accountingDocuments,
  accountingProducts,
} from '../server/db/schema';
import { booksAt } from '../tests/support/accounting/books';
import { makeBooks } from '../tests/support/accounting/factories';
import { makeCustomer, makeOrder, makeProduct, makeSeller } from '../tests/support/factories';
import { withFreshServer } from './fresh-server';
import { verdict } from './verdict';

const ORDERS = Number(process.env.BENCH_ORDERS ?? 600);
/** What the books allow: 30 writes a call, 40 such calls a minute. */
const [TOGETHER, GAP_SECONDS] = [30, 60 / 40];
const GOAL = 0.9;

/** A push of many orders over HTTP, over what the books' own limits allow. */
export async function benchAccountingPush(): Promise<void> {
  await withFreshServer(4, async (server) => {
    const { db } = server.database;
    const seller = await makeSeller(db);
    const { connectionId, realm } = await makeBooks(db, seller);
    const books = booksAt(server);
    const of = { orgId: seller.org.id, connectionId };
    await db.update(accountingConnections).set({ pushesFrom: 'ACCEPTED' });
    const [theirs] = await books.searchCustomers(of, '', 1);
    const [item] = await books.searchItems(of, '', 1);
    const customer = await makeCustomer(db, seller);
    const product = await makeProduct(db, seller);
    const named = { ...of, externalName: 'Theirs' };
    await db.insert(accountingCustomers).values({ ...named, customerId: customer.id, externalId: theirs?.id ?? '' });
    await db.insert(accountingProducts).values({ ...named, productId: product.id, externalId: item?.id ?? '' });
    const jobs = { enqueue: async () => {}, close: async () => {} };
    for (let made = 0; made < ORDERS; made++) {
      const { order } = await makeOrder(db, seller, { customer, lines: [{ product }], status: 'ACCEPTED' });
      await followBooks({ database: server.database, jobs }, { orgId: of.orgId, orderId: order.id });
    }
    const start = performance.now();
    const isOpen = () => db.$count(accountingDocuments, sql`state = 'PENDING'`);
    while ((await isOpen()) > 0)
      await pushBooks({ database: server.database, jobs, books }, of).catch((error: unknown) =>
        console.log(`  ${(error as Error).message}`),
      );
    const seconds = (performance.now() - start) / 1000;
    const allowed = Math.max(1, Math.ceil(ORDERS / TOGETHER) - 1) * GAP_SECONDS;
    const failed = await db.$count(accountingDocuments, sql`state <> 'SENT'`);
    console.log(
      `Push: ${ORDERS} orders to books ${realm} in ${seconds.toFixed(1)} s, ${failed} not sent, load ${loadavg()[0]?.toFixed(1)}`,
    );
    console.log(`  the limit's own pace over it: ${verdict(allowed / seconds, '≥', GOAL)}`);
  });
}
