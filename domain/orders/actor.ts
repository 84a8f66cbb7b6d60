import { isAllowed } from '../access/ability';
import type { Membership } from '../access/roles';
import type { OrderSide, TransitionActor } from './status';

/** Who requests an order change, as the transition table names them. */
export function actorOn(membership: Membership, side: OrderSide, canEdit: boolean): TransitionActor {
  return { side, canEdit, canEditFrozen: isAllowed(membership, 'write', 'EDIT_FROZEN_ORDERS') };
}

/**
 * A seller's member on an order, given its sales reps' ids: write on BROWSE_ORDERS edits all orders, write on
 * BROWSE_MY_ORDERS alone only their own.
 */
export function sellerActor(membership: Membership): (salesRepIds: readonly number[]) => TransitionActor {
  const [onAll, onNone] = [true, false].map((canEdit) => actorOn(membership, 'seller', canEdit)) as [
    TransitionActor,
    TransitionActor,
  ];
  if (isAllowed(membership, 'write', 'BROWSE_ORDERS')) return () => onAll;
  if (!isAllowed(membership, 'write', 'BROWSE_MY_ORDERS')) return () => onNone;
  return (salesRepIds) => (salesRepIds.includes(membership.orgUserId) ? onAll : onNone);
}
