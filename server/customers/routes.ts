import { customerStatuses, customers } from '../../domain/customers/contract';
import { implement } from '../implement';
import { loadCustomer } from './customer-rows';
import { createCustomer, updateCustomer } from './save-customer';
import { customerSpend } from './spend';
import { createStatus, listStatuses, removeStatus, updateStatus } from './statuses';

export const customerRoutes = [
  implement(customers)({
    get: (ctx, { params }) => loadCustomer(ctx, params.id),
    create: createCustomer,
    update: updateCustomer,
    spend: customerSpend,
  }),
  implement(customerStatuses)({
    list: listStatuses,
    create: createStatus,
    update: updateStatus,
    remove: removeStatus,
  }),
];
