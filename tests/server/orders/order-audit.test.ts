import { expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import type { TestCaller } from '../../support/app';
import { startShopping } from '../../support/carts/buying';
import { makeBuyer, makeProduct, makeSeller, only } from '../../support/factories';
import { openSellerApp } from '../../support/seller-app';

const { app, seller, owner } = await openSellerApp();
const { db } = app.database;

/** What an organization's audit log says of an order, oldest first. */
async function logOf(caller: TestCaller, orgId: number, orderId: number) {
  const { results } = await caller.expectOk(contract.auditLog.list, {
    params: { orgId },
    query: { entity: ['order'], entityId: String(orderId) },
  });
  return results.reverse();
}

test('what a buyer does with an order is in the seller’s audit log and their own, and in nobody else’s', async () => {
  const buyer = await makeBuyer(db);
  const shop = await startShopping(app, buyer);
  const shopper = await app.as(buyer.owner.user, buyer.org);
  const product = await makeProduct(db, seller, { quantity: '50' });
  const cart = await shop.fill(seller, [{ product, quantity: '2' }]);
  const { createdOrders } = await shop.checkout([cart]);
  const { id, orderNumber } = only(createdOrders);
  await shopper.expectOk(contract.orderProblems.report, {
    params: { orderId: id },
    body: { kind: 'OTHER', message: 'Two jars are open' },
  });
  await shopper.expectOk(contract.orders.transition, {
    params: { id },
    body: { status: 'CANCELLED', reason: 'Ordered twice' },
  });
  const person = { id: buyer.owner.user.id };
  for (const [caller, orgId] of [
    [owner, seller.org.id],
    [shopper, buyer.org.id],
  ] as const) {
    const [placed, cancelled, ...more] = await logOf(caller, orgId, id);
    expect(more).toEqual([]);
    expect(placed).toMatchObject({ person, before: null, after: { orderNumber } });
    expect(cancelled).toMatchObject({
      person,
      before: { status: 'SUBMITTED' },
      after: { status: 'CANCELLED', reason: 'Ordered twice', as: 'buyer' },
    });
  }
  const stranger = await makeSeller(db);
  const other = await app.as(stranger.owner.user, stranger.org);
  expect(await logOf(other, stranger.org.id, id)).toEqual([]);
});

test('what a seller does is in its own log alone, once', async () => {
  const buyer = await makeBuyer(db);
  const shop = await startShopping(app, buyer);
  const shopper = await app.as(buyer.owner.user, buyer.org);
  const cart = await shop.fill(seller, [{ product: await makeProduct(db, seller), quantity: '1' }]);
  const { id } = only((await shop.checkout([cart])).createdOrders);
  await owner.expectOk(contract.orders.transition, { params: { id }, body: { status: 'ACCEPTED' } });
  expect((await logOf(owner, seller.org.id, id)).map(({ after }) => (after as { status?: string }).status)).toEqual([
    undefined,
    'ACCEPTED',
  ]);
  expect(await logOf(shopper, buyer.org.id, id)).toHaveLength(1);
});
