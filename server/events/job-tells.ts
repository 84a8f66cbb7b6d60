import type { EventType } from '../../domain/events/catalogue';
import type { QueueName } from '../queues';

type Types = readonly EventType[];
const STOCK: Types = ['product.stock_changed'];
const ORDERS: Types = [
  'order.created',
  'order.updated',
  'order.status_changed',
  'order.line_changed',
  'purchase.created',
  'purchase.updated',
  'purchase.status_changed',
  ...STOCK,
];
const PRODUCTS: Types = ['product.created', 'product.updated', 'product.archived', ...STOCK];
const PAYMENTS: Types = ['payment.recorded', 'payment.voided', 'purchase.updated'];
const INVOICES: Types = ['invoice.pushed', 'invoice.failed'];
const TRACKED: Types = ['package.changed', 'product.updated', ...STOCK, 'share.granted', 'license.sync_completed'];

/** The events jobs may cause in their own transactions. */
export const JOBS_TELL: { readonly [Q in QueueName]?: Types } = {
  'bulk-act': [
    ...ORDERS,
    ...PRODUCTS,
    ...PAYMENTS,
    ...INVOICES,
    'customer.created',
    'customer.updated',
    'package.changed',
    'share.granted',
  ],
  'sync-license': TRACKED,
  'read-license': TRACKED,
  'read-history': TRACKED,
  'read-deliveries': ['transfer.accepted', 'transfer.rejected', ...STOCK],
  'read-lab-results': ['package.tested'],
  'send-tracking-writes': ['package.changed', ...STOCK],
  'license-moved': ['customer.updated'],
  'find-watched': ['license.expiring'],
  'expire-deals': STOCK,
  'push-books': INVOICES,
  'follow-books': INVOICES,
  'resume-pushes': INVOICES,
  'read-books': [...PAYMENTS, ...INVOICES, 'customer.updated'],
  'read-books-records': INVOICES,
  'sweep-books': INVOICES,
  'find-due-stock': STOCK,
  'push-wholesale-stock': PRODUCTS,
  'read-wholesale': [...ORDERS, ...PRODUCTS, 'customer.created'],
  'wholesale-hint': [...ORDERS, ...PRODUCTS, 'customer.created'],
  'send-wholesale-order': ORDERS,
  'send-wholesale-product': PRODUCTS,
  'sweep-wholesale': [...ORDERS, ...PRODUCTS],
  'send-marketplace-moves': ORDERS,
};
