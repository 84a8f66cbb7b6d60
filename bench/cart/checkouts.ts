import { randomUUID } from 'node:crypto';
import type { CartWrapper, CheckoutResult } from '../../domain/carts/cart';
import { carts } from '../../domain/carts/contract';
import {
  makeBuyer,
  makeProduct,
  makeSeller,
  type ProductFixture,
  type SellerFixture,
} from '../../tests/support/factories';
import { mintToken } from '../../tests/support/identity/tokens';
import { type FreshServer, withFreshServer } from '../fresh-server';
import { type Ask, recordingServer } from '../order-statements';

export const CARTS = 10;
export const ROUNDS = 15;
/** Measured before those that count: customers are made and plans are kept. */
const WARM = 3;
const LINES = 3;
const PLENTY = '10000000';

/** Milliseconds of each round, and statements. */
export type Checkouts = {
  ten: number[];
  tenSingle: number[];
  statements: { one: number; ten: number; tenSingle: number };
};

type Stall = { seller: SellerFixture; products: ProductFixture[] };
type Buying = {
  fill(ask: Ask): Promise<CartWrapper[]>;
  order(ask: Ask, wrappers: readonly CartWrapper[]): Promise<void>;
};

/** The same ten carts ordered together and one after the other, in turn, by one buyer. */
export async function measureCheckouts(): Promise<Checkouts> {
  const measured: Checkouts = { ten: [], tenSingle: [], statements: { one: 0, ten: 0, tenSingle: 0 } };
  await withFreshServer(4, async (server) => {
    const { fill, order } = await startBuying(server);
    const send: Ask = (to, init) => fetch(to, { method: 'POST', ...init });
    const single = async (ask: Ask, wrappers: readonly CartWrapper[]) => {
      for (const wrapper of wrappers) await order(ask, [wrapper]);
    };
    for (let round = -WARM; round < ROUNDS; round += 1) {
      const together = await fill(send);
      const ten = await timed(() => order(send, together));
      const apart = await fill(send);
      const tenSingle = await timed(() => single(send, apart));
      if (round >= 0) measured.ten.push(ten);
      if (round >= 0) measured.tenSingle.push(tenSingle);
    }
    measured.statements = await recordingServer(server, async (ask, record) => {
      await order(ask, await fill(ask));
      const count = async (call: (wrappers: readonly CartWrapper[]) => Promise<void>) => {
        const wrappers = await fill(ask);
        return (await record(() => call(wrappers))).length;
      };
      const ten = await count((wrappers) => order(ask, wrappers));
      const tenSingle = await count((wrappers) => single(ask, wrappers));
      const one = await count((wrappers) => order(ask, wrappers.slice(0, 1)));
      return { one, ten, tenSingle };
    });
  });
  return measured;
}

async function startBuying({ url, database, config }: FreshServer): Promise<Buying> {
  const { db } = database;
  const buyer = await makeBuyer(db);
  const stalls: Stall[] = [];
  for (let at = 0; at < CARTS; at += 1) {
    const seller = await makeSeller(db);
    const products: ProductFixture[] = [];
    for (let line = 0; line < LINES; line += 1) products.push(await makeProduct(db, seller, { quantity: PLENTY }));
    stalls.push({ seller, products });
  }
  const own = { orgId: buyer.org.id, companyId: buyer.buyerCompany.id };
  let [token, left] = ['', 0];
  const post = async <Reply>(ask: Ask, path: string, body: object): Promise<Reply> => {
    // One token may write so often a minute, and no more.
    if (left === 0) token = await mintToken(db, config, buyer.owner.user.subject);
    left = left === 0 ? 200 : left - 1;
    const response = await ask(`${url}/api${path}`, {
      headers: {
        authorization: `Bearer ${token}`,
        'org-id': String(own.orgId),
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ ...own, ...body }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Reply;
  };
  return {
    async fill(ask) {
      const filled: CartWrapper[] = [];
      for (const { seller, products } of stalls) {
        const { cart } = await post<{ cart: CartWrapper | null }>(ask, carts.create.path, {
          buyerLicenseId: buyer.buyerLicense.id,
          sellerCompanyId: seller.company.id,
          cartItems: products.map(({ id }) => ({ productId: id, quantity: '1' })),
        });
        if (!cart) throw new Error('The items were refused');
        filled.push(cart);
      }
      return filled;
    },
    async order(ask, wrappers) {
      const { createdOrders } = await post<CheckoutResult>(ask, carts.checkout.path, {
        carts: wrappers.map(({ cart, availablePaymentOptions: [option] }) => ({
          cartId: cart.id,
          companyPaymentOptionId: option?.id,
          expectedTotal: cart.total,
        })),
      });
      if (createdOrders.length !== wrappers.length) throw new Error('Not all orders were placed');
    },
  };
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
