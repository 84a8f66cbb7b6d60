import { expect, test } from 'vitest';
import { contract } from '../../../../domain/calls';
import { makeMember, makeOrder, makeProduct, makeSeller } from '../../../support/factories';
import { openSellerApp } from '../../../support/seller-app';

const { clone, clonePreview } = contract.orderEntry;
const { app, seller, owner } = await openSellerApp();
const { db } = app.database;

async function anOrder() {
  const [sold, archived] = [
    await makeProduct(db, seller, { wholesalePrice: '12.00' }),
    await makeProduct(db, seller, { listingState: 'ARCHIVED' }),
  ];
  const { order } = await makeOrder(db, seller, {
    status: 'COMPLETE',
    discountType: '%',
    discount: '0.1',
    notes: 'Call first',
    lines: [
      { product: sold, quantity: '3', unitPrice: '10.00' },
      { product: archived, quantity: '1' },
    ],
  });
  return { order, archived };
}

test('a clone is a new draft of the customer at the prices asked for, without what can’t be sold', async () => {
  const { order, archived } = await anOrder();
  const preview = await owner.expectOk(clonePreview, { body: { orderId: order.id, prices: 'current' } });
  expect(preview).toMatchObject({
    lines: [{ quantity: '3', before: '10.00', after: '12.00', problem: null }],
    skipped: [{ sku: archived.sku, reason: 'Archived' }],
  });
  const [current, copy] = [
    await owner.expectOk(clone, { body: { orderId: order.id, prices: 'current' } }),
    await owner.expectOk(clone, { body: { orderId: order.id, prices: 'copy' } }),
  ];
  expect(current.skipped).toHaveLength(1);
  expect(current.saved).toMatchObject({
    saveSuccessful: true,
    status: 'DRAFT',
    customer: { id: order.customerId },
    notes: 'Call first',
    shipDate: null,
    subtotalUsd: '36.00',
    totalUsd: '32.40',
  });
  expect(copy.saved).toMatchObject({ totalUsd: '27.00', lineItems: [{ orderedUnitPrice: '10.00' }] });
});

test('an order without products that can be sold isn’t cloned', async () => {
  const archived = await makeProduct(db, seller, { listingState: 'ARCHIVED' });
  const { order } = await makeOrder(db, seller, { lines: [{ product: archived }] });
  const answer = await owner.call(clone, { body: { orderId: order.id, prices: 'copy' } });
  expect(answer).toMatchObject({
    status: 409,
    body: { userFriendlyMessage: 'No products found in original order' },
  });
});

test('only those who may write orders clone one, and only one they see', async () => {
  const { order } = await anOrder();
  const looker = await makeMember(db, seller, { features: { BROWSE_ORDERS: { read: true, write: false } } });
  const body = { orderId: order.id, prices: 'copy' as const };
  expect((await (await app.as(looker.user, seller.org)).call(clone, { body })).status).toBe(403);
  const stranger = await makeSeller(db);
  const theirs = await app.as(stranger.owner.user, stranger.org);
  expect((await theirs.call(clone, { body })).status).toBe(404);
  expect((await theirs.call(clonePreview, { body })).status).toBe(404);
});
