import { describe, expect, test } from 'vitest';
import { contract } from '../../../../domain/calls';
import { isOverdue } from '../../../../domain/orders/payments/overdue';
import { ORDER_STATUS_IDS } from '../../../../domain/orders/status';
import { makeBuyer, makeCustomer, makeOrder, makeProduct, makeSeller } from '../../../support/factories';
import type { OrderFixture } from '../../../support/orders/factories';
import { openSellerApp } from '../../../support/seller-app';

const { app, seller, owner } = await openSellerApp();
const { db } = app.database;
const buyer = await makeBuyer(db);
const customer = await makeCustomer(db, seller, { buyer });
const product = await makeProduct(db, seller, { quantity: '10000' });
const shopper = await app.as(buyer.owner.user, buyer.org);
const DAY_MS = 86_400_000;
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

const lines = [{ product, unitPrice: '100.00' }];
const made: OrderFixture[] = [];
for (const status of ORDER_STATUS_IDS)
  for (const [paidUsd, paymentDueDate] of [
    ['0.00', dayIn(-2)],
    ['40.00', dayIn(-2)],
    ['100.00', dayIn(-2)],
    ['40.00', dayIn(2)],
    ['40.00', null],
  ] as const)
    made.push((await makeOrder(db, seller, { buyer, customer, status, lines, paidUsd, paymentDueDate })).order);
const other = await makeSeller(db);
await makeOrder(db, other, { status: 'ACCEPTED', paymentDueDate: dayIn(-2) });

const asSeller = async (filters: object) =>
  (
    await owner.expectOk(contract.orders.search, {
      body: { orgId: seller.org.id, companyId: seller.company.id, filters, itemsPerPage: 250 },
    })
  ).results;
const asBuyer = async (filters: object) =>
  (
    await shopper.expectOk(contract.purchaseOrders.search, {
      body: { orgId: buyer.org.id, companyId: buyer.buyerCompany.id, filters, itemsPerPage: 250 },
    })
  ).results;

describe.each([
  ['its seller', asSeller],
  ['its buyer', asBuyer],
])('to %s', (side, search) => {
  const seen = made.filter(({ status }) => side === 'its seller' || status !== 'DRAFT');
  const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id).sort((a, b) => a - b);

  test('an order that is closed has no payment state', async () => {
    const closed = ['CANCELLED', 'REJECTED', 'COMBINED'];
    const rows = await search({});
    expect(rows).toHaveLength(seen.length);
    for (const { status, paymentState } of rows) expect(paymentState === null, status).toBe(closed.includes(status));
    for (const paid of [true, false])
      expect((await search({ paid })).some(({ status }) => closed.includes(status))).toBe(false);
  });

  test('the late ones are those the list marks late, and nobody else’s', async () => {
    const late = seen.filter((order) => isOverdue({ ...order, status: order.status as 'ACCEPTED' }, dayIn(0)));
    expect(late).toHaveLength(10);
    expect(idsOf(await search({ late: true }))).toEqual(idsOf(late));
    const rest = seen.filter((order) => !late.includes(order));
    expect(idsOf(await search({ late: false }))).toEqual(idsOf(rest));
  });
});
