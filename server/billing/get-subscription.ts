import type { billing as contract } from '../../domain/billing/contract';
import type { Verb } from '../implement';
import { readStanding } from './standing';

export const getSubscription: Verb<typeof contract.subscription> = ({ db, membership }) =>
  readStanding(db, membership.orgId);
