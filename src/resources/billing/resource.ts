import { billing } from '../../../domain/billing/contract';
import { resourceOf } from '../../providers/refine/resource';

/** The organization's plan and subscription: one record, by the organization's id. */
export const subscriptions = resourceOf({
  name: 'billing',
  topics: ['access'],
  one: billing.subscription,
});
