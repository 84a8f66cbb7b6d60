import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { CartWrapper } from '../../../../domain/carts/cart';
import { carts } from '../../../../domain/carts/contract';
import { cartItems, carts as cartsTable, customers, orders, productStock } from '../../../../server/db/schema';
import { openApp, startTestApp } from '../../../support/app';
import { checkoutBody, type Shopper, startShopping } from '../../../support/carts/buying';
import { makeBuyer, makeProduct, makeSeller, only } from '../../../support/factories';
import { readLedger } from '../../../support/orders/ledger';

const app = await openApp();
const db = () => app.database.db;

const ordersOf = (sellerOrgId: number) => db().select().from(orders).where(eq(orders.orgId, sellerOrgId));

/** Cuts the server's connection while it places an organization's order, until mended. */
async function breakOrdersOf(orgId: number): Promise<() => Promise<unknown>> {
  await db().execute(sql`
    create or replace function die() returns trigger language plpgsql as $$
    begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`);
  const ofOne = sql.raw(`new.org_id = ${orgId}`);
  await db().execute(
    sql`create trigger die before insert on orders for each row when (${ofOne}) execute function die()`,
  );
  return () => db().execute(sql`drop trigger die on orders`);
}

describe('a checkout sent again', () => {
  test('a hundred times at once with one key, through two server processes, places one order and gets one reply', async () => {
    const [seller, buyer] = [await makeSeller(db()), await makeBuyer(db())];
    const product = await makeProduct(db(), seller);
    const other = await startTestApp({ on: { url: app.config.databaseUrl ?? '' } });
    const shoppers = [await startShopping(app, buyer), await startShopping(other, buyer)];
    const cart = await (shoppers[0] as Shopper).fill(seller, [{ product, quantity: '2' }]);
    const key = { idempotencyKey: crypto.randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) => (shoppers[i % 2] as Shopper).checkout([cart], key)),
    );
    await other.close();
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(only(await ordersOf(seller.org.id)).id).toBe(answers[0]?.createdOrders[0]?.id);
    expect((await readLedger(db(), product.id)).row).toEqual({ quantity: 100, reserved: 2 });
  }, 60_000);

  test('with its key gets the same reply and places no second order', async () => {
    const [seller, buyer] = [await makeSeller(db()), await makeBuyer(db())];
    const product = await makeProduct(db(), seller);
    const shopper = await startShopping(app, buyer);
    const cart = await shopper.fill(seller, [{ product, quantity: '1' }]);
    const options = { idempotencyKey: crypto.randomUUID() };
    const first = await shopper.checkout([cart], options);
    const again = await shopper.checkout([cart], options);
    expect(first.createdOrders).toHaveLength(1);
    expect(again).toEqual(first);
    expect(await ordersOf(seller.org.id)).toHaveLength(1);
  });

  test('after a full refusal can be corrected under the same key', async () => {
    const [seller, buyer] = [await makeSeller(db()), await makeBuyer(db())];
    const shopper = await startShopping(app, buyer);
    const cart = await shopper.fill(seller, [{ product: await makeProduct(db(), seller), quantity: '1' }]);
    const key = { idempotencyKey: crypto.randomUUID() };
    const refused = await shopper.caller.call(carts.checkout, { body: checkoutBody(buyer, [cart, cart]) }, key);
    expect(refused).toMatchObject({ status: 400, body: { errors: { carts: 'A cart can be checked out only once' } } });
    const mended = await shopper.checkout([cart], key);
    expect(mended.createdOrders).toHaveLength(1);
    expect(await shopper.checkout([cart], key)).toEqual(mended);
  });

  test('after a crash while its only cart is placed finds nothing done, and places it once', async () => {
    const [seller, buyer] = [await makeSeller(db()), await makeBuyer(db())];
    const product = await makeProduct(db(), seller);
    const shopper = await startShopping(app, buyer);
    const cart = await shopper.fill(seller, [{ product, quantity: '2' }]);
    const key = { idempotencyKey: crypto.randomUUID() };
    const mend = await breakOrdersOf(seller.org.id);
    const broken = await shopper.caller.call(carts.checkout, { body: checkoutBody(buyer, [cart]) }, key);
    await mend();
    expect(broken.ok).toBe(false);
    expect(await ordersOf(seller.org.id)).toEqual([]);
    expect((await readLedger(db(), product.id)).row).toEqual({ quantity: 100, reserved: 0 });

    const { createdOrders } = await shopper.checkout([cart], key);

    expect(only(createdOrders).id).toBe(only(await ordersOf(seller.org.id)).id);
    const { row, sums } = await readLedger(db(), product.id);
    expect(row).toEqual({ quantity: 100, reserved: 2 });
    expect(sums).toEqual(row);
  });

  test('gets the same refusal of its only cart, which wrote nothing, even if it could be ordered by now', async () => {
    const [seller, buyer] = [await makeSeller(db()), await makeBuyer(db())];
    const product = await makeProduct(db(), seller, { quantity: '1' });
    const shopper = await startShopping(app, buyer);
    const cart = await shopper.fill(seller, [{ product, quantity: '1' }]);
    const stock = eq(productStock.productId, product.id);
    const own = and(eq(productStock.orgId, seller.org.id), stock);
    await db().update(productStock).set({ quantity: '0' }).where(own);
    const key = { idempotencyKey: crypto.randomUUID() };
    const refused = await shopper.checkout([cart], key);
    expect(only(refused.failedCarts)).toMatchObject({ message: `${product.name}: 0 units available` });
    await db().update(productStock).set({ quantity: '1' }).where(own);
    expect(await shopper.checkout([cart], key)).toEqual(refused);
    expect(await ordersOf(seller.org.id)).toEqual([]);
    expect(await db().select().from(customers).where(eq(customers.orgId, seller.org.id))).toEqual([]);
    expect((await shopper.checkout([cart])).createdOrders).toHaveLength(1);
  });

  test('after a crash between two carts finishes the second and keeps the first', async () => {
    const [first, second, buyer] = [await makeSeller(db()), await makeSeller(db()), await makeBuyer(db())];
    const shopper = await startShopping(app, buyer);
    const filled: CartWrapper[] = [];
    for (const seller of [first, second]) {
      filled.push(await shopper.fill(seller, [{ product: await makeProduct(db(), seller), quantity: '2' }]));
    }
    const key = { idempotencyKey: crypto.randomUUID() };
    const mend = await breakOrdersOf(second.org.id);
    const broken = await shopper.caller.call(carts.checkout, { body: checkoutBody(buyer, filled) }, key);
    await mend();
    expect(broken.ok).toBe(false);
    expect(await ordersOf(first.org.id)).toHaveLength(1);
    expect(await ordersOf(second.org.id)).toHaveLength(0);

    const { createdOrders, failedCarts } = await shopper.checkout(filled, key);

    expect(failedCarts).toEqual([]);
    expect(createdOrders.map(({ cartId }) => cartId)).toEqual(filled.map(({ cart }) => cart.id));
    expect(createdOrders[0]?.id).toBe(only(await ordersOf(first.org.id)).id);
    expect(await ordersOf(second.org.id)).toHaveLength(1);
    const left = await db().select().from(cartsTable).where(eq(cartsTable.orgId, buyer.org.id));
    expect(left).toEqual([]);
    expect(await db().select().from(cartItems).where(eq(cartItems.orgId, buyer.org.id))).toEqual([]);
  });
});
