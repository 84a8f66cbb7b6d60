import { approvals as calls } from '../../../../domain/carts/approval-contract';
import { resourceOf } from '../../../providers/resource';

/** Requests to approve orders. */
export const approvals = resourceOf({
  name: 'order-approvals',
  company: 'buyer',
  topics: ['carts'],
  list: calls.search,
  one: calls.get,
  changedBy: [calls.approve, calls.decline, calls.withdraw],
});
