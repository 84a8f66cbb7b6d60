import { eq } from 'drizzle-orm';
import papa from 'papaparse';
import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { addDays, dayOf } from '../../../domain/dates';
import type { OrderFilters } from '../../../domain/orders/filters';
import { auditLog, companies } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import { makeCustomer, makeOrder, makeProduct, makeSeller, type SellerFixture } from '../../support/factories';
import { pagesOf } from '../../support/files/pdf';
import { eachWithSeller, memberOf } from '../../support/seller-app';

/** More than a day apart, so that it is never the same day in both. */
const EAST = 'Pacific/Kiritimati';
const WEST = 'Pacific/Niue';
const LA = 'America/Los_Angeles';
const READERS = [EAST, WEST, LA, 'UTC'];

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;
await eachWithSeller((now) => ({ app, seller, owner } = now));

const from = (timezone: string) => ({ headers: { timezone } });
const scope = () => ({ orgId: seller.org.id, companyId: seller.company.id });

async function countIn(timeZone: string | null, of = seller): Promise<void> {
  await app.database.db.update(companies).set({ timeZone }).where(eq(companies.id, of.company.id));
}

describe('the time zone of a company', () => {
  const edit = (timeZone: unknown, version: number) => ({
    params: { id: seller.company.id },
    body: { name: seller.company.name, companyType: 'WHOLESALER' as const, version, timeZone: timeZone as string },
  });
  const { update, get, list } = contract.companies;

  test('is set and removed by who may change the company, kept by other changes, and audited', async () => {
    expect((await owner.expectOk(get, { params: { id: seller.company.id } })).timeZone).toBeNull();
    expect(await owner.expectOk(update, edit(LA, 0))).toMatchObject({ timeZone: LA, version: 1 });
    expect(await owner.expectOk(update, edit(undefined, 1))).toMatchObject({ timeZone: LA });
    const { companies: offered } = await owner.expectOk(contract.organization.full, {
      params: { orgId: seller.org.id },
    });
    expect(offered).toMatchObject([{ companyId: seller.company.id, timeZone: LA }]);
    expect(await owner.expectOk(list, { params: { orgId: seller.org.id } })).toMatchObject([{ timeZone: LA }]);
    expect(await owner.expectOk(update, edit(null, 2))).toMatchObject({ timeZone: null });
    const entries = await app.database.db.select().from(auditLog).where(eq(auditLog.orgId, seller.org.id));
    expect(entries.map(({ before, after }) => [before, after])).toMatchObject([
      [{ timeZone: null }, { timeZone: LA }],
      [{ timeZone: LA }, { timeZone: LA }],
      [{ timeZone: LA }, { timeZone: null }],
    ]);
  });

  test.each(['Mars/Olympus', '+05:00', '', 'x'.repeat(65), 7])('can’t be %j', async (typed) => {
    expect(await owner.call(update, edit(typed, 0))).toMatchObject({
      status: 400,
      body: { errors: { timeZone: 'Choose a time zone' } },
    });
    expect((await owner.expectOk(get, { params: { id: seller.company.id } })).version).toBe(0);
  });

  test('is set by nobody who only reads the company, or is of another organization', async () => {
    const reads = { EDIT_ORGANIZATION: { read: true, write: false } };
    expect((await (await memberOf({ app, seller }, { features: reads })).call(update, edit(LA, 0))).status).toBe(403);
    const other = await makeSeller(app.database.db);
    const stranger = await app.as(other.owner.user, other.org);
    expect((await stranger.call(update, edit(LA, 0))).status).toBe(404);
  });
});

/** What readers in each zone are answered. */
async function answers<T>(read: (options: ReturnType<typeof from>) => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (const zone of READERS) all.push(await read(from(zone)));
  return all;
}

const distinct = (all: readonly unknown[]) => new Set(all.map((one) => JSON.stringify(one))).size;

