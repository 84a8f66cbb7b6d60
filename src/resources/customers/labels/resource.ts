import {
  customers,
  customerStatuses as statuses,
  customerServiceZones as zones,
} from '../../../../domain/customers/contract';
import { customerImports } from '../../../../domain/customers/import-contract';
import type { customerLabelCalls } from '../../../../domain/customers/label';
import { serviceZoneMap } from '../../../../domain/customers/zone-contract';
import { type Resource, resourceOf } from '../../../providers/refine/resource';

/** A company's labels of one kind; their customer counts change with the customers. */
export type LabelResource = Resource<{ name: string } & ReturnType<typeof customerLabelCalls>>;

const ofCustomers = {
  company: 'seller',
  topics: ['customers'],
  changedBy: [customers.create, customers.update, customers.bulk, customerImports.apply, customerImports.undo],
} as const;

export const customerStatuses = resourceOf({ name: 'customer-statuses', ...statuses, ...ofCustomers });
export const customerServiceZones = resourceOf({
  name: 'customer-service-zones',
  ...zones,
  ...ofCustomers,
  changedBy: [...ofCustomers.changedBy, serviceZoneMap.updateArea],
});
