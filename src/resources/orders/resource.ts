import { orders as calls, purchaseOrders as purchaseCalls } from '../../../domain/orders/contract';
import { savedSearches as searchCalls } from '../../../domain/orders/saved-searches';
import { resourceOf } from '../../providers/refine/resource';

/** Sales orders. */
export const orders = resourceOf({
  name: 'orders',
  company: 'seller',
  topics: ['orders'],
  list: calls.search,
  one: calls.get,
  update: calls.updateBasicInfo,
  remove: calls.remove,
});

/** Purchase orders. */
export const purchaseOrders = resourceOf({
  name: 'purchase-orders',
  company: 'buyer',
  topics: ['orders'],
  list: purchaseCalls.search,
  one: purchaseCalls.get,
});

/** An order's payments; deleting one voids it. */
export const orderPayments = resourceOf({
  name: 'order-payments',
  topics: ['orders'],
  list: calls.payments,
  create: calls.recordPayment,
  remove: calls.voidPayment,
});

/** The seller's comments on an order. */
export const orderComments = resourceOf({
  name: 'order-comments',
  topics: ['orders'],
  list: calls.comments,
  create: calls.addComment,
  update: calls.editComment,
  remove: calls.removeComment,
});

/** The person's saved searches of a company's sales orders. */
export const savedSearches = resourceOf({ name: 'saved-searches', company: 'seller', ...searchCalls });
