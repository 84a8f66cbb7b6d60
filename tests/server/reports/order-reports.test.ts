import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { addDays, dayOf } from '../../../domain/dates';
import { multiply, roundCents, sum } from '../../../domain/money';
import { orders as list } from '../../../domain/orders/contract';
import { orderExports } from '../../../domain/orders/export-contract';
import type { OrderFilters } from '../../../domain/orders/filters';
import type { OrderRow } from '../../../domain/orders/order';
import { ORDER_STATUS_IDS, ORDER_STATUSES } from '../../../domain/orders/status';
import { countedOrdersOf } from '../../../domain/reports/behind';
import { orderReports as calls } from '../../../domain/reports/contract';
import { periodOf } from '../../../domain/reports/periods';
import type { RevenueReport } from '../../../domain/reports/report';
import { addUp } from '../../../domain/reports/sold';
import {
  INTERVALS,
  type Interval,
  REPORT_VALUES,
  type ReportView,
  SPLITS,
  type Split,
} from '../../../domain/reports/view';
import { organizations } from '../../../server/db/schema';
import type { TestCaller } from '../../support/app';
import { makeMember, makeOrder, makeSeller } from '../../support/factories';
import { DAYS, FIRST, nth, openReportedWorld } from '../../support/reports/reported-orders';

const ZONE = 'America/Los_Angeles';
const headers = { timezone: ZONE };

const { app, seller, owner, callers, stranger, products } = await openReportedWorld();

type View = z.input<typeof ReportView>;
const body = (filters: OrderFilters, viewOptions: View) => ({ orgId: seller.org.id, filters, viewOptions });

/** The active orders a search lists, on all its pages. */
async function listed(caller: TestCaller, filters: OrderFilters): Promise<OrderRow[]> {
  const rows: OrderRow[] = [];
  for (let page = 0; ; page++) {
    const input = { body: { orgId: seller.org.id, filters, page, itemsPerPage: 250 } };
    const { results } = await caller.expectOk(list.search, input, { headers });
    rows.push(...results);
    if (results.length < 250) return rows.filter(({ status }) => ORDER_STATUSES[status].isActive);
  }
}

const dollars = (rows: readonly OrderRow[]) => roundCents(sum(rows.map(({ totalUsd }) => totalUsd)));
const dayIn = ({ created }: OrderRow) => dayOf(created, ZONE);

async function revenue(caller: TestCaller, filters: OrderFilters, interval: Interval, split: Split = 'NONE') {
  const view = { reportType: 'REVENUE', interval, split } as const;
  const report = await caller.expectOk(calls.make, { body: body(filters, view) }, { headers });
  expect(report.reportType).toBe('REVENUE');
  return report as RevenueReport;
}

const narrowing = fc.record(
  {
    statuses: fc.subarray([...ORDER_STATUS_IDS], { minLength: 1 }),
    totalFrom: fc.constantFrom('50', '400'),
    /** Of products by their place. */
    brandIds: fc.constantFrom([0], [4], [0, 4]),
    manual: fc.boolean(),
  },
  { requiredKeys: [] },
);
const span = fc.tuple(fc.nat(DAYS), fc.integer({ min: 0, max: 89 }));
const asked = fc.record({ narrowing, span, who: fc.constantFrom('owner', 'rep', 'manager') });

function filtersOf({ narrowing, span: [start, days] }: { narrowing: Record<string, unknown>; span: [number, number] }) {
  const from = addDays(FIRST, start);
  const { brandIds, ...rest } = narrowing as { brandIds?: readonly number[] };
  const range = { from, to: addDays(from, days), days: days + 1 };
  return {
    range,
    rest: {
      ...rest,
      ...(brandIds ? { brandIds: brandIds.map((at) => nth(products, at).brandId) } : {}),
    } as OrderFilters,
  };
}

