import type { OrderStatus } from '../../../domain/orders/status';
import { HOUR_MS } from '../world';

/** An order that is always waiting, whatever the day: seller, buyer (if fixed) and current status. */
export type Standing = { seller: string; buyer?: string; status: OrderStatus };

const SELLERS = ['fernhollow', 'tidemark', 'millrace', 'northwater'] as const;
/** The most advanced of them took at least this long. */
const OLDER_THAN_HOURS = 30;

const at = (status: OrderStatus, ...sellers: string[]): Standing[] => sellers.map((seller) => ({ seller, status }));
const bought = (seller: string, ...statuses: OrderStatus[]): Standing[] =>
  statuses.map((status) => ({ seller, buyer: 'harborvine', status }));

/** Placed before yesterday, oldest first. */
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
/** Placed in the last hours, oldest first: a fresh demo has work waiting. */
const FRESH: readonly Standing[] = [
  ...at('SUBMITTED', ...SELLERS),
  ...bought('fernhollow', 'SUBMITTED'),
  ...at('DRAFT', 'fernhollow'),
  ...at('SUBMITTED', 'tidemark', 'millrace', 'northwater'),
  ...bought('tidemark', 'SUBMITTED'),
  ...at('SUBMITTED', 'fernhollow', 'fernhollow'),
];

/**
 * Which orders are these, by index: those just placed and those right before the end of the day before yesterday.
 * `times` are all orders' times, in ascending milliseconds; with few orders, there are fewer.
 */
export function standingOrders(times: Float64Array, now: number): ReadonlyMap<number, Standing> {
  const before = now - OLDER_THAN_HOURS * HOUR_MS;
  const settled = times.findIndex((time) => time > before);
  const end = settled < 0 ? times.length : settled;
  return new Map([...endingAt(OLDER, end), ...endingAt(FRESH, times.length)].filter(([index]) => index >= 0));
}

const endingAt = (orders: readonly Standing[], end: number) =>
  orders.map((one, index) => [end - orders.length + index, one] as const);
