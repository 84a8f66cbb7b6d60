import { isAllowed } from '../access/ability';
import type { Membership } from '../access/roles';
import type { OrderSide, TransitionActor } from './status';

/** Who asks for a change of an order, in the words of the transition table. */
export function actorOn(membership: Membership, side: OrderSide, canEdit: boolean): TransitionActor {
  return { side, canEdit, canEditFrozen: isAllowed(membership, 'write', 'EDIT_FROZEN_ORDERS') };
}

/**
 * Who a member of the selling organization is on any order it sees, given the order's sales reps: with write on
 * BROWSE_ORDERS an editor of all, with write on BROWSE_MY_ORDERS alone of its own.
 */
export function sellerActor(membership: Membership): (salesReps: readonly { id: number }[]) => TransitionActor {
  const [onAll, onNone] = [true, false].map((canEdit) => actorOn(membership, 'seller', canEdit)) as [
    TransitionActor,
    TransitionActor,
  ];
  if (isAllowed(membership, 'write', 'BROWSE_ORDERS')) return () => onAll;
  if (!isAllowed(membership, 'write', 'BROWSE_MY_ORDERS')) return () => onNone;
  return (salesReps) => (salesReps.some(({ id }) => id === membership.orgUserId) ? onAll : onNone);
}
