import { z } from 'zod';
import { Day, EnteredDay, get, Id, IdParams, post, put, RowId, search, Version } from '../../contract/endpoint';
import { MoneySchema, QuantitySchema } from '../../money';
import { changesOrders } from '../contract';
import { MergeInput, MOST_MERGED_ORDERS } from '../merge/merge';
import { Order, OverrideReason } from '../order';
import { seesOrders } from '../sees-orders';
import { ShipDateInput } from '../ship-dates';
import { OrderStatusSchema } from '../status';
import { SkippedLine } from './clone';
import { ClonePrices } from './clone-prices';
import { LineProduct, LineProductSearch, NewOrder, OrderCustomer, OrderEdit, OrderSaved } from './draft';

/** An order of the most lines, each with notes, in bytes. */
const DRAFT_LIMIT = 2 * 1024 * 1024;

/** The most orders whose ship dates one call sets; more are set as a bulk action. */
const MOST_SHIP_DATES = 500;

const ShipDates = ShipDateInput.extend({
  orderIds: z
    .array(Id)
    .min(1, 'Select at least one order')
    .max(MOST_SHIP_DATES, `Select at most ${MOST_SHIP_DATES} orders`),
});

const MergePreview = z.strictObject({
  orders: z.array(
    z.strictObject({
      id: RowId,
      orderNumber: z.string(),
      version: Version,
      status: OrderStatusSchema,
      totalUsd: MoneySchema,
      lineItemCount: z.number().int(),
    }),
  ),
  /** What happens to orders in another status than the first; '' if all are in one. */
  statusChange: z.string(),
  /** What of these orders is owed before and after, in a sentence; '' if that stays. */
  owedChange: z.string(),
  /** What keeps orders from being accepted by the merge, and whether the caller may say why it goes on anyway. */
  creditStop: z.strictObject({ message: z.string(), mayOverride: z.boolean() }).nullable(),
  customerName: z.string(),
  status: OrderStatusSchema,
  lineItemCount: z.number().int(),
  subtotalUsd: MoneySchema,
  orderDiscountUsd: MoneySchema,
  totalUsd: MoneySchema,
  /** What of the total is owed: without what waits as backorder. */
  invoicedUsd: MoneySchema,
  notes: z.string(),
  /** The days the orders are to ship on, earliest first. With several, somebody chooses. */
  shipDates: z.array(Day),
});
/** The discount in dollars that isn't copied, since not all lines are. */
const LeftDiscount = MoneySchema.nullable();
const CloneInput = z.object({ orderId: Id, prices: ClonePrices });

/** Entering and changing sales orders. Apart from the other calls, so that lists don’t load its schemas. */
export const orderEntry = {
  mergePreview: search('/order-merge-previews', {
    summary: 'What sales orders would become together; nothing is saved',
    body: MergeInput,
    returns: MergePreview,
    refuses: ['NOT_FOUND', 'CONFLICT'],
    requires: changesOrders,
  }),
  merge: post('/seller/orders/merge', {
    summary: 'Merge orders',
    body: MergeInput.extend({
      /** Of the orders as previewed, in the same order; the merge is refused when one changed since. */
      versions: z.array(Version).max(MOST_MERGED_ORDERS).optional(),
      overrideReason: OverrideReason.shape.reason.optional(),
      /** Left out, the earliest of the orders. */
      shipDate: EnteredDay.nullable().optional(),
    }),
    returns: Order,
    refuses: ['NOT_FOUND', 'CONFLICT', 'CREDIT_STOP', 'SHORT_OF_STOCK'],
    requires: changesOrders,
    audit: 'order',
    idempotent: true,
  }),
  unmerge: post('/order-unmerges', {
    summary: 'Undo a merge; as long as nothing was done with the order',
    body: z.object({ orderId: Id, overrideReason: OverrideReason.shape.reason.optional() }),
    returns: Order,
    refuses: ['NOT_FOUND', 'CONFLICT', 'CREDIT_STOP', 'SHORT_OF_STOCK'],
    requires: changesOrders,
    audit: 'order',
  }),
  clonePreview: search('/order-clone-previews', {
    summary: 'What a clone of a sales order would have and leave out, with each price before and now',
    body: CloneInput,
    returns: z.strictObject({
      skipped: z.array(SkippedLine),
      leftDiscountUsd: LeftDiscount,
      lines: z.array(
        z.strictObject({
          productName: z.string(),
          sku: z.string(),
          quantity: QuantitySchema,
          unitOfMeasure: z.string(),
          /** As the original has it. */
          quantityBefore: QuantitySchema,
          unitBefore: z.string(),
          /** Of what the line's price is for now. */
          before: MoneySchema,
          after: MoneySchema,
          /** What keeps the line from being saved. */
          problem: z.string().nullable(),
        }),
      ),
    }),
    refuses: ['NOT_FOUND'],
    requires: seesOrders,
  }),
  clone: post('/order-clones', {
    summary: 'Clone an order; as a new draft, without products that can’t be sold now',
    body: CloneInput,
    returns: z.strictObject({ saved: OrderSaved, skipped: z.array(SkippedLine), leftDiscountUsd: LeftDiscount }),
    refuses: ['NOT_FOUND', 'CONFLICT'],
    requires: changesOrders,
    audit: 'order',
    idempotent: true,
  }),
  create: post('/seller/orders', {
    summary: 'Enter an order; as a draft, or learn everything that prevents it',
    body: NewOrder,
    bodyLimit: DRAFT_LIMIT,
    returns: OrderSaved,
    requires: changesOrders,
    audit: 'order',
    idempotent: true,
  }),
  update: put('/seller/orders/:id', {
    summary: 'Change an order; and its lines, or learn everything that prevents it',
    params: IdParams,
    body: OrderEdit,
    bodyLimit: DRAFT_LIMIT,
    returns: OrderSaved,
    refuses: ['CONFLICT', 'CREDIT_STOP', 'SHORT_OF_STOCK'],
    requires: changesOrders,
    audit: 'order',
  }),
  shipDates: put('/seller/orders/ship-dates', {
    summary: 'Set the ship date; of orders, and move when payment is due with it',
    body: ShipDates.extend({ orgId: Id, companyId: Id }),
    returns: z.strictObject({ updated: z.number().int(), unchanged: z.number().int() }),
    requires: changesOrders,
    audit: 'order',
  }),
  customer: get('/order-customers/:id', {
    summary: 'What an order for a customer begins with: credit, terms, managers, payment options and distributors',
    params: IdParams,
    returns: OrderCustomer,
    requires: seesOrders,
  }),
  lineProducts: search('/order-line-products', {
    summary: 'Products for the lines of a sales order, with the customer’s prices and what is available',
    body: LineProductSearch,
    bodyLimit: DRAFT_LIMIT,
    returns: z.strictObject({ results: z.array(LineProduct), bySku: z.array(LineProduct.nullable()) }),
    requires: seesOrders,
  }),
};
