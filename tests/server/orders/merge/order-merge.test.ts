import { and, eq, inArray } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { contract } from '../../../../domain/calls';
import { purchaseOrders } from '../../../../domain/orders/contract';
import { NamingClient } from '../../../../server/db/connection/naming-client';
import { orderSalesReps, orders, orgUsers, productStock } from '../../../../server/db/schema';
import { makeBuyer, makeCustomer, makeMember, makeProduct, makeSeller } from '../../../support/factories';
import { readLedger } from '../../../support/orders/ledger';
import { openMerging } from '../../../support/orders/merging';
import { calls } from '../../../support/orders/order-entry';
import { both } from '../../../support/permissions';

const { app, db, seller, owner, goods, order, statusesOf } = await openMerging();
const two = async () => [
  await order({ notes: 'Call first', discountType: '%', discount: '0.1' }),
  await order({
    notes: 'Dock 4',
    discount: '5.00',
    salesRepOrgUserIds: [seller.owner.orgUserId],
    lines: [
      { product: goods.jar, quantity: '5' },
      { product: goods.cases, quantity: '2' },
    ],
  }),
];

test('merged orders become one with the same lines, discounts, totals and reserved stock', async () => {
  const ids = (await two()).map(({ id }) => id);
  const preview = await owner.expectOk(calls.mergePreview, { body: { orderIds: ids } });
  expect(preview).toMatchObject({ customerName: goods.customer.name, status: 'ACCEPTED', lineItemCount: 2 });
  const versions = preview.orders.map(({ version }) => version);
  const merged = await owner.expectOk(calls.merge, { body: { orderIds: ids, versions } });
  expect(merged).toMatchObject({
    status: 'ACCEPTED',
    customer: { id: goods.customer.id },
    notes: 'Call first\nDock 4',
    originalOrderIds: ids,
    canUnmerge: true,
    subtotalUsd: preview.subtotalUsd,
    orderDiscountUsd: preview.orderDiscountUsd,
    totalUsd: preview.totalUsd,
    salesReps: [{ id: seller.owner.orgUserId }],
  });
  const sources = await db.select().from(orders).where(inArray(orders.id, ids));
  const sum = sources.reduce((total, { totalUsd }) => total + Number(totalUsd), 0);
  expect(Number(merged.totalUsd)).toBeCloseTo(sum, 2);
  expect(merged.lineItems.map(({ productId, quantity }) => [productId, quantity])).toEqual([
    [goods.jar.id, '15'],
    [goods.cases.id, '2'],
  ]);
  expect(await statusesOf(ids)).toEqual(['COMBINED', 'COMBINED']);
  const { row, sums } = await readLedger(db, goods.jar.id);
  expect(row).toEqual({ quantity: 100, reserved: 15 });
  expect(sums.reserved).toBe(15);
  const source = await owner.expectOk(calls.get, { params: { id: ids[0] ?? 0 } });
  expect(source.mergedInto).toEqual({ id: merged.id, orderNumber: merged.orderNumber });
  expect(merged.mergedFrom.map(({ id }) => id)).toEqual(ids);
});

test('a merge is undone until the merged order moves on', async () => {
  const ids = (await two()).map(({ id }) => id);
  const merged = await owner.expectOk(calls.merge, { body: { orderIds: ids } });
  const undone = await owner.expectOk(calls.unmerge, { body: { orderId: merged.id } });
  expect(undone).toMatchObject({ status: 'CANCELLED', canUnmerge: false });
  expect(await statusesOf(ids)).toEqual(['ACCEPTED', 'ACCEPTED']);
  expect((await readLedger(db, goods.jar.id)).row).toEqual({ quantity: 100, reserved: 15 });
  expect((await readLedger(db, goods.cases.id)).row).toEqual({ quantity: 600, reserved: 24 });
  const again = await owner.expectOk(calls.merge, { body: { orderIds: ids } });
  await owner.expectOk(calls.transition, { params: { id: again.id }, body: { status: 'FULFILLED' } });
  const late = await owner.call(calls.unmerge, { body: { orderId: again.id } });
  expect(late).toMatchObject({ status: 409, body: { message: 'CONFLICT' } });
  expect((await readLedger(db, goods.jar.id)).row).toEqual({ quantity: 85, reserved: 0 });
});

