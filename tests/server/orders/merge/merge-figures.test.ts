import { expect, test } from 'vitest';
import { contract } from '../../../../domain/calls';
import { makeCustomer } from '../../../support/factories';
import { openMerging } from '../../../support/orders/merging';
import { calls } from '../../../support/orders/order-entry';

const { seller, db, owner, goods, order } = await openMerging();

/** Its months are among the 24 of what a customer spent. */
const LAST_YEAR = new Date().getUTCFullYear() - 1;

test('a merge changes no report of the time before, nor do undoing it, editing and moving it on', async () => {
  const mine = await makeCustomer(db, seller);
  const of = (day: string) => ({ customer: mine, createdAt: new Date(`${day}T15:00:00Z`) });
  const january = await order({
    ...of(`${LAST_YEAR}-01-20`),
    discount: '5.00',
    lines: [{ product: goods.jar, quantity: '10' }],
  });
  const again = await order({ ...of(`${LAST_YEAR}-01-20`), lines: [{ product: goods.jar, quantity: '2' }] });
  const february = await order({
    ...of(`${LAST_YEAR}-02-03`),
    discountType: '%',
    discount: '0.1',
    lines: [
      { product: goods.jar, quantity: '5' },
      { product: goods.cases, quantity: '2' },
    ],
  });
  /** Revenue by month, products sold of each month, and a pivot of both. */
  async function reports() {
    const filters = { createdFrom: `${LAST_YEAR}-01-01`, createdTo: `${LAST_YEAR}-02-28`, customerIds: [mine.id] };
    const scope = { orgId: seller.org.id, companyId: seller.company.id };
    const make = (more: object, viewOptions: object) =>
      owner.expectOk(contract.orderReports.make, {
        body: { ...scope, filters: { ...filters, ...more }, viewOptions: viewOptions as { reportType: 'REVENUE' } },
      });
    const revenue = await make({}, { reportType: 'REVENUE', interval: 'MONTH' });
    const brands = await make({}, { reportType: 'REVENUE', interval: 'MONTH', split: 'BRAND' });
    const months = [
      { createdTo: `${LAST_YEAR}-01-31` },
      { createdFrom: `${LAST_YEAR}-02-01` },
      { createdFrom: `${LAST_YEAR}-02-01`, hasShipDate: false },
      { createdFrom: `${LAST_YEAR}-02-01`, productNameSearch: goods.jar.name },
    ];
    const sold = [];
    for (const month of months) sold.push(await make(month, { reportType: 'PRODUCTS_SOLD', value: 'revenue' }));
    const pivots = [];
    for (const y1Field of ['STATUS', 'PRODUCT'] as const)
      pivots.push(
        await owner.expectOk(contract.pivotReports.make, {
          body: { ...scope, filters, viewOptions: { x1Field: 'CREATED_MONTH', y1Field, value: 'revenue' } },
        }),
      );
    const { allTime, months: spent } = await owner.expectOk(contract.customers.spend, {
      params: { id: mine.id },
      query: { months: 24 },
    });
    return { revenue, brands, sold, pivots, spent: [allTime.totalUsd, spent.map(({ totalUsd }) => totalUsd)] };
  }
  const before = await reports();
  const ids = [february.id, january.id, again.id];
  const first = await owner.expectOk(calls.merge, { body: { orderIds: ids } });
  const merged = await reports();
  // The two orders of one day are one now, and count as one.
  const figures = (made: typeof before) =>
    JSON.parse(JSON.stringify(made, (key, value) => (key === 'orders' ? 0 : value)));
  expect(figures(merged)).toEqual(figures(before));
  await owner.expectOk(calls.unmerge, { body: { orderId: first.id } });
  expect(await reports()).toEqual(before);
  const { id } = await owner.expectOk(calls.merge, { body: { orderIds: ids } });
  await owner.expectOk(calls.transition, { params: { id }, body: { status: 'FULFILLED' } });
  const now = await owner.expectOk(calls.get, { params: { id } });
  expect(figures(await reports()).revenue).toEqual(figures(before).revenue);
  const kept = now.lineItems.map((line) => ({ id: line.id, productId: line.productId, quantity: line.quantity }));
  const last = kept.at(-1);
  const body = {
    customerId: mine.id,
    discountType: now.discountType,
    discount: '0',
    lineItems: kept.slice(0, -1),
    version: now.version,
  };
  expect(last).toBeDefined();
  const edited = await owner.expectOk(calls.update, { params: { id }, body });
  if (!edited.saveSuccessful) throw new Error('The order was edited');
  const { revenue } = await reports();
  if (revenue.reportType !== 'REVENUE') throw new Error('A revenue report was asked for');
  expect(revenue.totals.revenue).toBe(edited.totalUsd);
});

test('what was paid of a merged order counts once, on the first day that any of its lines are left of', async () => {
  const mine = await makeCustomer(db, seller);
  const of = (day: string) => ({ customer: mine, createdAt: new Date(`${day}T15:00:00Z`) });
  const january = await order({ ...of(`${LAST_YEAR}-01-20`), lines: [{ product: goods.jar, quantity: '10' }] });
  const february = await order({ ...of(`${LAST_YEAR}-02-03`), lines: [{ product: goods.cases, quantity: '2' }] });
  const { id } = await owner.expectOk(calls.merge, { body: { orderIds: [february.id, january.id] } });
  const payment = { amount: '30.00', paymentType: 'CHECK' as const, paymentDate: `${LAST_YEAR}-02-04` };
  await owner.expectOk(contract.orders.recordPayment, { params: { id }, body: payment });
  const paid = async () => {
    const input = { params: { id: mine.id }, query: { months: 24 } };
    const { allTime, months } = await owner.expectOk(contract.customers.spend, input);
    const of = (at: string) => months.find(({ month }) => month === at)?.paidUsd;
    return [allTime.paidUsd, of(`${LAST_YEAR}-01`), of(`${LAST_YEAR}-02`)];
  };
  expect(await paid()).toEqual(['30.00', '30.00', '0.00']);
  const { lineItems, version } = await owner.expectOk(calls.get, { params: { id } });
  const left = lineItems.filter(({ productId }) => productId === goods.cases.id);
  const edited = await owner.expectOk(calls.update, {
    params: { id },
    body: {
      customerId: mine.id,
      version,
      lineItems: left.map((line) => ({ id: line.id, productId: line.productId, quantity: line.quantity })),
    },
  });
  expect(edited).toMatchObject({ saveSuccessful: true, paidUsd: '30.00' });
  expect(await paid()).toEqual(['30.00', '0.00', '30.00']);
});
