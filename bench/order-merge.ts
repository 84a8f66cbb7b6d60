import { loadavg } from 'node:os';
import { orderEntry } from '../domain/orders/entry/contract';
import { makeCustomer, makeOrder, makeProduct, makeSeller, type ProductFixture } from '../tests/support/factories';
import { mintToken } from '../tests/support/identity/tokens';
import { withFreshServer } from './fresh-server';
import { middle, verdict } from './verdict';

const MANY = 50;
const FEW = 5;
const LINES = 6;
const PRODUCTS = 200;
const ROUNDS = 8;
/** What an order of fifty costs, over one of five. */
const GOAL = 1;

/** Merging fifty orders of six lines, over merging five; each once, in turn. */
export async function benchOrderMerge(): Promise<void> {
  await withFreshServer(4, async ({ database: { db }, config, url }) => {
    const seller = await makeSeller(db);
    const customer = await makeCustomer(db, seller);
    const products: ProductFixture[] = [];
    for (let at = 0; at < PRODUCTS; at++) products.push(await makeProduct(db, seller, { quantity: '1000000' }));
    const headers = {
      authorization: `Bearer ${await mintToken(db, config, seller.owner.user.subject, { expiresIn: 3600 })}`,
      'org-id': String(seller.org.id),
      'content-type': 'application/json',
    };
    let next = 0;
    const merge = async (count: number): Promise<number> => {
      const orderIds: number[] = [];
      for (let at = 0; at < count; at++) {
        const lines = Array.from({ length: LINES }, () => ({ product: products[next++ % PRODUCTS] as ProductFixture }));
        orderIds.push((await makeOrder(db, seller, { customer, lines })).order.id);
      }
      const start = performance.now();
      const answer = await fetch(`${url}/api${orderEntry.merge.path}`, {
        method: orderEntry.merge.method,
        headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
        body: JSON.stringify({ orderIds }),
      });
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
      return performance.now() - start;
    };
    const times = { many: [] as number[], few: [] as number[] };
    for (let round = 0; round <= ROUNDS; round++) {
      const [many, few] = [await merge(MANY), await merge(FEW)];
      // The first is for warming up.
      if (round > 0) times.many.push(many);
      if (round > 0) times.few.push(few);
    }
    const [many, few] = [middle(times.many), middle(times.few)];
    console.log(`\nMerging orders of ${LINES} lines, the middle of ${ROUNDS} rounds`);
    console.log(`  ${MANY} orders  ${many.toFixed(0)} ms`);
    console.log(`  ${FEW} orders   ${few.toFixed(0)} ms`);
    console.log(`  an order of ${MANY} over one of ${FEW}  ${verdict(many / MANY / (few / FEW), '≤', GOAL)}`);
    console.log(`  Load average ${loadavg()[0]?.toFixed(1)}\n`);
  });
}
