import { z } from 'zod';
import { ORDER_SOURCE_LABELS, type OrderSource } from '../order';

type Sourced = { orderSource: string; externalId: string | null };

/**
 * Whether sales entered the order: a buyer didn't place it at checkout, and it isn't kept in the wholesale marketplace. Its
 * customer and source are its seller's to change.
 */
export const isEnteredBySales = ({ orderSource, externalId }: Sourced): boolean =>
  orderSource !== 'MARKETPLACE' && externalId === null;

/** Where an order that sales enters may come from; only a buyer's checkout makes a marketplace order. */
export const ENTERED_SOURCES = ['MANUAL', 'WHOLESALE_MARKETPLACE'] as const satisfies readonly OrderSource[];

const [ENTERED, ELSEWHERE] = ENTERED_SOURCES.map((source) => `“${ORDER_SOURCE_LABELS[source]}”`);
const NOT_ENTERED = `Choose ${ENTERED} or ${ELSEWHERE}. Marketplace orders are placed by buyers.`;

export const EnteredSource = z.enum(ENTERED_SOURCES, NOT_ENTERED);

/** Why an order's source can't change; null for one that sales entered. */
export function whyNotSource(order: Sourced): string | null {
  if (isEnteredBySales(order)) return null;
  return order.externalId === null
    ? 'The buyer placed this order. Its source can’t change.'
    : 'This order is kept in the wholesale marketplace. Its source can’t change.';
}

/** Why an order can't be given a source; null if it can, or has it. */
export function sourceRefusal(order: Sourced, to: OrderSource): string | null {
  if (to === order.orderSource) return null;
  return whyNotSource(order) ?? (EnteredSource.safeParse(to).success ? null : NOT_ENTERED);
}

/** Why an order with payments can't be given another customer: the money would go with it. */
export const PAYMENTS_KEEP_CUSTOMER =
  'This order has payments, which are its customer’s. Void them before you give it to another customer.';

/** Why an order whose buyer reported a problem can't be given another customer: the reports would be read there. */
export const REPORTS_KEEP_CUSTOMER =
  'The buyer reported a problem with this order, so it stays with its customer. Cancel it and enter a new one.';

/** Why the lines of an order with an id in the wholesale marketplace can't change here. */
export const LINES_KEPT_ELSEWHERE = 'The lines of this order are kept in the wholesale marketplace. Change them there.';
