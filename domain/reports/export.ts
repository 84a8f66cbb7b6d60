import type { CsvColumn } from '../csv';
import { dayOf } from '../dates';
import { formatNumber } from '../money';
import { zoneTime } from '../time-zones';
import {
  type BrandSold,
  changeInPercent,
  type ProductSold,
  periodName,
  type RevenuePeriod,
  type RevenueReport,
} from './report';
import { LINE_SALES } from './report-types';
import type { Interval } from './view';

type RevenueRow = RevenuePeriod & { at: number };

const percent = (value: string | null) => value ?? '';

/** Columns of a revenue report, as its table has them: the series last. */
export function revenueColumns({ series }: RevenueReport, interval: Interval): CsvColumn<RevenueRow>[] {
  return [
    { header: 'Period', text: (row) => periodName(row, interval) },
    { header: 'Whole period', text: ({ isPartial }) => (isPartial ? 'No' : 'Yes') },
    { header: 'Revenue', text: ({ revenue }) => revenue },
    { header: 'Orders', text: ({ orders }) => String(orders) },
    { header: 'Previous', text: ({ previousRevenue }) => previousRevenue ?? '' },
    {
      header: 'Change from previous (%)',
      text: ({ revenue, previousRevenue }) => percent(changeInPercent(revenue, previousRevenue)),
    },
    { header: 'Year before', text: ({ yearBeforeRevenue }) => yearBeforeRevenue ?? '' },
    {
      header: 'Change from year before (%)',
      text: ({ revenue, yearBeforeRevenue }) => percent(changeInPercent(revenue, yearBeforeRevenue)),
    },
    ...series.map(({ label, revenue }) => ({ header: label, text: ({ at }: RevenueRow) => revenue[at] ?? '' })),
  ];
}

type Sold = Pick<
  ProductSold | BrandSold,
  'rank' | 'previousRank' | 'quantities' | 'revenue' | 'orders' | 'customers' | 'averagePrice' | 'share'
>;

/** Amounts in several units stand in one cell each: "12; 3.5" and "Unit; Gram". */
const SOLD: readonly CsvColumn<Sold>[] = [
  { header: 'Quantity', text: ({ quantities }) => quantities.map(({ quantity }) => quantity).join('; ') },
  { header: 'Unit', text: ({ quantities }) => quantities.map(({ unit }) => unit).join('; ') },
  { header: LINE_SALES, text: ({ revenue }) => revenue },
  { header: 'Orders', text: ({ orders }) => String(orders) },
  { header: 'Customers', text: ({ customers }) => String(customers) },
  { header: 'Average price', text: ({ averagePrice }) => averagePrice ?? '' },
  { header: 'Share (%)', text: ({ share }) => formatNumber((share * 100).toFixed(2)) },
];
const RANKS: readonly CsvColumn<Sold>[] = [
  { header: 'Rank', text: ({ rank }) => String(rank) },
  { header: 'Previous rank', text: ({ previousRank }) => (previousRank === null ? '' : String(previousRank)) },
];

export const PRODUCT_COLUMNS: readonly CsvColumn<ProductSold>[] = [
  ...RANKS,
  { header: 'Product', text: ({ productName }) => productName },
  { header: 'Brand', text: ({ brandName }) => brandName },
  ...SOLD,
];
export const BRAND_COLUMNS: readonly CsvColumn<BrandSold>[] = [
  ...RANKS,
  { header: 'Brand', text: ({ brandName }) => brandName },
  { header: 'Products', text: ({ products }) => String(products) },
  ...SOLD,
];

/**
 * The file name of a report made now, which says the time zone its days are counted in:
 * 261120_los_angeles_time_products_sold.csv.
 */
export function reportFileName(now: Date, timeZone: string, reportType: string, kind: 'csv' | 'png' = 'csv'): string {
  const zone = zoneTime(timeZone).replace(/\W+/g, '_');
  return `${dayOf(now, timeZone).slice(2).replaceAll('-', '')}_${`${zone}_${reportType}`.toLowerCase()}.${kind}`;
}
