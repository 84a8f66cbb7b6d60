import { sql } from 'drizzle-orm';
import { compare, isEqual, money, multiply, subtract } from '../../../domain/money';
import { TAKEN_STATUSES } from '../../../domain/orders/stock';
import { isOneOf } from '../../db/page';
import { lockStock } from './lock-stock';
import { type Moved, type StockCtx, writeOrderMovements } from './write-stock';

/**
 * Takes from the stock of products that no longer follow the tracking system what fulfilled orders kept until their
 * packages left: from now on nothing is told of packages.
 */
export async function endTracking(ctx: StockCtx, orgId: number, productIds: readonly number[]): Promise<void> {
  if (productIds.length === 0) return;
  const { db } = ctx;
  const stock = await lockStock(db, orgId, productIds);
  const { rows } = await db.execute<{ orderId: number; productId: number; quantity: string }>(sql`
    select movement.order_id as "orderId", movement.product_id as "productId", sum(movement.reserved_delta) as quantity
      from stock_movements movement
      join orders placed on placed.org_id = ${orgId} and placed.id = movement.order_id
       and placed.status = any (${sql.param([...TAKEN_STATUSES])}::text[])
     where movement.org_id = ${orgId} and ${isOneOf(sql`movement.product_id`, productIds)} and movement.order_id is not null
     group by 1, 2 having sum(movement.reserved_delta) > 0 order by 1, 2`);
  const first = new Map(stock);
  const movements = rows.flatMap(({ orderId, productId, quantity }): (Moved & { orderId: number })[] => {
    const before = stock.get(Number(productId));
    if (before === undefined || isEqual(quantity, 0)) return [];
    const taken = compare(quantity, before.quantity) < 0 ? money(quantity) : before.quantity;
    const after = {
      ...before,
      quantity: subtract(before.quantity, taken),
      reserved: subtract(before.reserved, quantity),
    };
    stock.set(before.productId, after);
    const change = { quantity: multiply(taken, -1), reserved: multiply(quantity, -1) };
    const by = { kind: 'take' as const, note: 'No longer from the tracking system' };
    return [{ before, after, change, by, orderId: Number(orderId) }];
  });
  await writeOrderMovements(ctx, orgId, movements, first);
}