test('a merge stays once a payment was taken, even if it was voided, or an original isn’t combined any more', async () => {
  const ids = (await two()).map(({ id }) => id);
  const merged = await owner.expectOk(calls.merge, { body: { orderIds: ids } });
  const body = { amount: '5.00', paymentType: 'CASH' as const, paymentDate: '2026-11-20' };
  const payment = await owner.expectOk(calls.recordPayment, { params: { id: merged.id }, body });
  await owner.expectOk(calls.voidPayment, { params: { id: merged.id, paymentId: payment.id }, query: {} });
  expect((await owner.call(calls.unmerge, { body: { orderId: merged.id } })).status).toBe(409);
  expect(await owner.expectOk(calls.get, { params: { id: merged.id } })).toMatchObject({ canUnmerge: false });
  const others = (await two()).map(({ id }) => id);
  const other = await owner.expectOk(calls.merge, { body: { orderIds: others } });
  await db
    .update(orders)
    .set({ status: 'REJECTED' })
    .where(eq(orders.id, others[1] ?? 0));
  expect((await owner.call(calls.unmerge, { body: { orderId: other.id } })).status).toBe(409);
  expect(await statusesOf([...others, other.id])).toEqual(['COMBINED', 'REJECTED', 'ACCEPTED']);
  // As it was, so that what reports read agrees again.
  await db
    .update(orders)
    .set({ status: 'COMBINED' })
    .where(eq(orders.id, others[1] ?? 0));
});

test('whoever may not change the originals can’t undo a merge, nor see what it was made of', async () => {
  const ids = (await two()).map(({ id }) => id);
  const merged = await owner.expectOk(calls.merge, { body: { orderIds: ids } });
  const rep = await makeMember(db, seller, {
    features: { BROWSE_MY_ORDERS: { read: true, write: true } },
    companyIds: [seller.company.id],
  });
  await db.insert(orderSalesReps).values({ orgId: seller.org.id, orderId: merged.id, orgUserId: rep.orgUserId });
  const caller = await app.as(rep.user, seller.org);
  expect((await caller.call(calls.unmerge, { body: { orderId: merged.id } })).status).toBe(404);
  expect((await caller.expectOk(calls.get, { params: { id: merged.id } })).mergedFrom).toEqual([]);
  expect(await statusesOf([...ids, merged.id])).toEqual(['COMBINED', 'COMBINED', 'ACCEPTED']);
});

