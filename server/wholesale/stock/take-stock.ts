import { sql } from 'drizzle-orm';
import { add, greater, isEqual, subtract } from '../../../domain/money';
import type { StockExchange } from '../../../domain/wholesale/stock-contract';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { lockStock } from '../../inventory/stock/lock-stock';
import { assertKept, type Moved, publishStockOuts, type StockCtx, writeStock } from '../../inventory/stock/write-stock';

/** A product whose stock is inherited, and what is available there in base units. */
export type Inherited = { productId: number; name: string; available: string };

/**
 * Takes over the stock of inherited products. What is on hand here is what is available there and what their own orders
 * reserve here, so that both sides can sell the same; never less than all orders reserve, which stays promised.
 */
export async function takeStock(ctx: StockCtx, orgId: number, read: readonly Inherited[]): Promise<StockExchange[]> {
  const ids = read.map(({ productId }) => productId);
  const stock = await lockStock(ctx.db, orgId, ids);
  const theirs = await reservedByTheirs(ctx.db, orgId, ids);
  const told: StockExchange[] = [];
  const moved: Moved[] = [];
  for (const { productId, name, available } of read) {
    const before = stock.get(productId);
    if (before === undefined || before.mode !== 'INHERITED') continue;
    const wanted = add(available, theirs.get(productId) ?? '0');
    const quantity = greater(wanted, before.reserved);
    const answer = { productId, name, figure: quantity };
    if (isEqual(quantity, before.quantity)) {
      told.push({ ...answer, outcome: 'UNCHANGED', message: 'It already has the figure from there.' });
      continue;
    }
    const note = isEqual(quantity, wanted)
      ? `The wholesale marketplace has ${available} available`
      : `The wholesale marketplace has ${available} available; orders here reserve ${before.reserved}`;
    const change = { quantity: subtract(quantity, before.quantity), reserved: '0' };
    moved.push({ before, after: { ...before, quantity }, change, by: { kind: 'sync', note } });
    told.push({ ...answer, outcome: 'TAKEN', message: `${note}.` });
  }
  if (moved.length > 0) {
    const written = writeStock(ctx, moved, { orgId, orderId: sql`null::bigint` });
    const { rows } = await ctx.db.execute<{ kept: number }>(sql`with ${written} select count(*) as kept from kept`);
    assertKept(moved, rows[0]?.kept);
    await publishStockOuts(ctx, moved);
  }
  await ctx.db.execute(sql`
    update wholesale_records record set stock_due_at = null
     where record.org_id = ${orgId} and record.kind = 'PRODUCT' and ${isOneOf(sql`record.own_id`, ids)}`);
  return told;
}

async function reservedByTheirs(db: Db, orgId: number, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await db.execute<{ id: number; amount: string }>(sql`
    select movement.product_id as id, sum(movement.reserved_delta)::text as amount
      from stock_movements movement
      join orders placed on placed.org_id = ${orgId} and placed.id = movement.order_id
     where movement.org_id = ${orgId} and ${isOneOf(sql`movement.product_id`, ids)}
       and placed.order_source = 'WHOLESALE_MARKETPLACE' and placed.external_id is not null
     group by 1`);
  return new Map(rows.map(({ id, amount }) => [Number(id), amount]));
}
