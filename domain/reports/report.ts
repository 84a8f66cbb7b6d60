import { z } from 'zod';
import { Id } from '../contract/endpoint';
import { type Day, shortDay } from '../dates';
import { compare, divide, formatNumber, type Money, MoneySchema, multiply, roundCents, subtract } from '../money';
import type { Interval } from './view';

const DayText = z.iso.date();
const Count = z.number().int().min(0);

/** The report wasn't made: its time is too wide. */
export const Skipped = z.strictObject({ reportType: z.literal('SKIPPED'), hint: z.string() });

/** One period of a revenue report. */
export const RevenuePeriod = z.strictObject({
  /** Its first day in the time zone that counts, also when orders are counted from a later one. */
  from: DayText,
  to: DayText,
  /** It isn't over yet, or the search covers only part of it. */
  isPartial: z.boolean(),
  revenue: MoneySchema,
  orders: Count,
  /** The same stretch of time directly before, and a year before; null when the search has no beginning. */
  previousRevenue: MoneySchema.nullable(),
  yearBeforeRevenue: MoneySchema.nullable(),
});
export type RevenuePeriod = z.infer<typeof RevenuePeriod>;

/** One value of what revenue is split by; its revenue per period, in their order. */
export const RevenueSeries = z.strictObject({
  key: z.string(),
  label: z.string(),
  revenue: z.array(MoneySchema),
  total: MoneySchema,
});
export type RevenueSeries = z.infer<typeof RevenueSeries>;

/** Dollars of active orders by when they were created; the sums of its periods and of its series are its totals. */
export const RevenueReport = z.strictObject({
  reportType: z.literal('REVENUE'),
  periods: z.array(RevenuePeriod),
  /** The largest first, the rest together as "Others" last; none unless split. */
  series: z.array(RevenueSeries),
  totals: z.strictObject({
    revenue: MoneySchema,
    orders: Count,
    previousRevenue: MoneySchema.nullable(),
    yearBeforeRevenue: MoneySchema.nullable(),
  }),
});
export type RevenueReport = z.infer<typeof RevenueReport>;

/** How much was sold in one unit: cases count as the units in them. */
export const SoldQuantity = z.strictObject({ unit: z.string(), quantity: z.string() });
export type SoldQuantity = z.infer<typeof SoldQuantity>;

const figures = {
  /** One per unit of measure, the largest first: what can't be added up stays apart. */
  quantities: z.array(SoldQuantity),
  /** Dollars of its lines, before discounts on whole orders. */
  revenue: MoneySchema,
  orders: Count,
  customers: Count,
};

const sold = {
  ...figures,
  /** Revenue per unit, to the cent; null for several units. */
  averagePrice: MoneySchema.nullable(),
  /** Its part of all revenue, from 0 to 1. */
  share: z.number().min(0).max(1),
  /** By the chosen value, from 1. */
  rank: z.number().int().min(1),
  /** In the same stretch of time directly before; null if it wasn't sold then, or the search has no beginning. */
  previousRank: z.number().int().min(1).nullable(),
};

export const ProductSold = z.strictObject({ productId: Id, productName: z.string(), brandName: z.string(), ...sold });
export type ProductSold = z.infer<typeof ProductSold>;

export const BrandSold = z.strictObject({ brandId: Id, brandName: z.string(), products: Count, ...sold });
export type BrandSold = z.infer<typeof BrandSold>;

const SoldTotals = z.strictObject(figures);
export type SoldTotals = z.infer<typeof SoldTotals>;

/** Lines of active orders that match the search, line filters included, by product. */
export const ProductsReport = z.strictObject({
  reportType: z.literal('PRODUCTS_SOLD'),
  rows: z.array(ProductSold),
  totals: SoldTotals,
});
/** The same by brand. */
export const BrandsReport = z.strictObject({
  reportType: z.literal('BRANDS_SOLD'),
  rows: z.array(BrandSold),
  totals: SoldTotals,
});

export const Report = z.discriminatedUnion('reportType', [Skipped, RevenueReport, ProductsReport, BrandsReport]);
export type Report = z.infer<typeof Report>;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

/** A period's name: 11/23/2026, 11/22/2026 – 11/28/2026, Nov 2026 or Q4 2026. */
export function periodName({ from, to }: { from: Day; to: Day }, interval: Interval): string {
  const [year, month] = [from.slice(0, 4), Number(from.slice(5, 7))];
  switch (interval) {
    case 'DAY':
      return shortDay(from);
    case 'WEEK':
      return `${shortDay(from)} – ${shortDay(to)}`;
    case 'MONTH':
      return `${MONTHS[month - 1]} ${year}`;
    case 'QUARTER':
      return `Q${Math.ceil(month / 3)} ${year}`;
  }
}

/** How far revenue is above (or, negative, below) what it was before, in percent; null when nothing was sold before. */
export function changeInPercent(revenue: Money, before: Money | null): Money | null {
  if (before === null || compare(before, 0) <= 0) return null;
  return roundCents(divide(multiply(subtract(revenue, before), 100), before));
}

/** That change with its sign: "+12.50%", "-3.00%"; empty when there is none. */
export function changeText(revenue: Money, before: Money | null): string {
  const change = changeInPercent(revenue, before);
  if (change === null) return '';
  return `${change.startsWith('-') ? '' : '+'}${formatNumber(change)}%`;
}
