import { and, eq, or } from 'drizzle-orm';
import { badInput, type FieldErrors } from '../../../domain/errors';
import { formatUsd, isEqual, isMoney } from '../../../domain/money';
import type { OrderDraft, OrderMessage } from '../../../domain/orders/entry/draft';
import { type JudgedLine, judgeLines } from '../../../domain/orders/entry/judge';
import { judgedTotals, lineMessages } from '../../../domain/orders/entry/judged';
import { withHeld } from '../../../domain/orders/entry/needs';
import type { OrderStatus } from '../../../domain/orders/status';
import { holdOf } from '../../../domain/orders/stock';
import type { OrderTotals } from '../../../domain/orders/totals';
import { PriceWhySchema } from '../../../domain/pricing/price';
import { loadProductRows, lockProductRows } from '../../catalogue/menu-products';
import type { Ctx } from '../../context';
import { isOneOf } from '../../db/page';
import { type orderLineItems, products } from '../../db/schema';
import { sellableProducts } from '../../db/visibility';
import { priceRows } from './line-products';

export type LineRow = typeof orderLineItems.$inferSelect;

type Asked = {
  companyId: number;
  status: OrderStatus;
  draft: OrderDraft;
  standing: readonly LineRow[];
  isNewCustomer: boolean;
};

export type Judged =
  | { ok: true; lines: JudgedLine[]; totals: OrderTotals }
  | { ok: false; errorMessages: OrderMessage[]; expectedTotal: string | null };

/**
 * Judges an order's lines as the browser does, with the products' stock locked where its status holds some. What the
 * order itself holds counts as available to it. Products of brands the caller isn't assigned stay on the order but can't
 * be added.
 */
export async function judgeOrder(
  ctx: Ctx,
  { companyId, status, draft, standing, isNewCustomer }: Asked,
): Promise<Judged> {
  const { db, membership } = ctx;
  assertKnownLines(draft, standing);
  const holdsStock = holdOf(status) !== 'none';
  const ids = [...new Set([...draft.lineItems, ...standing].map(({ productId }) => productId))];
  const keptIds = [...new Set(standing.map(({ productId }) => productId))];
  const read = holdsStock ? lockProductRows : loadProductRows;
  const isTheirs = or(isOneOf(products.id, keptIds), sellableProducts(membership));
  const ofCompany = and(eq(products.companyId, companyId), isOneOf(products.id, ids), isTheirs);
  const rows = await read(db, membership.orgId, ofCompany);
  const found = await priceRows(ctx, { customerId: draft.customerId }, rows);
  const known = withHeld(found, status, standing);
  const lines = judgeLines(draft.lineItems, {
    productOf: (id) => known.get(id),
    standing: new Map(standing.map((line) => [line.id, { ...line, priceWhy: PriceWhySchema.parse(line.priceWhy) }])),
    status,
    isNewCustomer,
  });
  const totals = judgedTotals(lines, draft);
  const errorMessages = lineMessages(lines);
  if (totals !== null && errorMessages.length === 0 && !isMoney(totals.subtotalUsd))
    errorMessages.push({ productId: null, line: null, message: 'The order’s total is too large. Split the order.' });
  if (totals === null || errorMessages.length > 0) {
    return {
      ok: false,
      errorMessages,
      expectedTotal: totals !== null && isMoney(totals.totalUsd) ? totals.totalUsd : null,
    };
  }
  const { expectedTotal } = draft;
  if (expectedTotal !== undefined && !isEqual(expectedTotal, totals.totalUsd)) {
    const message = `The total is now ${formatUsd(totals.totalUsd)}, not ${formatUsd(expectedTotal)}. Check the prices and save again.`;
    return {
      ok: false,
      errorMessages: [{ productId: null, line: null, message }],
      expectedTotal: totals.totalUsd,
    };
  }
  return { ok: true, lines, totals };
}

/** A line is changed once, and only by the order it is on. */
function assertKnownLines({ lineItems }: OrderDraft, standing: readonly LineRow[]): void {
  const known = new Set(standing.map(({ id }) => id));
  const errors: FieldErrors = {};
  for (const [place, { id }] of lineItems.entries())
    if (id !== null && !known.delete(id)) errors[`lineItems.${place}.id`] = 'This line is no longer on the order';
  if (Object.keys(errors).length > 0) throw badInput(errors);
}
