import { formatNumber, formatUsd, type Money } from '../money';
import { counted } from '../text';
import { changeText, periodName, type Report, type RevenueReport } from './report';
import { LINE_SALES } from './report-types';
import { quantityText } from './sold';
import type { Interval } from './view';

/** Most rows a letter shows; its csv has all. */
export const MOST_LETTER_ROWS = 10;
/** Most parts of a split report beside its periods: a letter is narrow. */
const MOST_LETTER_SERIES = 3;

/** A report as a letter shows it: its totals, and the first rows of its table. */
export type ReportLetter = {
  /** Labels and amounts, in order. */
  totals: readonly (readonly [label: string, text: string])[];
  headers: readonly string[];
  rows: readonly (readonly string[])[];
  /** What the table leaves out: "and 80 earlier periods". */
  more: string | null;
};

type Made = Exclude<Report, { reportType: 'SKIPPED' }>;

/** The latest periods, or the first ranks. No rows when nothing was sold. */
export function letterOf(report: Made, interval: Interval): ReportLetter {
  if (report.reportType === 'REVENUE') return revenueLetter(report, interval);
  const { totals } = report;
  const isProducts = report.reportType === 'PRODUCTS_SOLD';
  const named =
    report.reportType === 'PRODUCTS_SOLD'
      ? report.rows.map((row) => ({ ...row, name: row.productName }))
      : report.rows.map((row) => ({ ...row, name: row.brandName }));
  return {
    totals: [
      [LINE_SALES, formatUsd(totals.revenue)],
      ['Quantity', quantityText(totals.quantities)],
      ['Orders', formatNumber(totals.orders)],
      ['Customers', formatNumber(totals.customers)],
    ],
    headers: ['Rank', isProducts ? 'Product' : 'Brand', 'Quantity', LINE_SALES, 'Orders'],
    rows: named
      .slice(0, MOST_LETTER_ROWS)
      .map(({ rank, name, quantities, revenue, orders }) => [
        String(rank),
        name,
        quantityText(quantities),
        formatUsd(revenue),
        formatNumber(orders),
      ]),
    more: isProducts ? moreText(named.length, 'more product') : moreText(named.length, 'more brand'),
  };
}

function revenueLetter({ periods, series, totals }: RevenueReport, interval: Interval): ReportLetter {
  const isSplit = series.length > 0;
  const parts = series.slice(0, MOST_LETTER_SERIES);
  const before = (label: string, amount: Money | null): (readonly [string, string])[] =>
    amount === null ? [] : [[label, [formatUsd(amount), changeText(totals.revenue, amount)].filter(Boolean).join(' ')]];
  const sold = totals.orders === 0 ? [] : periods.map((period, at) => ({ ...period, at })).reverse();
  const compared = totals.previousRevenue !== null && !isSplit;
  return {
    totals: [
      ['Revenue', formatUsd(totals.revenue)],
      ['Orders', formatNumber(totals.orders)],
      ...before('Previous', totals.previousRevenue),
      ...before('Year before', totals.yearBeforeRevenue),
    ],
    headers: [
      'Period',
      'Revenue',
      'Orders',
      ...(compared ? ['Previous', 'Year before'] : []),
      ...parts.map(({ label }) => label),
    ],
    rows: sold
      .slice(0, MOST_LETTER_ROWS)
      .map(({ at, ...period }) => [
        `${periodName(period, interval)}${period.isPartial ? ' (partial)' : ''}`,
        formatUsd(period.revenue),
        formatNumber(period.orders),
        ...(compared ? [formatUsd(period.previousRevenue ?? '0'), formatUsd(period.yearBeforeRevenue ?? '0')] : []),
        ...parts.map(({ revenue }) => formatUsd(revenue[at] ?? '0')),
      ]),
    more: moreText(sold.length, 'earlier period'),
  };
}

function moreText(rows: number, noun: string): string | null {
  const left = rows - MOST_LETTER_ROWS;
  return left <= 0 ? null : `and ${counted(left, noun)}`;
}
