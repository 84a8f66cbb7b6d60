import { add, compare, subtract } from '../../../domain/money';
import type { OrderStatus } from '../../../domain/orders/status';
import { available, holdOf } from '../../../domain/orders/stock';
import { fitToStock } from '../../../domain/wholesale/lines';
import { lockStock } from '../../inventory/stock/lock-stock';
import { takeFromSetAside } from '../../inventory/stock/set-aside';
import type { StockCtx } from '../../inventory/stock/write-stock';

type Line = { productId: number; baseQuantity: string; isBackorder: boolean };

/**
 * Lines as they come in: what was set aside for buyers there is theirs first, and what there still isn't enough of waits as
 * backorder, which holds nothing. What the order holds already (`held`) is free to it. The stock stays locked until the transaction ends.
 */
export async function fitLines<L extends Line>(
  ctx: StockCtx,
  orgId: number,
  lines: readonly L[],
  { status, held = [] }: { status: OrderStatus; held?: readonly Line[] },
): Promise<L[]> {
  const ids = [...new Set([...lines, ...held].map(({ productId }) => productId))];
  if (ids.length === 0 || holdOf(status) === 'none') return [...lines];
  const more = new Map<number, string>();
  for (const line of lines) more.set(line.productId, add(more.get(line.productId) ?? '0', line.baseQuantity));
  // What waits as backorder was bought before, too.
  for (const line of held) more.set(line.productId, subtract(more.get(line.productId) ?? '0', line.baseQuantity));
  await takeFromSetAside(ctx, orgId, new Map([...more].filter(([, amount]) => compare(amount, 0) > 0)));
  const stock = await lockStock(ctx.db, orgId, ids);
  const free = new Map<number, string | null>();
  for (const [id, one] of stock) free.set(id, one.mode === 'UNLIMITED' ? null : available(one));
  for (const line of held) {
    const is = free.get(line.productId);
    const holds = !line.isBackorder && holdOf(status, line) !== 'none';
    if (is !== undefined && is !== null && holds) free.set(line.productId, add(is, line.baseQuantity));
  }
  return fitToStock(lines, free);
}
