import { z } from 'zod';

/** What an event is about; the call that reads its current state by its id, under `/api`. Null where none takes its id alone. */
export const EVENT_SUBJECTS = {
  order: '/seller/orders/:id',
  purchase: '/buyer-orders/:orderId',
  customer: '/customers/:id',
  product: '/products/:id',
  price_schedule: '/price-schedules/:id',
  package: '/inventory/packages/:id',
  harvest: '/harvests/:id',
  intake: null,
  transfer: null,
  share: null,
  deal: '/deals/:offerUuid',
  license: '/licenses/:id',
  message: null,
  endpoint: '/webhook-endpoints/:id',
} as const satisfies Record<string, string | null>;
export type EventSubjectKind = keyof typeof EVENT_SUBJECTS;
export const EVENT_SUBJECT_KINDS = Object.keys(EVENT_SUBJECTS) as [EventSubjectKind, ...EventSubjectKind[]];

/** `isOptIn`: told only to who names it. */
type EventEntry = { subject: EventSubjectKind; says: string; isOptIn?: true };
const about =
  (subject: EventSubjectKind) =>
  (says: string): EventEntry => ({ subject, says });
const [order, purchase, customer, product] = [about('order'), about('purchase'), about('customer'), about('product')];
const [harvest, intake, deal, license] = [about('harvest'), about('intake'), about('deal'), about('license')];

/** Every event an organization can be told of, and what it says. A type is never renamed: programs depend on it. */
export const EVENTS = {
  'order.created': order('A sales order was placed or entered'),
  'order.updated': order('Terms, dates, notes or assignments of a sales order changed'),
  'order.status_changed': order('A sales order went to another status'),
  'order.line_changed': order('Lines of a sales order were added, changed or removed'),
  'payment.recorded': order('A payment was recorded on a sales order'),
  'payment.voided': order('A payment of a sales order was voided'),
  'purchase.created': purchase('A purchase order was placed'),
  'purchase.updated': purchase('A purchase order changed'),
  'purchase.status_changed': purchase('A purchase order went to another status'),
  'customer.created': customer('A customer was added'),
  'customer.updated': customer('A customer changed'),
  'product.created': product('A product was added'),
  'product.updated': product('A product’s details or price changed'),
  'product.stock_changed': product('What can be sold of a product changed'),
  'product.archived': product('A product was archived'),
  'price_schedule.changed': about('price_schedule')('A price schedule changed'),
  'package.changed': about('package')('A package changed'),
  'package.tested': about('package')('A package has new lab results'),
  'harvest.submitted': harvest('A harvest was submitted to the tracking system'),
  'harvest.finished': harvest('A harvest was finished'),
  'intake.confirmed': intake('An intake was confirmed'),
  'intake.discrepancy': intake('An intake differs from its manifest'),
  'transfer.accepted': about('transfer')('A transfer was accepted'),
  'transfer.rejected': about('transfer')('A transfer was rejected'),
  'share.granted': about('share')('A brand or its packages were shared'),
  'share.ended': about('share')('Sharing of a brand or its packages ended'),
  'deal.bid': deal('A bid was placed or countered'),
  'deal.accepted': deal('A bid was accepted'),
  'invoice.pushed': order('An order’s invoice is in the books'),
  'invoice.failed': order('An order’s invoice could not be pushed to the books'),
  'license.sync_completed': license('A license was read from the tracking system'),
  'license.expiring': license('A license is about to expire'),
  'message.created': { ...about('message')('A message was written in a channel'), isOptIn: true },
  'endpoint.disabled': about('endpoint')('A webhook endpoint was switched off'),
  ping: about('endpoint')('Somebody tests an endpoint'),
} as const satisfies Record<string, EventEntry>;
export type EventType = keyof typeof EVENTS;
export const EVENT_TYPES = Object.keys(EVENTS) as [EventType, ...EventType[]];
/** What is told only to who names it. */
export const OPT_IN_EVENTS: readonly EventType[] = EVENT_TYPES.filter((type) => 'isOptIn' in EVENTS[type]);
export const EventTypeSchema = z.enum(EVENT_TYPES);
