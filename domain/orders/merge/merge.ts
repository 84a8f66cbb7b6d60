import { z } from 'zod';
import { Id } from '../../contract/endpoint';
import type { Day } from '../../dates';
import {
  add,
  compare,
  formatNumber,
  formatUsd,
  greater,
  isEqual,
  type Money,
  type Quantity,
  roundCents,
  subtract,
  sum,
} from '../../money';
import { lineTotal } from '../../pricing/price';
import { listed } from '../../text';
import { MOST_NOTES, MOST_ORDER_LINES, MOST_SALES_REPS, MOST_SHIPPING_DETAILS } from '../limits';
import { type LineUnits, lineAmount } from '../line';
import { checksCredit, usesCredit } from '../payments/credit';
import { findTransition, type OrderStatus, statusPhrase } from '../status';

/** The most distinct products of a merged order (part 2, section 9). */
export const MOST_MERGED_PRODUCTS = 300;
/** The most orders merged at once. */
export const MOST_MERGED_ORDERS = 50;

export const TOO_FEW = 'At least 2 orders must be selected for merging';
export const TOO_MANY_PRODUCTS = 'Too many products in orders for merge.';
/** An order changed since the merge was previewed. */
export const INVALID_PREVIEW = 'Invalid merge preview state';

/** What decides whether orders can be merged. */
export type Merging = {
  orderNumber: string;
  companyId: number;
  customerId: number;
  /** Who buys on the platform; null for nobody. */
  buyerOrgId: number | null;
  buyerLicenseId: number | null;
  status: OrderStatus;
  paidUsd: Money;
  externalId: string | null;
  productIds: readonly number[];
};

/**
 * Why these orders can't become one; null when they can. They must be of one customer and one buyer's license, so that
 * nobody loses an order of theirs or sees another's; submitted or accepted, and unpaid.
 */
export function mergeRefusal(orders: readonly Merging[]): string | null {
  const [first] = orders;
  if (first === undefined || orders.length < 2) return TOO_FEW;
  if (new Set(orders.flatMap(({ productIds }) => productIds)).size > MOST_MERGED_PRODUCTS) return TOO_MANY_PRODUCTS;
  if (orders.some(({ companyId, customerId }) => companyId !== first.companyId || customerId !== first.customerId))
    return 'Only orders of one customer can be merged';
  const isSameBuyer = ({ buyerOrgId, buyerLicenseId }: Merging) =>
    buyerOrgId === first.buyerOrgId && buyerLicenseId === first.buyerLicenseId;
  const stranger = orders.find((order) => !isSameBuyer(order));
  if (stranger)
    return `Orders ${first.orderNumber} and ${stranger.orderNumber} have different buyers or licenses. Merge them separately`;
  const closed = orders.find(({ status }) => findTransition(status, 'COMBINED')?.by !== 'merge');
  if (closed) return `Order ${closed.orderNumber} is ${statusPhrase(closed.status)} and can’t be merged`;
  const paid = orders.find(({ paidUsd }) => !isEqual(paidUsd, 0));
  if (paid) return `Order ${paid.orderNumber} has payments. Void them first, or leave it out`;
  const linked = orders.find(({ externalId }) => externalId !== null);
  return linked ? `Order ${linked.orderNumber} is kept in the wholesale marketplace. Leave it out` : null;
}

/** What of merged orders adds up to more. */
type Joined = { lines: number; notes: string; shippingDetails: string; salesReps: number };

/** Why orders can't become one for being too much together; null when they can. Nothing is cut off. */
export function mergedLimitRefusal({ lines, notes, shippingDetails, salesReps }: Joined): string | null {
  const tooMuch = [
    { of: 'lines', has: lines, most: MOST_ORDER_LINES },
    { of: 'sales reps', has: salesReps, most: MOST_SALES_REPS },
    { of: 'characters of notes', has: notes.length, most: MOST_NOTES },
    { of: 'characters of shipping details', has: shippingDetails.length, most: MOST_SHIPPING_DETAILS },
  ].find(({ has, most }) => has > most);
  if (tooMuch === undefined) return null;
  const { of, has, most } = tooMuch;
  return `Together these orders have ${formatNumber(has)} ${of}. One order takes ${formatNumber(most)}`;
}

/** The days merged orders are to ship on, earliest first: the merged one has the first, unless somebody chooses another. */
export const mergedShipDates = (orders: readonly { shipDate: Day | null }[]): Day[] =>
  [...new Set(orders.flatMap(({ shipDate }) => shipDate ?? []))].sort();

type Unpaid = { status: OrderStatus; invoicedUsd: Money };

/**
 * What a customer owes more, in dollars, once its unpaid orders became others by a merge or its undoing; null where that
 * takes no credit check, since no order is accepted by it and no more is owed. A discount falls to other lines than before,
 * so that less of it may wait with a backorder.
 */
