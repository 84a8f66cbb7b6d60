import { z } from 'zod';
import { anyOf, read, write } from '../access/ability';
import { Done, del, get, Id, IdParams, post, put } from '../contract/endpoint';
import { Customer, CustomerDraft, CustomerEdit } from './customer';
import { CustomerSpend, MOST_SPEND_MONTHS } from './spend';
import { CustomerStatus, CustomerStatusDraft, CustomerStatusEdit, MoveTo } from './status';

const CompanyScope = z.object({ orgId: Id, companyId: Id });

const seesOrders = anyOf(read('BROWSE_ORDERS'), read('BROWSE_MY_ORDERS'));

export const customers = {
  get: get('/customers/:id', {
    summary: 'One customer',
    params: IdParams,
    returns: Customer,
    requires: read('CUSTOMERS'),
  }),
  create: post('/customers', {
    summary: 'Add a customer',
    body: CustomerDraft,
    returns: Customer,
    requires: write('CUSTOMERS'),
    audit: 'customer',
    idempotent: true,
  }),
  update: put('/customers/:id', {
    summary: 'Change a customer; its credit takes write on order payments besides',
    params: IdParams,
    body: CustomerEdit,
    returns: Customer,
    requires: write('CUSTOMERS'),
    audit: 'customer',
  }),
  spend: get('/customers/:id/spend', {
    summary: 'What a customer’s orders come to by month, of the orders the caller may see',
    params: IdParams,
    query: z.object({ months: z.coerce.number<number>().int().min(1).max(MOST_SPEND_MONTHS).default(12) }),
    returns: CustomerSpend,
    requires: seesOrders,
  }),
};

export const customerStatuses = {
  list: get('/customer-statuses', {
    summary: 'A company’s customer statuses, in their order',
    query: CompanyScope,
    returns: z.array(CustomerStatus),
    requires: read('CUSTOMERS'),
  }),
  create: post('/customer-statuses', {
    summary: 'Add a customer status, below the others',
    body: CompanyScope.extend(CustomerStatusDraft.shape),
    returns: CustomerStatus,
    requires: write('CUSTOMERS'),
    audit: 'customer-status',
    idempotent: true,
  }),
  update: put('/customer-statuses/:id', {
    summary: 'Rename a customer status or move it to another place',
    params: IdParams,
    body: CustomerStatusEdit,
    returns: CustomerStatus,
    requires: write('CUSTOMERS'),
    audit: 'customer-status',
  }),
  remove: del('/customer-statuses/:id', {
    summary: 'Delete a customer status; its customers are moved to another one, or to none',
    params: IdParams,
    query: CompanyScope.extend({ moveTo: MoveTo.optional() }),
    returns: Done,
    requires: write('CUSTOMERS'),
    audit: 'customer-status',
  }),
};