describe('a revenue report', () => {
  test('adds up what the list shows, by period, before and a year before, whoever asks', async () => {
    const sold = new Set<string>();
    const property = fc.asyncProperty(asked, fc.constantFrom('DAY', 'WEEK'), async (drawn, interval: Interval) => {
      const { range, rest } = filtersOf(drawn);
      const caller = callers[drawn.who];
      const filters = { ...rest, createdFrom: range.from, createdTo: range.to };
      const [report, rows, everything] = [
        await revenue(caller, filters, interval),
        await listed(caller, filters),
        await listed(caller, rest),
      ];
      expect(report.totals.revenue).toBe(dollars(rows));
      expect(report.totals.orders).toBe(rows.length);
      if (rows.length > 0) sold.add(drawn.who);
      const shift = interval === 'WEEK' ? Math.ceil(range.days / 7) * 7 : range.days;
      const later = (row: OrderRow) => addDays(dayIn(row), shift);
      const before = everything.filter((row) => later(row) >= range.from && later(row) <= range.to);
      expect(report.totals.previousRevenue).toBe(dollars(before));
      for (const { from, to, revenue, orders, previousRevenue } of report.periods) {
        expect(periodOf(from, interval)).toEqual({ from, to });
        const within = rows.filter((row) => dayIn(row) >= from && dayIn(row) <= to);
        expect([revenue, orders]).toEqual([dollars(within), within.length]);
        expect(previousRevenue).toBe(dollars(before.filter((row) => later(row) >= from && later(row) <= to)));
      }
      expect(report.periods[0]?.from).toBe(periodOf(range.from, interval).from);
      expect(report.periods.at(-1)?.to).toBe(periodOf(range.to, interval).to);
    });
    await fc.assert(property, { numRuns: 45, seed: 11 });
    expect([...sold].sort()).toEqual(Object.keys(callers).sort());
  });

  test('compares whole months with whole months, also where the one before is longer', async () => {
    const { db } = app.database;
    const own = await makeSeller(db);
    const caller = await app.as(own.owner.user, own.org);
    for (const created of ['2024-02-29T20:00:00Z', '2024-03-01T20:00:00Z', '2025-01-31T20:00:00Z']) {
      await makeOrder(db, own, { createdAt: new Date(created) });
    }
    const view = { reportType: 'REVENUE', interval: 'MONTH' } as const;
    const filters = { createdFrom: '2025-02-01', createdTo: '2025-02-28' };
    const input = { body: { orgId: own.org.id, filters, viewOptions: view } };
    const { results } = await caller.expectOk(list.search, { body: { orgId: own.org.id } }, { headers });
    const on = (day: string) => dollars(results.filter((row) => dayIn(row) === day));
    const report = (await caller.expectOk(calls.make, input, { headers })) as RevenueReport;
    const compared = { previousRevenue: on('2025-01-31'), yearBeforeRevenue: on('2024-02-29') };
    expect(compared.previousRevenue).not.toBe('0.00');
    expect(compared.yearBeforeRevenue).not.toBe('0.00');
    expect(report.totals).toMatchObject(compared);
    expect(report.periods).toMatchObject([{ from: '2025-02-01', to: '2025-02-28', revenue: '0.00', ...compared }]);
  });

  test('split by anything adds up to the same, period by period', async () => {
    const splits = Object.keys(SPLITS).filter((split) => split !== 'NONE') as Split[];
    const property = fc.asyncProperty(asked, fc.constantFrom(...splits), async (drawn, split) => {
      const { rest } = filtersOf(drawn);
      const report = await revenue(callers[drawn.who], rest, 'MONTH', split);
      for (const [at, period] of report.periods.entries()) {
        expect(roundCents(sum(report.series.map((series) => series.revenue[at] ?? '0')))).toBe(period.revenue);
      }
      expect(roundCents(sum(report.series.map(({ total }) => total)))).toBe(report.totals.revenue);
      for (const { revenue, total } of report.series) expect(roundCents(sum(revenue))).toBe(total);
    });
    await fc.assert(property, { numRuns: 25, seed: 12 });
  });

  test('leads from each period to just the orders it counts', async () => {
    const property = fc.asyncProperty(asked, fc.constantFrom('WEEK', 'MONTH'), async (drawn, interval: Interval) => {
      const { range, rest } = filtersOf(drawn);
      const caller = callers[drawn.who];
      const filters = { ...rest, createdFrom: `${range.from}T15:30:00Z`, createdTo: range.to };
      for (const period of (await revenue(caller, filters, interval)).periods.filter(({ orders }) => orders > 0)) {
        const behind = countedOrdersOf(filters, period, new Date(), ZONE);
        const input = { body: { orgId: seller.org.id, filters: behind, itemsPerPage: 250 } };
        const { results } = await caller.expectOk(list.search, input, { headers });
        expect([dollars(results), results.length]).toEqual([period.revenue, period.orders]);
      }
    });
    await fc.assert(property, { numRuns: 8, seed: 14 });
  });

  test('counts nothing of orders that aren’t active', async () => {
    const inactive = ORDER_STATUS_IDS.filter((status) => !ORDER_STATUSES[status].isActive);
    const report = await revenue(owner, { statuses: inactive }, 'QUARTER');
    expect(report.totals).toMatchObject({ revenue: '0.00', orders: 0 });
  });

  test('has no comparison when its time has no beginning, and one when it has', async () => {
    expect((await revenue(owner, {}, 'MONTH')).totals.previousRevenue).toBeNull();
    expect((await revenue(owner, { createdFrom: FIRST, createdTo: FIRST }, 'MONTH')).totals.yearBeforeRevenue).toBe(
      '0.00',
    );
  });
});

