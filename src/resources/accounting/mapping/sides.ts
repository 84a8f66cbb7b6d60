import { accountingMappings as calls } from '../../../../domain/accounting/mapping-contract';
import { customerMappings, productMappings, remoteCustomers, remoteItems } from '../resource';

type Noun = readonly [one: string, many: string];

/** What differs between mapping customers and products. */
export const SIDES = {
  customers: {
    resource: customerMappings,
    noun: ['customer', 'customers'] as Noun,
    remote: 'customer',
    mark: 'License',
    states: calls.customerStates,
    certain: calls.certainCustomers,
    remotes: remoteCustomers,
    find: 'Find a customer or license',
  },
  products: {
    resource: productMappings,
    noun: ['product', 'products'] as Noun,
    remote: 'item',
    mark: 'SKU',
    states: calls.productStates,
    certain: calls.certainProducts,
    remotes: remoteItems,
    find: 'Find a product or SKU',
  },
} as const;
export type Side = keyof typeof SIDES;
