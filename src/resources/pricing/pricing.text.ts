import { compare, divide, formatNumber, formatUsd, type Money, roundCents } from '../../../domain/money';
import { PercentDiscountSchema, type PricePreview } from '../../../domain/pricing/contract';
import { describeBelow, percentBelow } from '../../../domain/pricing/margin';
import { percentOff, percentShown } from '../../../domain/pricing/price';
import { counted } from '../../../domain/text';
import { requireTyped } from '../../../domain/typed';

/** "12 customers get new prices for 3 products: 30 lower, 6 higher." */
export function previewText({ customers, products, raised, lowered }: PricePreview): string {
  if (products === 0) return 'No customer’s price changes.';
  const which = [lowered > 0 && `${formatNumber(lowered)} lower`, raised > 0 && `${formatNumber(raised)} higher`];
  const get = customers.count === 1 ? 'gets' : 'get';
  return `${counted(customers.count, 'customer')} ${get} new prices for ${counted(products, 'product')}: ${which.filter(Boolean).join(', ')}.`;
}

/** "2 open carts and 1 draft order have these products. …"; null without any. */
export function touchedText({ carts, drafts }: PricePreview): string | null {
  const both = [carts > 0 && counted(carts, 'open cart'), drafts > 0 && counted(drafts, 'draft order')].filter(Boolean);
  if (both.length === 0) return null;
  const have = carts + drafts === 1 ? 'has' : 'have';
  const what = [
    carts > 0 && 'Carts show the new price at once.',
    drafts > 0 && 'Draft orders keep the price they were entered with.',
  ];
  return [`${both.join(' and ')} ${have} these products.`, ...what.filter(Boolean)].join(' ');
}

/** How a price compares with wholesale: "10% below". */
export const belowText = (wholesalePrice: Money, price: Money): string =>
  describeBelow(percentBelow(wholesalePrice, price));

export type LineRule = { price: Money | null; percentDiscount: string | null };

/** "10% off", "$18.00". */
export const ruleText = ({ price, percentDiscount }: LineRule): string =>
  percentDiscount !== null ? `${percentShown(percentDiscount)}% off` : formatUsd(price ?? 0);

/** As it is typed: "10%", "18.00". */
export const ruleTyped = ({ price, percentDiscount }: LineRule): string =>
  percentDiscount !== null ? `${percentShown(percentDiscount)}%` : (price ?? '');

/** A price, or a percentage off: "18.00", "10%", "10% off". Raises with what is wrong. */
export function parseRule(text: string): LineRule {
  const [, percent] = /^(.*?)\s*%(?:\s*off)?$/i.exec(text.trim()) ?? [];
  if (percent === undefined) return { price: parseTyped(text), percentDiscount: null };
  const fraction = divide(requireTyped('percent', percent, 'Enter a percentage, such as 10% or 7.5%'), 100);
  const checked = PercentDiscountSchema.safeParse(fraction);
  if (!checked.success) throw new Error(checked.error.issues[0]?.message ?? 'Enter a percentage, such as 10%');
  return { price: null, percentDiscount: fraction };
}

/** A typed price. Raises with what is wrong. */
export const parseTyped = (text: string): Money =>
  roundCents(requireTyped('money', text, 'Enter a price, such as 18.00'));

/** What a line's rule makes of a wholesale price. */
export const ruledPrice = ({ price, percentDiscount }: LineRule, wholesalePrice: Money): Money =>
  percentDiscount === null ? (price ?? wholesalePrice) : percentOff(wholesalePrice, percentDiscount);

/** "$20.00", "$20.00–$24.00". */
export const rangeText = (from: Money, to: Money): string =>
  compare(from, to) === 0 ? formatUsd(from) : `${formatUsd(from)}–${formatUsd(to)}`;

const MOST_UNSCROLLED = 12;
const SCROLLED_HEIGHT = 520;

/** A few rules show whole, many scroll. */
export const gridHeight = (rows: number) => (rows > MOST_UNSCROLLED ? SCROLLED_HEIGHT : ('content' as const));
