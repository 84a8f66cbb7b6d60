import { billing } from '../../domain/billing/contract';
import { implement } from '../implement';
import { checkSubscription } from './check-subscription';
import { openCheckout } from './open-checkout';
import { openPortal } from './open-portal';
import { getSubscription, listPrices } from './read-subscription';

export const billingRoutes = [
  implement(billing)({
    prices: listPrices,
    subscription: getSubscription,
    checkout: openCheckout,
    portal: openPortal,
    check: checkSubscription,
  }),
];
