import { customers as calls, customerServiceZones, customerStatuses } from '../../../domain/customers/contract';
import { customerImports } from '../../../domain/customers/import-contract';
import { resourceOf } from '../../providers/resource';

/** Who the company entered sells to. What they owe changes with their orders. */
export const customers = resourceOf({
  name: 'customers',
  company: 'seller',
  topics: ['customers', 'orders'],
  list: calls.search,
  one: calls.get,
  create: calls.create,
  update: calls.update,
  changedBy: [
    calls.bulk,
    customerImports.apply,
    customerImports.undo,
    ...[customerStatuses, customerServiceZones].flatMap(({ update, remove }) => [update, remove]),
  ],
});

/** Imports of customers, with what became of each row. */
export const imports = resourceOf({
  name: 'customer-imports',
  company: 'seller',
  topics: ['customers'],
  one: customerImports.get,
  create: customerImports.apply,
  changedBy: [customerImports.undo],
});
