import { z } from 'zod';
import { dayOf, dayOfBound, daysBetween, EARLIEST_DATE, RELATIVE_RANGES } from '../dates';
import type { OrderFilters } from '../orders/filters';
import { LINE_SALES, REPORT_TYPES, type ReportType } from './report-types';

export const ReportTypeSchema = z.enum(Object.keys(REPORT_TYPES) as [ReportType, ...ReportType[]]);

/** The periods a revenue report is divided into, with the most days each may cover; null for any time. */
export const INTERVALS = {
  DAY: { label: 'Day', unit: 'day', mostDays: 90 },
  WEEK: { label: 'Week', unit: 'week', mostDays: 366 },
  MONTH: { label: 'Month', unit: 'month', mostDays: null },
  QUARTER: { label: 'Quarter', unit: 'quarter', mostDays: null },
} as const;
export type Interval = keyof typeof INTERVALS;
export const IntervalSchema = z.enum(Object.keys(INTERVALS) as [Interval, ...Interval[]]);

/** Most days a report of products or brands may cover. */
const MOST_DAYS_SOLD = 732;

/** What a revenue report can be split by. */
export const SPLITS = {
  NONE: 'Nothing',
  STATUS: 'Status',
  SALES_REP: 'Sales reps',
  BRAND: 'Brand',
  CUSTOMER: 'Customer',
} as const;
export type Split = keyof typeof SPLITS;
export const SplitSchema = z.enum(Object.keys(SPLITS) as [Split, ...Split[]]);

/** What products and brands are ranked by. */
export const REPORT_VALUES = {
  quantity: 'Quantity',
  revenue: LINE_SALES,
  orders: 'Orders',
  customers: 'Customers',
  averagePrice: 'Average price',
} as const;
export type ReportValue = keyof typeof REPORT_VALUES;
export const ReportValueSchema = z.enum(Object.keys(REPORT_VALUES) as [ReportValue, ...ReportValue[]]);

/** How the orders of a search are shown as a report. */
export const ReportView = z.object({
  reportType: ReportTypeSchema.exclude(['PIVOT']),
  interval: IntervalSchema.default('MONTH'),
  split: SplitSchema.default('NONE'),
  value: ReportValueSchema.default('quantity'),
});
export type ReportView = z.output<typeof ReportView>;

/** Most days a report may cover: by its type, and a revenue report's by its interval; null for any time. */
export function mostDaysOf({ reportType, interval }: Pick<ReportView, 'reportType' | 'interval'>): number | null {
  return reportType === 'REVENUE' ? INTERVALS[interval].mostDays : MOST_DAYS_SOLD;
}

/** How many days the orders' creation covers; a relative range says so itself, an open end counts to today. */
export function daysCovered(filters: OrderFilters, now: Date, timeZone: string): number {
  const { createdFrom, createdTo, createdRel } = filters;
  if (createdRel !== undefined) return RELATIVE_RANGES[createdRel].days;
  const from = dayOfBound(createdFrom ?? EARLIEST_DATE, timeZone);
  const to = createdTo === undefined ? dayOf(now, timeZone) : dayOfBound(createdTo, timeZone);
  return Math.max(1, daysBetween(from, to) + 1);
}

/** Why a report isn't made, and what to change; null when it is. Too wide a range is skipped, never refused. */
export function whySkipped(
  view: Pick<ReportView, 'reportType' | 'interval'>,
  filters: OrderFilters,
  now: Date,
  timeZone: string,
): string | null {
  const most = mostDaysOf(view);
  if (most === null) return null;
  const { label } = INTERVALS[view.interval];
  return view.reportType === 'REVENUE'
    ? whyTooLong(`Revenue by ${label.toLowerCase()}`, most, { filters, now, timeZone }, ', or choose a longer interval')
    : whyTooLong(REPORT_TYPES[view.reportType], most, { filters, now, timeZone });
}

type Asked = { filters: OrderFilters; now: Date; timeZone: string };

/** Why a report that covers at most so many days isn't made of a search; `way` is what else would help. */
export function whyTooLong(report: string, most: number, { filters, now, timeZone }: Asked, way = ''): string | null {
  if (daysCovered(filters, now, timeZone) <= most) return null;
  return `${report} covers at most ${most} days. Choose a shorter time in which orders were created${way}.`;
}
