import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { read } from '../../../domain/access/ability';
import type { CallOutput } from '../../../domain/contract/endpoint';
import { orders as calls } from '../../../domain/orders/contract';
import { savedSearches } from '../../../domain/orders/saved-searches';
import { orderReports } from '../../../domain/reports/contract';
import type { Manifest } from '../../../src/providers/manifest';
import OrderList from '../../../src/resources/orders/OrderList';
import { openAt, user, world } from '../support/app';
import { refusal, reply, type Sent } from '../support/platform';
import { columnTexts, expectNoAxeFindings } from '../support/render';
import { expectPlanOffered } from './report-plan';
import '../../../src/ui/theme';

type Report = CallOutput<typeof orderReports.make>;
type Body = { filters: object; viewOptions: { reportType: string; interval: string; split: string; value: string } };

const REVENUE: Report = {
  reportType: 'REVENUE',
  periods: [
    {
      from: '2026-10-01',
      to: '2026-10-31',
      isPartial: false,
      revenue: '1200.50',
      orders: 3,
      previousRevenue: '1000.00',
      yearBeforeRevenue: '0',
    },
    {
      from: '2026-11-01',
      to: '2026-11-30',
      isPartial: true,
      revenue: '299.50',
      orders: 1,
      previousRevenue: '599.00',
      yearBeforeRevenue: '100.00',
    },
  ],
  series: [],
  totals: { revenue: '1500.00', orders: 4, previousRevenue: '1599.00', yearBeforeRevenue: '100.00' },
};
const SPLIT: Report = {
  ...REVENUE,
  series: [
    { key: '7', label: 'Harbor & Vine', revenue: ['1300.00', '300.00'], total: '1600.00' },
    { key: 'discounts', label: 'Order discounts', revenue: ['-99.50', '-0.50'], total: '-100.00' },
  ],
};
const PRODUCTS: Report = {
  reportType: 'PRODUCTS_SOLD',
  rows: [
    {
      productId: 5,
      productName: 'Blue Dream',
      brandName: 'Fernhollow',
      quantities: [
        { unit: 'Unit', quantity: '1200' },
        { unit: 'Gram', quantity: '35.5' },
      ],
      revenue: '900.00',
      orders: 3,
      customers: 2,
      averagePrice: null,
      share: 0.75,
      rank: 1,
      previousRank: 3,
    },
    {
      productId: 6,
      productName: 'Sour Diesel',
      brandName: 'Night Heron',
      quantities: [{ unit: 'Unit', quantity: '100' }],
      revenue: '300.00',
      orders: 1,
      customers: 1,
      averagePrice: '3.00',
      share: 0.25,
      rank: 2,
      previousRank: null,
    },
  ],
  totals: {
    quantities: [
      { unit: 'Unit', quantity: '1300' },
      { unit: 'Gram', quantity: '35.5' },
    ],
    revenue: '1200.00',
    orders: 3,
    customers: 2,
  },
};

const sales: Manifest = {
  name: 'sales',
  label: 'Sales',
  app: 'orders',
  requires: read('BROWSE_MY_ORDERS'),
  screens: [{ path: 'sales', title: 'Sales', load: async () => ({ default: OrderList }) }],
};
const open = (search = '') => openAt(`/sales${search}`, [sales]);
const view = (name: string) => page.getByRole('navigation', { name: 'View' }).getByRole('link', { name });
const asked = () => Object.fromEntries(new URLSearchParams(location.search));
const totals = () => [...document.querySelectorAll('[data-part=totals] [data-c]')].map((cell) => cell.textContent);
const bodies = () =>
  world.net.sent.filter(({ path }) => path === orderReports.make.path).map(({ body }) => body as Body);

let answer: (body: Body) => Response;
beforeEach(() => {
  answer = ({ viewOptions: { reportType, split } }) =>
    reply(orderReports.make, reportType === 'REVENUE' ? (split === 'NONE' ? REVENUE : SPLIT) : PRODUCTS);
  world.net.on(orderReports.make, ({ body }: Sent) => answer(body as Body));
  world.net.on(savedSearches.list, () => reply(savedSearches.list, []));
  world.net.on(calls.search, () => reply(calls.search, { results: [], resultCount: 0, page: 0 }));
});

