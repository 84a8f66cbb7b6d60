import { customerStatuses as statuses, customerServiceZones as zones } from '../../../../domain/customers/contract';
import type { customerLabelCalls } from '../../../../domain/customers/label';
import { type Resource, resourceOf } from '../../../providers/refine/resource';

/** A company's labels of one kind; their customer counts change with the customers. */
export type LabelResource = Resource<{ name: string } & ReturnType<typeof customerLabelCalls>>;

const ofCustomers = { company: 'seller', topics: ['customers'] } as const;

export const customerStatuses = resourceOf({ name: 'customer-statuses', ...statuses, ...ofCustomers });
export const customerServiceZones = resourceOf({ name: 'customer-service-zones', ...zones, ...ofCustomers });
