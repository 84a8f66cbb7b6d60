import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { read } from '../../../domain/access/ability';
import type { CallOutput } from '../../../domain/contract/endpoint';
import { dayOf, shortDate } from '../../../domain/dates';
import { orders as calls } from '../../../domain/orders/contract';
import { savedSearches } from '../../../domain/orders/saved-searches';
import { organization } from '../../../domain/organization/contract';
import { orderReports } from '../../../domain/reports/contract';
import { daysIn } from '../../../domain/time-zones';
import type { Manifest } from '../../../src/providers/manifest';
import OrderList from '../../../src/resources/orders/OrderList';
import { Days } from '../../../src/shell/Days';
import { countedZone, timeZone, today } from '../../../src/ui/reader-dates';
import { countIn, openAt, whole, world } from '../support/app';
import { reply } from '../support/platform';
import { expectNoAxeFindings } from '../support/render';
import '../../../src/ui/theme';

/** Where the day is another one than the reader's, at any time of one of the two. */
const COMPANY = timeZone === 'Pacific/Kiritimati' ? 'Pacific/Niue' : 'Pacific/Kiritimati';
const CREATED = '2026-03-11T11:30:00Z';

const ORDER: CallOutput<typeof calls.search>['results'][number] = {
  id: 1,
  orderNumber: '500001',
  status: 'ACCEPTED',
  customer: { id: 1, name: 'Harbor & Vine' },
  sellerCompany: { companyId: 10, name: 'Wholesale' },
  orderSource: 'MANUAL',
  created: CREATED,
  shipDate: null,
  paymentDueDate: null,
  totalUsd: '100.00',
  invoicedUsd: '100.00',
  paidUsd: '0.00',
  paymentState: 'UNPAID',
  salesReps: [],
  lineItemCount: 1,
  availableTransitions: [],
  version: 0,
};

const sales = (days: 'company' | 'reader'): Manifest => ({
  name: days,
  label: 'Sales',
  app: 'orders',
  requires: read('BROWSE_MY_ORDERS'),
  days,
  screens: [{ path: days, title: 'Sales', load: async () => ({ default: OrderList }) }],
});
/** A record of a company that was removed. */
const removed: Manifest = {
  ...sales('reader'),
  name: 'removed',
  screens: [
    {
      path: 'removed',
      title: 'Removed',
      load: async () => ({
        default: () => (
          <Days of={99}>
            <Zone />
          </Days>
        ),
      }),
    },
  ],
};
const Zone = () => <p>{daysIn(countedZone())}</p>;
const open = (path: string) => openAt(path, [sales('company'), sales('reader'), removed]);

beforeEach(() => {
  world.net.on(savedSearches.list, () => reply(savedSearches.list, []));
  world.net.on(calls.search, () => reply(calls.search, { results: [ORDER], resultCount: 1, page: 0 }));
  world.net.on(orderReports.make, () =>
    reply(orderReports.make, {
      reportType: 'REVENUE',
      periods: [
        {
          from: '2026-03-01',
          to: '2026-03-31',
          isPartial: false,
          revenue: '100.00',
          orders: 1,
          previousRevenue: null,
          yearBeforeRevenue: null,
        },
      ],
      series: [],
      totals: { revenue: '100.00', orders: 1, previousRevenue: null, yearBeforeRevenue: null },
    }),
  );
});

describe('a screen of a company', () => {
  it.each([
    ['the company’s', '/company', COMPANY, COMPANY],
    ['the reader’s without one of the company', '/company', null, timeZone],
    ['the reader’s where they buy', '/reader', COMPANY, timeZone],
  ])('shows and filters days in a zone that it names: %s', async (_, path, zone, counted) => {
    countIn(zone);
    const { container } = await open(path);
    await expect.element(page.getByText(shortDate(CREATED, counted), { exact: true })).toBeVisible();
    expect(countedZone()).toBe(counted);
    expect(today()).toBe(dayOf(new Date(), counted));
    await page.getByRole('button', { name: 'All filters', exact: false }).click();
    await expect.element(page.getByText(daysIn(counted), { exact: true })).toBeVisible();
    await expectNoAxeFindings(container);
    const asked = world.net.sent.filter((sent) => sent.path === calls.search.path);
    expect(asked[0]?.headers.get('Timezone')).toBe(timeZone);
  });

  it('is still that of a record whose company was removed', async () => {
    world.net.on(organization.full, ({ headers }) =>
      reply(organization.full, {
        ...whole(Number(headers.get('Org-Id'))),
        removedCompanies: [{ companyId: 99, timeZone: COMPANY }],
      }),
    );
    await open('/removed');
    await expect.element(page.getByText(daysIn(COMPANY), { exact: true })).toBeVisible();
  });

  it('is shown and read again when the company sets another', async () => {
    countIn(null);
    await open('/company');
    await expect.element(page.getByText(shortDate(CREATED, timeZone), { exact: true })).toBeVisible();
    await expect.poll(world.live.isOpen).toBe(true);
    const before = world.net.count(calls.search.path);
    countIn(COMPANY);
    world.live.change({ topic: 'organization', kind: 'changed', id: 10, orgIds: [1] });
    await expect.element(page.getByText(shortDate(CREATED, COMPANY), { exact: true })).toBeVisible();
    await expect.poll(() => world.net.count(calls.search.path)).toBeGreaterThan(before);
  });

  it('names it under a report', async () => {
    countIn(COMPANY);
    await open('/company?report=REVENUE&createdFrom=2026-03-01&createdTo=2026-03-31');
    await expect.element(page.getByRole('figure').getByText(`${daysIn(COMPANY)}.`, { exact: false })).toBeVisible();
  });
});
