import type { Membership } from '../../domain/access/roles';
import { addDays, dayOf } from '../../domain/dates';
import { ReportView } from '../../domain/reports/view';
import type { Reported } from '../../server/reports/reported-orders';

export const ZONE = 'America/Denver';

/** Whose report it is, and how many orders that organization has. */
export type Reader = { membership: Membership; orders: number };
export type Asked = Reported;

type Subject = { name: string; asked(now: Date): { first: Asked; 'another filter': Asked } };

/** A report over the orders of the last so many days, first of every status, then of two. */
const report = (
  name: string,
  days: number,
  view: Omit<Partial<ReportView>, 'reportType'> & Pick<ReportView, 'reportType'>,
): Subject => ({
  name,
  asked: (now) => {
    const viewOptions = ReportView.parse(view);
    const filters = { createdFrom: addDays(dayOf(now, ZONE), 1 - days) };
    return {
      first: { filters, viewOptions },
      'another filter': { filters: { ...filters, statuses: ['DELIVERED', 'COMPLETE'] }, viewOptions },
    };
  },
});

const DAYS = 1095;
const revenue = (name: string, days: number, view: Omit<Partial<ReportView>, 'reportType'>) =>
  report(`revenue ${name}`, days, { reportType: 'REVENUE', ...view });

/** What is measured, each over the widest time it may cover; all that has no limit over every order there is. */
export const REPORTS: readonly Subject[] = [
  revenue('by day', 90, { interval: 'DAY' }),
  revenue('by week', 366, { interval: 'WEEK' }),
  revenue('by month', DAYS, { interval: 'MONTH' }),
  revenue('by quarter', DAYS, { interval: 'QUARTER' }),
  revenue('by month and status', DAYS, { split: 'STATUS' }),
  revenue('by month and customer', DAYS, { split: 'CUSTOMER' }),
  revenue('by month and sales rep', DAYS, { split: 'SALES_REP' }),
  revenue('by month and brand', DAYS, { split: 'BRAND' }),
  report('products sold', 732, { reportType: 'PRODUCTS_SOLD' }),
  report('brands sold', 732, { reportType: 'BRANDS_SOLD' }),
];
