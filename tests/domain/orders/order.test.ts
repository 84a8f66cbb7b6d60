import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  BuyerOrder,
  BuyerOrderFacets,
  BuyerOrderRow,
  CommentText,
  ORDER_SOURCE_LABELS,
  Order,
  OrderBasicInfo,
  OrderComment,
  OrderFacets,
  OrderRow,
  OverrideReason,
  PAYMENT_TYPE_LABELS,
  Payment,
  PaymentDraft,
  TransitionRequest,
  TransitionResult,
} from '../../../domain/orders/order';

const said = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => [path.join('.'), message]);

const info = {
  shipDate: null,
  paymentDueDate: '2026-11-20',
  shippingDetails: 'x'.repeat(2000),
  notes: 'x'.repeat(4000),
  salesRepOrgUserIds: Array.from({ length: 20 }, (_, index) => index + 1),
  version: 0,
};
const draft = { amount: '10.00', paymentType: 'CHECK', paymentDate: '2026-11-20' };

describe('typed order fields', () => {
  test('are accepted up to their limits', () => {
    expect(OrderBasicInfo.parse(info)).toEqual(info);
    expect(CommentText.parse(` ${'x'.repeat(4000)} `)).toBe('x'.repeat(4000));
    expect(OverrideReason.parse({ reason: ` ${'x'.repeat(500)} ` })).toEqual({ reason: 'x'.repeat(500) });
    expect(TransitionRequest.parse({ status: 'REJECTED', reason: 'Sold out' })).toEqual({
      status: 'REJECTED',
      reason: 'Sold out',
    });
  });

  test.each<[string, z.ZodType, unknown, [string, string]]>([
    [
      'shipping details',
      OrderBasicInfo,
      { ...info, shippingDetails: 'x'.repeat(2001) },
      ['shippingDetails', 'Must be 2,000 characters or fewer'],
    ],
    ['notes', OrderBasicInfo, { ...info, notes: 'x'.repeat(4001) }, ['notes', 'Must be 4,000 characters or fewer']],
    [
      'sales reps',
      OrderBasicInfo,
      { ...info, salesRepOrgUserIds: [...info.salesRepOrgUserIds, 21] },
      ['salesRepOrgUserIds', 'At most 20 sales reps'],
    ],
    ['a blank comment', CommentText, '  ', ['', 'Enter a comment']],
    ['a long comment', CommentText, 'x'.repeat(4001), ['', 'Must be 4,000 characters or fewer']],
    ['a blank reason', OverrideReason, { reason: ' ' }, ['reason', 'Enter a reason']],
    ['a long reason', OverrideReason, { reason: 'x'.repeat(501) }, ['reason', 'Must be 500 characters or fewer']],
    ['a payment of nothing', PaymentDraft, { ...draft, amount: '0.00' }, ['amount', 'Must be greater than 0']],
    ['a long note', PaymentDraft, { ...draft, note: 'x'.repeat(501) }, ['note', 'Must be 500 characters or fewer']],
  ])('are refused beyond them: %s', (_name, schema, value, expected) => {
    expect(said(schema, value)).toContainEqual(expected);
  });

  test('a payment has no note and goes to connected systems by default', () => {
    expect(PaymentDraft.parse(draft)).toEqual({ ...draft, note: '', skipExternalPush: false });
    expect(PaymentDraft.parse({ ...draft, amount: '0.01', note: 'x'.repeat(500) }).amount).toBe('0.01');
  });
});

test('sources and payment types have these labels', () => {
  expect(ORDER_SOURCE_LABELS).toEqual({
    MARKETPLACE: 'Marketplace',
    MANUAL: 'Entered by sales',
    WHOLESALE_MARKETPLACE: 'Wholesale marketplace',
  });
  expect(PAYMENT_TYPE_LABELS).toEqual({
    CASH: 'Cash',
    CHECK: 'Check',
    ACH: 'ACH',
    WIRE: 'Wire',
    CREDIT: 'Credit',
    OTHER: 'Other',
  });
});

