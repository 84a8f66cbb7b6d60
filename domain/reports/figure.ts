import { compare, type Money, money, roundCents, sum } from '../money';
import { compareSizes } from './arrangement';
import type { PivotFigure, PivotView } from './pivot';
import { addUp, averagePrice } from './sold';

/** What was counted of a cell: of quantities one in each unit; revenue for average prices alone. */
export type CellSum = { unit: string | null; figure: string; revenue: string | null };

/** A cell's figure of what was counted; undefined for an average price of several units, which can't be said. */
export function figureOf(
  { value, aggregation }: Pick<PivotView, 'value' | 'aggregation'>,
  sums: readonly CellSum[],
): PivotFigure | undefined {
  const [first] = sums;
  if (first === undefined) return undefined;
  const quantities = () => sums.map(({ unit, figure }) => ({ unit: unit ?? '', quantity: figure }));
  switch (value) {
    case 'quantity':
      // An average or a smallest of grams and of pounds isn't one of their sum.
      if (aggregation === 'SUM') return addUp(quantities());
      return quantities()
        .map(({ unit, quantity }) => ({
          unit,
          quantity: money(aggregation === 'AVERAGE' ? roundCents(quantity) : quantity),
        }))
        .sort((a, b) => compare(b.quantity, a.quantity) || (a.unit < b.unit ? -1 : 1));
    case 'averagePrice': {
      const revenue = sum(sums.map((one) => one.revenue ?? '0'));
      return averagePrice({ quantities: addUp(quantities()), revenue }) ?? undefined;
    }
    case 'revenue':
      return roundCents(first.figure);
    default:
      return first.figure;
  }
}

/** Sorts sizes of figures, the largest first and none last. */
export function largestFirst(a: Money | null, b: Money | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return compareSizes(b, a);
}
