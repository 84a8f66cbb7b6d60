import { customerStatuses, customers } from '../../domain/customers/contract';
import { customerImports } from '../../domain/customers/import-contract';
import { implement } from '../implement';
import { applyImport, previewImport } from './apply-import';
import { loadCustomer } from './customer-rows';
import { loadImport } from './find-import';
import { createCustomer, updateCustomer } from './save-customer';
import { customerSpend } from './spend';
import { createStatus, listStatuses, removeStatus, updateStatus } from './statuses';
import { undoImport } from './undo-import';

export const customerRoutes = [
  implement(customers)({
    get: (ctx, { params }) => loadCustomer(ctx, params.id),
    create: createCustomer,
    update: updateCustomer,
    spend: customerSpend,
  }),
  implement(customerImports)({
    preview: previewImport,
    apply: applyImport,
    get: (ctx, { params }) => loadImport(ctx, params.id),
    undo: undoImport,
  }),
  implement(customerStatuses)({
    list: listStatuses,
    create: createStatus,
    update: updateStatus,
    remove: removeStatus,
  }),
];
