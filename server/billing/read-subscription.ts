import type { billing as contract } from '../../domain/billing/contract';
import type { Verb } from '../implement';
import { readBillingState } from './billing-state';

export const getSubscription: Verb<typeof contract.subscription> = ({ db, membership }) =>
  readBillingState(db, membership.orgId);

/** What the plans cost; UNAVAILABLE while the billing service doesn't answer. */
export const listPrices: Verb<typeof contract.prices> = ({ services }) => services.billing.prices();
