import { z } from 'zod';
import { anyOf, read, write } from '../access/ability';
import { bulkCall } from '../bulk/bulk-call';
import { get, IdParams, page, paging, post, put, search, whole } from '../contract/endpoint';
import { ListScope } from '../contract/list';
import { Ageing } from './ageing';
import { CREDIT_FEATURE } from './credit';
import { Customer, CustomerDraft, CustomerEdit, CustomerFacets, CustomerFields, CustomerRow } from './customer';
import { customerFilters } from './filters';
import { customerLabelCalls } from './label';
import { CustomerSpend, MOST_SPEND_MONTHS } from './spend';

export const CUSTOMER_SORTS = ['displayName', 'created', 'creditLimitUsd', 'customerStatus', 'serviceZone'] as const;

/** Whose customers: the organization's, optionally one company's. */

const seesOrders = anyOf(read('BROWSE_MY_ORDERS'), read('BROWSE_ORDERS'));

/** Search parameters fixed by the documents; the same as the filters of these names. */
const { searchTerm, licenseIds, customerIds } = customerFilters.schema.shape;
const chosen = (message: string) => z.number(message).int(message).positive(message);
/** Required, even if null. */
const orNone = (message: string) => chosen(message).nullable();
const writesCustomers = write('CUSTOMERS');

export const customers = {
  search: search('/customers/search', {
    summary: 'Search customers by filters, name or ids',
    body: ListScope.extend({
      filters: customerFilters.schema.default({}),
      searchTerm,
      licenseIds,
      customerIds,
      ...paging(CUSTOMER_SORTS, 'displayName'),
      sortDesc: z.boolean().default(false),
    }),
    returns: page(CustomerRow),
    requires: read('CUSTOMERS'),
    mayLag: true,
  }),
  facets: get('/customers/facets', {
    summary: 'Customer filter choices and payment options',
    query: ListScope,
    returns: CustomerFacets,
    requires: read('CUSTOMERS'),
    mayLag: true,
  }),
  bulk: bulkCall('/customers/bulk', {
    summary: 'Change many customers',
    scope: ListScope.shape,
    filters: customerFilters.schema,
    acts: {
      setStatus: {
        title: 'Set status',
        input: z.object({ customerStatusId: orNone('Choose a status') }),
        requires: writesCustomers,
      },
      setServiceZone: {
        title: 'Set service zone',
        input: z.object({ serviceZoneId: orNone('Choose a zone') }),
        requires: writesCustomers,
      },
      addManager: {
        title: 'Add a manager',
        input: z.object({ managerId: chosen('Choose a person') }),
        requires: writesCustomers,
      },
      removeManager: {
        title: 'Remove a manager',
        input: z.object({ managerId: chosen('Choose a person') }),
        requires: writesCustomers,
      },
      setDelinquent: {
        title: 'Mark or clear delinquent',
        input: z.object({ delinquent: z.boolean() }),
        requires: writesCustomers,
      },
      setHold: {
        title: 'Put on hold or release',
        input: z.object({ onHold: z.boolean(), holdReason: CustomerFields.shape.holdReason }),
        requires: write(CREDIT_FEATURE),
      },
    },
  }),
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
    summary: 'Change a customer; credit fields also need write on order payments',
    params: IdParams,
    body: CustomerEdit,
    returns: Customer,
    requires: write('CUSTOMERS'),
    audit: 'customer',
  }),
  ageing: get('/customers/:id/ageing', {
    summary: 'What a customer owes by how late it is, on the orders the caller can see',
    params: IdParams,
    returns: Ageing,
    requires: seesOrders,
  }),
  spend: get('/customers/:id/spend', {
    summary: 'A customer’s order totals by month, for the orders the caller can see',
    params: IdParams,
    query: z.object({ months: whole(z.number().int().min(1).max(MOST_SPEND_MONTHS)).default(12) }),
    returns: CustomerSpend,
    requires: seesOrders,
  }),
};

export const customerStatuses = customerLabelCalls('/customer-statuses', {
  one: 'customer status',
  many: 'customer statuses',
  audit: 'customer-status',
});

export const customerServiceZones = customerLabelCalls('/customer-service-zones', {
  one: 'service zone',
  many: 'service zones',
  audit: 'customer-service-zone',
});
