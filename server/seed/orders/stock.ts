import type { OrderStatus } from '../../../domain/orders/status';
import { type StockEffectKind, stockEffect } from '../../../domain/orders/stock';
import type { Movement } from './ledger';
import type { SeededLine } from './lines';
import type { Step } from './path';

const KINDS: Partial<Record<StockEffectKind, Movement['kind']>> = {
  reserve: 'reserve',
  release: 'release',
  take: 'take',
  return: 'return',
};

/** The effect of each status change on each line's stock, by the ledger's rule. */
export function movementsOf(
  lines: readonly SeededLine[],
  { orderId, path, actors }: { orderId: number; path: readonly Step[]; actors: readonly string[] },
): Movement[] {
  return path.flatMap(({ from, to, at }, index) =>
    lines.flatMap(({ product, held, isBackorder }): Movement[] => {
      const effect = effectOf(from, to, isBackorder);
      const kind = KINDS[effect.kind];
      if (!kind) return [];
      const isCounted = product.row.inventoryManagement !== 'UNLIMITED';
      return [
        {
          productId: product.row.id,
          orderId,
          kind,
          quantity: isCounted ? effect.quantity * held : 0,
          reserved: effect.reserved * held,
          at,
          actorUserId: actors[index] ?? null,
        },
      ];
    }),
  );
}

/** A merge transfers reservations: each source releases its own as the merged order takes them. */
function effectOf(from: OrderStatus | null, to: OrderStatus, isBackorder: boolean) {
  return stockEffect(from ?? 'DRAFT', to === 'COMBINED' ? 'CANCELLED' : to, { isBackorder });
}
