import { z } from 'zod';
import { anyOf, type Requirement, read, write } from '../access/ability';
import { bulkCall } from '../bulk/bulk-call';
import { commaJoined, Done, del, get, Id, IdParams, page, post, put, whole } from '../contract/endpoint';
import { facetsCall, ListScope, searchCall } from '../contract/list';
import { DOCUMENT_KINDS } from './documents/document-kinds';
import { ClonePrices } from './entry/clone-prices';
import { orderFilters, purchaseOrderFilters } from './filters';
import {
  BuyerOrder,
  BuyerOrderFacets,
  BuyerOrderRow,
  CommentText,
  Order,
  OrderBasicInfo,
  OrderComment,
  OrderFacets,
  OrderRow,
  OrderSource,
  Payment,
  PaymentDraft,
  TransitionRequest,
  TransitionResult,
} from './order';
import { seesOrders } from './sees-orders';
import { ShipDateInput } from './ship-dates';
import type { OrderSide } from './status';

export const ORDER_SORTS = [
  'created',
  'orderNumber',
  'customer',
  'status',
  'totalUsd',
  'shipDate',
  'paymentDueDate',
] as const;
export const BUYER_ORDER_SORTS = [
  'created',
  'orderNumber',
  'seller',
  'status',
  'totalUsd',
  'shipDate',
  'paymentDueDate',
] as const;

/** Changes sales orders: all, or one’s own. */
export const changesOrders = anyOf(write('BROWSE_MY_ORDERS'), write('BROWSE_ORDERS'));

/** Requirements for a status change, for seller or buyer. */
export const transitionRequires: Record<OrderSide, Requirement> = {
  seller: changesOrders,
  buyer: write('PURCHASE_ORDERS'),
};
/** Additional requirement for changing a fulfilled or later order. */
export const frozenEditRequires = write('EDIT_FROZEN_ORDERS');

const OrderComments = z.object({ id: Id, commentId: Id });

export const orders = {
  search: searchCall('/leaflink/orders', {
    summary: 'Search sales orders',
    filters: orderFilters,
    sorts: ORDER_SORTS,
    sortBy: 'created',
    row: OrderRow,
    requires: seesOrders,
  }),
  facets: facetsCall('/leaflink/orders/facets', {
    summary: 'Sales order filter choices',
    filters: orderFilters,
    returns: OrderFacets,
    requires: seesOrders,
  }),
  get: get('/seller/orders/:id', {
    summary: 'One sales order',
    params: IdParams,
    returns: Order,
    requires: seesOrders,
  }),
  remove: del('/seller/orders/:id', {
    summary: 'Delete a draft',
    params: IdParams,
    returns: Done,
    refuses: ['CONFLICT'],
    requires: changesOrders,
    audit: 'order',
  }),
  updateBasicInfo: put('/seller/orders/:id/basic-info', {
    summary: 'Change an order’s details; dates, notes, shipping details and sales reps',
    params: IdParams,
    body: OrderBasicInfo,
    returns: Order,
    requires: changesOrders,
    audit: 'order',
  }),
  transition: post('/seller/orders/:id/transition', {
    summary: 'Change an order’s status; its buyer can cancel it',
    params: IdParams,
    body: TransitionRequest,
    returns: TransitionResult,
    refuses: ['ILLEGAL_TRANSITION', 'CREDIT_STOP', 'SHORT_OF_STOCK', 'WRITE_ACCESS_REQUIRED'],
    requires: anyOf(transitionRequires.seller, transitionRequires.buyer),
    audit: 'order',
    idempotent: true,
  }),
  bulk: bulkCall('/leaflink/orders/bulk', {
    summary: 'Change or print many orders',
    scope: ListScope.shape,
    filters: orderFilters.schema,
    acts: {
      transition: { title: 'Change status', input: TransitionRequest.pick({ status: true }), requires: changesOrders },
      setShipDate: { title: 'Set ship date', input: ShipDateInput, requires: changesOrders },
      addSalesRep: { title: 'Add a sales rep', input: z.object({ salesRepId: Id }), requires: changesOrders },
      removeSalesRep: { title: 'Remove a sales rep', input: z.object({ salesRepId: Id }), requires: changesOrders },
      clone: { title: 'Clone', input: z.object({ prices: ClonePrices }), requires: changesOrders },
      removeDraft: { title: 'Delete drafts', input: z.object({}), requires: changesOrders },
      print: { title: 'Print', input: z.object({ kind: z.enum(DOCUMENT_KINDS) }), requires: seesOrders },
    },
  }),
  payments: get('/seller/orders/:id/payments', {
    summary: 'Payments on an order, including voided ones',
    params: IdParams,
    returns: z.array(Payment),
    requires: read('ORDER_PAYMENTS'),
  }),
  recordPayment: post('/seller/orders/:id/payments', {
    summary: 'Record a payment',
    params: IdParams,
    body: PaymentDraft,
    returns: Payment,
    requires: write('ORDER_PAYMENTS'),
    audit: 'payment',
    idempotent: true,
  }),
  voidPayment: del('/seller/orders/:id/payments/:paymentId', {
    summary: 'Void a payment; it stays on record',
    params: z.object({ id: Id, paymentId: Id }),
    query: z.object({
      /** The payments of other orders its money went to as credit, which are voided with it. */
      alsoVoid: z.preprocess(commaJoined, z.array(Id).max(200).default([])),
    }),
    returns: Payment,
    requires: write('ORDER_PAYMENTS'),
    audit: 'payment',
  }),
  comments: get('/seller/orders/:id/comments', {
    summary: 'The seller’s comments, newest first, 50 per page',
    params: IdParams,
    query: z.object({ page: whole(z.number().int().min(0).max(10_000)).default(0) }),
    returns: page(OrderComment),
    requires: seesOrders,
  }),
  addComment: post('/seller/orders/:id/comments', {
    summary: 'Comment on an order',
    params: IdParams,
    body: z.object({ comment: CommentText }),
    returns: OrderComment,
    requires: changesOrders,
    audit: 'comment',
    idempotent: true,
  }),
  editComment: put('/seller/orders/:id/comments/:commentId', {
    summary: 'Change your own comment',
    params: OrderComments,
    body: z.object({ comment: CommentText }),
    returns: OrderComment,
    requires: changesOrders,
    audit: 'comment',
    byKey: false,
  }),
  removeComment: del('/seller/orders/:id/comments/:commentId', {
    summary: 'Delete your own comment',
    params: OrderComments,
    returns: Done,
    requires: changesOrders,
    audit: 'comment',
    byKey: false,
  }),
};

export const purchaseOrders = {
  search: searchCall('/buyer-orders', {
    summary: 'Search purchase orders',
    filters: purchaseOrderFilters,
    sorts: BUYER_ORDER_SORTS,
    sortBy: 'created',
    row: BuyerOrderRow,
    days: 'reader',
    requires: read('PURCHASE_ORDERS'),
  }),
  facets: facetsCall('/buyer-orders/facets', {
    summary: 'Purchase order filter choices',
    filters: purchaseOrderFilters,
    returns: BuyerOrderFacets,
    days: 'reader',
    requires: read('PURCHASE_ORDERS'),
  }),
  get: get('/buyer-orders/:orderId', {
    summary: 'One purchase order, as its buyer sees it',
    params: z.object({ orderId: Id }),
    query: ListScope.extend({ source: OrderSource.optional() }),
    returns: BuyerOrder,
    days: 'reader',
    requires: read('PURCHASE_ORDERS'),
  }),
};
