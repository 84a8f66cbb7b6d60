import { shortDay } from '../../dates';
import { compare } from '../../money';
import { type OrderStatus, statusPhrase } from '../../orders/status';
import { BOOKS_LIMITS } from '../vocabulary';
import type { SendFault } from './followed';
import { type InvoiceContent, isInvoiced } from './invoice';

/** What a person does about a problem, or where they are led. */
export const MEND_ACTS = [
  'MAP_CUSTOMER',
  'MAP_PRODUCT',
  'SETTINGS',
  'CONNECT',
  'REOPEN',
  'RENUMBER',
  'OVERWRITE',
  'OPEN_ORDER',
  'RETRY',
] as const;
export type MendAct = (typeof MEND_ACTS)[number];

/** `id` is our customer, product or order that is meant; null where none is. */
export type PushError = { fault: SendFault; message: string; mend: { act: MendAct; id: number | null } };

/** A record of the books something of ours is matched with. */
export type Matched = { externalId: string; name: string; isActive: boolean };

/** What sending takes besides the content: how the books are kept, and what is matched. */
export type PushMeans = {
  takesOurNumbers: boolean;
  allowsDiscount: boolean;
  closedUntil: string | null;
  discountAccountId: string | null;
  customer: Matched | null;
  items: ReadonlyMap<number, Matched>;
};

type Judged = { id: number; status: OrderStatus; customerId: number; customerName: string };

/** What of an order would not be taken, and how to mend it; none if it can be sent. `invoice` as by `invoiceOf`. */
export function pushErrors(order: Judged, invoice: InvoiceContent | null, means: PushMeans | null): PushError[] {
  const openOrder = { act: 'OPEN_ORDER', id: order.id } as const;
  if (means === null)
    return [
      error('NO_CONNECTION', 'Its company isn’t connected to an accounting service.', { act: 'CONNECT', id: null }),
    ];
  if (!isInvoiced(order.status))
    return [error('NOT_INVOICED', `It is ${statusPhrase(order.status)}, so it has no invoice.`, openOrder)];
  if (invoice === null)
    return [
      error('NO_LINES', 'It has no lines to invoice. Add lines, or move its backorder lines to the order.', openOrder),
    ];
  return [...customerErrors(order, means), ...productErrors(invoice, means), ...bookErrors(invoice, means)];
}

const error = (fault: SendFault, message: string, mend: PushError['mend']): PushError => ({ fault, message, mend });

function customerErrors({ customerId, customerName }: Judged, { customer }: PushMeans): PushError[] {
  if (customer === null) {
    const message = `${customerName} isn’t matched with a customer in your books.`;
    return [error('UNMAPPED_CUSTOMER', message, { act: 'MAP_CUSTOMER', id: customerId })];
  }
  return customer.isActive ? [] : [inactive(customer, 'customer')];
}

function productErrors({ lines }: InvoiceContent, { items }: PushMeans): PushError[] {
  const products = new Map(lines.map(({ productId, description }) => [productId, description]));
  return [...products].flatMap(([id, name]) => {
    const item = items.get(id);
    if (item === undefined)
      return [
        error('UNMAPPED_PRODUCT', `${name} isn’t matched with an item in your books.`, { act: 'MAP_PRODUCT', id }),
      ];
    return item.isActive ? [] : [inactive(item, 'item')];
  });
}

const inactive = ({ name }: Matched, what: string): PushError =>
  error('INACTIVE_REFERENCE', `The ${what} ${name} is inactive in your books.`, { act: 'REOPEN', id: null });

function bookErrors(invoice: InvoiceContent, means: PushMeans): PushError[] {
  const { closedUntil } = means;
  const found: PushError[] = [];
  if (closedUntil !== null && invoice.day <= closedUntil) {
    const message = `Your books are closed through ${shortDay(closedUntil)}, and this order is of ${shortDay(invoice.day)}. Open that period there, then try again.`;
    found.push(error('CLOSED_PERIOD', message, { act: 'RETRY', id: null }));
  }
  if (compare(invoice.discountUsd, 0) === 0) return found;
  if (!means.allowsDiscount)
    found.push(
      error('NO_DISCOUNTS', 'Discounts are switched off in your books. Switch them on there, then try again.', {
        act: 'RETRY',
        id: null,
      }),
    );
  if (means.discountAccountId === null)
    found.push(
      error('NO_DISCOUNT_ACCOUNT', 'Choose the account for order discounts in the accounting settings.', {
        act: 'SETTINGS',
        id: null,
      }),
    );
  return found;
}

/** What of an order the books take only in part; told before it is sent. */
export function pushNotes(orderNumber: string, { takesOurNumbers }: Pick<PushMeans, 'takesOurNumbers'>): string[] {
  if (!takesOurNumbers) return ['Your books number invoices themselves, so this one gets another number there.'];
  return [...orderNumber].length > BOOKS_LIMITS.docNumber
    ? [`Its number is cut to ${BOOKS_LIMITS.docNumber} characters there.`]
    : [];
}

const SENTENCES: Partial<Record<SendFault, string>> = {
  DUPLICATE_NUMBER: 'Another invoice in your books has this number. Give this one another.',
  INACTIVE_REFERENCE: 'Its customer or an item on it is inactive in your books.',
  CLOSED_PERIOD: 'Your books are closed for its date. Open that period there, then try again.',
  LINKED_PAYMENT:
    'Your books won’t change it because a payment or deposit is linked to it there. Unlink it, then try again.',
  CHANGED_THERE: 'It was changed in your books. Look at it there, then overwrite it or leave it.',
};

/** A stored problem in a sentence: ours for what we know, else what the books said. */
export const explainFault = (fault: SendFault, theirs: string): string =>
  SENTENCES[fault] ?? (theirs.trim() === '' ? 'Your books didn’t take it.' : theirs);

const MENDS: Partial<Record<SendFault, MendAct>> = {
  UNMAPPED_CUSTOMER: 'MAP_CUSTOMER',
  UNMAPPED_PRODUCT: 'MAP_PRODUCT',
  NO_DISCOUNT_ACCOUNT: 'SETTINGS',
  NO_CONNECTION: 'CONNECT',
  AUTH: 'CONNECT',
  ENDED: 'CONNECT',
  INACTIVE_REFERENCE: 'REOPEN',
  DUPLICATE_NUMBER: 'RENUMBER',
  CHANGED_THERE: 'OVERWRITE',
  NOT_INVOICED: 'OPEN_ORDER',
  NO_LINES: 'OPEN_ORDER',
};

/** What mends a fault. */
export const mendOf = (fault: SendFault): MendAct => MENDS[fault] ?? 'RETRY';
