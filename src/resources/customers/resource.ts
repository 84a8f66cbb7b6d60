import { customers as calls } from '../../../domain/customers/contract';
import { customerImports } from '../../../domain/customers/import-contract';
import { resourceOf } from '../../providers/refine/resource';

/** The current company's customers. What they owe changes with their orders. */
export const customers = resourceOf({
  name: 'customers',
  company: 'seller',
  topics: ['customers', 'orders'],
  list: calls.search,
  one: calls.get,
  create: calls.create,
  update: calls.update,
});

/** Customer imports with each row's result. */
export const imports = resourceOf({
  name: 'customer-imports',
  company: 'seller',
  topics: ['customers'],
  one: customerImports.get,
  create: customerImports.apply,
});
