import { beforeAll, describe, expect, test } from 'vitest';
import { orders as contract, ORDER_SORTS } from '../../../domain/orders/contract';
import type { OrderFilters } from '../../../domain/orders/filters';
import { orderReports } from '../../../domain/reports/contract';
import { customerStatuses, orderPayments, productLines } from '../../../server/db/schema';
import type { TestCaller } from '../../support/app';
import {
  makeBrand,
  makeBuyer,
  makeCustomer,
  makeMember,
  makeOrder,
  makeProduct,
  makeSeller,
  makeServiceZone,
  only,
  type SellerFixture,
} from '../../support/factories';
import { openSellerApp } from '../../support/seller-app';

const { app, seller, owner } = await openSellerApp();

async function search(caller: TestCaller, org: { id: number }, body: object) {
  return caller.expectOk(contract.search, { body: { orgId: org.id, filters: {}, ...body } });
}

describe('every filter finds what it names and nothing else', () => {
  /** `a` and `b` differ in everything that can be filtered by. */
  const ids = { a: 0, b: 0 };
  const known = { rep: 0, brand: 0, line: 0, zone: 0, status: 0, license: 0, licenseNumber: '', sku: '' };
  let shop: SellerFixture;
  let caller: TestCaller;

  beforeAll(async () => {
    const { db } = app.database;
    shop = await makeSeller(db);
    caller = await app.as(shop.owner.user, shop.org);
    const zone = await makeServiceZone(db, shop, { name: 'North' });
    const status = only(
      await db
        .insert(customerStatuses)
        .values({ orgId: shop.org.id, companyId: shop.company.id, position: 1, name: 'Active' })
        .returning(),
    );
    const brand = await makeBrand(db, shop.org);
    const line = only(
      await db
        .insert(productLines)
        .values({ orgId: shop.org.id, brandId: brand.id, name: 'Vapes', menuPosition: 1 })
        .returning(),
    );
    const rep = await makeMember(db, shop.org, { defaultRoleId: 'USER' });
    const buyer = await makeBuyer(db);
    const plain = await makeProduct(db, shop, { name: 'Blue Dream Eighth', category: 'Buds (prepackaged)' });
    const vape = await makeProduct(
      db,
      { ...shop, brand },
      { name: '100% Live_Resin Vape', category: 'Vape Cartridge (each)', productLineId: line.id },
    );
    const first = await makeOrder(db, shop, {
      customer: await makeCustomer(db, shop, {
        buyer,
        serviceZoneId: zone.id,
        customerStatusId: status.id,
        name: 'Harborside',
      }),
      buyer,
      lines: [{ product: vape, quantity: '1', unitPrice: '500.00' }],
      status: 'SHIPPED',
      orderNumber: 'VR-9001',
      createdAt: new Date('2026-03-05T23:30:00Z'),
      shipDate: '2026-03-10',
      paymentDueDate: '2026-04-05',
      paidUsd: '500.00',
      printed: true,
      externalId: 'LL-1',
      salesRepOrgUserIds: [rep.orgUserId],
    });
    const second = await makeOrder(db, shop, {
      customer: await makeCustomer(db, shop, { name: 'Green Door' }),
      lines: [{ product: plain, quantity: '1', unitPrice: '50.00' }],
      status: 'SUBMITTED',
      orderNumber: 'VR-7002',
      createdAt: new Date(),
      salesRepOrgUserIds: [shop.owner.orgUserId],
    });
    const payment = { orgId: shop.org.id, paymentType: 'CASH' };
    await db.insert(orderPayments).values([
      { ...payment, orderId: first.order.id, amount: '500.00', paymentDate: '2026-03-20' },
      { ...payment, orderId: second.order.id, amount: '5.00', paymentDate: '2026-03-20', voidedAt: new Date() },
    ]);
    Object.assign(ids, { a: first.order.id, b: second.order.id });
    Object.assign(known, {
      rep: rep.orgUserId,
      brand: brand.id,
      line: line.id,
      zone: zone.id,
      status: status.id,
      license: buyer.license.id,
      licenseNumber: buyer.license.licenseNumber,
      sku: plain.sku,
    });
  });

  const cases: [name: string, filters: () => OrderFilters, expected: ('a' | 'b')[]][] = [
    ['nothing', () => ({}), ['a', 'b']],
    ['paid', () => ({ paid: true }), ['a']],
    ['not paid', () => ({ paid: false }), ['b']],
    ['entered by sales', () => ({ manual: true }), ['b']],
    ['placed by buyers', () => ({ manual: false }), ['a']],
    ['with a ship date', () => ({ hasShipDate: true }), ['a']],
    ['without one', () => ({ hasShipDate: false }), ['b']],
    ['known elsewhere', () => ({ hasExternalId: true }), ['a']],
    ['known here alone', () => ({ hasExternalId: false }), ['b']],
    ['printed', () => ({ printed: true }), ['a']],
    ['not printed', () => ({ printed: false }), ['b']],
    ['part of the order number', () => ({ sellerOrderNumber: 'vr-90' }), ['a']],
    ['a number nobody has', () => ({ sellerOrderNumber: '9_01' }), []],
    ['part of the customer’s name', () => ({ customerSearch: 'green' }), ['b']],
    ['anything: the customer', () => ({ anySearch: 'green do' }), ['b']],
    ['anything: the order number', () => ({ anySearch: 'vr-' }), ['a', 'b']],
    ['anything: the customer’s license', () => ({ anySearch: known.licenseNumber }), ['a']],
    ['anything: a product', () => ({ anySearch: 'resin vape' }), ['a']],
    ['anything: a product’s SKU', () => ({ anySearch: known.sku }), ['b']],
    ['anything: the customer and the number', () => ({ anySearch: '7002 door' }), ['b']],
    ['anything: the customer and a product', () => ({ anySearch: 'harborside resin' }), ['a']],
    ['anything: the license, a SKU and the number', () => ({ anySearch: `${known.sku} green vr-70` }), ['b']],
    ['anything nobody has', () => ({ anySearch: 'resin green' }), []],
    ['part of a product’s name', () => ({ productNameSearch: 'resin vape' }), ['a']],
    ['a percent sign as such', () => ({ productNameSearch: '0% live_' }), ['a']],
    ['an underscore as such', () => ({ productNameSearch: 'blue_dream' }), []],
    ['a total of at least', () => ({ totalFrom: '50.01' }), ['a']],
    ['a total of exactly that or more', () => ({ totalFrom: '50' }), ['a', 'b']],
    ['a total of at most', () => ({ totalTo: '499.99' }), ['b']],
    ['created up to a day', () => ({ createdTo: '2026-03-05' }), ['a']],
    ['created before that day', () => ({ createdTo: '2026-03-04' }), []],
    ['created since a later day', () => ({ createdFrom: '2026-03-06' }), ['b']],
    ['created in the last 24 hours', () => ({ createdRel: 'LAST_24_HOURS' }), ['b']],
    ['due by', () => ({ paymentDueDateTo: '2026-04-05' }), ['a']],
    ['due after', () => ({ paymentDueDateFrom: '2026-04-06' }), []],
    ['due in a span that moves', () => ({ paymentDueDateRel: 'YESTERDAY' }), []],
    ['shipped within', () => ({ shippedFrom: '2026-03-10', shippedTo: '2026-03-10' }), ['a']],
    ['shipped in a span that moves', () => ({ shippedRel: 'NEXT_WEEK' }), []],
    ['paid within, void payments aside', () => ({ paidDateFrom: '2026-03-20', paidDateTo: '2026-03-20' }), ['a']],
    ['paid later', () => ({ paidDateFrom: '2026-03-21' }), []],
    ['paid in a span that moves', () => ({ paidDateRel: 'LAST_2_DAYS' }), []],
    ['a sales rep', () => ({ salesRepIds: [known.rep] }), ['a']],
    ['either of two reps', () => ({ salesRepIds: [known.rep, shop.owner.orgUserId] }), ['a', 'b']],
    ['a brand', () => ({ brandIds: [known.brand] }), ['a']],
    ['the other brand', () => ({ brandIds: [shop.brand.id] }), ['b']],
    ['a product line', () => ({ productLineIds: [known.line] }), ['a']],
    ['a category', () => ({ productCategoryIds: [2] }), ['b']],
    ['the other category', () => ({ productCategoryIds: [6] }), ['a']],
    ['a category nothing is of', () => ({ productCategoryIds: [9] }), []],
    ['a status', () => ({ statuses: ['SUBMITTED'] }), ['b']],
    ['several statuses', () => ({ statuses: ['SUBMITTED', 'SHIPPED'] }), ['a', 'b']],
    ['no status chosen', () => ({ statuses: [] }), ['a', 'b']],
    ['a customer’s status', () => ({ customerStatusIds: [known.status] }), ['a']],
    ['a service zone', () => ({ serviceZoneIds: [known.zone] }), ['a']],
    ['where it came from', () => ({ orderSources: ['MANUAL'] }), ['b']],
    ['a customer’s license', () => ({ customerLicenseIds: [known.license] }), ['a']],
    ['two filters at once', () => ({ paid: true, statuses: ['SUBMITTED'] }), []],
  ];

  test.each(cases)('%s', async (_, filters, expected) => {
    const { results, resultCount } = await search(caller, shop.org, { filters: filters(), sortDesc: false });
    expect(results.map(({ id }) => id).sort((x, y) => x - y)).toEqual(expected.map((name) => ids[name]));
    expect(resultCount).toBe(expected.length);
  });

  test.each(cases)('%s, in reports of lines', async (_, filters, expected) => {
    const viewOptions = { reportType: 'REVENUE', interval: 'MONTH', split: 'BRAND' } as const;
    const body = { orgId: shop.org.id, filters: filters(), viewOptions };
    const report = await caller.expectOk(orderReports.make, { body });
    if (report.reportType !== 'REVENUE') throw new Error(report.reportType);
    const ofBrands = { a: '500.00', b: '50.00' };
    expect(report.series.map(({ total }) => total).sort()).toEqual(expected.map((name) => ofBrands[name]).sort());
    expect(report.totals.orders).toBe(expected.length);
  });

  test('a day begins and ends in the reader’s zone', async () => {
    const filters = { createdFrom: '2026-03-06', createdTo: '2026-03-06' };
    const input = { body: { orgId: shop.org.id, filters } };
    const at = async (zone: string) => {
      const { results } = await caller
        .call(contract.search, input, { headers: { timezone: zone } })
        .then((answer) => (answer.ok ? answer.body : { results: [] }));
      return results.length;
    };
    expect(await at('Asia/Tokyo')).toBe(1);
    expect(await at('America/Denver')).toBe(0);
  });

  test('a reversed range is refused at both ends', async () => {
    const body = { orgId: shop.org.id, filters: { totalFrom: '100', totalTo: '50' } };
    const answer = await caller.call(contract.search, { body });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({
      errors: {
        'filters.totalFrom': 'Must be less than or equal to 50',
        'filters.totalTo': 'Must be greater than or equal to 100',
      },
    });
  });

  test.each([
    { totalFrom: 'abc', totalTo: '50' },
    { totalFrom: '1,000', totalTo: '5,000' },
    { totalFrom: '', totalTo: '' },
  ])('amounts with text in them are refused on their fields: %o', async (filters) => {
    const answer = await caller.call(contract.search, { body: { orgId: shop.org.id, filters } });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errors: { 'filters.totalFrom': 'Must be a number' } });
  });

  test('facets have the filter choices, and count each status', async () => {
    const facets = await caller.expectOk(contract.facets, { query: { orgId: shop.org.id } });
    expect(facets.salesReps.map(({ searchId }) => searchId).sort()).toEqual([known.rep, shop.owner.orgUserId].sort());
    expect(facets.serviceZones).toEqual([{ id: known.zone, name: 'North' }]);
    expect(facets.customerStatuses).toEqual([{ id: known.status, name: 'Active' }]);
    expect(facets.productLines.map(({ id }) => id)).toContain(known.line);
    expect(facets.customerLicenses.map(({ id }) => id)).toContain(known.license);
    expect(facets.brands.map(({ id }) => id).sort()).toEqual([known.brand, shop.brand.id].sort());
    const counts = Object.fromEntries(facets.statuses.map(({ id, count }) => [id, count]));
    expect(counts).toMatchObject({ SUBMITTED: 1, SHIPPED: 1, DRAFT: 0 });
  });
});

