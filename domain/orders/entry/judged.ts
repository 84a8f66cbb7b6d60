import { type OrderDiscount, totalsOf } from '../totals';
import type { OrderMessage } from './draft';
import type { JudgedLine } from './judge';

/** What the judged lines come to; null while one has no price or quantity. */
export function judgedTotals(lines: readonly JudgedLine[], discount: OrderDiscount) {
  const totaled = lines.flatMap(({ total, draft }) =>
    total === null ? [] : [{ total, isBackorder: draft.isBackorder }],
  );
  return totaled.length < lines.length ? null : totalsOf(totaled, discount);
}

/** Everything that keeps the lines from being saved, by the line's place and product. */
export function lineMessages(lines: readonly JudgedLine[]): OrderMessage[] {
  return lines.flatMap(({ error, mayWait, draft }, line) =>
    error === undefined || mayWait ? [] : [{ productId: draft.productId, line, message: error }],
  );
}
