import { compare, formatAmount } from '../../money';
import { type InventoryPackage, TAG_USED_AGAIN, TRANSFER_STATES, tagOfVoided } from './package';

type Held = Pick<InventoryPackage, 'status' | 'transferState' | 'quantity' | 'unitOfMeasureAbbreviation'>;

/** Why a package can't be put somewhere else; null when it can. */
export function whyNotMove({ status, transferState }: Omit<Held, 'quantity' | 'unitOfMeasureAbbreviation'>) {
  if (status !== 'INACTIVE') return null;
  return transferState === null ? 'It’s inactive.' : `It left: ${TRANSFER_STATES[transferState].label.toLowerCase()}.`;
}

/** Why a package can't be finished; null when it can. The tracking system finishes only what is empty. */
export function whyNotFinish(one: Held): string | null {
  if (one.status === 'ON_HOLD') return 'It is on hold.';
  if (compare(one.quantity, 0) > 0)
    return `It still holds ${formatAmount(one.quantity)} ${one.unitOfMeasureAbbreviation}. Only an empty package can be finished.`;
  return whyNotMove(one);
}

type Closed = Pick<InventoryPackage, 'label' | 'status' | 'transferState'>;

/** Why a package can't be reopened; null when it can: one that was finished, not one that left or lost its tag. */
export function whyNotReopen(one: Closed): string | null {
  if (one.status !== 'INACTIVE') return 'It isn’t finished.';
  if (tagOfVoided(one.label) !== null) return TAG_USED_AGAIN;
  return one.transferState === null ? null : whyNotMove(one);
}