describe('products and brands sold', () => {
  type Line = { Product: string; Brand: string; Quantity: string; Unit: string; Total: string; Order: string };

  /** The exported lines of the orders a search lists that match its line filters. */
  async function linesOf(caller: TestCaller, filters: OrderFilters): Promise<Line[]> {
    const orderNumbers = (await listed(caller, filters)).map(({ orderNumber }) => orderNumber);
    if (orderNumbers.length === 0) return [];
    const input = { orgId: seller.org.id, filters, exportLineItems: true, filterLineItems: true, orderNumbers };
    const answer = await caller.call(orderExports.orders, { body: input }, { headers });
    if (!answer.ok) throw new Error(JSON.stringify(answer.body));
    return papa.parse<Line>(String(answer.body), { header: true, skipEmptyLines: true }).data;
  }

  const quantityOf = (lines: readonly Line[]) =>
    addUp(
      lines.map(({ Product, Quantity, Unit }) => {
        const product = products.find(({ name }) => name === Product);
        if (!product) throw new Error(`No product ${Product}`);
        const quantity = Unit === 'Case' ? multiply(Quantity, product.unitMultiplier) : Quantity;
        return { unit: product.unitOfMeasure, quantity };
      }),
    );
  const figuresOf = (lines: readonly Line[]) => ({
    quantities: quantityOf(lines),
    revenue: roundCents(sum(lines.map(({ Total }) => Total))),
    orders: new Set(lines.map(({ Order }) => Order)).size,
  });

  test('add up what the line export of the same search has, whoever asks', async () => {
    const types = fc.constantFrom('PRODUCTS_SOLD' as const, 'BRANDS_SOLD' as const);
    const values = fc.constantFrom(...(Object.keys(REPORT_VALUES) as (keyof typeof REPORT_VALUES)[]));
    const property = fc.asyncProperty(asked, types, values, async (drawn, reportType, value) => {
      const { range, rest } = filtersOf(drawn);
      const filters = { ...rest, createdFrom: range.from, createdTo: range.to };
      const caller = callers[drawn.who];
      const view = { reportType, value };
      const report = await caller.expectOk(calls.make, { body: body(filters, view) }, { headers });
      const lines = await linesOf(caller, filters);
      if (report.reportType === 'PRODUCTS_SOLD') {
        expect(report.totals).toMatchObject(figuresOf(lines));
        expect(report.rows).toHaveLength(new Set(lines.map(({ Product }) => Product)).size);
        for (const row of report.rows) {
          expect(row).toMatchObject(figuresOf(lines.filter(({ Product }) => Product === row.productName)));
        }
      } else if (report.reportType === 'BRANDS_SOLD') {
        expect(report.totals).toMatchObject(figuresOf(lines));
        const ofBrand = (brandId: number) =>
          lines.filter(({ Product }) => products.find(({ name }) => name === Product)?.brandId === brandId);
        for (const row of report.rows) expect(row).toMatchObject(figuresOf(ofBrand(row.brandId)));
      } else throw new Error(report.reportType);
      expect(report.rows.map(({ rank }) => rank)).toEqual(report.rows.map(({ rank }) => rank).sort((a, b) => a - b));
    });
    await fc.assert(property, { numRuns: 20, seed: 13 });
  });

  test.each(Object.keys(REPORT_VALUES) as (keyof typeof REPORT_VALUES)[])(
    'by %s: a rank before is the rank in the report of as many days before',
    async (value) => {
      const days = 40;
      const from = addDays(FIRST, days);
      const soldFrom = async (first: string, reportType: 'PRODUCTS_SOLD' | 'BRANDS_SOLD') => {
        const filters = { createdFrom: first, createdTo: addDays(first, days - 1) };
        const report = await owner.expectOk(calls.make, { body: body(filters, { reportType, value }) }, { headers });
        if (report.reportType !== 'PRODUCTS_SOLD' && report.reportType !== 'BRANDS_SOLD') throw new Error('Not made');
        return report.rows.map((row) => ({ ...row, id: 'productId' in row ? row.productId : row.brandId }));
      };
      for (const reportType of ['PRODUCTS_SOLD', 'BRANDS_SOLD'] as const) {
        const [now, before] = [await soldFrom(from, reportType), await soldFrom(FIRST, reportType)];
        expect(before.length).toBeGreaterThan(0);
        const ranks = new Map(before.map(({ id, rank }) => [id, rank]));
        expect(now.map(({ id, previousRank }) => [id, previousRank])).toEqual(
          now.map(({ id }) => [id, ranks.get(id) ?? null]),
        );
        expect(now.some(({ previousRank }) => previousRank !== null)).toBe(true);
      }
    },
  );
});

