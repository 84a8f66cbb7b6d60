import { DomainError } from '../errors';
import type { OrderSide, OrderStatus } from '../orders/status';
import { stateName } from '../organization/us-states';
import type { MarketplaceAccess } from './integrations';

/** The wholesale marketplace's own actions. */
export const MARKETPLACE_ACTIONS = ['submit', 'accept', 'fulfill', 'ship', 'complete', 'cancel', 'reject'] as const;
export type MarketplaceAction = (typeof MARKETPLACE_ACTIONS)[number];

/** An order change as the wholesale marketplace takes it: an action, and the status it leads to. */
export type MarketplaceMove = { action: MarketplaceAction; leaves: OrderStatus };

const ACTIONS: Partial<Record<OrderStatus, MarketplaceAction>> = {
  SUBMITTED: 'submit',
  ACCEPTED: 'accept',
  FULFILLED: 'fulfill',
  SHIPPED: 'ship',
  COMPLETE: 'complete',
  REJECTED: 'reject',
};

/** What there is no status, or no act of a seller, for. */
const LEAVES: Partial<Record<OrderStatus, OrderStatus>> = { DELIVERED: 'SHIPPED', CANCELLED: 'REJECTED' };

/**
 * The wholesale marketplace action for an order's new status; null if there is none. It has no delivery: a delivered
 * order is shipped there, and nothing is sent if it already is. Only buyers cancel there, so one that is cancelled here is rejected.
 */
export function marketplaceMove(to: OrderStatus): MarketplaceMove | null {
  const leaves = LEAVES[to] ?? to;
  const action = ACTIONS[leaves];
  return action === undefined ? null : { action, leaves };
}

/** Whether an order came from the wholesale marketplace and has an id there. */
export function isFromMarketplace(order: { orderSource: string; externalId: string | null }): boolean {
  return order.orderSource === 'WHOLESALE_MARKETPLACE' && order.externalId !== null;
}

/** The connection of an order's state; null if not connected. */
export type MarketplaceLink = { stateAbbv: string; access: MarketplaceAccess } | null;

/**
 * Raises WRITE_ACCESS_REQUIRED when a seller changes an order that must be reported to the wholesale marketplace over a
 * read-only key. Without a connection in the state, the order continues here only. Buyers are never blocked.
 */
export function assertMayMove(side: OrderSide, link: MarketplaceLink): void {
  if (side !== 'seller' || link === null || link.access === 'WRITE') return;
  const { stateAbbv } = link;
  throw new DomainError(
    'WRITE_ACCESS_REQUIRED',
    `Please enable wholesale marketplace write access to complete that action. The key for ${stateName(stateAbbv)} can only read orders.`,
    { object: { stateAbbv } },
  );
}
