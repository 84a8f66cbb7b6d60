import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { orderTransitions } from '../../../server/db/schema';
import { makeBuyer, makeCustomer, makeMember, makeOrder, makeProduct } from '../../support/factories';
import { openSellerApp } from '../../support/seller-app';

const { expectedDelivery } = contract.purchaseActs;
const { preview: reorder } = contract.reorders;
const { app, seller } = await openSellerApp();
const { db } = app.database;

async function aBuyer() {
  const buyer = await makeBuyer(db);
  const customer = await makeCustomer(db, seller, { buyer });
  return { buyer, customer, caller: await app.as(buyer.owner.user, buyer.org) };
}

test('an order is bought again at today’s prices, with what differs shown first and what can’t be had left out', async () => {
  const { buyer, customer, caller } = await aBuyer();
  const cases = await makeProduct(db, seller, {
    wholesalePrice: '120.00',
    sellInBulk: true,
    sellInUnitOfMeasure: 'Case',
    unitMultiplier: '12',
    quantity: '600',
  });
  const jar = await makeProduct(db, seller, { wholesalePrice: '10.00', quantity: '13' });
  const gone = await makeProduct(db, seller, { listingState: 'ARCHIVED' });
  const { order } = await makeOrder(db, seller, {
    buyer,
    customer,
    status: 'COMPLETE',
    lines: [
      { product: cases, quantity: '2', unitPrice: '100.00' },
      { product: jar, quantity: '5', unitPrice: '10.00' },
      { product: gone, quantity: '1', unitPrice: '9.00' },
      { product: jar, quantity: '1', unitPrice: '0.00', isSample: true },
    ],
  });
  const input = { params: { orderId: order.id }, body: {} };
  const first = await caller.expectOk(reorder, input);
  expect(first.lines).toMatchObject([
    { productId: cases.id, quantity: '2', unitOfMeasure: 'Case', before: '200.00', after: '240.00', problem: null },
    { productId: jar.id, quantity: '5', before: '50.00', after: '50.00', problem: null },
    { productId: gone.id, problem: expect.any(String) },
  ]);
  const send = async (preview: typeof first) => {
    const { buyerCompanyId: companyId, buyerLicenseId, sellerCompanyId, lines } = preview;
    const cartItems = lines
      .filter(({ problem }) => problem === null)
      .map(({ productId, total }) => ({ productId, quantity: total }));
    const body = { orgId: buyer.org.id, companyId, buyerLicenseId, sellerCompanyId, cartItems };
    return (await caller.expectOk(contract.carts.create, { body })).cart?.cart;
  };
  expect(await send(first)).toMatchObject({ total: '290.00', lineItems: [{ quantity: '2' }, { quantity: '5' }] });
  expect(await send(first)).toMatchObject({ total: '290.00' });
  const second = await caller.expectOk(reorder, input);
  expect(second.lines).toMatchObject([
    { inCart: '2', total: '4', problem: null },
    { inCart: '5', total: '10', problem: expect.stringContaining('7') },
    { problem: expect.any(String) },
  ]);
});

test('nobody buys again what another buyer ordered, or for a license not assigned to them', async () => {
  const { buyer, customer } = await aBuyer();
  const { order } = await makeOrder(db, seller, { buyer, customer, status: 'COMPLETE' });
  const input = { params: { orderId: order.id }, body: {} };
  const other = await aBuyer();
  expect((await other.caller.call(reorder, input)).status).toBe(404);
  expect((await other.caller.call(expectedDelivery, { params: { orderId: order.id } })).status).toBe(404);
  const both = { read: true, write: true };
  const member = await makeMember(db, buyer, { features: { PURCHASE_ORDERS: both }, licenseIds: [] });
  const unassigned = await app.as(member.user, buyer.org);
  expect((await unassigned.call(reorder, input)).status).toBe(404);
  const none = await makeMember(db, buyer, { features: {} });
  expect((await (await app.as(none.user, buyer.org)).call(reorder, input)).status).toBe(403);
});

test('a delivery is expected by the ship date, or by how long the buyer’s own orders took', async () => {
  const { buyer, customer, caller } = await aBuyer();
  const expectedOf = ({ id }: { id: number }) => caller.expectOk(expectedDelivery, { params: { orderId: id } });
  const make = async (values: Parameters<typeof makeOrder>[2]) =>
    (await makeOrder(db, seller, { buyer, customer, ...values })).order;
  const fresh = await make({ status: 'ACCEPTED', createdAt: new Date('2026-03-02T18:00:00Z') });
  expect(await expectedOf(fresh)).toEqual({ day: null, reason: 'The seller hasn’t set a ship date yet.' });
  for (const days of [3, 4, 8]) {
    const { id, orgId } = await make({ status: 'DELIVERED', createdAt: new Date('2026-02-01T18:00:00Z') });
    await db.delete(orderTransitions).where(eq(orderTransitions.orderId, id));
    await db.insert(orderTransitions).values([
      { orgId, orderId: id, toStatus: 'SHIPPED', createdAt: new Date(Date.UTC(2026, 1, days, 18)) },
      { orgId, orderId: id, toStatus: 'DELIVERED', createdAt: new Date(Date.UTC(2026, 1, 1 + days, 18)) },
    ]);
  }
  expect(await expectedOf(fresh)).toMatchObject({ day: '2026-03-06' });
  const planned = await make({ status: 'ACCEPTED', shipDate: '2026-03-09' });
  expect(await expectedOf(planned)).toMatchObject({ day: '2026-03-10' });
  const others = await aBuyer();
  const theirs = await makeOrder(db, seller, { buyer: others.buyer, customer: others.customer, status: 'ACCEPTED' });
  expect(await others.caller.expectOk(expectedDelivery, { params: { orderId: theirs.order.id } })).toMatchObject({
    day: null,
  });
});

test('a buyer gets links between a merged order and its originals, but not to a seller’s draft', async () => {
  const { buyer, customer, caller } = await aBuyer();
  const make = (status: 'COMBINED' | 'DRAFT') => makeOrder(db, seller, { buyer, customer, status });
  const [first, hidden] = [(await make('COMBINED')).order, (await make('DRAFT')).order];
  const originalOrderIds = [first.id, hidden.id];
  const { order: merged } = await makeOrder(db, seller, { buyer, customer, status: 'ACCEPTED', originalOrderIds });
  const read = (orderId: number) =>
    caller.expectOk(contract.purchaseOrders.get, { params: { orderId }, query: { orgId: buyer.org.id } });
  const named = ({ id, orderNumber }: typeof merged) => ({ id, orderNumber });
  expect(await read(merged.id)).toMatchObject({ mergedFrom: [named(first)], mergedInto: null });
  expect(await read(first.id)).toMatchObject({ mergedFrom: [], mergedInto: named(merged) });
});
