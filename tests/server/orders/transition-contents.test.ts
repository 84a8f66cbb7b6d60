import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { orders as contract } from '../../../domain/orders/contract';
import { orderEntry } from '../../../domain/orders/entry/contract';
import type { OrderStatus } from '../../../domain/orders/status';
import { orders, products } from '../../../server/db/schema';
import { makeBuyer, makeCustomer, makeOrder, makeProduct } from '../../support/factories';
import { openSellerApp } from '../../support/seller-app';

const { app, seller, owner } = await openSellerApp();
const { db } = app.database;
const buyer = await makeBuyer(db);
const customer = await makeCustomer(db, seller, { buyer });

const ask = (id: number, status: OrderStatus) => owner.call(contract.transition, { params: { id }, body: { status } });
const orderRow = async (id: number) => (await db.select().from(orders).where(eq(orders.id, id)))[0];

describe('an order that can’t go on for what is in it', () => {
  test.each([
    ['DRAFT', 'SUBMITTED'],
    ['DRAFT', 'ACCEPTED'],
    ['SUBMITTED', 'ACCEPTED'],
    ['BACKORDER', 'ACCEPTED'],
    ['ACCEPTED', 'FULFILLED'],
  ] as const)('has no lines: it isn’t moved from %s to %s, but can be given up', async (from, to) => {
    const { order } = await makeOrder(db, seller, { buyer, customer, status: from });
    const emptied = { customerId: customer.id, lineItems: [], version: order.version };
    await owner.expectOk(orderEntry.update, { params: { id: order.id }, body: emptied });
    expect(await ask(order.id, to)).toMatchObject({
      status: 409,
      body: { userFriendlyMessage: `Order ${order.orderNumber} has no lines. Add one first.` },
    });
    expect((await orderRow(order.id))?.status).toBe(from);
    const end = from === 'DRAFT' ? 'CANCELLED' : 'REJECTED';
    expect(await ask(order.id, end)).toMatchObject({ ok: true });
  });

  test.each(['ARCHIVED', 'UNAVAILABLE'] as const)('is a draft of a product that is %s since', async (listingState) => {
    const [sold, gone] = [await makeProduct(db, seller), await makeProduct(db, seller)];
    const lines = [{ product: sold }, { product: gone }];
    const [draft, submitted] = [
      (await makeOrder(db, seller, { customer, status: 'DRAFT', lines })).order,
      (await makeOrder(db, seller, { buyer, customer, status: 'SUBMITTED', lines })).order,
    ];
    await db.update(products).set({ listingState }).where(eq(products.id, gone.id));
    for (const to of ['SUBMITTED', 'ACCEPTED'] as const)
      expect(await ask(draft.id, to)).toMatchObject({
        status: 409,
        body: { userFriendlyMessage: expect.stringContaining(`${gone.name} (${listingState.toLowerCase()})`) },
      });
    // Both sides agreed on it while it was sold.
    expect(await ask(submitted.id, 'ACCEPTED')).toMatchObject({ ok: true });
    await db.update(products).set({ listingState: 'AVAILABLE' }).where(eq(products.id, gone.id));
    expect(await ask(draft.id, 'SUBMITTED')).toMatchObject({ ok: true });
  });
});
