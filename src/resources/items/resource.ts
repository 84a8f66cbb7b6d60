import { heldItems as calls } from '../../../domain/inventory/held-items-contract';
import { resourceOf } from '../../providers/resource';

/** Items of the tracking system, with the brands they are assigned to. */
export const heldItems = resourceOf({
  name: 'items',
  topics: ['packages', 'products', 'integrations'],
  list: calls.list,
  changedBy: [calls.assign, calls.assignHeld, calls.unassignHeld, calls.setNotes],
});