export function owedByMerge(before: readonly Unpaid[], after: readonly Unpaid[]): Money | null {
  const moreUsd = roundCents(greater(subtract(owedOn(after), owedOn(before)), 0));
  const accepts = before.some((was) => after.some((is) => checksCredit(was.status, is.status)));
  return accepts || compare(moreUsd, 0) > 0 ? moreUsd : null;
}

const owedOn = (orders: readonly Unpaid[]): Money =>
  roundCents(sum(orders.flatMap(({ status, invoicedUsd }) => (usesCredit(status) ? [invoicedUsd] : []))));

/** What a customer owes on unpaid orders apart and as one, in dollars; null if that is the same. */
export function owedChange(before: readonly Unpaid[], after: Unpaid): { apartUsd: Money; mergedUsd: Money } | null {
  const [apartUsd, mergedUsd] = [owedOn(before), owedOn([after])];
  return isEqual(apartUsd, mergedUsd) ? null : { apartUsd, mergedUsd };
}

/** The same in a sentence; '' if nothing changes. Between orders in one status, only a discount changes it. */
export function owedText(customerName: string, before: readonly Unpaid[], after: Unpaid): string {
  const change = owedChange(before, after);
  if (change === null) return '';
  const isByDiscount = before.every(({ status }) => status === after.status);
  const why = isByDiscount ? ' Their discounts are shared by all its lines, also those on backorder.' : '';
  return `${customerName} owes ${formatUsd(change.apartUsd)} on these orders, and will owe ${formatUsd(change.mergedUsd)} on the new one.${why}`;
}

/** What merging does to the status of those in another one than the first, in a sentence; '' if they are all in one. */
export function statusChange(orders: readonly { orderNumber: string; status: OrderStatus }[]): string {
  const [first] = orders;
  const others = orders.filter(({ status }) => status !== first?.status);
  if (first === undefined || others.length === 0) return '';
  const numbers = listed(others.map(({ orderNumber }) => orderNumber));
  const [order, is] = others.length === 1 ? ['Order', 'is'] : ['Orders', 'are'];
  const was = [...new Set(others.map(({ status }) => statusPhrase(status)))].join(' or ');
  const becomes = orders.some(({ status }) => checksCredit(status, first.status))
    ? `Merging accepts ${others.length === 1 ? 'it' : 'them'}.`
    : `Merged, ${others.length === 1 ? 'it has' : 'they have'} to be accepted again.`;
  return `${order} ${numbers} ${is} ${was}, and the first, ${first.orderNumber}, is ${statusPhrase(first.status)}. ${becomes}`;
}

type MergedLine = LineUnits & {
  productId: number;
  quantity: Quantity;
  orderedUnitPrice: Money;
  isSample: boolean;
  isBackorder: boolean;
  notes: string;
  /** When it was first ordered; lines of several days stay apart, so that each counts on its own. */
  orderedAt?: Date | null | undefined;
};

/**
 * The lines of merged orders in their order: lines alike in all but quantity become one, as long as its total is that of
 * both to the cent.
 */
export function mergeOrderLines<Line extends MergedLine>(lines: readonly Line[]): Line[] {
  const merged: Line[] = [];
  for (const line of lines) {
    const at = merged.findIndex((one) => isAlike(one, line));
    const same = merged[at];
    const both = same && { ...same, quantity: add(same.quantity, line.quantity) };
    if (same && both && isEqual(totalOf(both), sum([totalOf(same), totalOf(line)]))) merged[at] = both;
    else merged.push(line);
  }
  return merged;
}

const totalOf = (line: MergedLine) => lineTotal(lineAmount({ ...line, unitPrice: line.orderedUnitPrice }));

const isAlike = (a: MergedLine, b: MergedLine) =>
  a.productId === b.productId &&
  a.unitOfMeasure === b.unitOfMeasure &&
  a.soldInBulk === b.soldInBulk &&
  isEqual(a.unitMultiplier, b.unitMultiplier) &&
  isEqual(a.orderedUnitPrice, b.orderedUnitPrice) &&
  a.isSample === b.isSample &&
  a.isBackorder === b.isBackorder &&
  a.notes === b.notes &&
  a.orderedAt?.getTime() === b.orderedAt?.getTime();

/** Texts of several orders as one, each on its own line, without blanks and repetitions. */
export const joinTexts = (texts: readonly string[]): string =>
  [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))].join('\n');

/** Whether a merged order can be taken apart again: nothing was done with it since. */
export function canUnmerge(order: {
  originalOrderIds: readonly number[];
  status: OrderStatus;
  version: number;
  /** Any, voided ones too. */
  hasPayments: boolean;
}): boolean {
  const { originalOrderIds, status, version, hasPayments } = order;
  const isOpen = findTransition(status, 'COMBINED')?.by === 'merge';
  return originalOrderIds.length > 0 && isOpen && version === 0 && !hasPayments;
}

export const TOO_MANY_ORDERS = `At most ${MOST_MERGED_ORDERS} orders can be merged at once`;

export const MergeInput = z.object({ orderIds: z.array(Id).max(MOST_MERGED_ORDERS, TOO_MANY_ORDERS) });
