import { priceSchedules as calls } from '../../../domain/pricing/contract';
import { resourceOf } from '../../providers/refine/resource';

/** The current company's price schedules. They show products' wholesale prices and customers' names. */
export const priceSchedules = resourceOf({
  name: 'price-schedules',
  company: 'seller',
  topics: ['products', 'customers'],
  list: calls.list,
  one: calls.get,
  create: calls.create,
  update: calls.update,
  remove: calls.remove,
});
