import { and, eq } from 'drizzle-orm';
import fc from 'fast-check';
import papa from 'papaparse';
import { beforeAll, describe, expect, test } from 'vitest';
import { describeQuantity } from '../../../domain/catalogue/units/quantity';
import { addDays } from '../../../domain/dates';
import { orders as list } from '../../../domain/orders/contract';
import type { OrderFilters } from '../../../domain/orders/filters';
import { ORDER_STATUS_IDS, ORDER_STATUSES, type OrderStatus } from '../../../domain/orders/status';
import { figureAt, pathOf, shownOf } from '../../../domain/reports/arrangement';
import { pivotReports as calls } from '../../../domain/reports/contract';
import {
  countsLines,
  OTHERS,
  type PivotField,
  type PivotReport,
  type PivotSource,
  PivotView,
} from '../../../domain/reports/pivot';
import * as schema from '../../../server/db/schema';
import { makeMember, makeOrder, makeSeller } from '../../support/factories';
import {
  type Counted,
  groupsOf,
  keyIn,
  type Path,
  plainFigure,
  type Records,
  readRecords,
} from '../../support/reports/plain-pivot';
import { FIRST, nth, openReportedWorld } from '../../support/reports/reported-orders';
import { arrangement, FIELDS, type Searched, searched, varyOrders } from '../../support/reports/varied-orders';

const { app, seller, owner, callers, stranger, products } = await openReportedWorld();
let records: Records;

beforeAll(async () => {
  await varyOrders(app.database.db, { seller, products });
  records = await readRecords(app.database.db, seller.org.id);
});

/** A search as its caller asks it, and the orders or lines that a report of it counts. */
async function askedOf({ narrowing: { brandAt, ...rest }, start, days, who, timezone }: Searched, view: PivotView) {
  const from = addDays(FIRST, start);
  const brandIds = brandAt === undefined ? undefined : [nth(products, brandAt).brandId];
  const filters: OrderFilters = {
    ...rest,
    createdFrom: from,
    createdTo: addDays(from, days),
    ...(brandIds && { brandIds }),
  };
  const [caller, headers] = [callers[who], { timezone }];
  const body = { orgId: seller.org.id, filters, viewOptions: view };
  const page = { orgId: seller.org.id, filters, itemsPerPage: 250 };
  const { results } = await caller.expectOk(list.search, { body: page }, { headers });
  const listed = new Set(results.filter(({ status }) => ORDER_STATUSES[status].isActive).map(({ id }) => id));
  const orderOf = (id: number) => records.orders.get(id) ?? expect.fail(`No order ${id}`);
  const counted: Counted[] = countsLines(view)
    ? records.lines
        .filter((line) => listed.has(line.orderId) && (brandIds?.includes(line.brandId) ?? true))
        .map((line) => ({ order: orderOf(line.orderId), line }))
    : [...listed].map((id) => ({ order: orderOf(id), line: null }));
  return { caller, headers, body, counted, timezone };
}
type Asked = Awaited<ReturnType<typeof askedOf>>;

async function reportOf({ caller, headers, body }: Asked): Promise<PivotReport> {
  const report = await caller.expectOk(calls.make, { body }, { headers });
  if (report.reportType !== 'PIVOT') throw new Error(report.hint);
  return report;
}

/** What every row and column has, by plain counting. */
function plainly({ counted, timezone }: Asked, view: PivotView) {
  const keyOf = (field: PivotField, one: Counted) => keyIn(records, timezone, field, one);
  const axis = (fields: (PivotField | null)[], top: number) =>
    groupsOf(view, counted, { fields: fields.filter((field) => field !== null), top, keyOf });
  return {
    rows: axis([view.x1Field, view.x2Field], view.rowTop),
    columns: axis([view.y1Field, view.y2Field], view.columnTop),
  };
}

const inBoth = (one: ReadonlySet<Counted> | undefined, other: ReadonlySet<Counted> | undefined): Counted[] =>
  [...(one ?? [])].filter((counted) => other?.has(counted));