const created = '2026-11-20T10:00:00.000Z';
const person = { id: 4, displayName: 'Priya Raman' };
const named = { id: 2, name: 'Harbor Vine' };
const company = {
  companyId: 3,
  orgId: 1,
  name: 'Fernhollow',
  companyType: 'DISTRIBUTOR',
  state: { ansiAbbrevation: 'CA' },
  profileImageUri: null,
};
const anyRow = {
  id: 1,
  orderNumber: '100001',
  status: 'SUBMITTED',
  sellerCompany: { companyId: 3, name: 'Fernhollow' },
  orderSource: 'MANUAL',
  created,
  shipDate: null,
  paymentDueDate: '2026-12-20',
  totalUsd: '15.00',
  invoicedUsd: '15.00',
  paidUsd: '0.00',
  paymentState: 'UNPAID',
  lineItemCount: 1,
};
const line = {
  id: 1,
  position: 0,
  productId: 5,
  productName: 'Blue Dream',
  sku: 'BD-1',
  brandName: 'Fernhollow',
  imageUri: null,
  unitOfMeasure: 'Case',
  soldInBulk: true,
  unitMultiplier: '12',
  quantity: '1.5',
  existingQuantity: '1.5',
  orderedUnitPrice: '10.00',
  wholesalePrice: '10.00',
  salePrice: null,
  isOnSale: false,
  isSample: false,
  isBackorder: false,
  notes: '',
  priceWhy: { kind: 'wholesale' },
  total: '15.00',
};
const buyerOrder = {
  id: 1,
  orderNumber: '100001',
  status: 'SUBMITTED',
  orderSource: 'MARKETPLACE',
  customer: { ...named, email: null, phone: '555-0100' },
  sellerCompany: company,
  sellerCompanyId: 3,
  sellerOrgId: 1,
  buyerLicense: null,
  licenseWarning: null,
  lineItems: [line],
  discountType: '$',
  discount: '0',
  subtotalUsd: '15.00',
  orderDiscountUsd: '0.00',
  totalUsd: '15.00',
  invoicedUsd: '15.00',
  paidUsd: '0.00',
  paymentState: 'UNPAID',
  paymentOption: { id: 1, name: 'Net 30', dueDays: 30 },
  paymentDueDate: null,
  shipDate: null,
  shippingDetails: '',
  buyerNotes: '',
  deliveryPreferences: '',
  created,
  updated: created,
  availableTransitions: ['CANCELLED'],
  mergedFrom: [{ id: 8, orderNumber: '100008' }],
  mergedInto: null,
  history: [{ from: null, to: 'SUBMITTED', at: created, by: 'Robin Green', reason: null }],
  version: 0,
};
const sellersOwn = {
  externalId: 'WM-700001',
  notes: 'Pays late',
  salesReps: [person],
  salesRepOrgUserIds: [4],
  distributor: { companyId: 3, name: 'Cascade Distribution' },
  distributorId: 3,
  expectedTotal: '15.00',
  rules: [
    {
      lineItemId: 2,
      productId: 5,
      unitOfMeasure: 'Case',
      minimum: null,
      maximum: '8333333',
      available: '3',
      decimals: 2,
      isFixed: false,
    },
  ],
  originalOrderIds: [8, 9],
  canUnmerge: false,
  canEdit: true,
  canEditLines: true,
};

/** A complete example of each reply. */
const REPLIES: [string, z.ZodType, object][] = [
  ['a sales order', Order, { ...buyerOrder, ...sellersOwn }],
  ['a sales order with a percentage off', Order, { ...buyerOrder, ...sellersOwn, discountType: '%', discount: '0.1' }],
  ['a purchase order', BuyerOrder, buyerOrder],
  [
    'a row of sales orders',
    OrderRow,
    { ...anyRow, customer: named, salesReps: [person], availableTransitions: ['ACCEPTED'], version: 0 },
  ],
  ['a row of purchase orders', BuyerOrderRow, { ...anyRow, buyerLicense: { ...named, displayName: 'C11-1' } }],
  [
    'a payment',
    Payment,
    {
      ...draft,
      id: 1,
      note: '',
      skipExternalPush: false,
      created,
      createdBy: 'Robin Green',
      voidedAt: null,
      creditOrder: { id: 4, orderNumber: '100004' },
    },
  ],
  [
    'a comment',
    OrderComment,
    {
      id: 1,
      comment: 'Packed, <@4>',
      mentions: [person],
      author: { id: '7c1f5a52-4c1f-4e0a-9a51-0d9f5c0b6a11', displayName: 'Robin Green' },
      created,
      edited: false,
      isMine: true,
    },
  ],
  ['a changed status', TransitionResult, { status: 'ACCEPTED', availableTransitions: ['FULFILLED'], version: 1 }],
  [
    'facets of sales orders',
    OrderFacets,
    {
      salesReps: [{ searchId: 4, displayName: 'Priya Raman' }],
      ...{ serviceZones: [named], customerStatuses: [named], brands: [named], productLines: [named] },
      customerLicenses: [named],
      statuses: [{ id: 'DRAFT', count: 1 }],
    },
  ],
  [
    'facets of purchase orders',
    BuyerOrderFacets,
    { sellers: [named], brands: [named], productLines: [named], statuses: [{ id: 'DRAFT', count: 1 }] },
  ],
];

describe('order replies', () => {
  test.each(REPLIES)('%s has every field and no other, at any depth', (_name, schema, reply) => {
    expect(schema.parse(reply)).toEqual(reply);
    for (const more of withOneMore(reply)) expect(schema.safeParse(more).success, JSON.stringify(more)).toBe(false);
  });

  test('a buyer gets nothing the seller keeps private', () => {
    for (const [name, value] of Object.entries(sellersOwn)) {
      expect(BuyerOrder.safeParse({ ...buyerOrder, [name]: value }).success, name).toBe(false);
    }
  });
});

/** Copies of the value with one extra field, one per object in it. */
function withOneMore(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => withOneMore(item).map((more) => value.with(index, more)));
  }
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([name, held]) =>
    withOneMore(held).map((more) => ({ ...value, [name]: more })),
  );
  return [{ ...value, secret: 'whose?' }, ...inner];
}
