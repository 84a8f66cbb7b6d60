import { z } from 'zod';
import { onPlan, read, write } from '../access/ability';
import { Done, get, Id, OrgScope, page, paging, post, put, RowId, search } from '../contract/endpoint';
import { OrderSource } from '../orders/order';
import { CertainSuggestion, MappingRow, mappingFilters } from './mapping';

const part = 'accounting' as const;
const OfCompany = z.object({ companyId: Id });
const reads = read('EDIT_ORGANIZATION');
const writes = onPlan('accounting', write('EDIT_ORGANIZATION'));

export const MAPPING_SORTS = ['name', 'mark', 'state'] as const;
/** Most mappings of one call. */
export const MOST_MAPPINGS = 1_000;
/** Most records made there by one call. */
const MOST_MADE = 100;

const externalId = z
  .string('Choose a record of your books')
  .regex(/^[\w:-]{1,100}$/, 'Choose a record of your books')
  .nullable();
const mapped = <K extends string>(key: K) =>
  z
    .array(z.object({ [key]: Id, externalId } as { [P in K]: typeof Id } & { externalId: typeof externalId }))
    .min(1, 'Choose at least one')
    .max(MOST_MAPPINGS, 'Map at most 1,000 at a time');
/** Whether two of ours may be one record there. */
const maySharing = z.boolean().default(false);

const listed = {
  part,
  params: OfCompany,
  body: OrgScope.extend({
    filters: mappingFilters.schema.default({} as never),
    ...paging(MAPPING_SORTS, 'name', false),
  }),
  returns: page(MappingRow),
  requires: reads,
} as const;
const Counts = z.strictObject({
  states: z.array(z.strictObject({ id: z.string(), count: z.number().int().nonnegative() })),
});
const counted = { part, params: OfCompany, query: OrgScope, returns: Counts, requires: reads } as const;
const certain = {
  part,
  params: OfCompany,
  query: OrgScope,
  returns: z.array(CertainSuggestion),
  requires: reads,
} as const;
const Saved = z.strictObject({ saved: z.number().int().nonnegative() });
const Made = z.array(
  z.strictObject({ id: RowId, externalId: z.string().nullable(), name: z.string(), problem: z.string().nullable() }),
);
const mapRefuses = ['CONFLICT'] as const;

/** Which record of the books each customer and product is. */
export const accountingMappings = {
  searchCustomers: search('/companies/:companyId/accounting/customers/search', {
    ...listed,
    summary: 'Customers with their records in the books',
  }),
  searchProducts: search('/companies/:companyId/accounting/products/search', {
    ...listed,
    summary: 'Products with their items in the books',
  }),
  customerStates: get('/companies/:companyId/accounting/customers/states', {
    ...counted,
    summary: 'How many customers are mapped, suggested or neither',
  }),
  productStates: get('/companies/:companyId/accounting/products/states', {
    ...counted,
    summary: 'How many products are mapped, suggested or neither',
  }),
  certainCustomers: get('/companies/:companyId/accounting/customers/certain', {
    ...certain,
    summary: 'Suggestions for customers that are certain',
  }),
  certainProducts: get('/companies/:companyId/accounting/products/certain', {
    ...certain,
    summary: 'Suggestions for products that are certain',
  }),
  mapCustomers: put('/companies/:companyId/accounting/customers', {
    part,
    summary: 'Map customers to the books; or unmap them',
    params: OfCompany,
    body: z.object({ mappings: mapped('customerId'), mayShare: maySharing }),
    returns: Saved,
    refuses: mapRefuses,
    requires: writes,
    audit: 'accounting-mapping',
  }),
  mapProducts: put('/companies/:companyId/accounting/products', {
    part,
    summary: 'Map products to the books; or unmap them',
    params: OfCompany,
    body: z.object({ mappings: mapped('productId'), mayShare: maySharing }),
    returns: Saved,
    refuses: mapRefuses,
    requires: writes,
    audit: 'accounting-mapping',
  }),
  makeCustomers: post('/companies/:companyId/accounting/customers/make', {
    part,
    summary: 'Create customers in the books; each is mapped to the new record',
    params: OfCompany,
    body: z.object({ customerIds: z.array(Id).min(1, 'Choose at least one').max(MOST_MADE) }),
    returns: Made,
    refuses: mapRefuses,
    requires: writes,
    audit: 'accounting-mapping',
    transaction: 'each',
    idempotent: true,
  }),
  makeProducts: post('/companies/:companyId/accounting/products/make', {
    part,
    summary: 'Create items in the books; each product is mapped to the new item',
    params: OfCompany,
    body: z.object({ productIds: z.array(Id).min(1, 'Choose at least one').max(MOST_MADE) }),
    returns: Made,
    refuses: mapRefuses,
    requires: writes,
    audit: 'accounting-mapping',
    transaction: 'each',
    idempotent: true,
  }),
  readAgain: post('/companies/:companyId/accounting/records/read', {
    part,
    summary: 'Read the customers and items of the books again',
    params: OfCompany,
    body: OrgScope,
    returns: Done,
    refuses: mapRefuses,
    requires: writes,
    audit: 'accounting-mapping',
  }),
  ofOrder: get('/companies/:companyId/accounting/order/:orderId/mappings', {
    part,
    summary: 'An order’s customer and products with their records in the books',
    params: OfCompany.extend({ orderId: Id }),
    query: z.object({ orderSource: OrderSource.optional() }),
    returns: z.strictObject({
      /** Null while the company has no books connected. */
      connectionId: RowId.nullable(),
      customer: MappingRow.nullable(),
      products: z.array(MappingRow),
    }),
    requires: read('ORDER_PAYMENTS'),
  }),
};
