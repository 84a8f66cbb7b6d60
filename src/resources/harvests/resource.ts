import { harvests as calls } from '../../../domain/harvests/contract';
import { trackingItems } from '../../../domain/inventory/items/items-contract';
import { resourceOf } from '../../providers/refine/resource';

/** A license's harvests in progress, or with `submitted` those that were submitted. */
export const harvests = resourceOf({
  name: 'harvests',
  topics: ['harvests'],
  list: calls.list,
  one: calls.get,
  create: calls.create,
  update: calls.update,
  remove: calls.remove,
});

/** A license's finished harvests, by the day they were finished. */
export const finishedHarvests = resourceOf({ name: 'finished-harvests', topics: ['harvests'], list: calls.finished });

/** What packages of a harvest can hold: the license's items at the tracking system. */
export const packagedItems = resourceOf({ name: 'packaged-items', topics: ['packages'], list: trackingItems.list });
