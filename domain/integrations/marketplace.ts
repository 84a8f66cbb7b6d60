import { DomainError } from '../errors';
import type { OrderSide, OrderStatus } from '../orders/status';
import { stateName } from '../organization/us-states';
import type { MarketplaceAccess } from './integrations';

/** The wholesale marketplace's own actions. */
export const MARKETPLACE_ACTIONS = ['submit', 'accept', 'fulfill', 'ship', 'complete', 'cancel', 'reject'] as const;
export type MarketplaceAction = (typeof MARKETPLACE_ACTIONS)[number];

/** A change of an order as the wholesale marketplace takes it: by an action, which leaves the order in a status. */
export type MarketplaceMove = { action: MarketplaceAction; leaves: OrderStatus };

const ACTIONS: Partial<Record<OrderStatus, MarketplaceAction>> = {
  SUBMITTED: 'submit',
  ACCEPTED: 'accept',
  FULFILLED: 'fulfill',
  SHIPPED: 'ship',
  COMPLETE: 'complete',
  CANCELLED: 'cancel',
  REJECTED: 'reject',
};

/**
 * What tells the wholesale marketplace of an order's new status; null for one it has no action for. It knows no
 * delivery: a delivered order is a shipped one there, and nothing is sent where it is shipped already.
 */
export function marketplaceMove(to: OrderStatus): MarketplaceMove | null {
  const leaves = to === 'DELIVERED' ? 'SHIPPED' : to;
  const action = ACTIONS[leaves];
  return action === undefined ? null : { action, leaves };
}

/** Whether an order came from the wholesale marketplace and can be named there. */
export function isFromMarketplace(order: { orderSource: string; externalId: string | null }): boolean {
  return order.orderSource === 'WHOLESALE_MARKETPLACE' && order.externalId !== null;
}

/** The link of the state an order is sold in; null where that state is not connected. */
export type MarketplaceLink = { stateAbbv: string; access: MarketplaceAccess } | null;

/**
 * Raises WRITE_ACCESS_REQUIRED where the seller would move an order that the wholesale marketplace must hear of, over a
 * link that may only read. Where a state is not connected at all the order lives on here alone. Buyers are never held up.
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
