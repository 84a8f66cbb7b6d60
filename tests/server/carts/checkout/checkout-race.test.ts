import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CartWrapper } from '../../../../domain/carts/cart';
import { carts as contract } from '../../../../domain/carts/contract';
import { cartItems, carts, orderLineItems, orders } from '../../../../server/db/schema';
import { startServerProcess, type TestApp } from '../../../support/app';
import { checkoutBody, type Shopper, startShopping } from '../../../support/carts/buying';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import {
  type BuyerFixture,
  makeBuyer,
  makeBuyerLicense,
  makeProduct,
  makeSeller,
  only,
  type ProductFixture,
  type SellerFixture,
} from '../../../support/factories';
import { readLedger } from '../../../support/orders/ledger';

const SHOPPERS = 8;
const CHECKOUTS = 200;

let shared: TestDatabase;
let apps: TestApp[];
const db = () => shared.database.db;

beforeAll(async () => {
  shared = await createTestDatabase();
  apps = [await startServerProcess(shared), await startServerProcess(shared)];
});
afterAll(async () => {
  for (const app of apps) await app.close();
  await shared.drop();
});

/** A cart with these products, inserted directly because two hundred through the API would be slow. */
async function insertCart(seller: SellerFixture, buyer: BuyerFixture, items: [ProductFixture, string][]) {
  const { buyerLicense } = await makeBuyerLicense(db(), buyer);
  const of = { orgId: buyer.org.id };
  const cart = only(
    await db()
      .insert(carts)
      .values({
        ...of,
        buyerCompanyId: buyer.buyerCompany.id,
        buyerLicenseId: buyerLicense.id,
        sellerOrgId: seller.org.id,
        sellerCompanyId: seller.company.id,
      })
      .returning(),
  );
  await db()
    .insert(cartItems)
    .values(
      items.map(([{ id }, quantity]) => ({
        ...of,
        cartId: cart.id,
        productId: id,
        quantity,
        expectedUnitMultiplier: '1',
      })),
    );
  return cart.id;
}

describe('two hundred checkouts at once through two server processes', () => {
  test('sell exactly what there is, and everyone gets their result', async () => {
    const seller = await makeSeller(db());
    const stocks = [1, 2, 5, 10, 25, 50];
    // Wanted in pairs (1 with 2, 5 with 50, 10 with 25), so the scarcer of two decides.
    const sellable = [1, 1, 5, 10, 10, 5];
    const products: ProductFixture[] = [];
    for (const quantity of stocks) products.push(await makeProduct(db(), seller, { quantity: String(quantity) }));
    const buyers: BuyerFixture[] = [];
    for (let i = 0; i < SHOPPERS; i += 1) buyers.push(await makeBuyer(db()));
    const shoppers: Shopper[] = [];
    for (const [i, buyer] of buyers.entries()) shoppers.push(await startShopping(apps[i % 2] as TestApp, buyer));
    // Every cart has two products, in either order, so locking in entry order would deadlock.
    for (let i = 0; i < CHECKOUTS; i += 1) {
      const [a, b] = [products[i % products.length], products[(i * 5 + 1) % products.length]];
      if (!a || !b) throw new Error('Products were made');
      const items: [ProductFixture, string][] =
        a === b
          ? [[a, '1']]
          : [
              [a, '1'],
              [b, '1'],
            ];
      await insertCart(seller, buyers[i % SHOPPERS] as BuyerFixture, i % 2 ? items : items.reverse());
    }
    const open: { shopper: Shopper; cart: CartWrapper }[] = [];
    for (const shopper of shoppers) for (const cart of await shopper.list()) open.push({ shopper, cart });
    expect(open).toHaveLength(CHECKOUTS);

    const answers = await Promise.all(
      open.map(({ shopper, cart }) =>
        shopper.caller.call(contract.checkout, { body: checkoutBody(shopper.buyer, [cart]) }),
      ),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const results = answers.flatMap((answer) => (answer.ok ? [answer.body] : []));
    const created = results.flatMap(({ createdOrders }) => createdOrders);
    const failed = results.flatMap(({ failedCarts }) => failedCarts);
    expect(created.length + failed.length).toBe(CHECKOUTS);
    for (const { message, cart } of failed) {
      expect(message).toContain('available');
      expect(cart?.cart.lineItems.some(({ errorMessage }) => errorMessage !== null)).toBe(true);
    }
    const lines = await db()
      .select({ productId: orderLineItems.productId, quantity: orderLineItems.quantity })
      .from(orderLineItems)
      .where(
        inArray(
          orderLineItems.orderId,
          created.map(({ id }) => id),
        ),
      );
    for (const [i, product] of products.entries()) {
      const sold = lines.filter(({ productId }) => productId === product.id).length;
      const { row, sums } = await readLedger(db(), product.id);
      expect(sold).toBe(sellable[i]);
      expect(row).toEqual({ quantity: stocks[i], reserved: sold });
      expect(sums).toEqual(row);
    }
    expect(await db().select().from(orders).where(eq(orders.orgId, seller.org.id))).toHaveLength(created.length);
    expect(await countDeadlocks()).toBe(0);
  }, 120_000);

  test('sell exactly the stock of one product they all want', async () => {
    const seller = await makeSeller(db());
    const buyer = await makeBuyer(db());
    const product = await makeProduct(db(), seller, { quantity: '37' });
    for (let i = 0; i < CHECKOUTS; i += 1) await insertCart(seller, buyer, [[product, '1']]);
    const shoppers = [await startShopping(apps[0] as TestApp, buyer), await startShopping(apps[1] as TestApp, buyer)];
    const open = await (shoppers[0] as Shopper).list();

    const results = await Promise.all(open.map((cart, i) => (shoppers[i % 2] as Shopper).checkout([cart])));

    expect(results.flatMap(({ createdOrders }) => createdOrders)).toHaveLength(37);
    const told = results.flatMap(({ failedCarts }) => failedCarts);
    expect(told).toHaveLength(CHECKOUTS - 37);
    expect(new Set(told.map(({ message }) => message))).toEqual(new Set([`${product.name}: 0 units available`]));
    const { row, sums } = await readLedger(db(), product.id);
    expect(row).toEqual({ quantity: 37, reserved: 37 });
    expect(sums).toEqual(row);
    expect(await countDeadlocks()).toBe(0);
  }, 120_000);
});

/** How many deadlocks PostgreSQL had to break, which a retry would hide. */
async function countDeadlocks(): Promise<number> {
  const { rows } = await db().execute<{ deadlocks: number }>(
    sql`select deadlocks from pg_stat_database where datname = current_database()`,
  );
  return only(rows).deadlocks;
}
