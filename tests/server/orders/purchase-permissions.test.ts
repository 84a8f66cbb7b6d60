import { beforeAll, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import {
  type BuyerFixture,
  type CustomerFixture,
  makeBuyer,
  makeBuyerLicense,
  makeCustomer,
  makeMember,
  makeOrder,
  makeProduct,
  type ProductFixture,
} from '../../support/factories';
import { said } from '../../support/orders/calls';
import { outcomeOn } from '../../support/orders/permissions';
import { BUYERS, type BuyerRow } from '../../support/orders/purchase-permissions';
import { openSellerApp } from '../../support/seller-app';

const { orders, orderDocuments, orderExports, orderProblems, purchaseOrders, purchaseActs, reorders } = contract;
const { app, seller: flagged } = await openSellerApp();
const { db } = app.database;

let first: BuyerFixture;
let other: Pick<BuyerFixture, 'buyerLicense' | 'license'>;
let product: ProductFixture;
const customers: CustomerFixture[] = [];

beforeAll(async () => {
  first = await makeBuyer(db);
  other = await makeBuyerLicense(db, first);
  product = await makeProduct(db, flagged, { quantity: '1000' });
  for (const license of [first, other]) customers.push(await makeCustomer(db, flagged, { buyer: license }));
});

/** An order bought with the first license, with the other, and without one. */
const place = async (at: number): Promise<number> => {
  const [customer] = customers.slice(at % 2);
  if (!customer) throw new Error('There are two customers');
  const buyer = at === 1 ? { ...first, ...other } : first;
  const bare = at === 2 ? { buyerLicenseId: null } : {};
  const { order } = await makeOrder(db, flagged, { buyer, customer, lines: [{ product }], ...bare });
  return order.id;
};
const memberOf = (row: BuyerRow) => {
  const licenseIds = row.licenses === 'first' ? [first.license.id] : [];
  const { features } = row;
  return makeMember(
    db,
    first.org,
    typeof features === 'string' ? { defaultRoleId: features } : { features, licenseIds },
  );
};

test.each(BUYERS)('$who does what the table says', async (row) => {
  const { user } = await memberOf(row);
  const caller = await app.as(user, first.org);
  const body = { orgId: first.org.id, filters: {} };
  const ids = [await place(0), await place(1), await place(2)];
  const seen = ids.filter((_, at) => outcomeOn(row.sees, at) === 'ok');
  const refused = typeof row.sees === 'string' ? row.sees : null;
  const lists = [
    await caller.call(purchaseOrders.search, { body: { ...body, itemsPerPage: 250 } }),
    await caller.call(purchaseOrders.facets, { query: { orgId: first.org.id } }),
    await caller.call(orderExports.purchaseOrders, { body }),
  ] as const;
  expect(lists.map(said)).toEqual(lists.map(() => refused ?? 'ok'));
  if (lists[0].ok) {
    const listed = lists[0].body.results.map(({ id }) => id);
    expect(ids.filter((id) => listed.includes(id))).toEqual(seen);
  }
  for (const [at, orderId] of ids.entries()) {
    const params = { orderId };
    const reads = [
      await caller.call(purchaseOrders.get, { params, query: { orgId: first.org.id } }),
      await caller.call(purchaseActs.expectedDelivery, { params }),
      await caller.call(orderDocuments.purchaseInvoice, { params }),
      await caller.call(orderProblems.reported, { params }),
      // Without a license nothing is bought again.
      ...(at === 2 ? [] : [await caller.call(reorders.preview, { params, body: {} })]),
    ];
    expect(reads.map(said)).toEqual(reads.map(() => outcomeOn(row.sees, at)));
    const reported = await caller.call(orderProblems.report, {
      params,
      body: { kind: 'LATE', message: 'Where is it?' },
    });
    expect(said(reported)).toBe(outcomeOn(row.reports ?? row.cancels, at));
    const cancelled = await caller.call(orders.transition, {
      params: { id: orderId },
      body: { status: 'CANCELLED' },
    });
    expect(said(cancelled)).toBe(outcomeOn(row.cancels, at));
  }
});

test('whoever only buys from their own organization sees and cancels the purchase, and not the sale', async () => {
  const buyer = await makeBuyer(db, { org: flagged.org });
  const customer = await makeCustomer(db, flagged, { buyer });
  const { order } = await makeOrder(db, flagged, { buyer, customer, lines: [{ product }] });
  const buys = { PURCHASE_ORDERS: { read: true, write: true } };
  const { user } = await makeMember(db, flagged.org, { features: buys, licenseIds: [buyer.license.id] });
  const caller = await app.as(user, flagged.org);
  const params = { id: order.id };
  expect(said(await caller.call(orders.get, { params }))).toBe('read BROWSE_MY_ORDERS');
  const input = { params: { orderId: order.id }, query: { orgId: flagged.org.id } };
  expect(said(await caller.call(purchaseOrders.get, input))).toBe('ok');
  const move = (status: 'ACCEPTED' | 'CANCELLED') => caller.call(orders.transition, { params, body: { status } });
  expect(said(await move('ACCEPTED'))).toBe('409 ILLEGAL_TRANSITION');
  expect(said(await move('CANCELLED'))).toBe('ok');
});