test('of merges and undoing at once, each order ends up in one place and stock stays exact', async () => {
  const ids = (await two()).map(({ id }) => id);
  const merge = () => owner.call(calls.merge, { body: { orderIds: ids } });
  const answers = await Promise.all([merge(), merge(), merge()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const [made] = answers.flatMap((answer) => (answer.ok ? [answer.body] : []));
  const undo = () => owner.call(calls.unmerge, { body: { orderId: made?.id ?? 0 } });
  const undone = await Promise.all([undo(), undo(), merge()]);
  for (const { status } of undone) expect([200, 409]).toContain(status);
  expect((await readLedger(db, goods.jar.id)).row).toEqual({ quantity: 100, reserved: 15 });
  expect((await readLedger(db, goods.cases.id)).row).toEqual({ quantity: 600, reserved: 24 });
});

test('orders changed since their preview aren’t merged, nor those that can’t be, and nothing moves', async () => {
  const [first, second] = await two();
  if (!first || !second) throw new Error('There are two orders');
  const refusals: [number[], number[] | undefined, string][] = [
    [[first.id, second.id], [first.version + 1, second.version], 'Invalid merge preview state'],
    [[first.id], undefined, 'At least 2 orders must be selected for merging'],
    [[first.id, (await order({ status: 'FULFILLED' })).id], undefined, 'can’t be merged'],
    [[first.id, (await order({ customer: await makeCustomer(db, seller) })).id], undefined, 'one customer'],
  ];
  for (const [orderIds, versions, message] of refusals) {
    const answer = await owner.call(calls.merge, { body: { orderIds, ...(versions && { versions }) } });
    expect(answer).toMatchObject({ status: 409, body: { userFriendlyMessage: expect.stringContaining(message) } });
  }
  expect(await statusesOf([first.id, second.id])).toEqual(['ACCEPTED', 'ACCEPTED']);
});

test('a buyer sees the merged order instead of their own', async () => {
  const buyer = await makeBuyer(db);
  const theirs = await makeCustomer(db, seller, { buyer });
  const ids = [(await order({ buyer, customer: theirs })).id, (await order({ buyer, customer: theirs })).id];
  const merged = await owner.expectOk(calls.merge, { body: { orderIds: ids } });
  expect(merged.orderSource).toBe('MARKETPLACE');
  const [row] = await db.select().from(orders).where(eq(orders.id, merged.id));
  expect(row?.buyerOrgId).toBe(buyer.org.id);
});

test('only those who may write orders merge them, and only ones they see', async () => {
  const ids = (await two()).map(({ id }) => id);
  const looker = await makeMember(db, seller, { features: { BROWSE_ORDERS: { read: true, write: false } } });
  const answer = await (await app.as(looker.user, seller.org)).call(calls.merge, { body: { orderIds: ids } });
  expect(answer.status).toBe(403);
  const stranger = await makeSeller(db);
  const theirs = await app.as(stranger.owner.user, stranger.org);
  expect((await theirs.call(calls.merge, { body: { orderIds: ids } })).status).toBe(404);
  const merged = await owner.expectOk(calls.merge, { body: { orderIds: ids } });
  expect((await theirs.call(calls.unmerge, { body: { orderId: merged.id } })).status).toBe(404);
});

test('what was promised stays promised by a merge and its undoing, also when less is left', async () => {
  const ids = (await two()).map(({ id }) => id);
  await db
    .update(productStock)
    .set({ quantity: '3' })
    .where(and(eq(productStock.orgId, seller.org.id), eq(productStock.productId, goods.jar.id)));
  const merged = await owner.expectOk(calls.merge, { body: { orderIds: ids } });
  expect((await readLedger(db, goods.jar.id)).row).toEqual({ quantity: 3, reserved: 15 });
  await owner.expectOk(calls.unmerge, { body: { orderId: merged.id } });
  expect((await readLedger(db, goods.jar.id)).row).toEqual({ quantity: 3, reserved: 15 });
  expect(await statusesOf(ids)).toEqual(['ACCEPTED', 'ACCEPTED']);
});

test('of merges at once with an order in common, and an undoing beside a change of status, one is done', async () => {
  const [a, b, c] = [await order(), await order(), await order()];
  const merge = (...some: { id: number }[]) =>
    owner.call(calls.merge, { body: { orderIds: some.map(({ id }) => id) } });
  const answers = await Promise.all([merge(a, b), merge(c, b), merge(c, a)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect((await readLedger(db, goods.jar.id)).row).toEqual({ quantity: 100, reserved: 30 });
  const [made] = answers.flatMap((answer) => (answer.ok ? [answer.body] : []));
  const id = made?.id ?? 0;
  const [undone, moved] = await Promise.all([
    owner.call(calls.unmerge, { body: { orderId: id } }),
    owner.call(calls.transition, { params: { id }, body: { status: 'FULFILLED' } }),
  ]);
  expect([undone.status, moved.status].sort()).toEqual([200, 409]);
  const wanted = undone.ok ? { quantity: 100, reserved: 30 } : { quantity: 80, reserved: 10 };
  expect((await readLedger(db, goods.jar.id)).row).toEqual(wanted);
});

const ABOUT_ORDERS = /\\?"(orders|order_|product_stock|stock_movements|sold_lines)|product_stock as/;

test('a merge asks the database as often for long orders as for short ones, and eight times at most for each', async () => {
  const asked = vi.spyOn(NamingClient.prototype, 'query');
  const asksOf = async (count: number, lineCount: number) => {
    const products = [
      goods.jar,
      ...(await Promise.all(Array.from({ length: lineCount - 1 }, () => makeProduct(db, seller)))),
    ];
    const made = [];
    for (let at = 0; at < count; at += 1) {
      const lines = products.map((product) => ({ product, quantity: '1' }));
      made.push((await order({ lines })).id);
    }
    asked.mockClear();
    await owner.expectOk(calls.merge, { body: { orderIds: made } });
    // What jobs ask meanwhile isn't the merge's.
    return asked.mock.calls.filter(([asks]) => ABOUT_ORDERS.test(JSON.stringify(asks))).length;
  };
  // Once, so that what is only asked the first time doesn't count.
  await asksOf(2, 1);
  const [two, ten, long, fifty] = [await asksOf(2, 1), await asksOf(10, 1), await asksOf(10, 30), await asksOf(50, 2)];
  expect(two).toBeGreaterThan(5);
  const others = 20;
  expect(long).toBeLessThanOrEqual(ten + others);
  expect(fifty).toBeLessThanOrEqual(50 * 8 + others);
  asked.mockRestore();
}, 60_000);

test('a merge neither takes an order from its buyer nor shows it to another', async () => {
  const [buyer, stranger] = [await makeBuyer(db), await makeBuyer(db)];
  const bought = await order({ buyer, lines: [{ product: goods.jar }] });
  const entered = await order({ lines: [{ product: goods.jar }] });
  const theirs = await order({ buyer: stranger, lines: [{ product: goods.jar }] });
  for (const ids of [
    [bought.id, entered.id],
    [entered.id, bought.id],
    [bought.id, theirs.id],
  ]) {
    for (const answer of [
      await owner.call(calls.mergePreview, { body: { orderIds: ids } }),
      await owner.call(calls.merge, { body: { orderIds: ids } }),
    ])
      expect(answer).toMatchObject({
        status: 409,
        body: { userFriendlyMessage: expect.stringMatching(/have different buyers or licenses/) },
      });
  }
  const again = await order({ buyer, lines: [{ product: goods.jar }] });
  const merged = await owner.expectOk(calls.merge, { body: { orderIds: [bought.id, again.id] } });
  const shopper = await app.as(buyer.owner.user, buyer.org);
  const seen = await shopper.expectOk(purchaseOrders.get, {
    params: { orderId: merged.id },
    query: { orgId: buyer.org.id },
  });
  expect(seen.mergedFrom.map(({ id }) => id)).toEqual([bought.id, again.id]);
});

test('a merged order is placed and ships as early as what it was made of, unless another day is chosen', async () => {
  const early = new Date('2026-09-03T10:00:00Z');
  const two = async () => [
    (await order({ shipDate: '2026-12-09', createdAt: new Date('2026-09-20T10:00:00Z') })).id,
    (await order({ shipDate: null })).id,
    (await order({ shipDate: '2026-12-04', createdAt: early })).id,
  ];
  const orderIds = await two();
  const preview = await owner.expectOk(calls.mergePreview, { body: { orderIds } });
  expect(preview.shipDates).toEqual(['2026-12-04', '2026-12-09']);
  const merged = await owner.expectOk(calls.merge, { body: { orderIds } });
  expect(merged).toMatchObject({ shipDate: '2026-12-04', created: early.toISOString() });
  const chosen = await owner.expectOk(calls.merge, { body: { orderIds: await two(), shipDate: '2026-12-09' } });
  expect(chosen.shipDate).toBe('2026-12-09');
});

test('a merged order keeps the sales reps of its orders, shows it to none who left or doesn’t see its company, and can be saved', async () => {
  const mine = await makeCustomer(db, seller);
  const ids = [(await order({ customer: mine })).id, (await order({ customer: mine })).id];
  const sells = { BROWSE_MY_ORDERS: both };
  const place = { companyIds: [seller.company.id], brandIds: [seller.brand.id] };
  const member = (values: object) => makeMember(db, seller, { features: sells, ...place, ...values });
  const stays = await member({});
  const [gone, invited] = [await member({}), await member({})];
  const unseeing = [await member({ companyIds: [] }), await member({ features: {} })];
  const reps = [stays, gone, invited, ...unseeing].map(({ orgUserId }) => orgUserId);
  const named = ids.flatMap((orderId) => reps.map((orgUserId) => ({ orgId: seller.org.id, orderId, orgUserId })));
  await db.insert(orderSalesReps).values(named);
  await db.update(orgUsers).set({ status: 'REMOVED' }).where(eq(orgUsers.id, gone.orgUserId));
  await db.update(orgUsers).set({ status: 'INVITED', userId: null }).where(eq(orgUsers.id, invited.orgUserId));
  const soldBy = async () => {
    const filters = { customerIds: [mine.id], createdRel: 'LAST_30_DAYS' as const };
    const viewOptions = { x1Field: 'SALES_REP' as const, y1Field: 'PRODUCT' as const, value: 'revenue' as const };
    const scope = { orgId: seller.org.id, companyId: seller.company.id };
    return owner.expectOk(contract.pivotReports.make, { body: { ...scope, filters, viewOptions } });
  };
  const before = await soldBy();
  expect(JSON.stringify(before)).toContain(reps.toSorted((a, b) => a - b).join(','));
  const merged = await owner.expectOk(calls.merge, { body: { orderIds: ids } });
  expect(merged.salesRepOrgUserIds.toSorted()).toEqual(reps.toSorted());
  const figures = (made: object) => JSON.parse(JSON.stringify(made, (key, value) => (key === 'orders' ? 0 : value)));
  expect(figures(await soldBy())).toEqual(figures(before));
  for (const { user } of unseeing) {
    const answer = await (await app.as(user, seller.org)).call(calls.get, { params: { id: merged.id } });
    expect([403, 404]).toContain(answer.status);
  }
  const { shipDate, paymentDueDate, shippingDetails, notes, salesRepOrgUserIds, version } = merged;
  const body = { shipDate, paymentDueDate, shippingDetails, notes, salesRepOrgUserIds, version };
  await owner.expectOk(contract.orders.updateBasicInfo, { params: { id: merged.id }, body });
});

test('what no order could be saved with isn’t merged', async () => {
  const orderIds = [(await order({ notes: 'a'.repeat(2500) })).id, (await order({ notes: 'b'.repeat(2500) })).id];
  expect(await owner.call(calls.merge, { body: { orderIds } })).toMatchObject({
    status: 409,
    body: { userFriendlyMessage: 'Together these orders have 5,001 characters of notes. One order takes 4,000' },
  });
  expect(await statusesOf(orderIds)).toEqual(['ACCEPTED', 'ACCEPTED']);
});
