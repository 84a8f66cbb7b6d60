import { createHash } from 'node:crypto';
import { compare } from '../../../domain/money';
import { MOST_NOTES } from '../../../domain/orders/limits';
import { lineAmount } from '../../../domain/orders/line';
import { orderTotals } from '../../../domain/orders/totals';
import type { Fields } from '../../../domain/wholesale/reconcile';
import type { TheirOrder } from '../../../domain/wholesale/theirs';
import type { OrderRecord } from '../../orders/find-order';
import type { LineValues } from '../../orders/write-lines';

/** What of an order both sides change, as both keep it. */
export const sharedFields = ({ notes, shipDate }: Pick<OrderRecord, 'notes' | 'shipDate'>): Fields => ({
  notes: notes.trim().slice(0, MOST_SENT),
  shipDate,
});
/** What they take of notes. */
const MOST_SENT = 2_000;
export const theirShared = ({ notes, shipDate }: TheirOrder): Fields => ({
  notes: notes.trim().slice(0, Math.min(MOST_SENT, MOST_NOTES)),
  shipDate,
});

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
