import { anyOf, read, write } from '../../../domain/access/ability';
import {
  type BUYER_ORDER_SORTS,
  orders as calls,
  type ORDER_SORTS,
  purchaseOrders as purchaseCalls,
} from '../../../domain/orders/contract';
import { ORDER_STATUSES } from '../../../domain/orders/status';
import { call } from '../../providers/call';
import { onTopic } from '../../providers/live';
import type { Manifest } from '../../providers/manifest';

const FOUND_AT_MOST = 5;

/** Figures are looked for in an order's number, words in whatever names its other side. */
const filtersFor = (text: string, words: 'customerSearch' | 'productNameSearch') =>
  /^\d+$/.test(text) ? { sellerOrderNumber: text } : { [words]: text };

const sells = anyOf(read('BROWSE_ORDERS'), read('BROWSE_MY_ORDERS'));

/** Orders from the seller's side. */
export const orders: Manifest = {
  name: 'orders',
  label: 'Sales Orders',
  app: 'orders',
  requires: sells,
  writes: anyOf(write('BROWSE_ORDERS'), write('BROWSE_MY_ORDERS')),
  topic: 'orders',
  calls: {
    list: ({ sortBy, ...request }, { orgId, sellerCompanyId }, options) =>
      call(
        calls.search,
        {
          body: {
            orgId,
            companyId: sellerCompanyId ?? undefined,
            sortBy: sortBy as (typeof ORDER_SORTS)[number] | undefined,
            ...request,
          },
        },
        options,
      ),
    one: (id, _scope, options) => call(calls.get, { params: { id: Number(id) } }, options),
  },
  badge: {
    path: '/orders',
    meaning: 'waiting for an answer',
    count: async (scope, options) => {
      if (!scope) return 0;
      const query = { orgId: scope.orgId, companyId: scope.sellerCompanyId ?? undefined };
      return (await call(calls.waiting, { query }, options)).count;
    },
    changes: (again) => onTopic('orders', again),
  },
  finds: async (text, { orgId, sellerCompanyId }, options) => {
    const filters = filtersFor(text, 'customerSearch');
    const body = { orgId, companyId: sellerCompanyId ?? undefined, filters };
    const { results } = await call(calls.search, { body }, options);
    return results.slice(0, FOUND_AT_MOST).map(({ id, orderNumber, customer, status }) => ({
      path: `/orders/${id}`,
      label: `Order ${orderNumber}`,
      hint: `${customer.name}, ${ORDER_STATUSES[status].label}`,
    }));
  },
  screens: [
    { path: 'orders', title: 'Sales Orders', load: () => import('./OrderList'), action: 'list' },
    {
      path: 'orders/:slug',
      title: 'Order',
      load: () => import('./OrderShow'),
      action: 'show',
      requires: anyOf(sells, read('PURCHASE_ORDERS')),
    },
  ],
};

/** Orders from the buyer's side. */
export const purchaseOrders: Manifest = {
  name: 'purchase-orders',
  label: 'Purchase Orders',
  app: 'orders',
  requires: read('PURCHASE_ORDERS'),
  topic: 'orders',
  calls: {
    list: ({ sortBy, ...request }, { orgId, buyerCompanyId }, options) =>
      call(
        purchaseCalls.search,
        {
          body: {
            orgId,
            companyId: buyerCompanyId ?? undefined,
            sortBy: sortBy as (typeof BUYER_ORDER_SORTS)[number] | undefined,
            ...request,
          },
        },
        options,
      ),
    one: (id, { orgId }, options) =>
      call(purchaseCalls.get, { params: { orderId: Number(id) }, query: { orgId } }, options),
  },
  finds: async (text, { orgId, buyerCompanyId }, options) => {
    const filters = filtersFor(text, 'productNameSearch');
    const body = { orgId, companyId: buyerCompanyId ?? undefined, filters };
    const { results } = await call(purchaseCalls.search, { body }, options);
    return results.slice(0, FOUND_AT_MOST).map(({ id, orderNumber, sellerCompany, status }) => ({
      path: `/orders/purchases/${id}`,
      label: `Purchase order ${orderNumber}`,
      hint: `${sellerCompany.name}, ${ORDER_STATUSES[status].label}`,
    }));
  },
  screens: [
    {
      path: 'orders/purchases',
      title: 'Purchase Orders',
      load: () => import('./PurchaseOrderList'),
      action: 'list',
    },
    {
      path: 'orders/purchases/:slug',
      title: 'Purchase Order',
      load: () => import('./PurchaseOrderShow'),
      action: 'show',
    },
  ],
};