describe('a pivot report', () => {
  test('has in every cell and total what plain counting gives, with what is behind it', async () => {
    const used = new Set<PivotField>();
    const sold = new Set<Searched['who']>();
    const property = fc.asyncProperty(
      searched,
      arrangement,
      fc.nat(),
      fc.boolean(),
      async (drawn, view, pick, sortDesc) => {
        for (const field of [view.x1Field, view.x2Field, view.y1Field, view.y2Field]) if (field) used.add(field);
        const asked = await askedOf(drawn, view);
        if (asked.counted.length > 0) sold.add(drawn.who);
        const report = await reportOf(asked);
        const plain = plainly(asked, view);
        const path = (headings: PivotReport['rows'], at: number) => JSON.stringify(pathOf(headings, at));
        expect(report.rows.map((_, at) => path(report.rows, at)).sort()).toEqual(
          [...plain.rows.keys(), ...(plain.rows.size ? [] : ['[]'])].sort(),
        );
        expect(report.columns.map((_, at) => path(report.columns, at)).sort()).toEqual(
          [...plain.columns.keys(), ...(plain.columns.size ? [] : ['[]'])].sort(),
        );
        const places = report.rows.flatMap((_, row) => report.columns.map((__, column) => ({ row, column })));
        const behind = ({ row, column }: (typeof places)[number]) =>
          inBoth(plain.rows.get(path(report.rows, row)), plain.columns.get(path(report.columns, column)));
        const expected = places.map((place) => {
          const of = behind(place);
          return of.length === 0 ? undefined : plainFigure(view, of);
        });
        expect(places.map(({ row, column }) => figureAt(report, row, column))).toEqual(expected);

        const place = nth(places, pick % places.length);
        const found = await behindOf(asked, {
          row: pathOf(report.rows, place.row),
          column: pathOf(report.columns, place.column),
          sortDesc,
        });
        const way = sortDesc ? -1 : 1;
        const sources = behind(place).sort(
          (a, b) =>
            way *
            (+a.order.createdAt - +b.order.createdAt ||
              a.order.id - b.order.id ||
              (a.line?.id ?? 0) - (b.line?.id ?? 0)),
        );
        expect(found).toEqual(
          sources.map(({ order, line }) => ({
            orderId: order.id,
            orderNumber: order.orderNumber,
            created: order.createdAt.toISOString(),
            customerName: order.customerName,
            revenue: (line ?? order).totalUsd,
            line: line && {
              id: line.id,
              productName: line.productName,
              quantity: line.baseQuantity,
              unit: line.baseUnit,
            },
          })),
        );
      },
    );
    await fc.assert(property, { numRuns: 80, seed: 21 });
    expect([...used].sort()).toEqual([...FIELDS].sort());
    expect([...sold].sort()).toEqual(Object.keys(callers).sort());
  });

  async function behindOf(
    { caller, headers, body }: Asked,
    { sortDesc, ...place }: { row: Path; column: Path; sortDesc: boolean },
  ): Promise<PivotSource[]> {
    const rows: PivotSource[] = [];
    for (let page = 0; ; page++) {
      const at = { place: { row: [...place.row], column: [...place.column] }, page, sortDesc };
      const { results, resultCount } = await caller.expectOk(calls.behind, { body: { ...body, ...at } }, { headers });
      rows.push(...results);
      if (results.length < 25) {
        expect(resultCount).toBe(rows.length);
        return rows;
      }
    }
  }

  test('has its times in order, the largest of other values first, and “None” and “Others” last', async () => {
    const view = PivotView.parse({ x1Field: 'CUSTOMER', y1Field: 'SHIP_MONTH', value: 'revenue' });
    const all: Searched = { narrowing: {}, start: 0, days: 182, who: 'owner', timezone: 'UTC' };
    const { rows, columns, cells } = await reportOf(await askedOf(all, view));
    const months = columns.slice(1, -1).map(({ key }) => key ?? '');
    expect(months).toEqual([...months].sort());
    expect(columns.at(-1)).toMatchObject({ key: null, label: 'None', parent: 0 });
    expect(rows[0]).toEqual({ key: null, label: 'Total', parent: null, isOthers: false });
    const totals = cells.slice(1).map(({ figures }) => Number(figures[0]));
    expect(totals).toEqual([...totals].sort((a, b) => b - a));
    const few = await reportOf(await askedOf(all, { ...view, x1Field: 'ORDER', rowTop: 5 }));
    expect(few.rows.map(({ isOthers }) => isOthers)).toEqual([false, false, false, false, false, false, true]);
    expect(few.rows.at(-1)).toMatchObject({ key: OTHERS, label: 'Others', parent: 0 });
    const weekdays = await reportOf(await askedOf(all, { ...view, x1Field: 'CREATED_WEEKDAY', y1Field: 'STATUS' }));
    expect(weekdays.rows.slice(1).map(({ label }) => label)).toEqual(
      ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'].filter((day) =>
        weekdays.rows.some(({ label }) => label === day),
      ),
    );
    const statuses = weekdays.columns.slice(1).map(({ key }) => ORDER_STATUS_IDS.indexOf(key as OrderStatus));
    expect(statuses).toEqual([...statuses].sort((a, b) => a - b));
  });

  test('is a file of what is seen, cell for cell', async () => {
    const property = fc.asyncProperty(
      searched,
      arrangement,
      fc.nat(),
      fc.boolean(),
      async (drawn, view, pick, descending) => {
        const asked = await askedOf(drawn, view);
        const report = await reportOf(asked);
        const primary = (headings: PivotReport['rows']) =>
          headings.filter(({ parent }) => parent === 0).map(({ key }) => key);
        const folded = { rows: primary(report.rows).slice(0, 2), columns: primary(report.columns).slice(1) };
        const sort = { column: pathOf(report.columns, pick % report.columns.length), descending };
        const input = { body: { ...asked.body, folded, sort } };
        const answer = await asked.caller.call(calls.export, input, { headers: asked.headers });
        if (!answer.ok) throw new Error(JSON.stringify(answer.body));
        const lines = papa.parse<string[]>(String(answer.body).trim()).data;
        const shown = shownOf(report, { folded, sort });
        const [down, across] = [view.x2Field ? 2 : 1, view.y2Field ? 2 : 1];
        expect(lines.slice(across).map((line) => line.slice(down))).toEqual(
          shown.rows.map((row) =>
            shown.columns.map((column) => {
              const figure = figureAt(report, row, column) ?? '';
              if (typeof figure === 'string') return figure;
              return figure.map(({ quantity, unit }) => describeQuantity(quantity, unit)).join('; ');
            }),
          ),
        );
        const labels = (headings: PivotReport['rows'], at: number, depth: number) => {
          const heading = nth(headings, at);
          const path =
            heading.parent === null || heading.parent === 0 ? [heading] : [nth(headings, heading.parent), heading];
          return path[depth]?.label ?? '';
        };
        expect(lines.slice(across).map((line) => line.slice(0, down))).toEqual(
          shown.rows.map((row) => Array.from({ length: down }, (_, depth) => labels(report.rows, row, depth))),
        );
        expect(lines.slice(0, across).map((line) => line.slice(down))).toEqual(
          Array.from({ length: across }, (_, depth) =>
            shown.columns.map((column) => labels(report.columns, column, depth)),
          ),
        );
      },
    );
    await fc.assert(property, { numRuns: 25, seed: 22 });
  });

  test('is no formula for a spreadsheet', async () => {
    const { db } = app.database;
    const own = await makeSeller(db);
    const { customer } = await makeOrder(db, own, { createdAt: new Date(`${FIRST}T20:00:00Z`) });
    await db
      .update(schema.customers)
      .set({ name: '=1+1' })
      .where(and(eq(schema.customers.orgId, own.org.id), eq(schema.customers.id, customer.id)));
    const caller = await app.as(own.owner.user, own.org);
    const viewOptions = { x1Field: 'CUSTOMER', y1Field: 'STATUS' } as const;
    const filters = { createdFrom: FIRST, createdTo: FIRST };
    const answer = await caller.call(calls.export, { body: { orgId: own.org.id, filters, viewOptions } });
    expect(String(answer.body)).toContain("'=1+1");
  });

  const year = { createdFrom: '2026-01-01', createdTo: '2026-12-31' };
  const month = { createdFrom: '2026-04-01', createdTo: '2026-04-30' };
  const viewOptions = { x1Field: 'CUSTOMER', y1Field: 'STATUS' } as const;
  const body = (filters: OrderFilters = month) => ({ orgId: seller.org.id, filters, viewOptions });

  test('is skipped with a hint when its time is too wide or it can’t be arranged so', async () => {
    expect(await owner.expectOk(calls.make, { body: body(year) })).toMatchObject({
      reportType: 'SKIPPED',
      hint: expect.stringContaining('183 days'),
    });
    const same = { ...body(), viewOptions: { x1Field: 'STATUS' as const, y1Field: 'STATUS' as const } };
    expect(await owner.expectOk(calls.make, { body: same })).toEqual({
      reportType: 'SKIPPED',
      hint: 'The same field cannot be selected in both row and column dimensions.',
    });
    expect(await owner.call(calls.export, { body: same })).toMatchObject({ ok: false, status: 400 });
    const place = { row: [], column: [] };
    expect(await owner.call(calls.behind, { body: { ...same, place } })).toMatchObject({ ok: false, status: 400 });
  });

  test('has nothing behind a place it doesn’t have', async () => {
    for (const row of [['0'], [null], [OTHERS], [OTHERS, null], ['1', '2']]) {
      const place = { row, column: [] };
      expect(await owner.expectOk(calls.behind, { body: { ...body(), place } })).toMatchObject({
        results: [],
        resultCount: 0,
      });
    }
  });

  test('is another organization’s own, and of no company that isn’t one’s', async () => {
    const own = { orgId: stranger.seller.org.id, filters: { createdFrom: FIRST, createdTo: FIRST }, viewOptions };
    const [at, place] = [{ headers: { timezone: 'UTC' } }, { row: [], column: [] }];
    const report = await stranger.caller.expectOk(calls.make, { body: own }, at);
    expect(report).toMatchObject({ rows: [{ label: 'Total' }, {}], columns: [{ label: 'Total' }, {}] });
    const theirs = { ...own, companyId: seller.company.id };
    for (const answer of [
      await stranger.caller.call(calls.make, { body: theirs }),
      await stranger.caller.call(calls.export, { body: theirs }),
      await stranger.caller.call(calls.behind, { body: { ...theirs, place } }),
    ]) {
      expect(answer).toMatchObject({ ok: false, status: 404 });
    }
    const order = nth([...records.orders.values()], 0);
    const guessed = {
      ...own,
      viewOptions: { ...viewOptions, x1Field: 'ORDER' as const },
      place: { row: [String(order.id)], column: [] },
    };
    expect(await stranger.caller.expectOk(calls.behind, { body: guessed }, at)).toMatchObject({ results: [] });
  });

  test('needs the plan and the permission', async () => {
    const { db } = app.database;
    const blind = await makeMember(db, seller, { features: { CUSTOMERS: { read: true, write: true } } });
    const caller = await app.as(blind.user, seller.org);
    const place = { row: [], column: [] };
    expect(await caller.call(calls.make, { body: body() })).toMatchObject({ ok: false, status: 403 });
    expect(await caller.call(calls.behind, { body: { ...body(), place } })).toMatchObject({ ok: false, status: 403 });
    const { organizations } = schema;
    const set = (plan: string) => db.update(organizations).set({ plan }).where(eq(organizations.id, seller.org.id));
    await set('PREMIUM');
    const refused = [
      await owner.call(calls.make, { body: body() }),
      await owner.call(calls.export, { body: body() }),
      await owner.call(calls.behind, { body: { ...body(), place } }),
    ];
    await set('ENTERPRISE');
    for (const answer of refused) expect(answer).toMatchObject({ ok: false, body: { message: 'UPGRADE_REQUIRED' } });
    expect(await owner.call(calls.make, { body: body() })).toMatchObject({ ok: true });
  });
});
