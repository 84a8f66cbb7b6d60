import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { read } from '../../../domain/access/ability';
import type { CallInput, CallOutput } from '../../../domain/contract/endpoint';
import { orders as calls } from '../../../domain/orders/contract';
import { savedSearches } from '../../../domain/orders/saved-searches';
import { pivotReports } from '../../../domain/reports/contract';
import type { Manifest } from '../../../src/providers/manifest';
import OrderList from '../../../src/resources/orders/OrderList';
import { openAt, world } from '../support/app';
import { refusal, reply, type Sent } from '../support/platform';
import { expectNoAxeFindings, focusedText } from '../support/render';
import { expectPlanOffered } from './report-plan';
import '../../../src/ui/theme';

type Report = Extract<CallOutput<typeof pivotReports.make>, { reportType: 'PIVOT' }>;
type Body = CallInput<typeof pivotReports.make>['body'];

const heading = (key: string | null, label: string, parent: number | null, isOthers = false) => ({
  key,
  label,
  parent,
  isOthers,
});
/** Customers and the statuses of their orders, by brand; revenue. */
const REPORT: Report = {
  reportType: 'PIVOT',
  rows: [
    heading(null, 'Total', null),
    heading('7', 'Harbor & Vine', 0),
    heading('70', 'Accepted', 1),
    heading('71', 'Complete', 1),
    heading('8', 'Copperline', 0),
    heading('70', 'Accepted', 4),
    heading('others', 'Others', 0, true),
    heading(null, 'None', 6),
  ],
  columns: [heading(null, 'Total', null), heading('11', 'Fernhollow', 0), heading('12', 'Night Heron', 0)],
  cells: [
    { columns: [0, 1, 2], figures: ['1000.00', '600.00', '400.00'] },
    { columns: [0, 1, 2], figures: ['400.00', '300.00', '100.00'] },
    { columns: [0, 1, 2], figures: ['150.00', '100.00', '50.00'] },
    { columns: [0, 1, 2], figures: ['250.00', '200.00', '50.00'] },
    { columns: [0, 2], figures: ['250.00', '250.00'] },
    { columns: [0, 2], figures: ['250.00', '250.00'] },
    { columns: [0, 1, 2], figures: ['350.00', '300.00', '50.00'] },
    { columns: [0, 1, 2], figures: ['350.00', '300.00', '50.00'] },
  ],
};
const MIXED: Report = {
  ...REPORT,
  rows: REPORT.rows.slice(0, 2),
  cells: [
    {
      columns: [0],
      figures: [
        [
          { unit: 'Unit', quantity: '12' },
          { unit: 'Gram', quantity: '3.5' },
        ],
      ],
    },
    {
      columns: [0],
      figures: [
        [
          { unit: 'Unit', quantity: '12' },
          { unit: 'Gram', quantity: '3.5' },
        ],
      ],
    },
  ],
};
const BEHIND: CallOutput<typeof pivotReports.behind> = {
  results: [
    {
      orderId: 31,
      orderNumber: '1031',
      created: '2026-10-05T18:00:00Z',
      customerName: 'Harbor & Vine',
      line: { id: 310, productName: 'Blue Dream', quantity: '4', unit: 'Unit' },
      revenue: '60.00',
    },
    {
      orderId: 32,
      orderNumber: '1032',
      created: '2026-10-04T18:00:00Z',
      customerName: 'Harbor & Vine',
      line: { id: 320, productName: 'Blue Dream', quantity: '2', unit: 'Unit' },
      revenue: '40.00',
    },
  ],
  resultCount: 2,
  page: 0,
};

const sales: Manifest = {
  name: 'sales',
  label: 'Sales',
  app: 'orders',
  requires: read('BROWSE_MY_ORDERS'),
  screens: [{ path: 'sales', title: 'Sales', load: async () => ({ default: OrderList }) }],
};
const BRANDS = 'x1Field=CUSTOMER&x2Field=STATUS&y1Field=BRAND&value=revenue';
const open = (search = '') => openAt(`/sales?report=PIVOT&createdRel=LAST_90_DAYS&${search}`, [sales]);
const asked = () => Object.fromEntries(new URLSearchParams(location.search));
const bodies = (path: string = pivotReports.make.path) =>
  world.net.sent.filter((sent) => sent.path === path).map(({ body }) => body as Body);
