import type { OrderStatus } from '../../domain/orders/status';
import { HOUR_MS } from './world';

/** An order that waits for somebody, whatever the day: who sells, who buys if not anybody, and where it is by now. */
export type Standing = { seller: string; buyer?: string; status: OrderStatus };

const SELLERS = ['fernhollow', 'tidemark', 'millrace', 'northwater'] as const;
/** The most advanced of them took this long at the very least. */
const OLDER_THAN_HOURS = 30;

const at = (status: OrderStatus, ...sellers: string[]): Standing[] => sellers.map((seller) => ({ seller, status }));
const bought = (seller: string, ...statuses: OrderStatus[]): Standing[] =>
  statuses.map((status) => ({ seller, buyer: 'harborvine', status }));

/** Placed before yesterday, the oldest first. */
const OLDER: readonly Standing[] = [
  ...bought('fernhollow', 'DELIVERED', 'SHIPPED', 'FULFILLED'),
  ...at('BACKORDER', ...SELLERS, 'fernhollow', 'tidemark'),
  ...bought('tidemark', 'BACKORDER', 'DELIVERED', 'SHIPPED', 'FULFILLED', 'ACCEPTED'),
  ...at('DELIVERED', ...SELLERS),
  ...at('SHIPPED', ...SELLERS, 'fernhollow'),
  ...at('DRAFT', ...SELLERS, 'fernhollow'),
  ...at('FULFILLED', ...SELLERS, 'fernhollow', 'tidemark'),
  ...at('ACCEPTED', ...SELLERS, 'fernhollow', 'tidemark', 'fernhollow'),
  ...bought('fernhollow', 'ACCEPTED', 'BACKORDER'),
];
/** Placed in the last hours, the oldest first: a fresh demo has work waiting. */
const FRESH: readonly Standing[] = [
  ...at('SUBMITTED', ...SELLERS),
  ...bought('fernhollow', 'SUBMITTED'),
  ...at('DRAFT', 'fernhollow'),
  ...at('SUBMITTED', 'tidemark', 'millrace', 'northwater'),
  ...bought('tidemark', 'SUBMITTED'),
  ...at('SUBMITTED', 'fernhollow', 'fernhollow'),
];

/**
 * Which orders stand, by their place among all: those just placed and those right before the day before yesterday's end.
 * `times` are when all orders were placed, in milliseconds and ascending; of a few orders, fewer stand.
 */
export function standingOrders(times: Float64Array, now: number): ReadonlyMap<number, Standing> {
  const before = now - OLDER_THAN_HOURS * HOUR_MS;
  const settled = times.findIndex((time) => time > before);
  const end = settled < 0 ? times.length : settled;
  return new Map([...endingAt(OLDER, end), ...endingAt(FRESH, times.length)].filter(([index]) => index >= 0));
}

const endingAt = (orders: readonly Standing[], end: number) =>
  orders.map((one, index) => [end - orders.length + index, one] as const);
