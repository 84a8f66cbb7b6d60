import { anyOf } from '../../../domain/access/ability';
import { orders as calls } from '../../../domain/orders/contract';
import { ORDER_STATUSES } from '../../../domain/orders/status';
import { call } from '../../providers/call';
import { onTopic } from '../../providers/live';
import { manifestOf } from '../../providers/manifest';
import { readList } from '../../providers/resource';
import {
  orderComments,
  orderPayments,
  purchaseOrders as purchases,
  orders as resource,
  savedSearches,
} from './resource';

const FOUND_AT_MOST = 5;

/** A number searches order numbers, text the other party's names. */
const filtersFor = (text: string, words: 'customerSearch' | 'productNameSearch') =>
  /^\d+$/.test(text) ? { sellerOrderNumber: text } : { [words]: text };

/** Sales orders. */
export const orders = manifestOf(resource, {
  label: 'Sales Orders',
  app: 'orders',
  resources: [orderPayments, orderComments, savedSearches],
  badge: {
    path: '/orders',
    meaning: 'awaiting acceptance',
    count: async (scope, options) => {
      if (!scope) return 0;
      const query = { orgId: scope.orgId, companyId: scope.sellerCompanyId ?? undefined };
      return (await call(calls.waiting, { query }, options)).count;
    },
    changes: (again) => onTopic('orders', again),
  },
  finds: async (text, scope, options) => {
    const filters = filtersFor(text, 'customerSearch');
    const { results } = await readList(resource, { filters }, scope, options);
    return results.slice(0, FOUND_AT_MOST).map(({ id, orderNumber, customer, status }) => ({
      path: `/orders/${id}`,
      label: `Order ${orderNumber}`,
      hint: `${customer.name}, ${ORDER_STATUSES[status].label}`,
    }));
  },
  screens: [
    {
      path: 'orders',
      title: 'Sales Orders',
      load: () => import('./OrderList'),
      action: 'list',
      nav: { icon: 'orders', order: 1, needs: ['seller-company'] },
    },
    {
      path: 'orders/:slug',
      title: 'Order',
      load: () => import('./OrderShow'),
      action: 'show',
      requires: anyOf(resource.one.requires, purchases.one.requires),
    },
  ],
});

/** Purchase orders. */
export const purchaseOrders = manifestOf(purchases, {
  label: 'Purchase Orders',
  app: 'orders',
  finds: async (text, scope, options) => {
    const filters = filtersFor(text, 'productNameSearch');
    const { results } = await readList(purchases, { filters }, scope, options);
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
      nav: { icon: 'cart', order: 2, needs: ['buyer-company'] },
    },
    {
      path: 'orders/purchases/:slug',
      title: 'Purchase Order',
      load: () => import('./PurchaseOrderShow'),
      action: 'show',
    },
  ],
});
