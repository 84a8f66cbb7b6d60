import { z } from 'zod';
import { onPlan, read, write } from '../../access/ability';
import { bulkCall } from '../../bulk/bulk-call';
import {
  CompanyScope,
  Day,
  EnteredDay,
  get,
  Id,
  Instant,
  OrgScope,
  page,
  paging,
  post,
  RowId,
  search,
} from '../../contract/endpoint';
import { ListScope } from '../../contract/list';
import { choices, defineFilters, text } from '../../filters';
import { MoneySchema } from '../../money';
import { orderFilters } from '../../orders/filters';
import { lineOfText } from '../../text';
import { BOOKS_FAULTS, BOOKS_LIMITS, DOCUMENT_KINDS, DOCUMENT_STATES } from '../vocabulary';
import { OWN_FAULTS } from './followed';
import { PUSH_STATUSES } from './invoice';
import { MEND_ACTS } from './preflight';

/** Orders that are pushed or judged by one call; more are a bulk action. */
export const MOST_PUSHED = 500;

const reads = onPlan('accounting', read('ORDER_PAYMENTS'));
const writes = onPlan('accounting', write('ORDER_PAYMENTS'));
const part = 'accounting' as const;

const Fault = z.enum([...BOOKS_FAULTS, ...OWN_FAULTS]);
const Mend = z.strictObject({ act: z.enum(MEND_ACTS), id: Id.nullable() });
export const PushProblem = z.strictObject({ fault: Fault, message: z.string(), mend: Mend });
export type PushProblem = z.infer<typeof PushProblem>;

const JudgedOrder = z.strictObject({
  orderId: RowId,
  orderNumber: z.string(),
  errors: z.array(PushProblem),
  /** What the books take only in part. */
  notes: z.array(z.string()),
});
const OrderWithErrors = JudgedOrder.omit({ notes: true });

const OrderIds = z
  .array(Id)
  .min(1, 'Choose at least one order')
  .max(MOST_PUSHED, `Choose at most ${MOST_PUSHED} orders at a time`);

export const PushedDocument = z.strictObject({
  id: RowId,
  kind: z.enum(DOCUMENT_KINDS),
  paymentId: RowId.nullable(),
  state: z.enum(DOCUMENT_STATES),
  /** Whether the books should have it; false once it is to be void there. */
  isWanted: z.boolean(),
  /** Whether the books have it, not void. */
  isThere: z.boolean(),
  /** Whether it is unknown if the last write arrived, which is looked up. */
  isDoubted: z.boolean(),
  amountUsd: MoneySchema.nullable(),
  externalNumber: z.string().nullable(),
  problem: PushProblem.nullable(),
  updated: Instant,
  log: z.array(
    z.strictObject({
      id: RowId,
      at: Instant,
      act: z.string(),
      by: z.string().nullable(),
      fault: Fault.nullable(),
      detail: z.string(),
    }),
  ),
});
export type PushedDocument = z.infer<typeof PushedDocument>;

export const PushedOrder = z.strictObject({
  /** False where the order's company isn't connected. */
  isConnected: z.boolean(),
  /** Whether it may be pushed now, apart from what is wrong with it. */
  canPush: z.boolean(),
  documents: z.array(PushedDocument),
});
export type PushedOrder = z.infer<typeof PushedOrder>;

export const problemFilters = defineFilters({
  searchTerm: text('Order or customer'),
  acts: choices('Mended by', [
    { value: 'MAP_CUSTOMER', label: 'Matching a customer' },
    { value: 'MAP_PRODUCT', label: 'Matching products' },
    { value: 'SETTINGS', label: 'The settings' },
    { value: 'REOPEN', label: 'Reactivating there' },
    { value: 'RENUMBER', label: 'Another number' },
    { value: 'OVERWRITE', label: 'Overwriting' },
    { value: 'RETRY', label: 'Trying again' },
  ]),
});
export const PROBLEM_SORTS = ['updated', 'orderNumber', 'customer'] as const;

export const BooksProblem = z.strictObject({
  id: RowId,
  kind: z.enum(DOCUMENT_KINDS),
  companyId: RowId,
  orderId: RowId,
  orderNumber: z.string(),
  customerName: z.string(),
  amountUsd: MoneySchema.nullable(),
  problem: PushProblem,
  attempts: z.number().int(),
  updated: Instant,
});
export type BooksProblem = z.infer<typeof BooksProblem>;

