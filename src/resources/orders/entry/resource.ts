import { orderEntry as calls } from '../../../../domain/orders/entry/contract';
import { resourceOf } from '../../../providers/refine/resource';

/** Sales orders as their seller enters them, with their lines. */
export const orderEntries = resourceOf({
  name: 'order-entries',
  company: 'seller',
  create: calls.create,
  update: calls.update,
});
