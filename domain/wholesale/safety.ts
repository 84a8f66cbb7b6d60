import { add, compare, divide, floor, lesser, multiply, type Numeric, type Quantity, subtract } from '../money';

/** How late changes there are known here, when too few were seen to say. */
export const CAREFUL_LAG_MS = 10 * 60_000;
/** So many must be seen before their lag is believed. */
const ENOUGH_SEEN = 10;
/** The lag is of the newest of these, in a day. */
export const LAG_WINDOW = { most: 500, hours: 24 };

/** The value that a share of the sorted values doesn't exceed; null of none. */
export function quantile(values: readonly number[], share: number): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? null;
}

/** p95 of the lags seen in the window; careful while too few were seen. */
export function lagOf(lagsMs: readonly number[]): number {
  const seen = lagsMs.length < ENOUGH_SEEN ? null : quantile(lagsMs, 0.95);
  return seen ?? CAREFUL_LAG_MS;
}

/** What of a product's sales here matters, in base units. */
export type Sales = {
  /** Of all lines sold here lately, and the usual largest one (p95). */
  perHour: Numeric;
  largest: Numeric;
};

/**
 * What always stays to sell here: the largest usual order, and what is sold here in twice the lag, which is how long a
 * share set aside there takes to come back. Of what never sold here a tenth. In base units.
 */
export function safetyOf({ free, lagMs, sales }: { free: Numeric; lagMs: number; sales: Sales }): Quantity {
  if (compare(free, 0) <= 0) return '0';
  if (compare(sales.largest, 0) <= 0) return lagMs <= 0 ? '0' : divide(free, 10);
  return add(sales.largest, divide(multiply(sales.perHour, 2 * lagMs), 3_600_000));
}

/** Neither side is left without a fifth, however little it sold lately. */
const LEAST_SHARE = 0.2;

/** Which share of a product's sales is made there; half when neither sold it. */
export function shareThere(sold: { here: Numeric; there: Numeric }): number {
  const all = add(sold.here, sold.there);
  if (compare(all, 0) <= 0) return 0.5;
  return Math.min(1 - LEAST_SHARE, Math.max(LEAST_SHARE, Number(divide(sold.there, all))));
}

/**
 * How much of what neither orders nor anyone else has may be offered there: the share it sells there, never so much that
 * less than the safety is left here, in whole steps (a case, a unit). 0 when little is left.
 */
export function offered(split: { free: Numeric; safety: Numeric; share: number; step: Numeric }): Quantity {
  const most = lesser(subtract(split.free, split.safety), multiply(split.free, split.share));
  return wholeSteps(most, split.step);
}

export function wholeSteps(amount: Numeric, step: Numeric): Quantity {
  if (compare(amount, 0) <= 0) return '0';
  return multiply(floor(divide(amount, step)), step);
}
