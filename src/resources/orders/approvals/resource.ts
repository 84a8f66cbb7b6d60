import { approvals as calls } from '../../../../domain/carts/approvals/contract';
import { resourceOf } from '../../../providers/refine/resource';

/** Requests to approve orders. */
export const approvals = resourceOf({
  name: 'order-approvals',
  company: 'buyer',
  topics: ['carts'],
  list: calls.search,
  one: calls.get,
});
