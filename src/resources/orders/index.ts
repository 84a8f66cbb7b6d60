import { anyOf, read, write } from '../../../domain/access/ability';
import { seesOrders } from '../../../domain/orders/sees-orders';
import { countOf } from '../../providers/badges';
import { onTopic } from '../../providers/live';
import type { Manifest } from '../../providers/manifest';

const WRITES = anyOf(write('BROWSE_MY_ORDERS'), write('BROWSE_ORDERS'));
const PURCHASES = read('PURCHASE_ORDERS');

/** Sales orders. */
export const orders: Manifest = {
  name: 'orders',
  label: 'Sales Orders',
  app: 'orders',
  requires: seesOrders,
  writes: WRITES,
  badge: {
    path: '/orders',
    meaning: 'awaiting acceptance',
    count: countOf('orders'),
    changes: (again) => onTopic('orders', again),
  },
  finds: async (...asked) => (await import('./find')).findSalesOrders(...asked),
  acts: [{ label: 'New order', path: '/orders/new', requires: WRITES, icon: 'plus' }],
  days: 'company',
  screens: [
    {
      path: 'orders',
      title: 'Sales Orders',
      load: () => import('./OrderList'),
      action: 'list',
      nav: { icon: 'orders', order: 1, needs: ['seller-company'] },
    },
    {
      path: 'orders/emailed-reports',
      title: 'Scheduled emails',
      load: () => import('../../reports/MailingList'),
      isUnlisted: true,
    },
    {
      path: 'orders/new',
      title: 'New order',
      load: () => import('./entry/OrderNew'),
      action: 'create',
      requires: WRITES,
      isUnlisted: true,
    },
    {
      path: 'orders/:slug',
      title: 'Order',
      load: () => import('./OrderShow'),
      action: 'show',
      requires: anyOf(seesOrders, PURCHASES),
    },
  ],
};

/** Purchase orders. */
export const purchaseOrders: Manifest = {
  name: 'purchase-orders',
  label: 'Purchase Orders',
  app: 'orders',
  requires: PURCHASES,
  badge: {
    path: '/orders/purchases',
    meaning: 'waiting for your approval',
    count: countOf('approvals'),
    changes: (again) => onTopic('carts', again),
  },
  finds: async (...asked) => (await import('./find')).findPurchaseOrders(...asked),
  days: 'reader',
  screens: [
    {
      path: 'orders/purchases',
      title: 'Purchase Orders',
      load: () => import('./purchases/PurchaseOrderList'),
      action: 'list',
      nav: { icon: 'cart', order: 2, needs: ['buyer-company'] },
    },
    {
      path: 'orders/purchases/:slug',
      title: 'Purchase Order',
      load: () => import('./purchases/PurchaseOrderShow'),
      action: 'show',
    },
    {
      path: 'orders/purchases/approvals',
      title: 'Approvals',
      load: () => import('./approvals/ApprovalList'),
    },
    {
      path: 'orders/purchases/approvals/:slug',
      title: 'Approval',
      load: () => import('./approvals/ApprovalShow'),
      isUnlisted: true,
    },
  ],
};
