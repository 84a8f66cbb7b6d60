import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contract } from '../../../../domain/calls';
import {
  companies,
  companyPaymentOptions,
  customerManagers,
  orderSalesReps,
  orders,
  orgUsers,
  products,
} from '../../../../server/db/schema';
import { makeCustomer, makeMember, makeOrder, makeProduct, makeSeller } from '../../../support/factories';
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

describe('who and what an order names but a new one can’t have', () => {
  const company = () => ({ companyIds: [seller.company.id], brandIds: [seller.brand.id] });
  const sells = { BROWSE_MY_ORDERS: { read: true, write: true } };

  async function people() {
    const [stays, gone, invited, elsewhere, noOrders] = [
      await makeMember(db, seller, { features: sells, ...company() }),
      await makeMember(db, seller, { features: sells, ...company() }),
      await makeMember(db, seller, { features: sells, ...company() }),
      await makeMember(db, seller, { features: sells, companyIds: [] }),
      await makeMember(db, seller, { features: {}, ...company() }),
    ];
    const set = (status: string, { orgUserId }: { orgUserId: number }) =>
      db
        .update(orgUsers)
        .set({ status, userId: status === 'INVITED' ? null : undefined })
        .where(eq(orgUsers.id, orgUserId));
    await set('REMOVED', gone);
    await set('INVITED', invited);
    return { stays, all: [stays, gone, invited, elsewhere, noOrders].map(({ orgUserId }) => orgUserId) };
  }

  test('is left out of its clone, one by one and in bulk', async () => {
    const { order } = await anOrder();
    const { stays, all } = await people();
    const [former] = await db
      .insert(companies)
      .values({
        orgId: seller.org.id,
        name: 'Former carrier',
        companyType: 'DISTRIBUTOR',
        usState: 'CA',
        removedAt: new Date(),
      })
      .returning();
    const [net15] = await db
      .insert(companyPaymentOptions)
      .values({
        companyId: seller.company.id,
        orgId: seller.org.id,
        name: 'Net 15',
        dueDays: 15,
        position: 9,
        removed: true,
      })
      .returning();
    await db
      .update(orders)
      .set({ distributorId: former?.id ?? null, paymentOptionId: net15?.id ?? null })
      .where(eq(orders.id, order.id));
    await db
      .insert(orderSalesReps)
      .values(all.map((orgUserId) => ({ orgId: seller.org.id, orderId: order.id, orgUserId })));
    const { saved } = await owner.expectOk(clone, { body: { orderId: order.id, prices: 'copy' } });
    expect(saved).toMatchObject({ saveSuccessful: true, distributor: null, paymentOption: null });
    expect(saved.saveSuccessful && saved.salesReps.map(({ id }) => id)).toEqual([stays.orgUserId]);
  });

  test('doesn’t begin a new order of its customer, and is refused by name but removable where it stands', async () => {
    const { stays, all } = await people();
    const customer = await makeCustomer(db, seller);
    await db
      .insert(customerManagers)
      .values(all.map((orgUserId) => ({ orgId: seller.org.id, customerId: customer.id, orgUserId })));
    const { managerIds } = await owner.expectOk(contract.orderEntry.customer, { params: { id: customer.id } });
    expect(managerIds).toEqual([stays.orgUserId]);
    const draft = { orgId: seller.org.id, companyId: seller.company.id, customerId: customer.id, lineItems: [] };
    for (const [at, id] of all.entries()) {
      const body = { ...draft, salesRepOrgUserIds: [id] };
      expect((await owner.call(contract.orderEntry.create, { body })).status).toBe(at === 0 ? 200 : 400);
    }
    const { order } = await makeOrder(db, seller, { customer, salesRepOrgUserIds: all });
    const info = { shipDate: null, paymentDueDate: null, shippingDetails: '', notes: 'Kept' };
    const save = (salesRepOrgUserIds: number[], version: number) =>
      owner.call(contract.orders.updateBasicInfo, {
        params: { id: order.id },
        body: { ...info, salesRepOrgUserIds, version },
      });
    expect(await save(all, 0)).toMatchObject({ status: 200 });
    expect(await save(all.slice(1), 1)).toMatchObject({ status: 200 });
    expect(await save([], 2)).toMatchObject({ status: 200, body: { salesReps: [] } });
    expect(await save(all.slice(3, 4), 3)).toMatchObject({
      status: 400,
      body: { errors: { salesRepOrgUserIds: expect.stringMatching(/see this company’s orders/) } },
    });
  });

  test('is offered to nobody: the reps of a company are those who see its orders', async () => {
    const { stays, all } = await people();
    const query = { companyId: seller.company.id };
    const reps = await owner.expectOk(contract.organization.salesReps, { params: { orgId: seller.org.id }, query });
    const ids = reps.map(({ searchId }) => searchId);
    expect(all.filter((id) => ids.includes(id))).toEqual([stays.orgUserId]);
  });

  test('a rep of their own orders alone can’t take themselves off and lose one', async () => {
    const { stays } = await people();
    const caller = await app.as(stays.user, seller.org);
    const { order } = await makeOrder(db, seller, { salesRepOrgUserIds: [stays.orgUserId] });
    const info = {
      shipDate: null,
      paymentDueDate: null,
      shippingDetails: '',
      notes: '',
      salesRepOrgUserIds: [],
      version: 0,
    };
    const saved = await caller.call(contract.orders.updateBasicInfo, { params: { id: order.id }, body: info });
    expect(saved).toMatchObject({ status: 200, body: { salesReps: [{ id: stays.orgUserId }] } });
    expect((await caller.call(contract.orders.get, { params: { id: order.id } })).status).toBe(200);
  });
});

