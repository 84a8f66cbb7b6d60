import { addDays, type Day, shortDay } from '../dates';
import { counted } from '../text';
import { isClosed, type OrderStatus } from './status';

/** Fewer delivered orders say nothing about the next one. */
const LEAST_DELIVERED = 3;
/** How many of the latest delivered orders are looked at. */
export const DELIVERIES_LOOKED_AT = 20;

/** What is known of an order's delivery. Days are calendar days of the reader's zone. */
export type DeliveryFacts = {
  status: OrderStatus;
  ordered: Day;
  shipDate: Day | null;
  shipped: Day | null;
  delivered: Day | null;
  /** Of the buyer's latest delivered orders with this seller, the days from order to delivery and from shipping to it. */
  fromOrder: readonly number[];
  fromShipping: readonly number[];
};

/** When an order is expected, and what that is based on; without a day, why nobody can tell. */
export type ExpectedDelivery = { day: Day | null; reason: string };

/** When a buyer may expect an order. Nothing is promised that neither the seller nor earlier orders say. */
export function expectedDelivery(facts: DeliveryFacts): ExpectedDelivery {
  const { status, ordered, shipDate, shipped, delivered, fromOrder, fromShipping } = facts;
  if (delivered) return { day: delivered, reason: 'Delivered' };
  if (isClosed(status) || status === 'DRAFT') return { day: null, reason: 'Nothing more is on its way.' };
  if (status === 'BACKORDER') return { day: null, reason: 'On backorder. The seller sends it once it is in stock.' };
  const transit = middle(fromShipping);
  if (shipped) return after(shipped, transit, `Shipped on ${shortDay(shipped)}`);
  if (shipDate) return after(shipDate, transit, `The seller ships it on ${shortDay(shipDate)}`);
  const usual = middle(fromOrder);
  if (usual === null) return { day: null, reason: 'The seller hasn’t set a ship date yet.' };
  const orders = `your last ${counted(fromOrder.length, 'order')} from this seller`;
  return { day: addDays(ordered, usual), reason: `No ship date yet; ${orders} took about ${counted(usual, 'day')}.` };
}

function after(day: Day, transit: number | null, what: string): ExpectedDelivery {
  if (transit === null) return { day, reason: `${what}.` };
  if (transit === 0) return { day, reason: `${what}; it usually arrives the same day.` };
  return { day: addDays(day, transit), reason: `${what}; it usually arrives ${counted(transit, 'day')} later.` };
}

/** The median in whole days; null of too few. */
function middle(days: readonly number[]): number | null {
  if (days.length < LEAST_DELIVERED) return null;
  const sorted = days.toSorted((a, b) => a - b);
  return Math.round(
    ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.floor(sorted.length / 2)] ?? 0)) / 2,
  );
}