const table = page.getByRole('grid', { name: 'Pivot report' });
const names = () => [...document.querySelectorAll('[data-part=body] [data-c="0"]')].map((name) => name.textContent);
const column = (at: number) =>
  [...document.querySelectorAll(`[data-part=body] [data-c="${at}"]`)].map((cell) => cell.textContent);
const choose = (label: string, choice: string) => page.getByLabelText(label, { exact: true }).selectOptions(choice);

let answer: (body: Body) => Response;
beforeEach(() => {
  world.plan = 'ENTERPRISE';
  answer = () => reply(pivotReports.make, REPORT);
  world.net.on(pivotReports.make, ({ body }: Sent) => answer(body as Body));
  world.net.on(pivotReports.behind, () => reply(pivotReports.behind, BEHIND));
  world.net.on(savedSearches.list, () => reply(savedSearches.list, []));
  world.net.on(calls.search, () => reply(calls.search, { results: [], resultCount: 0, page: 0 }));
});

describe('the pivot report of orders', () => {
  it('begins with customers by month, and keeps its arrangement in the address', async () => {
    await openAt('/sales', [sales]);
    await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Pivot (beta)' }).click();
    await expect.element(table).toBeVisible();
    expect(asked()).toEqual({ report: 'PIVOT', createdRel: 'LAST_30_DAYS' });
    expect(bodies()[0]?.viewOptions).toEqual({
      x1Field: 'CUSTOMER',
      x2Field: null,
      y1Field: 'CREATED_MONTH',
      y2Field: null,
      value: 'quantity',
      aggregation: 'SUM',
      rowTop: 0,
      columnTop: 0,
    });
    await choose('Row Secondary', 'Status');
    await choose('Value', 'Revenue');
    await choose('Calculate', 'Largest');
    await choose('Rows shown', '5 and others');
    await expect.poll(asked).toMatchObject({
      x2Field: 'STATUS',
      value: 'revenue',
      aggregation: 'MAXIMUM',
      rowTop: '5',
    });
    await expect.poll(() => bodies().at(-1)?.viewOptions).toMatchObject({ aggregation: 'MAXIMUM', rowTop: 5 });
    await choose('Value', 'Orders');
    await expect.poll(() => page.getByLabelText('Calculate').query()).toBeNull();
    history.back();
    await expect.poll(() => asked().value).toBe('revenue');
  });

  it('shows money, empty cells and totals, and says what it counts', async () => {
    await open(BRANDS);
    await expect.poll(names).toEqual(REPORT.rows.map(({ label }) => label));
    expect(column(2)).toEqual(['$600.00', '$300.00', '$100.00', '$200.00', '', '', '$300.00', '$300.00']);
    await expect.element(page.getByText(/Counts order lines; their revenue is before discounts/)).toBeVisible();
    await expect.element(page.getByText('7 rows, 2 columns')).toBeVisible();
  });

  it('keeps units apart that don’t add up', async () => {
    answer = () => reply(pivotReports.make, MIXED);
    await open();
    await expect.poll(() => column(1)).toEqual(['12 units + 3.5 grams', '12 units + 3.5 grams']);
    expect(document.querySelectorAll('[data-heat]')).toHaveLength(0);
  });

  it.each([
    ['x1Field=NONE', 'Please select both Row Primary and Column Primary fields to generate the pivot report.'],
    ['x2Field=CREATED_MONTH', 'The same field cannot be selected in both row and column dimensions.'],
    [
      'x1Field=PRODUCT',
      'Line item fields cannot be used on the row axis when order fields are on the column axis. Please flip your axes.',
    ],
  ])('says what is wrong with %s, asks for nothing, and offers a way out', async (search, message) => {
    await open(search);
    await expect.element(page.getByText(message, { exact: true })).toBeVisible();
    expect(bodies()).toEqual([]);
    const wayOut = search === 'x1Field=PRODUCT' ? 'Flip axes' : 'Show customers by month';
    await page.getByRole('button', { name: wayOut }).last().click();
    await expect.element(table).toBeVisible();
    expect(bodies()).toHaveLength(1);
    if (wayOut === 'Flip axes') expect(asked()).toMatchObject({ x1Field: 'CREATED_MONTH', y1Field: 'PRODUCT' });
  });

  it('asks for nothing when the time is too long, and shortens it', async () => {
    await openAt('/sales?report=PIVOT&createdRel=LAST_1_YEAR', [sales]);
    await expect.element(page.getByText(/covers at most 183 days/)).toBeVisible();
    expect(bodies()).toEqual([]);
    await page.getByRole('button', { name: 'Show the last 6 months' }).click();
    await expect.element(table).toBeVisible();
    expect(asked().createdRel).toBe('LAST_6_MONTHS');
  });

  it('says why the platform made none', async () => {
    answer = () => reply(pivotReports.make, { reportType: 'SKIPPED', hint: 'This has too many cells.' });
    await open();
    await expect.element(page.getByText('This has too many cells.')).toBeVisible();
  });

  it('sorts by a column with “Others” last, and the address holds it', async () => {
    await open(BRANDS);
    await page.getByRole('columnheader', { name: 'Night Heron' }).click();
    await expect
      .poll(names)
      .toEqual(['Total', 'Copperline', 'Accepted', 'Harbor & Vine', 'Accepted', 'Complete', 'Others', 'None']);
    expect(asked().sort).toBe('-["12"]');
    await page.getByRole('columnheader', { name: 'Night Heron' }).click();
    await expect.poll(() => names()[1]).toBe('Harbor & Vine');
  });

  it('folds customers, all at once too, and exports what is seen', async () => {
    await open(BRANDS);
    await page.getByRole('button', { name: 'Collapse Copperline' }).click();
    await expect.poll(() => names().length).toBe(7);
    await page.getByRole('columnheader', { name: 'Fernhollow' }).click();
    await page.getByRole('button', { name: 'Export' }).click();
    await expect.poll(() => bodies(pivotReports.export.path)).toHaveLength(1);
    expect(bodies(pivotReports.export.path)[0]).toMatchObject({
      folded: { rows: ['8'], columns: [] },
      sort: { column: ['11'], descending: true },
    });
    await page.getByRole('button', { name: 'Collapse all' }).click();
    await expect.poll(names).toEqual(['Total', 'Harbor & Vine', 'Copperline', 'Others']);
    await page.getByRole('button', { name: 'Expand all' }).click();
    await expect.poll(() => names().length).toBe(8);
  });

  it('opens the lines behind a cell, which add up to it, and returns to it', async () => {
    await open(BRANDS);
    const cell = page.getByRole('gridcell', { name: '$100.00', exact: true }).last();
    await cell.click();
    const drawer = page.getByRole('dialog', { name: 'Harbor & Vine / Accepted, Fernhollow' });
    await expect.element(drawer.getByRole('link', { name: '1031' })).toHaveAttribute('href', '/orders/31');
    await expect.element(drawer.getByText('$100.00').first()).toBeVisible();
    expect([...document.querySelectorAll('dialog [data-part=totals] [data-c]')].at(-1)?.textContent).toBe('$100.00');
    expect(bodies(pivotReports.behind.path)[0]).toMatchObject({
      place: { row: ['7', '70'], column: ['11'] },
      page: 0,
      viewOptions: { x1Field: 'CUSTOMER', x2Field: 'STATUS' },
    });
    await expectNoAxeFindings(document.body);
    await userEvent.keyboard('{Escape}');
    await expect.poll(focusedText).toBe('$100.00');
  });

  it('is offered, not asked for, where the plan lacks it', async () => {
    world.plan = 'BASIC';
    await open();
    await expectPlanOffered(pivotReports.make, 'pivot-report');
  });

  it('says what failed and reads again when asked', async () => {
    const works = answer;
    answer = () => refusal(500, 'INTERNAL', 'Reports are resting.');
    await open();
    await expect.element(page.getByText('Reports are resting.')).toBeVisible();
    answer = works;
    const report = page.getByRole('region', { name: 'Pivot report' });
    await report.getByRole('button', { name: 'Try again' }).click();
    await expect.element(table).toBeVisible();
  });

  it('leaves axe nothing to report, wide and small, light and dark, shaded or not', async () => {
    await open(BRANDS);
    await expect.element(table).toBeVisible();
    expect(document.querySelectorAll('[data-heat="5"]').length).toBeGreaterThan(0);
    for (const theme of ['light', 'dark']) {
      document.documentElement.dataset.theme = theme;
      for (const width of [360, 1440]) {
        await page.viewport(width, 800);
        await expectNoAxeFindings(document.body);
      }
    }
    delete document.documentElement.dataset.theme;
    await page.getByLabelText('Shade cells').click();
    await expect.poll(() => document.querySelectorAll('[data-heat]').length).toBe(0);
    expect(asked().heat).toBe('false');
  });
});
