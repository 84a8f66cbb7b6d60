import { compare, divide, type Money, money, multiply, roundCents, subtract } from '../money';

/** How much a price is below wholesale, in percent of it with 2 decimals; negative above it, null for a wholesale price of 0. */
export function percentBelow(wholesalePrice: Money, price: Money): string | null {
  if (compare(wholesalePrice, 0) <= 0) return null;
  return roundCents(multiply(divide(subtract(wholesalePrice, price), wholesalePrice), 100));
}

/** How a price compares with wholesale, from `percentBelow`: "10% below", "Same", "4.5% above"; '' for null. */
export function describeBelow(below: string | null): string {
  if (below === null) return '';
  const percent = money(below.replace('-', ''));
  if (percent === '0') return 'Same';
  return below.startsWith('-') ? `${percent}% above` : `${percent}% below`;
}
