import { customerStatuses as calls, customers } from '../../../domain/customers/contract';
import { customerImports } from '../../../domain/customers/import-contract';
import { resourceOf } from '../../providers/resource';

/** Where customers stand with the company entered; their counts change with the customers. */
export const customerStatuses = resourceOf({
  name: 'customer-statuses',
  company: 'seller',
  topics: ['customers'],
  list: calls.list,
  create: calls.create,
  update: calls.update,
  remove: calls.remove,
  changedBy: [customers.create, customers.update, customers.bulk, customerImports.apply, customerImports.undo],
});
