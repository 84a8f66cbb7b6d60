import { customers as calls, customerServiceZones, customerStatuses } from '../../../domain/customers/contract';
import { customerImports } from '../../../domain/customers/import-contract';
import { serviceZoneMap } from '../../../domain/customers/zone-contract';
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
  changedBy: [
    calls.bulk,
    customerImports.apply,
    customerImports.undo,
    ...[customerStatuses, customerServiceZones].flatMap(({ update, remove }) => [update, remove]),
    serviceZoneMap.updateArea,
  ],
});

/** Customer imports with each row's result. */
export const imports = resourceOf({
  name: 'customer-imports',
  company: 'seller',
  topics: ['customers'],
  one: customerImports.get,
  create: customerImports.apply,
  changedBy: [customerImports.undo],
});
