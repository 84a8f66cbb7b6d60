import { member, type Requirement, read } from '../access/ability';
import { seesOrders } from '../orders/sees-orders';
import type { EventSubjectKind, EventType } from './catalogue';

/**
 * What it takes to be told of a subject at all, as of the call that reads it; which of them somebody sees is a matter of its
 * rows (`server/events/sees-event.ts`).
 */
export const SUBJECT_ACCESS: Record<EventSubjectKind, Requirement> = {
  order: seesOrders,
  purchase: read('PURCHASE_ORDERS'),
  customer: read('CUSTOMERS'),
  product: read('PRODUCTS'),
  price_schedule: read('PRODUCTS'),
  package: read('INVENTORY'),
  harvest: read('HARVESTS'),
  intake: read('INTAKES'),
  transfer: read('INVENTORY'),
  share: read('ITEM_OWNERS'),
  deal: read('OFFERS'),
  license: read('MANAGE_LICENSES'),
  message: member,
  endpoint: read('MANAGE_ROLES'),
};

/** What some types take beside that: money is nobody's who sees orders without it. */
export const TYPE_ACCESS: Partial<Record<EventType, Requirement>> = {
  'payment.recorded': read('ORDER_PAYMENTS'),
  'payment.voided': read('ORDER_PAYMENTS'),
  'invoice.pushed': read('ORDER_PAYMENTS'),
  'invoice.failed': read('ORDER_PAYMENTS'),
};