describe('what a role with assigned brands, companies and orders sees', () => {
  test('facets list only its assigned brands', async () => {
    const { db } = app.database;
    const shop = await makeSeller(db);
    const mine = await makeBrand(db, shop.org);
    const features = { BROWSE_ORDERS: { read: true, write: false } };
    const member = await makeMember(db, shop.org, { features, brandIds: [mine.id], companyIds: [shop.company.id] });
    const brandsOf = async (caller: TestCaller) => {
      const { brands } = await caller.expectOk(contract.facets, { query: { orgId: shop.org.id } });
      return brands.map(({ id }) => id).sort();
    };
    expect(await brandsOf(await app.as(member.user, shop.org))).toEqual([mine.id]);
    expect(await brandsOf(await app.as(shop.owner.user, shop.org))).toEqual([shop.brand.id, mine.id].sort());
  });

  test('each order has the status changes open to the caller', async () => {
    const { db } = app.database;
    const shop = await makeSeller(db);
    const own = { BROWSE_MY_ORDERS: { read: true, write: true }, BROWSE_ORDERS: { read: true, write: false } };
    const rep = await makeMember(db, shop.org, { features: own, companyIds: [shop.company.id] });
    const { order: mine } = await makeOrder(db, shop, { salesRepOrgUserIds: [rep.orgUserId] });
    const { order: other } = await makeOrder(db, shop, { status: 'FULFILLED' });
    const openTo = async (caller: TestCaller) => {
      const { results } = await search(caller, shop.org, { sortDesc: false });
      for (const { id, availableTransitions } of results) {
        const one = await caller.expectOk(contract.get, { params: { id } });
        expect(availableTransitions).toEqual(one.availableTransitions);
      }
      return Object.fromEntries(results.map(({ id, availableTransitions }) => [id, availableTransitions]));
    };
    expect(await openTo(await app.as(rep.user, shop.org))).toEqual({
      [mine.id]: ['ACCEPTED', 'REJECTED', 'BACKORDER'],
      [other.id]: [],
    });
    expect(await openTo(await app.as(shop.owner.user, shop.org))).toMatchObject({
      [other.id]: ['SHIPPED', 'REJECTED', 'ACCEPTED'],
    });
  });
});

