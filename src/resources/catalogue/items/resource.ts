import { heldItems as calls, itemRules as rules } from '../../../../domain/inventory/items/held-items-contract';
import { resourceOf } from '../../../providers/refine/resource';

/** Items of the tracking system, with the brands they are assigned to. */
export const heldItems = resourceOf({
  name: 'items',
  topics: ['packages', 'products', 'integrations'],
  list: calls.list,
});

/** Rules that assign items to brands. */
export const itemRules = resourceOf({
  name: 'item-rules',
  topics: ['packages', 'products'],
  list: rules.list,
  create: rules.create,
  remove: rules.remove,
});
