import { createHash } from 'node:crypto';
import { compare } from '../../../domain/money';
import { lineAmount } from '../../../domain/orders/line';
import { orderTotals } from '../../../domain/orders/totals';
import type { Fields } from '../../../domain/wholesale/reconcile';
import type { TheirOrder } from '../../../domain/wholesale/theirs';
import type { OrderRecord } from '../../orders/find-order';
import type { LineValues } from '../../orders/write-lines';

type Kept = Pick<OrderRecord, 'notes' | 'buyerNotes' | 'shipDate'>;

/**
 * What of an order both sides have, as both keep it: our notes are theirs that only the seller reads, and what buyers read
 * there is what buyers wrote here, so that nothing of ours is shown to them.
 */
export const sharedFields = ({ notes, buyerNotes, shipDate }: Kept): Fields => ({
  internalNotes: notes.trim().slice(0, MOST_SENT),
  notes: buyerNotes.trim().slice(0, MOST_SENT),
  shipDate,
});
/** What they take of notes. */
const MOST_SENT = 2_000;
export const theirShared = ({ notes, internalNotes, shipDate }: TheirOrder): Fields => ({
  internalNotes: internalNotes.trim().slice(0, MOST_SENT),
  notes: notes.trim().slice(0, MOST_SENT),
  shipDate,
});

/** Fields of both as an order here keeps them. */
export const keptFields = ({ notes, internalNotes, shipDate }: Fields): Partial<Kept> => ({
  ...(internalNotes !== undefined && { notes: String(internalNotes) }),
  ...(notes !== undefined && { buyerNotes: String(notes) }),
  ...(shipDate !== undefined && { shipDate: shipDate as string | null }),
});

/** What of ours is ever sent. */
export const SENT_FIELDS: readonly string[] = ['internalNotes', 'shipDate'];

/** Tells whether what they sell and for how much is as it was. */
export const linesDigest = ({ lines, discount, discountType }: TheirOrder): string =>
  createHash('sha256').update(JSON.stringify({ lines, discount, discountType })).digest('base64url').slice(0, 22);

/** An order's money by its lines and their discount, as the order keeps it. */
export function moneyOf(lines: readonly Omit<LineValues, 'id'>[], { discount, discountType }: TheirOrder) {
  const kept = compare(discount, 0) > 0 ? discount : '0';
  const { lineTotals: _, ...totals } = orderTotals({
    lines: lines.map((line) => ({ ...line, ...lineAmount({ ...line, unitPrice: line.orderedUnitPrice }) })),
    discountType,
    discount: kept,
  });
  return { ...totals, discountType, discount: kept, lineItemCount: lines.length };
}
