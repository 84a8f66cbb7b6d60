import { and, asc, eq } from 'drizzle-orm';
import { assertCurrent, DomainError, notFound } from '../../domain/errors';
import { assertMayMove, type MarketplaceLink } from '../../domain/integrations/marketplace';
import { add } from '../../domain/money';
import { subjectOf } from '../../domain/notifications/subjects';
import type { orders as contract } from '../../domain/orders/contract';
import { checksCredit, unpaidUsd, usesCredit } from '../../domain/orders/payments/credit';
import { whyNotSent } from '../../domain/orders/sendable';
import { countsDueDate } from '../../domain/orders/ship-dates';
import { availableTransitions, type OrderStatus, type TransitionActor } from '../../domain/orders/status';
import { eachOf, type Outcomes, type Subject } from '../bulk/bulk';
import { loadQuantityRules } from '../catalogue/menu-products';
import type { Ctx } from '../context';
import { type CreditOverride, judgeCredit, lockCredits } from '../customers/credit';
import { isOneOf } from '../db/page';
import { orderLineItems, products } from '../db/schema';
import type { Verb } from '../implement';
import { enqueueMarketplaceMove, marketplaceLink } from '../integrations/wholesale/marketplace-moves';
import { openStock } from '../inventory/stock/stock';
import { noticeOf } from '../notices/notices';
import { countDueDates } from './due-dates';
import type { LineRow } from './entry/judge-order';
import type { OrderRecord } from './find-order';
import { noteStatus } from './news/note-news';
import { allowedActor, type Locked, lockAt, lockForTransition } from './transition-actors';
import { stockChanges, writeStatuses } from './write-status';

/**
 * Changes an order's status, with the stock its lines hold. The caller acts as seller or buyer, whichever their
 * organization is. Raises STALE if the order changed since the given version, ILLEGAL_TRANSITION with what is possible
 * instead, FORBIDDEN, SHORT_OF_STOCK, NOT_FOUND, CONFLICT for an order without lines or a draft of what isn't sold now, CREDIT_STOP if the customer's hold or credit limit blocks it and no
 * authorized person gave a reason, and WRITE_ACCESS_REQUIRED if the wholesale marketplace the order came from couldn't
 * be notified.
 */
export const transitionOrder: Verb<typeof contract.transition> = async (ctx, { params: { id }, body }) => {
  const locked = await lockForTransition(ctx, id);
  assertCurrent('This order', locked.order, body.version);
  const { outcomes, moved } = await move(ctx, locked.order.orgId, new Map([[id, locked]]), body);
  const [one] = moved;
  if (one === undefined) throw outcomes.get(id);
  const { status } = body;
  return {
    status,
    availableTransitions: availableTransitions({ status, ...one.actor }),
    version: one.order.version + 1,
  };
};

/**
 * Changes the status of many sales orders in the given order, each with the refusals and everything else of
 * `transitionOrder`.
 */
export async function transitionEach(
  ctx: Ctx,
  subjects: readonly Subject[],
  { status }: { status: OrderStatus },
): Promise<Outcomes> {
  const { orgId } = ctx.membership;
  const ids = subjects.map(({ id }) => id);
  const found = new Map((await lockAt(ctx, orgId, ids)).map((one) => [one.order.id, one]));
  return (await move(ctx, orgId, new Map(ids.map((id) => [id, found.get(id)])), { status })).outcomes;
}

type Change = { status: OrderStatus; reason?: string | undefined; overrideReason?: string | undefined };
type Allowed = { order: OrderRecord; actor: TransitionActor; link: MarketplaceLink };
type Moved = Allowed & { countedDueDate: string | null | undefined; override: CreditOverride | null };

/**
 * Moves locked orders of one seller on, as far as they may be and in the given order; read, locked and written together.
 * Orders are locked by id, then customers, then stock, as every caller does.
 */
