import { billing } from '../../domain/billing/contract';
import { implement } from '../implement';
import { checkSubscription } from './check-subscription';
import { getSubscription } from './get-subscription';
import { openCheckout } from './open-checkout';
import { openPortal } from './open-portal';

export const billingRoutes = [
  implement(billing)({
    subscription: getSubscription,
    checkout: openCheckout,
    portal: openPortal,
    check: checkSubscription,
  }),
];