test('a clone keeps a payment option that is still offered', async () => {
  const { order } = await anOrder();
  const [offered] = seller.paymentOptions;
  await db
    .update(orders)
    .set({ paymentOptionId: offered?.id ?? null })
    .where(eq(orders.id, order.id));
  const { saved } = await owner.expectOk(clone, { body: { orderId: order.id, prices: 'copy' } });
  expect(saved).toMatchObject({ saveSuccessful: true, paymentOption: { id: offered?.id } });
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

test('a clone is of the same goods at the same price after its product was repacked, and says what differs', async () => {
  const packed = await makeProduct(db, seller, {
    sellInUnitOfMeasure: 'Case',
    sellInBulk: true,
    unitMultiplier: '12',
    wholesalePrice: '120.00',
  });
  const { order } = await makeOrder(db, seller, {
    status: 'COMPLETE',
    lines: [
      { product: packed, quantity: '4', unitPrice: '108.00' },
      { product: packed, quantity: '2', unitPrice: '96.00' },
    ],
  });
  await db.update(products).set({ unitMultiplier: '24', wholesalePrice: '240.00' }).where(eq(products.id, packed.id));
  const preview = await owner.expectOk(clonePreview, { body: { orderId: order.id, prices: 'copy' } });
  expect(preview.lines).toMatchObject([
    { quantity: '2', quantityBefore: '4', unitOfMeasure: 'Case', before: '216.00', after: '216.00' },
    { quantity: '1', quantityBefore: '2', before: '192.00', after: '192.00' },
  ]);
  const { saved } = await owner.expectOk(clone, { body: { orderId: order.id, prices: 'copy' } });
  expect(saved).toMatchObject({ totalUsd: order.totalUsd });
  const today = await owner.expectOk(clonePreview, { body: { orderId: order.id, prices: 'current' } });
  expect(today.lines).toMatchObject([
    { before: '216.00', after: '240.00' },
    { before: '192.00', after: '240.00' },
  ]);
});

test('a discount in dollars isn’t copied without all the lines it was for', async () => {
  const [sold, gone] = [await makeProduct(db, seller), await makeProduct(db, seller, { listingState: 'ARCHIVED' })];
  const made = (lines: NonNullable<NonNullable<Parameters<typeof makeOrder>[2]>['lines']>) =>
    makeOrder(db, seller, { status: 'COMPLETE', discountType: '$', discount: '50.00', lines });
  const part = await made([
    { product: sold, quantity: '1', unitPrice: '100.00' },
    { product: gone, quantity: '4', unitPrice: '100.00' },
  ]);
  const whole = await made([{ product: sold, quantity: '1', unitPrice: '100.00' }]);
  const body = (id: number) => ({ body: { orderId: id, prices: 'copy' as const } });
  expect(await owner.expectOk(clonePreview, body(part.order.id))).toMatchObject({ leftDiscountUsd: '50.00' });
  expect(await owner.expectOk(clone, body(part.order.id))).toMatchObject({
    leftDiscountUsd: '50.00',
    saved: { totalUsd: '100.00' },
  });
  expect(await owner.expectOk(clone, body(whole.order.id))).toMatchObject({
    leftDiscountUsd: null,
    saved: { totalUsd: '50.00' },
  });
});
