import { add, divide, floor, isEqual, type Money, multiply, type Quantity, roundCents } from '../../money';
import { isClosed, type OrderStatus } from '../../orders/status';
import { invoicedOf } from '../../orders/totals';
import { BOOKS_LIMITS } from '../vocabulary';
import { fitText } from './names';

/** An order's line, as it is kept. */
export type InvoicedLine = {
  productId: number;
  productName: string;
  unitOfMeasure: string;
  soldInBulk: boolean;
  unitMultiplier: Quantity;
  quantity: Quantity;
  orderedUnitPrice: Money;
  totalUsd: Money;
  isSample: boolean;
  isBackorder: boolean;
};

/** What of an order its invoice is made of. */
export type InvoicedOrder = {
  status: OrderStatus;
  orderNumber: string;
  customerId: number;
  /** The day it was placed, where its company counts days. */
  day: string;
  dueDay: string | null;
  notes: string;
  subtotalUsd: Money;
  orderDiscountUsd: Money;
  lines: readonly InvoicedLine[];
};

export type InvoiceLine = {
  productId: number;
  description: string;
  quantity: Quantity;
  unitPrice: Money;
  amount: Money;
};

/** An order's invoice as the books should have it, in our ids. */
export type InvoiceContent = {
  customerId: number;
  orderNumber: string;
  day: string;
  dueDay: string | null;
  lines: InvoiceLine[];
  discountUsd: Money;
  totalUsd: Money;
  note: string;
};

/** A payment as the books should have it, in our ids. */
export type PaymentContent = { customerId: number; amount: Money; day: string; note: string };

/** In the order an order comes to them; those at which an invoice can be pushed. */
export const PUSH_STATUSES = [
  'SUBMITTED',
  'ACCEPTED',
  'FULFILLED',
  'SHIPPED',
  'DELIVERED',
  'COMPLETE',
] as const satisfies readonly OrderStatus[];

/** Whether an order in this status is invoiced at all. */
export const isInvoiced = (status: OrderStatus): boolean => PUSH_STATUSES.some((one) => one === status);

/** Whether an order is as far as the status at which invoices are pushed; never where people push them. */
export function reachesPush(status: OrderStatus, pushesFrom: string | null): boolean {
  const order: readonly (string | null)[] = PUSH_STATUSES;
  const from = order.indexOf(pushesFrom);
  return from >= 0 && order.indexOf(status) >= from;
}

/**
 * An order's invoice: its ordinary lines and their share of the discount. Null where there is none: of a draft, an order on
 * backorder or without ordinary lines, and of one that was rejected, cancelled or merged, whose invoice is void.
 */
export function invoiceOf(order: InvoicedOrder): InvoiceContent | null {
  const ordinary = order.lines.filter(({ isBackorder }) => !isBackorder);
  if (!isInvoiced(order.status) || ordinary.length === 0) return null;
  const { orderDiscountUsd, totalUsd } = invoicedOf(
    ordinary.map((line) => ({ total: line.totalUsd, isBackorder: false })),
    order,
  );
  return {
    customerId: order.customerId,
    orderNumber: order.orderNumber,
    day: order.day,
    dueDay: order.dueDay,
    lines: ordinary.map(invoiceLine),
    discountUsd: orderDiscountUsd,
    totalUsd,
    note: fitText(['Order', order.orderNumber, order.notes].join(' ').trim(), BOOKS_LIMITS.privateNote - MARKER_ROOM),
  };
}

/** Characters of a note left for the marker. */
const MARKER_ROOM = 100;

/** What of a payment is pushed: null of one that is void or that isn't to leave us. */
export function paymentOf(payment: {
  customerId: number;
  amount: Money;
  paymentDate: string;
  note: string;
  skipExternalPush: boolean;
  isVoid: boolean;
}): PaymentContent | null {
  if (payment.isVoid || payment.skipExternalPush) return null;
  const { customerId, amount, paymentDate: day, note } = payment;
  return { customerId, amount, day, note: fitText(note, BOOKS_LIMITS.privateNote - MARKER_ROOM) };
}

/** Whether an order's payments stay in the books though its invoice is void there: what arrived is its customer's credit. */
export const keepsPayments = (status: OrderStatus): boolean => isClosed(status);

/**
 * A line whose quantity times price is its amount to the cent. In the unit it was entered in if that price does, then in
 * cases, then at the shortest price that does, and last as one of the whole amount.
 */
export function invoiceLine(line: InvoicedLine): InvoiceLine {
  const { productId, quantity, totalUsd } = line;
  const amount = roundCents(totalUsd);
  const named = line.isSample ? `${line.productName} (sample)` : line.productName;
  const made = (of: Pick<InvoiceLine, 'quantity' | 'unitPrice'>, description = named): InvoiceLine => ({
    productId,
    description,
    quantity: of.quantity,
    unitPrice: of.unitPrice,
    amount,
  });
  if (isEqual(amount, 0)) return made({ quantity: plain(quantity), unitPrice: '0.00' });
  const found = candidates(line).find((one) => isExact(one, amount));
  const isInUnits = line.unitOfMeasure !== 'Case';
  if (found) return made(found, found.isCases && isInUnits ? `${named} (${packed(line)})` : named);
  return made(
    { quantity: '1', unitPrice: amount },
    `${named} (${plain(quantity)} ${line.unitOfMeasure.toLowerCase()})`,
  );
}

type Candidate = { quantity: Quantity; unitPrice: Money; isCases: boolean };

const SHORTEST = 2;
const LONGEST = 7;
/** Decimals of a quantity the books take. */
const QUANTITY_DECIMALS = 5;

function candidates(line: InvoicedLine): Candidate[] {
  const quantity = plain(line.quantity);
  const isPricePerCase = line.soldInBulk && line.unitOfMeasure !== 'Case';
  if (!isPricePerCase)
    return [{ quantity, unitPrice: line.orderedUnitPrice, isCases: false }, ...priced(line, quantity)];
  const cases = divide(quantity, line.unitMultiplier);
  const whole = floor(cases, QUANTITY_DECIMALS);
  const each = divide(line.orderedUnitPrice, line.unitMultiplier);
  const cents = floor(each, SHORTEST);
  return [
    ...(isEqual(cents, each) ? [{ quantity, unitPrice: roundCents(cents), isCases: false }] : []),
    ...(isEqual(whole, cases) ? [{ quantity: whole, unitPrice: line.orderedUnitPrice, isCases: true }] : []),
    ...priced(line, quantity),
  ];
}

/** The prices that come nearest, the shortest first. */
function priced({ totalUsd }: InvoicedLine, quantity: Quantity): Candidate[] {
  const each = divide(totalUsd, quantity);
  const made: Candidate[] = [];
  for (let decimals = SHORTEST; decimals <= LONGEST; decimals++) {
    const below = floor(each, decimals);
    const above = add(below, divide(1, 10 ** decimals));
    for (const unitPrice of [below, above]) made.push({ quantity, unitPrice, isCases: false });
  }
  return made;
}

const isExact = ({ quantity, unitPrice }: Candidate, amount: Money): boolean =>
  roundCents(multiply(quantity, unitPrice)) === amount;

const plain = (quantity: Quantity): Quantity => multiply(quantity, 1);

const packed = ({ quantity, unitMultiplier }: InvoicedLine): string =>
  `${plain(quantity)} units, ${plain(unitMultiplier)} per case`;
