import { compare, formatUsd, greater, isEqual, lesser, type Money, subtract } from '../money';
import type { OrderStatus } from '../orders/status';

/** How an order and its invoice in the books can differ. */
export const FINDING_KINDS = {
  MISSING_THERE: { label: 'Not in the books' },
  MISSING_HERE: { label: 'Only in the books' },
  AMOUNT: { label: 'Amount' },
  CUSTOMER: { label: 'Customer' },
  NUMBER: { label: 'Number' },
  PAID: { label: 'Paid' },
  VOIDED: { label: 'Voided' },
  PAYMENT: { label: 'Payment' },
} as const;
export type FindingKind = keyof typeof FINDING_KINDS;

/** What mends a finding. */
export const FIXES = {
  PUSH: { label: 'Push it' },
  PUSH_AGAIN: { label: 'Push ours again' },
  PROPOSE: { label: 'Take theirs over' },
  MAP: { label: 'Map the customer' },
  NOTE: { label: 'Mark as noted' },
} as const;
export type Fix = keyof typeof FIXES;

/** An order as its invoice should be. */
export type OurInvoice = {
  orderId: number;
  orderNumber: string;
  /** Whether its invoice belongs in the books; false of drafts and the like, and of what a person took back. */
  isDue: boolean;
  /** Whether its invoice, if there ever was one, should be void: of a cancelled, rejected or merged order. */
  isVoid: boolean;
  totalUsd: Money;
  /** What of the total is paid here. */
  paidUsd: Money;
  customerName: string;
  /** Its customer in the books; null while that isn't mapped. */
  customerExternalId: string | null;
  /** The number it should have there; null where the books number by themselves. */
  number: string | null;
  /** Its invoice there, if it was pushed, and what that is marked with. */
  externalId: string | null;
  marker: string | null;
};

/** An invoice as the books have it. */
export type TheirInvoice = {
  id: string;
  number: string | null;
  marker: string | null;
  customerId: string;
  day: string;
  totalUsd: Money;
  balanceUsd: Money;
  isVoid: boolean;
};

/** What of a side a finding is about, in words short enough for a cell. */
export type Found = {
  kind: FindingKind;
  orderId: number | null;
  externalId: string | null;
  ours: string;
  theirs: string;
  fix: Fix;
};

const IN_ORDER = ['ACCEPTED', 'FULFILLED', 'SHIPPED', 'DELIVERED', 'COMPLETE'] as const satisfies OrderStatus[];

/** Whether an order that was never pushed belongs in the books: once accepted, or as far as the status that pushes it. */
export function isInvoiced(status: OrderStatus, pushesFrom: string | null): boolean {
  const names: readonly string[] = IN_ORDER;
  return names.slice(Math.max(0, names.indexOf(pushesFrom ?? ''))).includes(status);
}

/** What of an order's total is paid: never more than the total, as more is the customer's credit. */
export const paidOf = (totalUsd: Money, paidUsd: Money): Money => greater('0', lesser(totalUsd, paidUsd));

type Customers = { nameOf: (externalId: string) => string };

/**
 * Where an order and its invoice differ. A missing or void one is one finding, not several: there is nothing else to
 * compare. `theirs` is null when the books have none.
 */
export function compareInvoice(ours: OurInvoice, theirs: TheirInvoice | null, { nameOf }: Customers): Found[] {
  const { orderId } = ours;
  if (theirs === null) {
    if (!ours.isDue) return [];
    const fix = ours.customerExternalId === null ? 'MAP' : 'PUSH';
    return [{ kind: 'MISSING_THERE', orderId, externalId: null, ours: formatUsd(ours.totalUsd), theirs: 'None', fix }];
  }
  const of = { orderId, externalId: theirs.id };
  if (theirs.isVoid !== ours.isVoid) {
    if (theirs.isVoid) {
      if (!ours.isDue) return [];
      return [{ ...of, kind: 'VOIDED', ours: formatUsd(ours.totalUsd), theirs: 'Void', fix: 'PROPOSE' }];
    }
    return [{ ...of, kind: 'VOIDED', ours: 'Void', theirs: formatUsd(theirs.totalUsd), fix: 'PUSH_AGAIN' }];
  }
  if (theirs.isVoid) return [];
  const found: Found[] = [];
  if (!isEqual(ours.totalUsd, theirs.totalUsd)) {
    const sides = { ours: formatUsd(ours.totalUsd), theirs: formatUsd(theirs.totalUsd) };
    found.push({ ...of, kind: 'AMOUNT', ...sides, fix: 'PUSH_AGAIN' });
  }
  if (ours.customerExternalId !== theirs.customerId) {
    const fix = ours.customerExternalId === null ? 'MAP' : 'PUSH_AGAIN';
    found.push({ ...of, kind: 'CUSTOMER', ours: ours.customerName, theirs: nameOf(theirs.customerId), fix });
  }
  if (ours.number !== null && ours.number !== theirs.number)
    found.push({ ...of, kind: 'NUMBER', ours: ours.number, theirs: theirs.number ?? 'None', fix: 'PROPOSE' });
  const paidThere = subtract(theirs.totalUsd, theirs.balanceUsd);
  const more = compare(paidThere, ours.paidUsd);
  // What is paid of another amount differs by that amount alone.
  if (more !== 0 && !(found[0]?.kind === 'AMOUNT' && isEqual(theirs.balanceUsd, subtract(ours.totalUsd, ours.paidUsd))))
    found.push({
      ...of,
      kind: 'PAID',
      ours: formatUsd(ours.paidUsd),
      theirs: formatUsd(paidThere),
      fix: more > 0 ? 'PROPOSE' : 'PUSH_AGAIN',
    });
  return found;
}

