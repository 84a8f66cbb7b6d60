import { z } from 'zod';
import { read, write } from '../../access/ability';
import { Done, get, Id, IdParams, Instant, post, put, RowId } from '../../contract/endpoint';
import { searchCall } from '../../contract/list';
import { choices, dates, defineFilters, text } from '../../filters';
import { MoneySchema, PriceSchema } from '../../money';
import { CreatedOrder } from '../cart';
import { APPROVAL_STATUSES, ApprovalStatusSchema } from './approval';
import { AskedOrder } from './approval-changes';

const Person = z.strictObject({ orgUserId: RowId, displayName: z.string(), email: z.string() });

/** A buyer company’s rule, with whom it may name. */
export const ApprovalSettings = z.strictObject({
  aboveUsd: MoneySchema.nullable(),
  brands: z.array(z.strictObject({ id: RowId, name: z.string() })),
  /** Those of the named people who can still approve; empty for whoever manages the organization. */
  approverIds: z.array(RowId),
  /** People were named, and none of them can approve anymore. */
  lacksApprovers: z.boolean(),
  /** Those who can be named, by name. */
  people: z.array(Person),
  /** Null before it was ever set. */
  version: z.number().int().nullable(),
});
export type ApprovalSettings = z.infer<typeof ApprovalSettings>;

const distinct = (ids: number[]) => [...new Set(ids)];

/** A rule to save; without an amount and brands, nothing needs approval. */
export const ApprovalSettingsDraft = z.object({
  aboveUsd: PriceSchema.nullable(),
  brandIds: z.array(Id).max(100, 'At most 100 brands').transform(distinct),
  approverIds: z.array(Id).max(50, 'At most 50 people').transform(distinct),
  version: z.number().int().nonnegative().nullable(),
});

const OfBuyerCompany = z.object({ companyId: Id });

/** Which orders of a buyer company need approval, and whose. */
export const approvalSettings = {
  get: get('/buyer-companies/:companyId/approvals', {
    summary: 'Which of a buyer company’s orders need approval, and who approves them',
    params: OfBuyerCompany,
    returns: ApprovalSettings,
    days: 'reader',
    requires: read('EDIT_ORGANIZATION'),
  }),
  save: put('/buyer-companies/:companyId/approvals', {
    summary: 'Change which orders need approval; and who approves them',
    params: OfBuyerCompany,
    body: ApprovalSettingsDraft,
    returns: ApprovalSettings,
    days: 'reader',
    requires: write('EDIT_ORGANIZATION'),
    audit: 'approval-settings',
  }),
};

export const approvalFilters = defineFilters({
  status: choices(
    'Status',
    Object.entries(APPROVAL_STATUSES).map(([value, label]) => ({ value, label })),
  ),
  who: text('Asked by'),
  seller: text('Seller'),
  asked: dates('Asked', { past: true }),
});

/** A request to approve an order, in the list. */
export const ApprovalRow = z.strictObject({
  id: RowId,
  status: ApprovalStatusSchema,
  sellerName: z.string(),
  licenseName: z.string(),
  askedBy: z.string(),
  askedAt: Instant,
  /** As `Needs approval: …` goes on. */
  why: z.string(),
  totalUsd: MoneySchema,
  decidedBy: z.string().nullable(),
});
export type ApprovalRow = z.infer<typeof ApprovalRow>;

/** A request with all that was asked for. */
export const Approval = ApprovalRow.extend({
  buyerCompanyId: RowId,
  order: AskedOrder,
  /** Who was asked, by name. */
  asked: z.array(z.string()),
  decidedAt: Instant.nullable(),
  reason: z.string(),
  /** The order placed by approving it. */
  placed: z.strictObject({ id: RowId, orderNumber: z.string() }).nullable(),
  /** While it waits: the cart’s total now, null once it is gone, and what changed since. */
  now: z.strictObject({ totalUsd: MoneySchema.nullable(), changes: z.array(z.string()) }).nullable(),
  /** Why the reader may not approve or decline it; null when they may. */
  whyNot: z.string().nullable(),
});
export type Approval = z.infer<typeof Approval>;

const requires = read('PURCHASE_ORDERS');
const decides = write('PURCHASE_ORDERS');

/** Requests to approve orders of the licenses the caller may buy for. */
export const approvals = {
  search: searchCall('/order-approvals/search', {
    summary: 'Requests to approve orders of the licenses the caller may buy for',
    filters: approvalFilters,
    sorts: ['asked', 'total', 'seller'],
    sortBy: 'asked',
    row: ApprovalRow,
    days: 'reader',
    requires,
  }),
  get: get('/order-approvals/:id', {
    summary: 'A request to approve an order, and what changed since',
    params: IdParams,
    returns: Approval,
    requires,
  }),
  approve: post('/order-approvals/:id/approve', {
    summary: 'Approve an order; it is placed for the person who asked, and refused as its checkout would be',
    params: IdParams,
    body: z.object({
      /** The total the caller saw; with a different total now, it is refused. */
      expectedTotal: PriceSchema,
    }),
    returns: CreatedOrder,
    requires: decides,
    audit: 'order-approval',
    idempotent: true,
    refuses: ['FORBIDDEN', 'SHORT_OF_STOCK'],
    byKey: false,
  }),
  decline: post('/order-approvals/:id/decline', {
    summary: 'Decline to approve an order; with a reason, and its cart can be changed again',
    params: IdParams,
    body: z.object({
      reason: z.string().trim().min(1, 'Enter a reason').max(1000, 'Must be 1,000 characters or fewer'),
    }),
    returns: Done,
    requires: decides,
    audit: 'order-approval',
    refuses: ['FORBIDDEN'],
    byKey: false,
  }),
  withdraw: post('/order-approvals/:id/withdraw', {
    summary: 'Withdraw a request for approval; its cart can be changed again',
    params: IdParams,
    returns: Done,
    requires: decides,
    audit: 'order-approval',
    byKey: false,
  }),
};
