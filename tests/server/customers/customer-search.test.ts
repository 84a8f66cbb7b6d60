import dayjs from 'dayjs';
import utc from 'dayjs/plugin/utc';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { customers as contract } from '../../../domain/customers/contract';
import { sum } from '../../../domain/money';
import { orders as orderContract } from '../../../domain/orders/contract';
import { ORDER_STATUS_IDS, ORDER_STATUSES } from '../../../domain/orders/status';
import {
  makeBuyer,
  makeCustomer,
  makeCustomerStatus,
  makeMember,
  makeOrder,
  makeProduct,
  makeSeller,
  makeServiceZone,
} from '../../support/factories';
import { openSellerApp } from '../../support/seller-app';

dayjs.extend(utc);

const { app, seller, owner } = await openSellerApp();

test('customers are found by name, filters and ids, ordered by name', async () => {
  const { db } = app.database;
  const status = await makeCustomerStatus(db, seller);
  const zone = await makeServiceZone(db, seller);
  const buyer = await makeBuyer(db);
  const managed = { managerOrgUserIds: [seller.owner.orgUserId] };
  const birch = await makeCustomer(db, seller, { name: 'birch 50%', customerStatusId: status.id, ...managed });
  const cedar = await makeCustomer(db, seller, { name: 'Cedar', serviceZoneId: zone.id, delinquent: true });
  const alder = await makeCustomer(db, seller, { buyer, name: 'Alder', onHold: true, creditLimitUsd: '500.00' });
  const other = await makeSeller(db);
  await makeCustomer(db, other, { name: 'Cedar of another organization' });
  const body = { orgId: seller.org.id };
  const found = async (filters: object, more: object = {}) =>
    (await owner.expectOk(contract.search, { body: { ...body, filters, ...more } })).results.map(({ id }) => id);
  const all = [alder.id, birch.id, cedar.id];
  expect(await found({})).toEqual(all);
  expect(await found({}, { sortDesc: true })).toEqual(all.toReversed());
  expect(await found({ searchTerm: '50%' })).toEqual([birch.id]);
  expect(await found({}, { searchTerm: 'CED' })).toEqual([cedar.id]);
  expect(await found({}, { licenseIds: [buyer.license.id] })).toEqual([alder.id]);
  expect(await found({}, { customerIds: [cedar.id, alder.id] })).toEqual([alder.id, cedar.id]);
  expect(await found({ customerStatusIds: [status.id] })).toEqual([birch.id]);
  expect(await found({ serviceZoneIds: [zone.id] })).toEqual([cedar.id]);
  expect(await found({ managerIds: [seller.owner.orgUserId] })).toEqual([birch.id]);
  expect(await found({ delinquent: true })).toEqual([cedar.id]);
  expect(await found({ delinquent: false })).toEqual([alder.id, birch.id]);
  expect(await found({ onHold: true })).toEqual([alder.id]);
  expect(await found({ hasLicense: false })).toEqual([birch.id, cedar.id]);
  expect(await found({ creditLimitFrom: '500', creditLimitTo: '500.00' })).toEqual([alder.id]);
  expect(await found({ createdRel: 'YESTERDAY' })).toEqual([]);
  expect(await owner.call(contract.search, { body: { ...body, companyId: other.company.id } })).toMatchObject({
    status: 404,
  });
  const facets = await owner.expectOk(contract.facets, { query: { ...body, companyId: seller.company.id } });
  expect(facets).toMatchObject({
    customerStatuses: [{ id: status.id, count: 1 }],
    serviceZones: [{ id: zone.id, count: 1 }],
    managers: [{ id: seller.owner.orgUserId, count: 1 }],
  });
  const { user } = await makeMember(db, seller.org, {
    features: { CUSTOMERS: { read: true, write: false } },
    companyIds: [],
  });
  const elsewhere = await app.as(user, seller.org);
  expect(await elsewhere.expectOk(contract.search, { body })).toMatchObject({ results: [], resultCount: 0 });
});

test('spend equals the orders list’s totals, by month and all time, for each reader', async () => {
  const { db } = app.database;
  const both = { read: true, write: true };
  const { user, orgUserId } = await makeMember(db, seller.org, {
    features: { BROWSE_MY_ORDERS: both, CUSTOMERS: both },
    companyIds: [seller.company.id],
  });
  const rep = await app.as(user, seller.org);
  const product = await makeProduct(db, seller, { quantity: '100000' });
  const counted = ORDER_STATUS_IDS.filter((status) => ORDER_STATUSES[status].isActive);
  const placing = fc.record({
    status: fc.constantFrom(...ORDER_STATUS_IDS),
    cents: fc.integer({ min: 1, max: 99_999 }),
    daysAgo: fc.integer({ min: 0, max: 500 }),
    isReps: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(placing, { maxLength: 8 }), async (placed) => {
      const customer = await makeCustomer(db, seller);
      for (const { status, cents, daysAgo, isReps } of placed) {
        await makeOrder(db, seller, {
          customer,
          status,
          lines: [{ product, unitPrice: (cents / 100).toFixed(2) }],
          createdAt: new Date(Date.now() - daysAgo * 86_400_000),
          salesRepOrgUserIds: isReps ? [orgUserId] : [],
        });
      }
      for (const caller of [owner, rep]) {
        const spend = await caller.expectOk(contract.spend, { params: { id: customer.id }, query: { months: 36 } });
        const filters = { customerIds: [customer.id], statuses: counted };
        const { results } = await caller.expectOk(orderContract.search, { body: { orgId: seller.org.id, filters } });
        expect(Number(spend.allTime.totalUsd)).toBe(Number(sum(results.map(({ totalUsd }) => totalUsd))));
        expect(spend.allTime.orderCount).toBe(results.length);
        for (const { month, totalUsd, orderCount } of spend.months) {
          const own = results.filter(({ created }) => created.startsWith(month));
          expect([Number(totalUsd), orderCount]).toEqual([Number(sum(own.map((one) => one.totalUsd))), own.length]);
        }
      }
    }),
    { numRuns: 12 },
  );
});

test('an order late in the evening counts in the reader’s month', async () => {
  const { db } = app.database;
  const customer = await makeCustomer(db, seller);
  const product = await makeProduct(db, seller, { quantity: '100' });
  const day = dayjs.utc().startOf('month').subtract(2, 'month');
  const createdAt = day.add(3, 'hour').toDate();
  await makeOrder(db, seller, { customer, status: 'COMPLETE', lines: [{ product, unitPrice: '10.00' }], createdAt });
  const monthIn = async (timezone: string) => {
    const input = { params: { id: customer.id }, query: { months: 6 } };
    const { months } = await owner.expectOk(contract.spend, input, { headers: { timezone } });
    return months.filter(({ orderCount }) => orderCount > 0).map(({ month }) => month);
  };
  expect(await monthIn('UTC')).toEqual([day.format('YYYY-MM')]);
  expect(await monthIn('America/Los_Angeles')).toEqual([day.subtract(1, 'day').format('YYYY-MM')]);
});
