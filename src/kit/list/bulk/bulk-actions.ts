import { bulkActs as calls } from '../../../../domain/bulk/contract';
import { resourceOf } from '../../../providers/refine/resource';

/** Bulk actions of every list. */
export const bulkActs = resourceOf({
  name: 'bulk-acts',
  topics: ['bulk-acts'],
  list: calls.list,
  one: calls.get,
});
