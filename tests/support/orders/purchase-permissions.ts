import type { FeatureMap } from '../../../domain/access/features';
import type { DefaultRoleId } from '../../../domain/access/roles';
import { both, readOnly } from '../permissions';
import { EDIT, every, nothing, type Outcome, onlyOwn } from './permissions';

export type BuyerRow = {
  who: string;
  features: FeatureMap | DefaultRoleId;
  licenses: 'first' | 'none';
  /** Reading an order bought with the first license, with another, and without one; a list has exactly those. */
  sees: Outcome | readonly [first: Outcome, second: Outcome, unlicensed: Outcome];
  cancels: Outcome | readonly [first: Outcome, second: Outcome, unlicensed: Outcome];
  /** Reporting a problem with it; the same as cancelling, if not given. */
  reports?: Outcome;
};

/** Who may do what with purchase orders. */
export const BUYERS: readonly BuyerRow[] = [
  { who: 'an owner', features: 'OWNER', licenses: 'none', sees: every, cancels: every },
  { who: 'a user', features: 'USER', licenses: 'none', sees: every, cancels: every },
  {
    who: 'whoever buys',
    features: { PURCHASE_ORDERS: both },
    licenses: 'first',
    sees: onlyOwn,
    cancels: onlyOwn,
  },
  {
    who: 'whoever buys without a license',
    features: { PURCHASE_ORDERS: both },
    licenses: 'none',
    sees: nothing,
    cancels: nothing,
  },
  {
    who: 'whoever reads what was bought',
    features: { PURCHASE_ORDERS: readOnly },
    licenses: 'first',
    sees: onlyOwn,
    cancels: 'write PURCHASE_ORDERS',
  },
  {
    who: 'whoever only sells',
    features: { BROWSE_ORDERS: both, BROWSE_MY_ORDERS: both, ORDER_PAYMENTS: both, EDIT_FROZEN_ORDERS: both },
    licenses: 'first',
    sees: 'read PURCHASE_ORDERS',
    cancels: nothing,
    reports: 'write PURCHASE_ORDERS',
  },
  {
    who: 'somebody without a permission',
    features: {},
    licenses: 'first',
    sees: 'read PURCHASE_ORDERS',
    cancels: EDIT,
    reports: 'write PURCHASE_ORDERS',
  },
];
