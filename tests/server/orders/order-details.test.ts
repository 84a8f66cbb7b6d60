import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../../../domain/errors';
import { orders as contract } from '../../../domain/orders/contract';
import { orders } from '../../../server/db/schema';
import type { TestCaller } from '../../support/app';
import { makeMember, makeOrder, makeProduct, makeSeller } from '../../support/factories';
import { openSellerApp } from '../../support/seller-app';

const { app, seller, owner } = await openSellerApp();

describe('the basic information of an order', () => {
  const info = {
    shipDate: '2026-05-01',
    paymentDueDate: '2026-06-01',
    shippingDetails: 'Back door',
    notes: 'Fragile',
    salesRepOrgUserIds: [] as number[],
    version: 0,
  };
  const save = (caller: TestCaller, id: number, changes: Partial<typeof info>) =>
    caller.call(contract.updateBasicInfo, { params: { id }, body: { ...info, ...changes } });

  test('is saved, and the updated order returned', async () => {
    const { order } = await makeOrder(app.database.db, seller);
    const { orgUserId } = seller.owner;
    const answer = await save(owner, order.id, { salesRepOrgUserIds: [orgUserId, orgUserId] });
    const { version: _, salesRepOrgUserIds: _ids, ...written } = info;
    expect(answer.body).toMatchObject({ ...written, version: 1, salesReps: [{ id: orgUserId }] });
    expect((await save(owner, order.id, { version: 1, shipDate: null as never })).body).toMatchObject({
      shipDate: null,
      salesReps: [],
    });
  });

  test('saved by two editors: the second is told, and nothing of the first is overwritten', async () => {
    const { order } = await makeOrder(app.database.db, seller);
    const answers = await Promise.all([
      save(owner, order.id, { notes: 'One' }),
      save(owner, order.id, { notes: 'Two' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers[0].ok ? 'One' : 'Two';
    expect(answers.find(({ ok }) => !ok)?.body).toMatchObject({
      internalCode: ERROR_CODES.STALE,
      errorObject: { currentVersion: 1 },
    });
    const [row] = await app.database.db.select().from(orders).where(eq(orders.id, order.id));
    expect(row).toMatchObject({ notes: winner, version: 1 });
  });

  test('accepts only the organization’s people as sales reps', async () => {
    const stranger = await makeSeller(app.database.db);
    const { order } = await makeOrder(app.database.db, seller, { salesRepOrgUserIds: [seller.owner.orgUserId] });
    const answer = await save(owner, order.id, { salesRepOrgUserIds: [stranger.owner.orgUserId] });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errors: { salesRepOrgUserIds: 'Choose people in your organization' } });
    const { salesReps } = await owner.expectOk(contract.get, { params: { id: order.id } });
    expect(salesReps.map(({ id }) => id)).toEqual([seller.owner.orgUserId]);
  });

  test.each([
    ['shippingDetails', 'x'.repeat(2001), 'Must be 2,000 characters or fewer'],
    ['notes', 'x'.repeat(4001), 'Must be 4,000 characters or fewer'],
  ])('refuses %s that are too long, on the field', async (field, value, message) => {
    const { order } = await makeOrder(app.database.db, seller);
    const answer = await save(owner, order.id, { [field]: value });
    expect(answer.body).toMatchObject({ errors: { [field]: message } });
  });

  test('is closed to readers, to users who aren’t the rep, and to other organizations', async () => {
    const { db } = app.database;
    const { order } = await makeOrder(db, seller);
    const reader = await makeMember(db, seller.org, {
      features: { BROWSE_ORDERS: { read: true, write: false } },
      companyIds: [seller.company.id],
    });
    expect((await save(await app.as(reader.user, seller.org), order.id, {})).status).toBe(403);
    const user = await makeMember(db, seller.org, { defaultRoleId: 'USER' });
    const refused = await save(await app.as(user.user, seller.org), order.id, {});
    expect(refused.body).toMatchObject({ internalCode: ERROR_CODES.FORBIDDEN });
    const stranger = await makeSeller(db);
    expect((await save(await app.as(stranger.owner.user, stranger.org), order.id, {})).status).toBe(404);
    const [row] = await db.select().from(orders).where(eq(orders.id, order.id));
    expect(row).toMatchObject({ version: 0, notes: '' });
  });
});

describe('one order', () => {
  test('shows its lines with pictures and totals, and the discount taken off once', async () => {
    const { db } = app.database;
    const product = await makeProduct(db, seller, { perCase: '12', images: ['/pictures/a.svg', '/pictures/b.svg'] });
    const other = await makeProduct(db, seller);
    const lines = [
      { product, quantity: '2', unitPrice: '108.00', notes: 'Leave at dock' },
      { product: other, quantity: '1.5', unitPrice: '10.00' },
    ];
    const { order } = await makeOrder(db, seller, { lines, discountType: '%', discount: '0.1' });
    const shown = await owner.expectOk(contract.get, { params: { id: order.id } });
    expect(shown.lineItems).toMatchObject([
      {
        productName: product.name,
        imageUri: '/pictures/a.svg',
        quantity: '2',
        total: '216.00',
        notes: 'Leave at dock',
      },
      { productName: other.name, imageUri: null, quantity: '1.5', total: '15.00' },
    ]);
    expect(shown).toMatchObject({
      subtotalUsd: '231.00',
      orderDiscountUsd: '23.10',
      totalUsd: '207.90',
      discount: '0.1',
    });
    expect(shown.availableTransitions).toEqual(['ACCEPTED', 'REJECTED', 'BACKORDER']);
  });

  test('that was never placed isn’t found', async () => {
    for (const id of [999_999_999, Number.MAX_SAFE_INTEGER]) {
      expect((await owner.call(contract.get, { params: { id } })).status).toBe(404);
    }
    expect((await owner.call(contract.get, { params: { id: 'abc' as never } })).status).toBe(404);
  });
});