export const MendInput = OrgScope.extend({
  act: z.enum(['RETRY', 'OVERWRITE', 'REOPEN', 'RENUMBER']),
  number: lineOfText()
    .min(1, 'Enter a number')
    .max(BOOKS_LIMITS.docNumber, `Must be ${BOOKS_LIMITS.docNumber} characters or fewer`)
    .optional(),
});

const Range = OrgScope.extend({
  from: EnteredDay,
  to: EnteredDay,
  statuses: z.array(z.enum(PUSH_STATUSES)).min(1, 'Choose at least one status').max(PUSH_STATUSES.length),
});

const Documents = z.object({ companyId: Id, id: Id });

/** Invoices and payments in the books: what is pushed, what failed and how it is mended. */
export const bookPushes = {
  push: post('/companies/:companyId/accounting/invoices', {
    summary: 'Push orders to the books; those with errors are named with what mends each',
    params: z.object({ companyId: Id }),
    body: CompanyScope.extend({ orderIds: OrderIds }),
    returns: z.strictObject({ accepted: z.number().int(), ordersWithErrors: z.array(OrderWithErrors) }),
    requires: writes,
    refuses: ['CONFLICT'],
    audit: 'books-invoice',
    idempotent: true,
    part,
  }),
  preflight: search('/companies/:companyId/accounting/preflight', {
    summary: 'What would fail of pushing orders, and how to mend it',
    params: z.object({ companyId: Id }),
    body: OrgScope.extend({ orderIds: OrderIds }),
    returns: z.strictObject({ ready: z.number().int(), orders: z.array(JudgedOrder) }),
    requires: reads,
    part,
  }),
  documents: get('/companies/:companyId/accounting/order/:orderId/documents', {
    summary: 'An order’s invoice and payments in the books, with what was done',
    params: z.object({ companyId: Id, orderId: Id }),
    query: OrgScope,
    returns: PushedOrder,
    requires: reads,
    part,
  }),
  undo: post('/companies/:companyId/accounting/order/:orderId/undo', {
    summary: 'Take an order out of the books; its invoice and payments are voided there',
    params: z.object({ companyId: Id, orderId: Id }),
    body: OrgScope,
    returns: PushedOrder,
    requires: writes,
    refuses: ['CONFLICT'],
    audit: 'books-invoice',
    idempotent: true,
    part,
  }),
  problems: search('/companies/:companyId/accounting/problems', {
    summary: 'What a company’s books didn’t take',
    params: z.object({ companyId: Id }),
    body: OrgScope.extend({
      filters: problemFilters.schema.default({}),
      ...paging(PROBLEM_SORTS, 'updated', true),
    }),
    returns: page(BooksProblem),
    requires: reads,
    mayLag: true,
    part,
  }),
  mend: post('/companies/:companyId/accounting/documents/:id/mend', {
    summary: 'Mend what the books didn’t take; it is sent again',
    params: Documents,
    body: MendInput,
    returns: z.strictObject({ ok: z.literal(true) }),
    requires: writes,
    refuses: ['CONFLICT', 'UNAVAILABLE'],
    audit: 'books-invoice',
    idempotent: true,
    part,
  }),
  retryAll: post('/companies/:companyId/accounting/documents/retry', {
    summary: 'Send everything again that the books didn’t take',
    params: z.object({ companyId: Id }),
    body: OrgScope,
    returns: z.strictObject({ count: z.number().int() }),
    requires: writes,
    audit: 'books-invoice',
    idempotent: true,
    part,
  }),
  previewRange: search('/companies/:companyId/accounting/back-fill', {
    summary: 'What pushing the orders of a range would do',
    params: z.object({ companyId: Id }),
    body: Range,
    returns: z.strictObject({
      orders: z.number().int(),
      totalUsd: MoneySchema,
      /** How many of the range are in the books already. */
      pushed: z.number().int(),
      failing: z.number().int(),
      /** The first of those that would fail. */
      examples: z.array(OrderWithErrors),
      from: Day,
      to: Day,
    }),
    requires: reads,
    heavy: true,
    part,
  }),
  bulk: {
    ...bulkCall('/accounting/orders/bulk', {
      summary: 'Push many orders to the books',
      scope: ListScope.shape,
      filters: orderFilters.schema,
      acts: { push: { title: 'Push to books', input: z.object({}), requires: writes } },
    }),
    part,
  },
};