describe('days of a company’s orders', () => {
  /** Late in the evening of March 10 in Los Angeles. */
  const AT = new Date('2026-03-11T06:30:00Z');
  const DAY: OrderFilters = { createdFrom: '2026-03-10', createdTo: '2026-03-10' };
  const view = { reportType: 'REVENUE' as const, interval: 'DAY' as const };
  const march: OrderFilters = { createdFrom: '2026-03-01', createdTo: '2026-03-31' };
  let customerId: number;

  beforeEach(async () => {
    const { db } = app.database;
    const customer = await makeCustomer(db, seller);
    customerId = customer.id;
    const lines = [{ product: await makeProduct(db, seller), quantity: '1', unitPrice: '100.00' }];
    await makeOrder(db, seller, { customer, lines, createdAt: AT, status: 'ACCEPTED' });
    const paymentDueDate = addDays(dayOf(new Date(), EAST), -1);
    await makeOrder(db, seller, { customer, lines, status: 'ACCEPTED', paymentDueDate });
  });

  type Options = ReturnType<typeof from>;
  const search = async (filters: OrderFilters, options: Options) =>
    (await owner.expectOk(contract.orders.search, { body: { ...scope(), filters } }, options)).results.map(
      ({ id }) => id,
    );
  const csv = async (headers: string[], options: Options) => {
    const body = { ...scope(), filters: march, headers: headers as ['created'] };
    return papa.parse(await owner.expectOk(contract.orderExports.orders, { body }, options), { skipEmptyLines: true })
      .data;
  };
  const READS: [string, (options: Options) => Promise<unknown>][] = [
    ['a list’s filter', (options) => search(DAY, options)],
    ['the filter of late orders', (options) => search({ late: true }, options)],
    ['an export', (options) => csv(['created'], options)],
    [
      'a report',
      async (options) => {
        const body = { ...scope(), filters: march, viewOptions: view };
        const report = await owner.expectOk(contract.orderReports.make, { body }, options);
        return report.reportType === 'REVENUE' && report.periods.filter(({ orders }) => orders > 0);
      },
    ],
    [
      'a pivot report',
      async (options) => {
        const viewOptions = { x1Field: 'CREATED_DAY' as const, y1Field: 'STATUS' as const, value: 'orders' as const };
        const body = { ...scope(), filters: march, viewOptions };
        const report = await owner.expectOk(contract.pivotReports.make, { body: body as never }, options);
        return report.reportType === 'PIVOT' && report.rows;
      },
    ],
    ['ageing', (options) => owner.expectOk(contract.customers.ageing, { params: { id: customerId } }, options)],
    [
      'the file name of a report',
      async (options) => {
        const body = { ...scope(), filters: march, viewOptions: view };
        const { headers } = await owner.call(contract.orderReports.export, { body }, options);
        return headers.get('content-disposition');
      },
    ],
  ];

  test.each(READS)(
    'in %s are the same for every reader once the company has a zone, else the reader’s',
    async (_, read) => {
      expect(distinct(await answers(read))).toBeGreaterThan(1);
      await countIn(EAST);
      const [inEast, ...others] = await answers(read);
      expect(distinct([inEast, ...others])).toBe(1);
      await countIn(null);
      expect(await read(from(EAST))).toEqual(inEast);
    },
  );

  test('are the company’s in months of a customer’s spend', async () => {
    await countIn(WEST);
    const spend = await answers((options) =>
      owner.expectOk(contract.customers.spend, { params: { id: customerId }, query: {} }, options),
    );
    expect(distinct(spend)).toBe(1);
    expect(spend[0]?.months.at(-1)?.month).toBe(dayOf(new Date(), WEST).slice(0, 7));
  });

  test('stay a removed company’s on its own orders and their documents, but not over all companies', async () => {
    const { db } = app.database;
    await countIn(LA);
    await db.update(companies).set({ removedAt: new Date() }).where(eq(companies.id, seller.company.id));
    const ageing = await answers((options) =>
      owner.expectOk(contract.customers.ageing, { params: { id: customerId } }, options),
    );
    expect(distinct(ageing)).toBe(1);
    const all = (options: Options) =>
      owner.expectOk(contract.orders.search, { body: { orgId: seller.org.id, filters: DAY } }, options);
    const [found] = (await all(from(LA))).results;
    expect((await all(from('Asia/Tokyo'))).results).toEqual([]);
    const body = { kind: 'INVOICE' as const, orderIds: [found?.id ?? 0] };
    const [invoice] = await pagesOf(await owner.expectOk(contract.orderDocuments.print, { body }, from('Asia/Tokyo')));
    expect(invoice).toContain('Days in Pacific Time (Los Angeles)');
    const whole = { params: { orgId: seller.org.id } };
    expect(await owner.expectOk(contract.organization.full, whole)).toMatchObject({
      companies: [],
      removedCompanies: [{ companyId: seller.company.id, timeZone: LA }],
    });
    const assigned = await memberOf({ app, seller }, { features: { BROWSE_ORDERS: { read: true, write: true } } });
    expect((await assigned.expectOk(contract.organization.full, whole)).removedCompanies).toEqual([]);
    const other = await makeSeller(db);
    const stranger = await app.as(other.owner.user, other.org);
    const theirs = { params: { orgId: other.org.id } };
    expect((await stranger.expectOk(contract.organization.full, theirs)).removedCompanies).toEqual([]);
  });

  test('are named in the headings of a file', async () => {
    expect((await csv(['created'], from('Asia/Tokyo')))[0]).toEqual(['Created (Tokyo time)']);
    await countIn(LA);
    expect(await csv(['created'], from('Asia/Tokyo'))).toEqual([['Created (Los Angeles time)'], ['03/10/2026']]);
  });

  test('are those of the zone of every company together, if all have the same', async () => {
    const all = (options: Options) =>
      owner.expectOk(contract.orders.search, { body: { orgId: seller.org.id, filters: DAY } }, options);
    await countIn(LA);
    expect((await all(from('Asia/Tokyo'))).results).toHaveLength(1);
    const more = { ...scope(), name: 'Mountain', companyType: 'WHOLESALER' as const, state: { ansiAbbrevation: 'CO' } };
    const { companyId } = await owner.expectOk(contract.companies.create, { body: more });
    expect((await all(from('Asia/Tokyo'))).results).toHaveLength(0);
    expect(await search(DAY, from('Asia/Tokyo'))).toHaveLength(1);
    await app.database.db.update(companies).set({ timeZone: LA }).where(eq(companies.id, companyId));
    expect((await all(from('Asia/Tokyo'))).results).toHaveLength(1);
  });

  test('are not those of another organization’s company', async () => {
    const other = await makeSeller(app.database.db);
    await countIn(LA, other);
    expect(await search(DAY, from('Asia/Tokyo'))).toEqual([]);
    expect(await search(DAY, from(LA))).toHaveLength(1);
    const body = { orgId: seller.org.id, companyId: other.company.id, filters: DAY };
    expect((await owner.call(contract.orders.search, { body })).status).toBe(404);
  });

  test('have 25 hours when clocks go back, and 23 when they go forward', async () => {
    const at = async (...instants: string[]) => {
      const made = [];
      for (const instant of instants) {
        const createdAt = new Date(instant);
        made.push((await makeOrder(app.database.db, seller, { createdAt })).order.id);
      }
      return made;
    };
    await countIn(LA);
    await at('2025-11-02T06:59:59Z', '2025-11-03T08:00:00Z', '2026-03-08T07:59:59Z', '2026-03-09T07:00:00Z');
    const back = await at('2025-11-02T07:00:00Z', '2025-11-03T07:59:59Z');
    const forward = await at('2026-03-08T08:00:00Z', '2026-03-09T06:59:59Z');
    const on = async (day: string) => (await search({ createdFrom: day, createdTo: day }, from(EAST))).sort();
    expect(await on('2025-11-02')).toEqual(back);
    expect(await on('2026-03-08')).toEqual(forward);
  });
});

describe('what follows from today', () => {
  test('is counted in the company’s zone: the due date, and which payment is still to come', async () => {
    const { db } = app.database;
    await countIn(WEST);
    const customer = await makeCustomer(db, seller, { paymentTermsDays: 10 });
    const { order } = await makeOrder(db, seller, { customer });
    const accepted = { params: { id: order.id }, body: { status: 'ACCEPTED' as const } };
    await owner.expectOk(contract.orders.transition, accepted, from(EAST));
    const { paymentDueDate } = await owner.expectOk(contract.orders.get, { params: { id: order.id } });
    expect(paymentDueDate).toBe(addDays(dayOf(new Date(), WEST), 10));
    const pay = (paymentDate: string) =>
      owner.call(
        contract.orders.recordPayment,
        { params: { id: order.id }, body: { amount: '1.00', paymentType: 'CASH', paymentDate } },
        from(EAST),
      );
    expect(await pay(dayOf(new Date(), EAST))).toMatchObject({
      status: 400,
      body: { errors: { paymentDate: expect.any(String) } },
    });
    expect((await pay(dayOf(new Date(), WEST))).ok).toBe(true);
  });
});
