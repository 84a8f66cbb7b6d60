import { z } from 'zod';
import { Instant, RowId } from '../contract/endpoint';
import { choices, defineFilters, flag, text } from '../filters';
import { compare, formatUsd, isEqual, lesser, type Money, subtract } from '../money';
import { PROPOSAL_KINDS, PROPOSAL_STATES, type ProposalKind } from './vocabulary';

export const PROPOSALS: Record<ProposalKind, { label: string; accept: string | null }> = {
  PAID: { label: 'Paid', accept: 'Record the payment' },
  PAYMENT_VOIDED: { label: 'Payment voided', accept: 'Void the payment' },
  VOIDED: { label: 'Invoice voided', accept: 'Leave it out of the books' },
  AMOUNT: { label: 'Amount changed', accept: null },
  NUMBER: { label: 'Number changed', accept: 'Take the number' },
  CUSTOMER: { label: 'Customer changed', accept: 'Map the customer' },
  RENAMED: { label: 'Renamed', accept: 'Take the name' },
};

/** Kinds that may be taken over without asking. A customer's mapping and an order's amount are decided by people. */
export const AUTOMATIC_KINDS = [
  'PAID',
  'PAYMENT_VOIDED',
  'VOIDED',
  'NUMBER',
  'RENAMED',
] as const satisfies ProposalKind[];

/** A side of a change: as people read it, and what taking it over needs. */
export type Side = {
  shown: string;
  /** Our document's revision when it was noticed. */
  revision?: number;
  documentId?: number;
  paymentId?: number;
  amount?: Money;
  /** What of the invoice was paid there when a payment was noticed. */
  paidThere?: Money;
  day?: string;
  name?: string;
  customerId?: string;
  number?: string | null;
  /** Which of ours a renamed record is mapped to: a customer or a product. */
  of?: 'CUSTOMER' | 'ITEM';
  /** The invoice a payment is for. */
  invoiceId?: string;
};

export type NewProposal = {
  kind: ProposalKind;
  externalId: string;
  externalVersion: string;
  orderId: number | null;
  ours: Side;
  theirs: Side;
};

/** What of an invoice both sides have. */
export type Stated = { totalUsd: Money; customerId: string; number: string | null };

/** An invoice of ours as it was sent and as it should be; null is void. */
export type SentInvoice = {
  documentId: number;
  orderId: number;
  revision: number;
  externalVersion: string | null;
  sent: Stated | null;
  wanted: Stated | null;
};
/** What the books say of it. */
export type SeenInvoice = Stated & { id: string; version: string; isVoid: boolean };

type Names = { customerNameOf: (externalId: string) => string };

/**
 * What somebody changed about an invoice in the books. What is as we sent it, or as we are about to, is no change: it is our
 * own writing that comes back.
 */
export function invoiceChanges(ours: SentInvoice, theirs: SeenInvoice, { customerNameOf }: Names): NewProposal[] {
  if (theirs.version === ours.externalVersion) return [];
  if (agrees(ours.sent, theirs) || agrees(ours.wanted, theirs)) return [];
  const was = ours.sent ?? ours.wanted;
  if (was === null) return [];
  const base = {
    externalId: theirs.id,
    externalVersion: theirs.version,
    orderId: ours.orderId,
  };
  const own = { revision: ours.revision, documentId: ours.documentId };
  if (theirs.isVoid) {
    const sides = { ours: { ...own, shown: formatUsd(was.totalUsd) }, theirs: { shown: 'Void' } };
    return [{ ...base, kind: 'VOIDED', ...sides }];
  }
  const found: NewProposal[] = [];
  if (!isEqual(was.totalUsd, theirs.totalUsd))
    found.push({
      ...base,
      kind: 'AMOUNT',
      ours: { ...own, shown: formatUsd(was.totalUsd), amount: was.totalUsd },
      theirs: { shown: formatUsd(theirs.totalUsd), amount: theirs.totalUsd },
    });
  if (was.customerId !== theirs.customerId)
    found.push({
      ...base,
      kind: 'CUSTOMER',
      ours: { ...own, shown: customerNameOf(was.customerId), customerId: was.customerId },
      theirs: { shown: customerNameOf(theirs.customerId), customerId: theirs.customerId },
    });
  // Where the books number by themselves, the first number is no change.
  if (was.number !== null && was.number !== theirs.number)
    found.push({
      ...base,
      kind: 'NUMBER',
      ours: { ...own, shown: was.number, number: was.number },
      theirs: { shown: theirs.number ?? 'None', number: theirs.number },
    });
  return found;
}

function agrees(ours: Stated | null, theirs: SeenInvoice): boolean {
  if (ours === null) return theirs.isVoid;
  if (theirs.isVoid) return false;
  return (
    isEqual(ours.totalUsd, theirs.totalUsd) &&
    ours.customerId === theirs.customerId &&
    (ours.number === null || ours.number === theirs.number)
  );
}

/** What of a payment made in the books an order gets: no more than its invoice has paid there beyond what is here. */
export function shareOf(amount: Money, { paidThere, paidHere }: { paidThere: Money; paidHere: Money }): Money | null {
  const share = lesser(amount, subtract(paidThere, paidHere));
  return compare(share, '0') > 0 ? share : null;
}

const keysOf = <Value extends string>(of: Record<Value, unknown>) => z.enum(Object.keys(of) as [Value, ...Value[]]);

/** A change made in the books, as the inbox lists it. */
export const Proposal = z.strictObject({
  id: RowId,
  kind: keysOf<ProposalKind>(PROPOSALS),
  order: z.strictObject({ id: RowId, orderNumber: z.string(), customerName: z.string() }).nullable(),
  ours: z.string(),
  theirs: z.string(),
  found: Instant,
  state: z.enum(PROPOSAL_STATES),
  decided: Instant.nullable(),
  /** Null when it was taken over without asking, or was out of date. */
  decidedBy: z.string().nullable(),
});
export type Proposal = z.infer<typeof Proposal>;

export const proposalFilters = defineFilters({
  searchTerm: text('Order or customer'),
  kinds: choices(
    'Kind',
    PROPOSAL_KINDS.map((value) => ({ value, label: PROPOSALS[value].label })),
  ),
  decided: flag('Decided'),
});

type Decidable = Pick<Proposal, 'kind' | 'state'>;

/** Why a change can't be taken over; null when it can. */
export function whyNotAccept({ kind, state }: Decidable): string | null {
  if (state !== 'OPEN') return state === 'ACCEPTED' ? 'It’s accepted already.' : 'It’s dismissed already.';
  if (kind === 'AMOUNT') return 'An order’s amount follows its lines. Edit the order, or push ours again.';
  return null;
}

/** Why a change can't be dismissed; null when it can. */
export const whyNotDismiss = ({ state }: Decidable): string | null =>
  state === 'OPEN' ? null : whyNotAccept({ kind: 'PAID', state });

/** Why ours can't be pushed again instead; null when it can: only what is an invoice's own. */
export function whyNotRestore({ kind, state }: Decidable): string | null {
  if (state !== 'OPEN') return whyNotDismiss({ kind, state });
  return kind === 'AMOUNT' || kind === 'NUMBER' || kind === 'CUSTOMER' || kind === 'VOIDED'
    ? null
    : 'Only a changed invoice can be pushed again.';
}
