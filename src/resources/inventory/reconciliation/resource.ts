import { reconciliation as calls } from '../../../../domain/inventory/reconciliation/contract';
import { resourceOf } from '../../../providers/refine/resource';

/** Differences with the tracking system. */
export const differences = resourceOf({
  name: 'differences',
  topics: ['packages', 'integrations'],
  list: calls.search,
});
