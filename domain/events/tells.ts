import type { contract } from '../calls';
import type { EventType } from './catalogue';

type Contract = typeof contract;
/** A call's area and verb. */
export type CallName = { [A in keyof Contract & string]: `${A}.${keyof Contract[A] & string}` }[keyof Contract &
  string];

type Types = readonly EventType[];
const STOCK: Types = ['product.stock_changed'];
const PRODUCT: Types = ['product.updated', ...STOCK];
const PACKAGE: Types = ['package.changed', ...STOCK];
const PRICES: Types = ['price_schedule.changed'];
/** Of an order on both sides, with the stock its lines hold. */
const PLACED: Types = ['order.created', 'purchase.created', ...STOCK];
const ORDER: Types = ['order.updated', 'purchase.updated'];
const MOVED: Types = ['order.status_changed', 'purchase.status_changed', 'purchase.created', ...STOCK];
const PAID: Types = ['payment.recorded', 'purchase.updated'];
const VOIDED: Types = ['payment.voided', 'purchase.updated'];
const SHARED: Types = ['share.granted'];
const UNSHARED: Types = ['share.ended'];
const INVOICE: Types = ['invoice.pushed', 'invoice.failed'];

/** The events each call may cause in its own transaction; what it only begins is told by jobs. */
export const CALLS_TELL: { readonly [C in CallName]?: Types } = {
  'carts.checkout': [...PLACED, 'customer.created'],
  'approvals.approve': [...PLACED, 'customer.created'],
  'orderEntry.create': PLACED,
  'orderEntry.clone': PLACED,
  'orderEntry.update': [...ORDER, 'order.line_changed', ...STOCK],
  'orderEntry.shipDates': ORDER,
  'orderEntry.merge': [...PLACED, ...MOVED],
  'orderEntry.unmerge': MOVED,
  'orders.updateBasicInfo': ORDER,
  'orders.transition': MOVED,
  'orders.recordPayment': PAID,
  'orders.voidPayment': VOIDED,
  'orderCredit.apply': PAID,
  'orderProblems.report': ORDER,
  'orderProblems.answer': ORDER,
  'bids.place': [...PLACED, 'deal.bid', 'deal.accepted', 'customer.created'],
  'bids.counter': ['deal.bid', ...STOCK],
  'bids.accept': [...PLACED, 'deal.accepted', 'customer.created'],
  'bids.end': STOCK,
  'offers.update': STOCK,
  'offers.close': STOCK,
  'accountingChanges.accept': [...PAID, 'payment.voided', 'customer.updated', ...INVOICE],
  'bookPushes.push': INVOICE,
  'bookPushes.undo': INVOICE,
  'bookPushes.mend': INVOICE,
  'bookPushes.retryAll': INVOICE,
  'accountingMappings.mapCustomers': INVOICE,
  'accountingMappings.mapProducts': INVOICE,
  'accountingMappings.makeCustomers': INVOICE,
  'accountingMappings.makeProducts': INVOICE,
  'customers.create': ['customer.created'],
  'customers.update': ['customer.updated'],
  'customerImports.apply': ['customer.created', 'customer.updated'],
  'customerImports.undo': ['customer.updated'],
  'customerStatuses.remove': ['customer.updated'],
  'customerServiceZones.remove': ['customer.updated'],
  'serviceZoneMap.updateArea': ['customer.updated'],
  'products.create': ['product.created', ...STOCK],
  'products.update': PRODUCT,
  'products.archive': ['product.archived'],
  'products.restore': PRODUCT,
  'productChanges.apply': [...PRODUCT, 'product.archived'],
  'productChanges.undo': [...PRODUCT, 'product.archived'],
  'productImports.apply': ['product.created', ...PRODUCT, 'product.archived'],
  'productDetails.addImage': PRODUCT,
  'productDetails.setImages': PRODUCT,
  'productDetails.setStock': PRODUCT,
  'productItems.assign': PRODUCT,
  'productItems.unassign': PRODUCT,
  'trackingItems.create': PRODUCT,
  'wholesaleStock.sync': PRODUCT,
  'wholesaleStock.push': PRODUCT,
  'companies.remove': ['product.archived'],
  'companies.setMarketplaceLink': PRODUCT,
  'ownBrands.release': UNSHARED,
  'ownBrands.claim': SHARED,
  'brandInvites.accept': [...SHARED, ...UNSHARED],
  'priceSchedules.create': PRICES,
  'priceSchedules.update': PRICES,
  'priceSchedules.setCustomers': PRICES,
  'priceSchedules.addRule': PRICES,
  'inventory.split': PACKAGE,
  'inventory.setNotes': PACKAGE,
  'reconciliation.markLeft': PRODUCT,
  'reconciliation.accept': PACKAGE,
  'reconciliation.correct': PACKAGE,
  'heldItems.assign': [...STOCK, ...SHARED],
  'heldItems.assignHeld': [...STOCK, ...SHARED],
  'heldItems.unassignHeld': STOCK,
  'itemRules.create': [...STOCK, ...SHARED],
  'licenses.remove': [...PACKAGE, ...UNSHARED],
  'tracking.stopLicenseSync': PACKAGE,
  'harvests.submit': ['harvest.submitted'],
  'harvests.finish': ['harvest.finished'],
  'intakes.confirm': ['intake.confirmed'],
  'intakes.setPackage': ['intake.confirmed', 'intake.discrepancy'],
  'intakes.count': ['intake.discrepancy'],
  'sharedBrands.create': SHARED,
  'sharedBrands.open': SHARED,
  'sharedBrands.remove': UNSHARED,
  'sharedBrands.rescind': UNSHARED,
  'autoSharing.enable': SHARED,
  'webhooks.ping': ['ping'],
  'wholesaleDesk.settle': [...ORDER, ...MOVED, ...PRODUCT, 'order.line_changed'],
};
