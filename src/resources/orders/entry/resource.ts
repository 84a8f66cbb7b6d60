import { orderEntry as calls } from '../../../../domain/orders/entry/contract';
import { organizationLists } from '../../../../domain/organization/company-contract';
import { resourceOf } from '../../../providers/refine/resource';

/** Sales orders as their seller enters them, with their lines. */
export const orderEntries = resourceOf({
  name: 'order-entries',
  company: 'seller',
  create: calls.create,
  update: calls.update,
});

/** The customers an order can be entered for. */
export const listedCustomers = resourceOf({
  name: 'listed-customers',
  company: 'seller',
  topics: ['customers'],
  list: organizationLists.customers,
});
