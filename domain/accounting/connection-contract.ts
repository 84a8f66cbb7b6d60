import { z } from 'zod';
import { onPlan, read, write } from '../access/ability';
import { Done, del, get, Id, Instant, post, put } from '../contract/endpoint';
import { lineOfText } from '../text';
import { BooksSettings, BooksSettingsEdit, EXTERNAL_ID } from './connection';
import { CONNECTION_STATES, SystemType } from './vocabulary';

const Company = z.object({ companyId: Id });
const reads = read('EDIT_ORGANIZATION');
const writes = onPlan('accounting', write('EDIT_ORGANIZATION'));
const Count = z.number().int().nonnegative();
const Search = lineOfText().max(100, 'Enter at most 100 characters').default('');
/** What is given out without blanks. */
const Opaque = z.string().regex(/^[\x21-\x7e]+$/);

/** A company's connection with its books. Tokens are never part of it. */
export const BooksConnection = z.strictObject({
  id: Id,
  companyId: Id,
  systemType: SystemType,
  externalCompanyId: z.string(),
  externalName: z.string(),
  state: z.enum(CONNECTION_STATES),
  problem: z.string().nullable(),
  checked: Instant.nullable(),
  /** When it ends whatever is done; null where the books don't say. */
  ends: Instant.nullable(),
  connected: Instant,
  /** When the books last told of a change by themselves. */
  heard: Instant.nullable(),
  /** How the books are kept, as last read. */
  takesOurNumbers: z.boolean(),
  allowsDiscount: z.boolean(),
  closedUntil: z.string().nullable(),
  ...BooksSettings.shape,
  counts: z.strictObject({
    problems: Count,
    proposals: Count,
    unmappedCustomers: Count,
    unmappedProducts: Count,
  }),
});
export type BooksConnection = z.infer<typeof BooksConnection>;

export const CompanyBooks = z.strictObject({
  companyId: Id,
  connection: BooksConnection.nullable(),
  /** The organization's plan doesn't include accounting (any more): nothing is read or sent. */
  isPaused: z.boolean(),
});
export type CompanyBooks = z.infer<typeof CompanyBooks>;

export const BooksAccount = z.strictObject({
  id: z.string(),
  name: z.string(),
  type: z.enum(['INCOME', 'EXPENSE', 'OTHER']),
  isActive: z.boolean(),
});
export type BooksAccount = z.infer<typeof BooksAccount>;

export const RemoteItem = z.strictObject({ id: z.string(), name: z.string(), sku: z.string().nullable() });
export const RemoteCustomer = z.strictObject({
  id: z.string(),
  name: z.string(),
  licenseNumber: z.string().nullable(),
  email: z.string().nullable(),
});

/** What the accounting service's page says when it sends a person back; never trusted. */
const Authorized = z.object({
  state: Opaque.max(200),
  code: Opaque.max(2_000),
  externalCompanyId: EXTERNAL_ID,
});

/** Companies and their books at the accounting service. */
export const accounting = {
  connect: post('/companies/:companyId/accounting/connect', {
    part: 'accounting',
    summary: 'Connect the company’s books; where a person lets Verdant in',
    params: Company,
    query: z.object({ systemType: SystemType }),
    returns: z.strictObject({ url: z.url({ protocol: /^https?$/ }) }),
    requires: writes,
    audit: 'accounting',
    byKey: false,
  }),
  authorized: post('/companies/:companyId/accounting/authorized', {
    part: 'accounting',
    summary: 'Finish connecting the company’s books; with what the accounting service’s page answered',
    params: Company,
    body: Authorized,
    returns: CompanyBooks,
    requires: writes,
    audit: 'accounting',
    transaction: 'each',
    limited: true,
    byKey: false,
  }),
  get: get('/companies/:companyId/accounting', {
    part: 'accounting',
    summary: 'The company’s connection with its books, its settings and how it does',
    params: Company,
    returns: CompanyBooks,
    requires: reads,
  }),
  disconnect: del('/companies/:companyId/accounting/:id', {
    part: 'accounting',
    summary: 'Disconnect the company’s books; what was sent stays there',
    params: Company.extend({ id: Id }),
    returns: Done,
    requires: write('EDIT_ORGANIZATION'),
    audit: 'accounting',
    transaction: 'each',
  }),
  itemAccounts: get('/companies/:companyId/accounting/item-accounts', {
    part: 'accounting',
    summary: 'The accounts of the company’s books',
    params: Company,
    query: z.object({ externalCompanyId: EXTERNAL_ID }),
    returns: z.array(BooksAccount),
    refuses: ['CONFLICT'],
    requires: reads,
  }),
  update: put('/companies/:companyId/accounting', {
    part: 'accounting',
    summary: 'Change accounting settings',
    params: Company,
    body: BooksSettingsEdit,
    returns: CompanyBooks,
    requires: writes,
    audit: 'accounting',
    transaction: 'each',
  }),
  remoteItems: get('/companies/:companyId/accounting/items/remote', {
    part: 'accounting',
    summary: 'Search the items of the company’s books',
    params: Company,
    query: z.object({ search: Search }),
    returns: z.array(RemoteItem),
    refuses: ['CONFLICT'],
    requires: reads,
  }),
  remoteCustomers: get('/companies/:companyId/accounting/customers/remote', {
    part: 'accounting',
    summary: 'Search the customers of the company’s books',
    params: Company,
    query: z.object({ search: Search }),
    returns: z.array(RemoteCustomer),
    refuses: ['CONFLICT'],
    requires: reads,
  }),
};
