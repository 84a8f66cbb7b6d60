import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { compare, greater, isEqual, type Quantity, subtract } from '../../../domain/money';
import { available, type Stock } from '../../../domain/orders/stock';
import { known, type SetAside } from '../../../domain/wholesale/set-aside';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { orders, productStock } from '../../db/schema';
import { lockStock } from './lock-stock';
import { assertKept, type LockedStock, type Moved, publishStockOuts, type StockCtx, writeStock } from './write-stock';

const KEPT = 'Set aside for the wholesale marketplace';

/** Which of these orders came from the wholesale marketplace; none where nothing of the stock is offered there. */
export async function ordersFromThere(
  db: Db,
  orgId: number,
  stock: ReadonlyMap<number, LockedStock>,
  orderIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (![...stock.values()].some(isOffered)) return new Set();
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.orgId, orgId),
        isOneOf(orders.id, orderIds),
        eq(orders.orderSource, 'WHOLESALE_MARKETPLACE'),
        isNotNull(orders.externalId),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

const isOffered = ({ setAside }: LockedStock): boolean => setAside !== null && setAside !== undefined;

/** What an order from there gives back is offered there again, and set aside at once; null when it gives nothing back. */
export function gains({ before, after }: Moved): (Moved & { before: LockedStock }) | null {
  const gain = subtract(available(after), available(before));
  if (!isOffered(before) || compare(gain, 0) <= 0) return null;
  return reserving({ ...before, ...after }, gain);
}

function reserving(before: LockedStock, more: Quantity): Moved & { before: LockedStock } {
  const after: Stock = { ...before, reserved: subtract(before.reserved, subtract(0, more)) };
  return { before, after, change: { quantity: '0', reserved: more }, by: { note: KEPT } };
}

/** Notes that so much more of locked products is set aside, and that figures they showed before don't allow for it. */
export async function keepForThere(db: Db, orgId: number, more: ReadonlyMap<number, Quantity>): Promise<void> {
  if (more.size === 0) return;
  const [ids, amounts] = [sql.param([...more.keys()]), sql.param([...more.values()])];
  await db.execute(sql`
    update ${productStock} held set set_aside = coalesce(held.set_aside, 0) + kept.amount
      from unnest(${ids}::bigint[], ${amounts}::numeric[]) as kept(product_id, amount)
     where held.org_id = ${orgId} and held.product_id = kept.product_id`);
  await forgetShown(db, orgId, [...more.keys()]);
}

/** An order of theirs was over before it was known here: figures they showed meanwhile may lack what it gave back. */
export async function forgetShown(db: Db, orgId: number, productIds: readonly number[]): Promise<void> {
  await db.execute(sql`
    update wholesale_records record set stock_mark = record.stock_mark + 1, shown = null, shown_at = null
     where record.org_id = ${orgId} and record.kind = 'PRODUCT' and ${isOneOf(sql`record.own_id`, productIds)}`);
}

/**
 * Makes what is set aside of locked products so much, `stock` following, and writes each change to the ledger. Null ends
 * offering a product there.
 */
export async function setSetAside(
  ctx: StockCtx,
  orgId: number,
  stock: Map<number, LockedStock>,
  next: ReadonlyMap<number, Quantity | null>,
): Promise<void> {
  const changed = [...next].filter(([id, held]) => (stock.get(id)?.setAside ?? null) !== held);
  if (changed.length === 0) return;
  const moved = changed.flatMap(([id, held]): Moved[] => {
    const before = stock.get(id);
    if (before === undefined) return [];
    const more = subtract(held ?? '0', before.setAside ?? '0');
    const one = reserving(before, more);
    stock.set(id, { ...before, ...one.after, setAside: held });
    return isEqual(more, 0) ? [] : [one];
  });
  if (moved.length > 0) {
    const written = writeStock(ctx, moved, { orgId, orderId: sql`null::bigint` });
    const { rows } = await ctx.db.execute<{ kept: number }>(sql`with ${written} select count(*) as kept from kept`);
    assertKept(moved, rows[0]?.kept);
  }
  const [ids, amounts] = [sql.param(changed.map(([id]) => id)), sql.param(changed.map(([, held]) => held))];
  await ctx.db.execute(sql`
    update ${productStock} held set set_aside = next.amount
      from unnest(${ids}::bigint[], ${amounts}::numeric[]) as next(product_id, amount)
     where held.org_id = ${orgId} and held.product_id = next.product_id`);
  await publishStockOuts(ctx, moved);
}

/**
 * An order of theirs is about to reserve so much of each product (base units): what is set aside for it is let go first. The
 * order's reservation must follow in the same transaction.
 */
export async function takeFromSetAside(
  ctx: StockCtx,
  orgId: number,
  amounts: ReadonlyMap<number, Quantity>,
): Promise<void> {
  const stock = await lockStock(ctx.db, orgId, [...amounts.keys()]);
  const next = new Map<number, Quantity>();
  for (const [id, amount] of amounts) {
    const held = stock.get(id)?.setAside ?? null;
    if (held !== null) next.set(id, known({ ...UNKNOWN, held }, greater(amount, 0)).held);
  }
  await setSetAside(ctx, orgId, stock, next);
}

const UNKNOWN: Omit<SetAside, 'held'> = { isUnsure: true, sent: null, shown: null };
