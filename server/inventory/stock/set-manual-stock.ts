import { sql } from 'drizzle-orm';
import { badInput } from '../../../domain/errors';
import { isEqual, subtract } from '../../../domain/money';
import type { Ctx } from '../../context';
import { lockStock } from './lock-stock';
import { assertKept, publishStockOuts, writeStock } from './write-stock';

/** A counted stock on hand, in base units. */
export type CountedStock = { productId: number; quantity: string; note?: string };

/**
 * Sets the stock on hand of managed products, and writes an adjustment to each ledger; a few statements for all.
 * `restores` also gives back the figure of products that are no longer managed.
 */
export async function setManualStock(ctx: Ctx, counted: readonly CountedStock[], restores = false): Promise<void> {
  const { orgId } = ctx.membership;
  const stock = await lockStock(
    ctx.db,
    orgId,
    counted.map(({ productId }) => productId),
  );
  const moved = counted.flatMap(({ productId, quantity, note = '' }) => {
    const before = stock.get(productId);
    if (before === undefined || (before.mode !== 'MANUAL' && !restores))
      throw badInput({ quantity: 'Only managed stock is entered by hand' });
    const change = { quantity: subtract(quantity, before.quantity), reserved: '0' };
    if (isEqual(change.quantity, 0)) return [];
    return [{ before, after: { ...before, quantity }, change, by: { kind: 'adjust' as const, note } }];
  });
  if (moved.length === 0) return;
  const written = writeStock(ctx, moved, { orgId, orderId: sql`null::bigint` });
  const { rows } = await ctx.db.execute<{ kept: number }>(sql`with ${written} select count(*) as kept from kept`);
  assertKept(moved, rows[0]?.kept);
  await publishStockOuts(ctx, moved);
}