describe('the report view of orders', () => {
  it('begins with a recent time, keeps its options in the address, and Back undoes them', async () => {
    await open('?customerSearch=harbor');
    await view('Revenue').click();
    await expect.poll(() => columnTexts(0)).toEqual(['Oct 2026', 'Nov 2026partial']);
    expect(asked()).toEqual({ customerSearch: 'harbor', report: 'REVENUE', createdRel: 'LAST_1_YEAR' });
    await page.getByLabelText('Split by').selectOptions('Customer');
    await expect.element(page.getByRole('columnheader', { name: /^Harbor & Vine/ })).toBeVisible();
    expect(asked().split).toBe('CUSTOMER');
    await page.getByLabelText('Chart').selectOptions('Lines');
    await expect.poll(() => asked().chart).toBe('LINES');
    history.back();
    history.back();
    await expect.poll(() => asked().split).toBeUndefined();
    await view('List').click();
    await expect.element(page.getByText('No orders match these filters')).toBeVisible();
    expect(asked()).toEqual({ customerSearch: 'harbor', createdRel: 'LAST_1_YEAR' });
    expect(bodies()[0]).toMatchObject({
      filters: { customerSearch: 'harbor', createdRel: 'LAST_1_YEAR' },
      viewOptions: { reportType: 'REVENUE', interval: 'MONTH', split: 'NONE' },
    });
  });

  it('is kept by a saved search, beside lists', async () => {
    const whole = { filters: {}, sortBy: 'created', sortDesc: true } as const;
    const view = { report: 'REVENUE', interval: 'WEEK' };
    const own = { companyId: 10, isShared: false, isMine: true, by: 'Olive Marsh' };
    const kept = [
      { id: 4, name: 'Harbor', search: { ...whole, filters: { customerSearch: 'harbor' } }, version: 0, ...own },
      {
        id: 5,
        name: 'Weekly',
        search: { ...whole, filters: { createdRel: 'LAST_30_DAYS' }, view },
        version: 0,
        ...own,
      },
    ] as CallOutput<typeof savedSearches.list>;
    world.net.on(savedSearches.list, () => reply(savedSearches.list, kept));
    world.net.on(savedSearches.update, ({ body }: Sent) =>
      reply(savedSearches.update, { ...kept[1], ...(body as object), version: 1 } as never),
    );
    const choose = async (entry: string) => {
      await page.getByRole('button', { name: /^Saved searches/ }).click();
      await page.getByRole('menu').getByText(entry).click();
    };
    await open();
    await choose('Weekly');
    await expect.poll(asked).toEqual({ ...view, createdRel: 'LAST_30_DAYS', savedSearchId: '5' });
    await expect.poll(() => bodies()[0]?.viewOptions.interval).toBe('WEEK');
    await page.getByLabelText('Split by').selectOptions('Customer');
    await choose('Save changes to “Weekly”');
    const sent = () => world.net.sent.filter(({ method }) => method === 'PUT').at(-1)?.body as { search: object };
    await expect.poll(() => sent()?.search).toMatchObject({ view: { ...view, split: 'CUSTOMER' } });
    await choose('Harbor');
    await expect.poll(asked).toEqual({ customerSearch: 'harbor', savedSearchId: '4' });
  });

  it('leads from a period, and from a product, to the orders counted', async () => {
    await open('?report=REVENUE&createdFrom=2026-10-15&statuses=SHIPPED,CANCELLED');
    const october = page.getByRole('link', { name: 'Oct 2026' });
    await expect
      .element(october)
      .toHaveAttribute('href', '/orders?statuses=SHIPPED&createdFrom=2026-10-15&createdTo=2026-10-31');
    await view('Products sold').click();
    const product = page.getByRole('link', { name: 'Sour Diesel' });
    await expect.element(product).toHaveAttribute('href', expect.stringContaining('productNameSearch=Sour+Diesel'));
  });

  it('draws a single period as bars, and no lines without a length', async () => {
    answer = () => reply(orderReports.make, { ...REVENUE, periods: REVENUE.periods.slice(0, 1) } as Report);
    await open('?report=REVENUE&createdRel=LAST_30_DAYS&chart=LINES');
    await expect.poll(() => document.querySelectorAll('.recharts-bar-rectangle path').length).toBeGreaterThan(0);
    expect(document.querySelectorAll('.recharts-line').length).toBe(0);
  });

  it('saves its chart as a picture', async () => {
    const saved: { name: string; type: string }[] = [];
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, type: new URL(this.href).protocol });
    });
    try {
      await open('?report=REVENUE');
      await expect.poll(() => document.querySelectorAll('svg.recharts-surface').length).toBeGreaterThan(0);
      await page.getByRole('button', { name: 'Save as PNG' }).click();
      await expect
        .poll(() => saved)
        .toEqual([{ name: expect.stringMatching(/^\d{6}_\w+_revenue\.png$/), type: 'blob:' }]);
    } finally {
      click.mockRestore();
    }
  });

  it('forgets its column layout when it is refused', async () => {
    const key = `verdant.${user.id}.grid.report.REVENUE`;
    localStorage.setItem(key, JSON.stringify({ hidden: { orders: true } }));
    answer = () => refusal(403, 'FORBIDDEN', 'Your role no longer includes orders.');
    await open('?report=REVENUE');
    await expect.element(page.getByText('Your role no longer includes orders.')).toBeVisible();
    await expect.poll(() => localStorage.getItem(key)).toBeOneOf([null, 'null']);
  });

  it('leaves a time that is already chosen as it is', async () => {
    await open('?createdFrom=2026-11-01');
    await view('Products sold').click();
    await expect.poll(asked).toEqual({ createdFrom: '2026-11-01', report: 'PRODUCTS_SOLD' });
  });

  it('shows revenue with its change, and series that add up, with totals', async () => {
    await open('?report=REVENUE&split=CUSTOMER');
    await expect.poll(() => columnTexts(1)).toEqual(['$1,200.50', '$299.50']);
    expect(columnTexts(4)).toEqual(['+20.05%', '-50.00%']);
    expect(totals()).toEqual(['Total', '$1,500.00', '4', '$1,599.00', '-6.19%', '$100.00', '$1,600.00', '-$100.00']);
  });

  it('ranks products, says how ranks changed, and keeps units apart', async () => {
    await open('?report=PRODUCTS_SOLD&createdRel=LAST_30_DAYS&value=revenue');
    await expect.poll(() => columnTexts(0)).toEqual(['1 ↑ 2', '2 new']);
    expect(columnTexts(3)).toEqual(['1,200 units + 35.5 gramsmixed units', '100 units']);
    expect(columnTexts(8)).toEqual(['75.00%', '25.00%']);
    expect(bodies()[0]?.viewOptions.value).toBe('revenue');
  });

  it('sends nothing for a time that is too long, and says what to change', async () => {
    await open('?report=REVENUE&interval=DAY&createdRel=LAST_1_YEAR');
    await expect.element(page.getByText(/Revenue by day covers at most 90 days/)).toBeVisible();
    expect(bodies()).toEqual([]);
    await page.getByLabelText('By', { exact: true }).selectOptions('Week');
    await expect.poll(() => bodies().length).toBe(1);
  });

  it('says when nothing was sold', async () => {
    answer = () => reply(orderReports.make, { ...PRODUCTS, rows: [] } as Report);
    await open('?report=PRODUCTS_SOLD&createdRel=LAST_30_DAYS');
    await expect.element(page.getByText('No sales in this time')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Export' })).toBeDisabled();
  });

  it('says what failed and reads again when asked', async () => {
    const works = answer;
    answer = () => refusal(500, 'INTERNAL', 'Reports are resting.');
    await open('?report=REVENUE');
    await expect.element(page.getByText('Reports are resting.')).toBeVisible();
    answer = works;
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => columnTexts(1)).toEqual(['$1,200.50', '$299.50']);
  });

  it('is read again when an order changes', async () => {
    await open('?report=REVENUE');
    await expect.poll(() => columnTexts(1)).toEqual(['$1,200.50', '$299.50']);
    answer = () =>
      reply(orderReports.make, { ...REVENUE, totals: { ...REVENUE.totals, revenue: '1600.00' } } as Report);
    world.live.change({ topic: 'orders', kind: 'changed', id: 1, by: null, position: null } as never);
    await expect.poll(() => totals()[1]).toBe('$1,600.00');
  });

  it('is offered, not asked for, where the plan lacks it', async () => {
    world.plan = 'STARTER';
    await open('?report=REVENUE');
    await expectPlanOffered(orderReports.make, 'order-reports');
  });

  it('works by keyboard and leaves axe nothing to report, wide and small', async () => {
    await open('?createdRel=LAST_30_DAYS');
    await expect.element(view('Revenue')).toBeVisible();
    (view('Revenue').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => columnTexts(1)).toEqual(['$1,200.50', '$299.50']);
    await expect.poll(() => document.querySelectorAll('svg.recharts-surface').length).toBeGreaterThan(0);
    await expectNoAxeFindings(document.body);
    await page.viewport(360, 740);
    await expect.element(page.getByText('Nov 2026').first()).toBeInTheDocument();
    await expectNoAxeFindings(document.body);
  });
});