async function move(
  ctx: Ctx,
  orgId: number,
  locked: ReadonlyMap<number, Locked | undefined>,
  { status, reason, overrideReason }: Change,
): Promise<{ outcomes: Outcomes; moved: Moved[] }> {
  const { db, membership } = ctx;
  const allowed = new Map<number, Allowed>();
  const refused = await eachOf(locked, async (one, id) => {
    if (one === undefined) throw notFound('Order');
    const actor = allowedActor(membership, one, status);
    const link = await marketplaceLink(db, one.order);
    assertMayMove(actor.side, link);
    allowed.set(id, { order: one.order, actor, link });
  });
  if (allowed.size === 0) return { outcomes: refused, moved: [] };
  const found = [...allowed.values()].map(({ order }) => order);
  const checked = found.filter((order) => checksCredit(order.status, status));
  const credits = await lockCredits(db, orgId, customersOf(checked));
  const dueDates = await findDueDates(ctx, orgId, found, status);
  const lines = await linesOf(ctx, orgId, found);
  const productOf = await findSellable(ctx, orgId, lines);
  const stock = await openStock(
    ctx,
    orgId,
    found.map((order) => ({ orderId: order.id, changes: stockChanges(order, lines.get(order.id) ?? [], status) })),
  );
  const moved: Moved[] = [];
  const outcomes = await eachOf(allowed, (one, id) => {
    const { order } = one;
    const whyNot = whyNotSent(order, status, lines.get(id) ?? [], productOf);
    if (whyNot !== null) throw new DomainError('CONFLICT', whyNot);
    const credit = checksCredit(order.status, status) ? credits.get(order.customerId) : undefined;
    const override = credit ? judgeCredit(membership, credit, order, { status, overrideReason }) : null;
    stock.move(id);
    if (credit && usesCredit(status)) credit.owedUsd = add(credit.owedUsd, unpaidUsd(order));
    moved.push({ ...one, override, countedDueDate: dueDates.get(id) });
  });
  if (moved.length > 0) {
    await stock.write();
    await write(ctx, orgId, moved, { status, reason });
  }
  return { outcomes: new Map([...refused, ...outcomes]), moved };
}

/** Writes the moves, and tells whoever else is concerned. */
async function write(ctx: Ctx, orgId: number, moved: readonly Moved[], { status, reason }: Change): Promise<void> {
  const acted = moved.filter(({ actor }) => actor.side === 'seller').map(({ order }) => order);
  await noteStatus(ctx, orgId, acted, status);
  await writeStatuses(
    ctx,
    orgId,
    moved.map(({ order, actor, countedDueDate, override }) => ({
      order,
      countedDueDate,
      log: { as: actor.side, ...(override && { creditOverride: override }) },
    })),
    { status, reason },
  );
  for (const { order, actor, link } of moved) {
    await enqueueMarketplaceMove(ctx, { order, to: status, link });
    if (actor.side === 'buyer' && status === 'CANCELLED') {
      await ctx.enqueue({ name: 'order-cancelled', data: { orgId, orderId: order.id } });
      const payload = { about: 'ORDER_CANCELLED' as const, orderId: order.id };
      await ctx.enqueue(noticeOf(ctx, { type: 'CUSTOM', orgId, subject: subjectOf.orderCancelled(order.id), payload }));
    }
  }
}

const customersOf = (found: readonly OrderRecord[]) => [...new Set(found.map(({ customerId }) => customerId))];

/** The day payment is due, of the orders that get one when they are accepted, by `countsDueDate`. */
const findDueDates = (ctx: Ctx, orgId: number, found: readonly OrderRecord[], to: OrderStatus) =>
  countDueDates(
    ctx,
    orgId,
    to === 'ACCEPTED' ? found.filter((order) => countsDueDate(order, checksCredit(order.status, to))) : [],
  );

async function linesOf({ db }: Ctx, orgId: number, found: readonly OrderRecord[]): Promise<Map<number, LineRow[]>> {
  const ids = found.map(({ id }) => id);
  const rows = await db
    .select()
    .from(orderLineItems)
    .where(and(eq(orderLineItems.orgId, orgId), isOneOf(orderLineItems.orderId, ids)))
    .orderBy(asc(orderLineItems.orderId), asc(orderLineItems.position));
  return Map.groupBy(rows, ({ orderId }) => orderId);
}

/** Whether the products of these are still sold, and in which quantities. */
async function findSellable({ db }: Ctx, orgId: number, lines: ReadonlyMap<number, readonly LineRow[]>) {
  const ids = [...new Set([...lines.values()].flat().map(({ productId }) => productId))];
  const rows = ids.length === 0 ? [] : await loadQuantityRules(db, orgId, isOneOf(products.id, ids));
  const found = new Map(rows.map((row) => [row.id, row] as const));
  return (productId: number) => found.get(productId);
}