/** An invoice of the books that no order here has; null for a void one, which nobody misses. */
export function missingHere(theirs: TheirInvoice, { nameOf }: Customers): Found | null {
  if (theirs.isVoid) return null;
  const shown = [theirs.number, nameOf(theirs.customerId), formatUsd(theirs.totalUsd)].filter(Boolean).join(', ');
  return { kind: 'MISSING_HERE', orderId: null, externalId: theirs.id, ours: 'None', theirs: shown, fix: 'NOTE' };
}

/** A payment that was pushed, as it should be there. */
export type OurPayment = { orderId: number; externalId: string; amount: Money; isVoid: boolean };
export type TheirPayment = { id: string; amount: Money; isVoid: boolean };

/** Where a payment that was pushed and the books differ; null where they agree. */
export function comparePayment(ours: OurPayment, theirs: TheirPayment | null): Found | null {
  const isVoidThere = theirs === null || theirs.isVoid;
  const of = { kind: 'PAYMENT', orderId: ours.orderId, externalId: ours.externalId } as const;
  if (ours.isVoid && isVoidThere) return null;
  if (!ours.isVoid && theirs !== null && !isVoidThere && isEqual(ours.amount, theirs.amount)) return null;
  const shown = (isVoid: boolean, amount: Money) => (isVoid ? 'Void' : formatUsd(amount));
  const sides = {
    ours: shown(ours.isVoid, ours.amount),
    theirs: theirs === null ? 'None' : shown(theirs.isVoid, theirs.amount),
  };
  return { ...of, ...sides, fix: isVoidThere ? 'PROPOSE' : 'PUSH_AGAIN' };
}

/**
 * Which invoice each order has: the one it was pushed as, else one with its mark, else a live one with its number and, if
 * its customer is mapped, for that customer. `left` are invoices that none of these orders has.
 */
export function pairInvoices<O extends OurInvoice, T extends TheirInvoice>(
  ours: readonly O[],
  theirs: readonly T[],
): { pairs: { ours: O; theirs: T | null }[]; left: T[] } {
  const byId = new Map(theirs.map((one) => [one.id, one]));
  const byMarker = new Map(theirs.flatMap((one) => (one.marker === null ? [] : [[one.marker, one] as const])));
  const byNumber = Map.groupBy(
    theirs.filter(({ number, isVoid }) => number !== null && !isVoid),
    ({ number }) => number as string,
  );
  const used = new Set<string>();
  const pushed = new Set(ours.flatMap(({ externalId }) => externalId ?? []));
  const found = new Map<O, T>();
  const take = (one: O, other: T | undefined) => {
    if (other === undefined || used.has(other.id)) return;
    used.add(other.id);
    found.set(one, other);
  };
  for (const one of ours) if (one.externalId !== null) take(one, byId.get(one.externalId));
  for (const one of ours) if (!found.has(one) && one.marker !== null) take(one, byMarker.get(one.marker));
  for (const one of ours) {
    if (found.has(one) || !one.isDue) continue;
    const isHis = ({ id, customerId }: T) =>
      !pushed.has(id) && !used.has(id) && (one.customerExternalId === null || customerId === one.customerExternalId);
    take(one, byNumber.get(one.number ?? one.orderNumber)?.find(isHis));
  }
  return {
    pairs: ours.map((one) => ({ ours: one, theirs: found.get(one) ?? null })),
    left: theirs.filter(({ id }) => !used.has(id)),
  };
}
