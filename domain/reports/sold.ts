import { describeQuantity } from '../catalogue/units/quantity';
import { TRACKING_UNITS, type UnitMeasure } from '../catalogue/units/tracking-units';
import { UNITS } from '../catalogue/vocabulary';
import {
  add,
  compare,
  decimal,
  divide,
  isEqual,
  type Money,
  money,
  multiply,
  type Quantity,
  roundCents,
} from '../money';
import type { SoldQuantity } from './report';
import type { ReportValue } from './view';

/** What the quantities of several units of one measure are counted in. */
const COMMON_UNIT: Record<UnitMeasure, string> = { count: 'Unit', weight: 'Gram', volume: 'Milliliter' };

/** A unit's measure and size; none for cases, which hold different numbers, and for units not known here. */
function sizeOf(unit: string): { measures: UnitMeasure; size: string } | null {
  if (unit === 'Case' || !Object.hasOwn(UNITS, unit)) return null;
  return TRACKING_UNITS[UNITS[unit as keyof typeof UNITS].trackingUnit];
}

/**
 * Quantities as far as they can be added up honestly, the largest first: several units of one measure become grams,
 * milliliters or units; weights, volumes and counts stay apart.
 */
export function addUp(quantities: readonly SoldQuantity[]): SoldQuantity[] {
  const byUnit = new Map<string, Quantity>();
  for (const { unit, quantity } of quantities) byUnit.set(unit, add(byUnit.get(unit) ?? '0', quantity));
  const unitsOf = new Map<UnitMeasure, Set<string>>();
  for (const unit of byUnit.keys()) {
    const size = sizeOf(unit);
    if (size) unitsOf.set(size.measures, (unitsOf.get(size.measures) ?? new Set()).add(unit));
  }
  const added = new Map<string, Quantity>();
  for (const [unit, quantity] of byUnit) {
    const size = sizeOf(unit);
    const isMixed = size !== null && (unitsOf.get(size.measures)?.size ?? 0) > 1;
    const counted = isMixed ? COMMON_UNIT[size.measures] : unit;
    added.set(counted, add(added.get(counted) ?? '0', isMixed ? multiply(quantity, size.size) : quantity));
  }
  return [...added]
    .map(([unit, quantity]) => ({ unit, quantity: money(quantity) }))
    .sort((a, b) => compare(b.quantity, a.quantity) || (a.unit < b.unit ? -1 : 1));
}

/** "1,200 units + 35.5 grams": what can't be added up stays apart. */
export function quantityText(quantities: readonly SoldQuantity[]): string {
  return quantities.map(({ quantity, unit }) => describeQuantity(quantity, unit)).join(' + ');
}

/** What was sold of something. */
export type Sold = { quantities: readonly SoldQuantity[]; revenue: Money; orders: number; customers: number };

/** Dollars per unit, to the cent; null if it can't be said: for several units, or none sold. */
export function averagePrice({ quantities, revenue }: Pick<Sold, 'quantities' | 'revenue'>): Money | null {
  const [only, another] = quantities;
  if (only === undefined || another !== undefined || isEqual(only.quantity, 0)) return null;
  return roundCents(divide(revenue, only.quantity));
}

/** A part of all revenue, from 0 to 1. */
export function shareOf(revenue: Money, all: Money): number {
  return isEqual(all, 0) ? 0 : Math.min(1, Math.max(0, Number(divide(revenue, all))));
}

/** What something is ranked by; mixed units count by their largest number. */
function measureOf(sold: Sold, value: ReportValue): Quantity {
  switch (value) {
    case 'quantity':
      return sold.quantities[0]?.quantity ?? '0';
    case 'averagePrice':
      return averagePrice(sold) ?? '0';
    default:
      return money(sold[value]);
  }
}

/** Rows with their rank by a value, from 1, the largest first; equals share a rank and keep the order of their ids. */
export function rankBy<Row extends Sold & { id: number }>(
  rows: readonly Row[],
  value: ReportValue,
): (Row & { rank: number })[] {
  const measured = rows
    .map((row) => ({ row, by: decimal(measureOf(row, value)) }))
    .sort((a, b) => b.by.cmp(a.by) || a.row.id - b.row.id);
  let rank = 0;
  return measured.map(({ row, by }, at) => {
    const before = measured[at - 1];
    if (before === undefined || !before.by.eq(by)) rank = at + 1;
    return { ...row, rank };
  });
}
