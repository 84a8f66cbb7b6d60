import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { productDetails, products } from '../../../domain/catalogue/contract';
import { ProductEdit } from '../../../domain/catalogue/product-record';
import { openApp } from '../../support/app';
import { startShopping } from '../../support/carts/buying';
import { makeBuyer, makeCustomer, makeProduct, makeSeller, only } from '../../support/factories';
import { readLedger } from '../../support/orders/ledger';
import { calls, entryOf, type Saved } from '../../support/orders/order-entry';

const ROUNDS = 8;

const app = await openApp();
const { db } = app.database;

test('counting stock and saving products waits for orders of them, and they for it, without a deadlock', async () => {
  const seller = await makeSeller(db);
  const owner = await app.as(seller.owner.user, seller.org);
  const made = [1, 2, 3].map(() => makeProduct(db, seller, { quantity: '10000' }));
  const sold = await Promise.all(made);
  const customer = await makeCustomer(db, seller);
  const shoppers = await Promise.all([1, 2, 3, 4].map(async () => startShopping(app, await makeBuyer(db))));
  const of = { orgId: seller.org.id, companyId: seller.company.id, customerId: customer.id };
  const lineItems = sold.map(({ id }) => ({ productId: id, quantity: '2' }));
  const entered = await Promise.all(
    [1, 2, 3, 4].map(async () => {
      const order = (await owner.expectOk(calls.create, { body: { ...of, lineItems } })) as Saved;
      await owner.expectOk(calls.transition, { params: { id: order.id }, body: { status: 'ACCEPTED' } });
      return order.id;
    }),
  );
  const refused: string[] = [];
  const note = (what: string, { ok, body, status }: { ok: boolean; body: unknown; status: number }) => {
    // Whoever saves what was changed meanwhile is told so; that is no fault.
    if (!ok && status !== 409) refused.push(`${what}: ${status} ${JSON.stringify(body)}`);
  };
  const ways = [
    ...sold.map(({ id }, at) => async (round: number) => {
      const inventoryItems = [{ quantity: String(9000 + round * 10 + at) }];
      note('count', await owner.call(productDetails.setStock, { params: { id }, body: { inventoryItems } }));
    }),
    ...sold.map(({ id }) => async (round: number) => {
      const before = await owner.expectOk(products.get, { params: { id } });
      const body = { ...ProductEdit.parse(before), description: `Batch ${round}` };
      note('save', await owner.call(products.update, { params: { id }, body }));
    }),
    ...entered.map((id) => async (round: number) => {
      const order = (await owner.expectOk(calls.get, { params: { id } })) as Saved;
      const { lineItems, ...entry } = entryOf(order);
      const changed = lineItems.map((line) => ({ ...line, quantity: String(1 + (round % 3)) }));
      note('edit', await owner.call(calls.update, { params: { id }, body: { ...entry, lineItems: changed } }));
    }),
    ...shoppers.map((shopper, at) => async () => {
      const items = sold.map((product) => ({ product, quantity: '1' }));
      const cart = await shopper.fill(seller, at % 2 ? items : items.toReversed());
      const { failedCarts } = await shopper.checkout([cart]);
      refused.push(...failedCarts.map(({ message }) => `checkout: ${message}`));
    }),
  ];
  await Promise.all(
    ways.map(async (way) => {
      for (let round = 0; round < ROUNDS; round += 1) await way(round);
    }),
  );

  expect(refused).toEqual([]);
  for (const { id } of sold) {
    const { row, sums } = await readLedger(db, id);
    expect(sums).toEqual(row);
  }
  const { rows } = await db.execute<{ deadlocks: number }>(
    sql`select deadlocks from pg_stat_database where datname = current_database()`,
  );
  expect(only(rows).deadlocks).toBe(0);
}, 120_000);
