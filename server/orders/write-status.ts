import { sql } from 'drizzle-orm';
import { subjectOf } from '../../domain/notifications/subjects';
import { ORDER_STATUSES, type OrderStatus, WAITING_STATUSES } from '../../domain/orders/status';
import { holdOf, lineChange } from '../../domain/orders/stock';
import type { Ctx } from '../context';
import { moveStock, type ProductStockChange, type StockMove } from '../inventory/stock/stock';
import type { StockCtx } from '../inventory/stock/write-stock';
import { settledAs } from '../notices/notices';
import type { LineRow } from './entry/judge-order';
import { auditOrder, isSellersOwn, type OrderRecord, publishOrder, tellPurchase } from './find-order';
import { moveSoldLines } from './sold-lines';
import { tellBooks } from './tell-books';

/** What moving an order needs; a job of the platform itself has no person. */
export type StatusCtx = StockCtx &
  Pick<Ctx, 'now' | 'audit' | 'enqueue'> & { readonly membership: Pick<Ctx['membership'], 'orgId'> };

type StatusChange = {
  status: OrderStatus;
  /** Both sides can read it. */
  reason?: string | undefined;
};

type OrderChange = {
  order: OrderRecord;
  /** The day payment is due, where it was counted. */
  countedDueDate?: string | null | undefined;
  /** What else the log says of it. */
  log?: object;
};

/** In which an order waits for its seller. */
const WAITING: ReadonlySet<OrderStatus> = new Set(WAITING_STATUSES);

/** Whether others get what left for it. */
type HandsOver = { handsOver?: boolean };

/**
 * Gives a locked order another status, with the stock its lines hold; `since` as for `moveStock`. Raises SHORT_OF_STOCK.
 * Several orders' stock is locked together before.
 */
export async function writeStatus(
  ctx: StatusCtx,
  { order, lines }: { order: OrderRecord; lines: readonly LineRow[] },
  {
    since,
    log = {},
    handsOver,
    ...change
  }: StatusChange & Pick<OrderChange, 'log'> & Pick<StockMove, 'since'> & HandsOver,
): Promise<void> {
  const { orgId, id: orderId } = order;
  await moveStock(ctx, { orgId, orderId, changes: stockChanges(order, lines, change.status, handsOver), since });
  await writeStatuses(ctx, orgId, [{ order, log }], change);
}

/** Gives locked orders of one seller another status: with what reports read of them, their history and log. */
export async function writeStatuses(
  ctx: StatusCtx,
  orgId: number,
  changes: readonly OrderChange[],
  { status, reason }: StatusChange,
): Promise<void> {
  const { db, now, person } = ctx;
  const moved = changes.map(({ order, countedDueDate, log }) => ({
    order,
    paymentDueDate: countedDueDate === undefined ? order.paymentDueDate : countedDueDate,
    countedDueDate: countedDueDate === undefined ? order.countedDueDate : countedDueDate,
    log,
  }));
  const column = <T>(pick: (one: (typeof moved)[number]) => T) => sql.param(moved.map(pick));
  const ids = column(({ order }) => order.id);
  await db.execute(sql`
    update orders set status = ${status}, payment_due_date = next.due, counted_due_date = next.counted,
           version = orders.version + 1, updated_at = ${now}
      from unnest(${ids}::bigint[], ${column(({ paymentDueDate }) => paymentDueDate)}::date[],
                  ${column(({ countedDueDate }) => countedDueDate)}::date[]) as next (id, due, counted)
     where orders.org_id = ${orgId} and orders.id = next.id`);
  await moveSoldLines(
    db,
    orgId,
    moved.map(({ order }) => order),
    status,
  );
  await db.execute(sql`
    insert into order_transitions (org_id, order_id, from_status, to_status, reason, actor_user_id, created_at)
    select ${orgId}::bigint, moved.id, moved.was, ${status}, ${reason ?? null}::text, ${person.userId}::uuid, ${now}::timestamptz
      from unnest(${ids}::bigint[], ${column(({ order }) => order.status)}::text[]) with ordinality as moved (id, was, place)
     order by moved.place`);
  for (const { order, paymentDueDate, log } of moved) {
    await auditOrder(ctx, orgId, {
      id: order.id,
      before: { status: order.status, paymentDueDate: order.paymentDueDate },
      after: { status, paymentDueDate, ...log, ...(reason && { reason }) },
    });
    await publishOrder(ctx, { ...order, status }, 'order.status_changed');
    if (isSellersOwn(order.status) && !isSellersOwn(status)) await tellPurchase(db, order);
  }
  await tellBooks(
    ctx,
    orgId,
    changes.map(({ order }) => order),
  );
  const settled = changes.filter(({ order }) => WAITING.has(order.status));
  if (settled.length > 0) {
    const subjects = settled.map(({ order }) => subjectOf.order(order.id));
    await ctx.enqueue(settledAs({ orgId, subjects }, ORDER_STATUSES[status].label));
  }
}

/** What a change of status does to the stock its lines hold; `handsOver` as in a `ProductChange`. */
export function stockChanges(
  order: Pick<OrderRecord, 'status'>,
  lines: readonly LineRow[],
  status: OrderStatus,
  handsOver = status === 'COMBINED',
): ProductStockChange[] {
  return lines.map((line) => {
    const quantity = line.baseQuantity;
    const [was, is] = [holdOf(order.status, line), holdOf(status, line)];
    return { productId: line.productId, handsOver, ...lineChange({ hold: was, quantity }, { hold: is, quantity }) };
  });
}
