import { add } from '../../../domain/money';
import type { OrderStatus } from '../../../domain/orders/status';
import { available, holdOf } from '../../../domain/orders/stock';
import { fitToStock } from '../../../domain/wholesale/lines';
import type { Db } from '../../db/client';
import { lockStock } from '../../inventory/stock/lock-stock';

type Line = { productId: number; baseQuantity: string; isBackorder: boolean };

/**
 * Lines as they come in: what there isn't enough of waits as backorder, which holds nothing. What the order holds already
 * (`held`) is free to it. The stock stays locked until the transaction ends.
 */
export async function fitLines<L extends Line>(
  db: Db,
  orgId: number,
  lines: readonly L[],
  { status, held = [] }: { status: OrderStatus; held?: readonly Line[] },
): Promise<L[]> {
  const ids = [...new Set([...lines, ...held].map(({ productId }) => productId))];
  if (ids.length === 0 || holdOf(status) === 'none') return [...lines];
  const stock = await lockStock(db, orgId, ids);
  const free = new Map<number, string | null>();
  for (const [id, one] of stock) free.set(id, one.mode === 'UNLIMITED' ? null : available(one));
  for (const line of held) {
    const is = free.get(line.productId);
    const holds = !line.isBackorder && holdOf(status, line) !== 'none';
    if (is !== undefined && is !== null && holds) free.set(line.productId, add(is, line.baseQuantity));
  }
  return fitToStock(lines, free);
}
