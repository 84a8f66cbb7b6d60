import { bulkActs as calls } from '../../../domain/bulk/contract';
import { resourceOf } from '../../providers/resource';

/** Acts on many records, whatever list they were begun from; the app names it beside those of its parts. */
export const bulkActs = resourceOf({
  name: 'bulk-acts',
  topics: ['bulk-acts'],
  list: calls.list,
  one: calls.get,
  changedBy: [calls.stop],
});