describe('a report', () => {
  const view = { reportType: 'PRODUCTS_SOLD' } as const;

  test('is skipped with a hint when its time is too wide, and made at the limit', async () => {
    const wide = await owner.expectOk(calls.make, { body: body({}, view) }, { headers });
    expect(wide).toMatchObject({ reportType: 'SKIPPED', hint: expect.stringContaining('732 days') });
    const from = '2024-01-01';
    const ask = (days: number, viewOptions: View) =>
      owner.expectOk(calls.make, {
        body: body({ createdFrom: from, createdTo: addDays(from, days - 1) }, viewOptions),
      });
    expect((await ask(732, view)).reportType).toBe('PRODUCTS_SOLD');
    expect((await ask(733, view)).reportType).toBe('SKIPPED');
    for (const [interval, { mostDays }] of Object.entries(INTERVALS)) {
      const revenueBy = { reportType: 'REVENUE', interval: interval as Interval } as const;
      expect((await ask(mostDays ?? 366 * 75, revenueBy)).reportType).toBe('REVENUE');
      if (mostDays !== null) expect((await ask(mostDays + 1, revenueBy)).reportType).toBe('SKIPPED');
    }
    expect(await owner.call(calls.export, { body: body({}, view) })).toMatchObject({ ok: false, status: 400 });
  });

  test('is another organization’s own, and of no company that isn’t one’s', async () => {
    const own = { orgId: stranger.seller.org.id, viewOptions: { reportType: 'REVENUE' as const } };
    const report = await stranger.caller.expectOk(calls.make, { body: own });
    expect(report).toMatchObject({ totals: { orders: 1 } });
    const theirs = { ...own, companyId: seller.company.id };
    expect(await stranger.caller.call(calls.make, { body: theirs })).toMatchObject({ ok: false, status: 404 });
  });

  test('needs the plan and the permission', async () => {
    const { db } = app.database;
    const blind = await makeMember(db, seller, { features: { CUSTOMERS: { read: true, write: true } } });
    const caller = await app.as(blind.user, seller.org);
    const input = { body: body({}, { reportType: 'REVENUE' as const }) };
    expect(await caller.call(calls.make, input)).toMatchObject({ ok: false, status: 403 });
    const set = (plan: string) => db.update(organizations).set({ plan }).where(eq(organizations.id, seller.org.id));
    await set('STARTER');
    const refused = await owner.call(calls.make, input);
    await set('ENTERPRISE');
    expect(refused).toMatchObject({ ok: false, body: { message: 'UPGRADE_REQUIRED' } });
    expect(await owner.call(calls.make, input)).toMatchObject({ ok: true });
  });

  test('is a file of the same figures', async () => {
    const filters = { createdFrom: FIRST, createdTo: addDays(FIRST, 89) };
    const viewOptions = { reportType: 'REVENUE', interval: 'WEEK', split: 'STATUS' } as const;
    const report = await revenue(owner, filters, 'WEEK', 'STATUS');
    const answer = await owner.call(calls.export, { body: body(filters, viewOptions) }, { headers });
    if (!answer.ok) throw new Error(JSON.stringify(answer.body));
    const rows = papa.parse<Record<string, string>>(String(answer.body), { header: true, skipEmptyLines: true }).data;
    expect(rows.map(({ Revenue }) => Revenue)).toEqual(report.periods.map((period) => period.revenue));
    for (const { label, revenue } of report.series) expect(rows.map((row) => row[label])).toEqual(revenue);
  });
});