describe('pages', () => {
  test('continue without gaps or repeats, in every order, both ways', async () => {
    const { db } = app.database;
    const shop = await makeSeller(db);
    const caller = await app.as(shop.owner.user, shop.org);
    const customer = await makeCustomer(db, shop);
    const product = await makeProduct(db, shop);
    const createdAt = new Date('2026-01-01T00:00:00Z');
    for (let n = 0; n < 30; n += 1) {
      const shipDate = n % 3 === 0 ? null : `2026-02-0${1 + (n % 5)}`;
      const lines = [{ product, quantity: '1', unitPrice: n % 2 === 0 ? '10.00' : '20.00' }];
      await makeOrder(db, shop, { customer, lines, createdAt, shipDate, orderNumber: String(95 + n) });
    }
    for (const sortBy of ORDER_SORTS) {
      for (const sortDesc of [true, false]) {
        const pages = [0, 1, 2].map((page) => search(caller, shop.org, { sortBy, sortDesc, page }));
        const [first, second, third] = await Promise.all(pages);
        expect([first?.results.length, second?.results.length, third?.results.length]).toEqual([25, 5, 0]);
        expect([first, second, third].map((one) => one?.resultCount)).toEqual([30, 30, 30]);
        const seen = [...(first?.results ?? []), ...(second?.results ?? [])];
        expect(new Set(seen.map(({ id }) => id)).size).toBe(30);
        const inOrder = (values: (string | number)[]) =>
          values.every(
            (value, n) => n === 0 || (sortDesc ? (values[n - 1] ?? '') >= value : (values[n - 1] ?? '') <= value),
          );
        if (sortBy === 'shipDate') expect(inOrder(seen.map(({ shipDate }) => shipDate ?? ''))).toBe(true);
        if (sortBy === 'totalUsd') expect(inOrder(seen.map(({ totalUsd }) => Number(totalUsd)))).toBe(true);
        if (sortBy === 'orderNumber') expect(inOrder(seen.map(({ orderNumber }) => Number(orderNumber)))).toBe(true);
      }
    }
  });

  test('of fewer than 25 or more than 250 rows, or sorted by an unknown column, are refused', async () => {
    for (const wrong of [{ itemsPerPage: 24 }, { itemsPerPage: 251 }, { sortBy: 'notes' }, { page: -1 }]) {
      const body = { orgId: seller.org.id, filters: {}, ...(wrong as object) };
      expect((await owner.call(contract.search, { body })).status).toBe(400);
    }
  });

  test('have the customer, company, reps, lines and payment state', async () => {
    const { db } = app.database;
    const shop = await makeSeller(db);
    const products = [await makeProduct(db, shop), await makeProduct(db, shop)];
    const { order, customer } = await makeOrder(db, shop, {
      lines: products.map((product) => ({ product, quantity: '2', unitPrice: '10.00' })),
      salesRepOrgUserIds: [shop.owner.orgUserId],
      paidUsd: '15.00',
    });
    const caller = await app.as(shop.owner.user, shop.org);
    const { firstName, lastName } = shop.owner.user;
    expect((await search(caller, shop.org, {})).results).toEqual([
      {
        id: order.id,
        orderNumber: order.orderNumber,
        status: 'SUBMITTED',
        customer: { id: customer.id, name: customer.name },
        sellerCompany: { companyId: shop.company.id, name: shop.company.name },
        orderSource: 'MANUAL',
        created: order.createdAt.toISOString(),
        shipDate: null,
        paymentDueDate: null,
        totalUsd: '40.00',
        invoicedUsd: '40.00',
        paidUsd: '15.00',
        paymentState: 'PARTIAL',
        salesReps: [{ id: shop.owner.orgUserId, displayName: `${firstName} ${lastName}` }],
        lineItemCount: 2,
        availableTransitions: ['ACCEPTED', 'REJECTED', 'BACKORDER'],
        version: 0,
      },
    ]);
  });
});
