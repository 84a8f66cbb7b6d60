import type { InventoryMode } from '../../../domain/catalogue/vocabulary';
import { lineBaseUnits } from '../../../domain/orders/line';
import type { productStock, stockMovements } from '../../db/schema';
import type { Fate, SeededProduct } from '../catalogue/products';
import type { Row } from '../copy';
import { DAY_MS, type Rows } from '../world';

/** Base units in hundredths: whole numbers, so sums of quarter pounds stay exact and fast. */
export type Hundredths = number;

export type Movement = {
  productId: number;
  orderId: number | null;
  kind: Row<typeof stockMovements>['kind'];
  quantity: Hundredths;
  reserved: Hundredths;
  at: number;
  actorUserId: string | null;
};

type Shelf = {
  orgId: number;
  productId: number;
  mode: InventoryMode;
  batch: Hundredths;
  /** The smallest quantity a buyer can order. */
  least: Hundredths;
  /** Promised in offers. */
  offered: Hundredths;
  fate: Fate;
  quantity: Hundredths;
  reserved: Hundredths;
};

export type Ledger = {
  add(movement: Movement): void;
  /** Rows of all days before this instant's, in time order. Nothing earlier may be added afterwards. */
  settle(until: number): Row<typeof stockMovements>[];
  /** The remaining rows, a final stock count that leaves some products short, and the resulting stock. */
  close(now: number): { movements: Row<typeof stockMovements>[]; stock: Row<typeof productStock>[] };
};

/** Hundredths as a decimal: 225 → '2.25'. */
export const shown = (value: Hundredths): string => String(value / 100);

const LEFT: Record<Exclude<Fate, 'plenty'>, number> = { out: 0, last: 1, low: 3 };

/**
 * The stock ledger, built day by day as orders arrive: whenever reservations would exceed stock, a delivery that
 * morning refills it. So stock is never oversold, and equals the sum of its movements.
 */
export function openLedger(
  products: readonly SeededProduct[],
  { opensAt, scale, offers }: { opensAt: number; scale: number; offers: Rows['offers'] },
): Ledger {
  const shelves = new Map(products.map((product) => [product.row.id, shelfOf(product, scale)]));
  for (const offer of offers) {
    shelfFor(shelves, offer.productId).offered += Math.ceil(Number(lineBaseUnits(offer)) * 100);
  }
  const days = new Map<number, Movement[]>();
  let settled = Math.floor(opensAt / DAY_MS);
  let id = 0;
  for (const shelf of shelves.values()) {
    if (shelf.mode !== 'UNLIMITED') addMovement(days, delivery(shelf, shelf.batch, opensAt, 'opening'));
  }

  const write = (movement: Movement): Row<typeof stockMovements> => {
    const shelf = shelfFor(shelves, movement.productId);
    shelf.quantity += movement.quantity;
    shelf.reserved += movement.reserved;
    return {
      id: ++id,
      orgId: shelf.orgId,
      productId: movement.productId,
      orderId: movement.orderId,
      kind: movement.kind,
      quantityDelta: shown(movement.quantity),
      reservedDelta: shown(movement.reserved),
      actorUserId: movement.actorUserId,
      createdAt: new Date(movement.at),
    };
  };

  const settle = (until: number): Row<typeof stockMovements>[] => {
    const rows: Row<typeof stockMovements>[] = [];
    for (const last = Math.floor(until / DAY_MS); settled < last; settled++) {
      const movements = days.get(settled);
      if (!movements) continue;
      days.delete(settled);
      movements.sort((a, b) => a.at - b.at);
      const deliveries = deliveriesFor(movements, shelves, settled * DAY_MS);
      for (const movement of [...deliveries, ...movements]) rows.push(write(movement));
    }
    return rows;
  };

  return {
    add: (movement) => addMovement(days, movement),
    settle,
    close: (now) => {
      const movements = settle(now + DAY_MS);
      for (const shelf of shelves.values()) {
        const counted = count(shelf, now);
        if (counted) movements.push(write(counted));
      }
      return { movements, stock: [...shelves.values()].map(stockOf) };
    },
  };
}

function shelfOf({ row, kind, fate }: SeededProduct, scale: number): Shelf {
  return {
    orgId: row.orgId,
    productId: row.id,
    mode: row.inventoryManagement as InventoryMode,
    batch: kind.batch * 100 * scale,
    offered: 0,
    least: kind.sellIn === 'Case' ? kind.perCase * 100 : Math.max(kind.order[2], Number(kind.minimumOrder ?? 1) * 100),
    fate,
    quantity: 0,
    reserved: 0,
  };
}

function shelfFor(shelves: Map<number, Shelf>, productId: number): Shelf {
  const shelf = shelves.get(productId);
  if (!shelf) throw new Error(`product ${productId} has no stock`);
  return shelf;
}

function addMovement(days: Map<number, Movement[]>, movement: Movement): void {
  const day = Math.floor(movement.at / DAY_MS);
  const movements = days.get(day);
  if (movements) movements.push(movement);
  else days.set(day, [movement]);
}

function delivery({ productId, mode }: Shelf, quantity: Hundredths, at: number, kind?: Movement['kind']): Movement {
  const usual = mode === 'MANUAL' ? 'adjust' : 'sync';
  return { productId, orderId: null, kind: kind ?? usual, quantity, reserved: 0, at, actorUserId: null };
}

/** What must be delivered in the morning to cover the day's movements. */
function deliveriesFor(movements: readonly Movement[], shelves: Map<number, Shelf>, at: number): Movement[] {
  const running = new Map<number, { quantity: Hundredths; reserved: Hundredths; short: Hundredths }>();
  for (const { productId, quantity, reserved } of movements) {
    const shelf = shelfFor(shelves, productId);
    if (shelf.mode === 'UNLIMITED') continue;
    const run = running.get(productId) ?? { quantity: shelf.quantity, reserved: shelf.reserved, short: 0 };
    run.quantity += quantity;
    run.reserved += reserved;
    run.short = Math.max(run.short, run.reserved - run.quantity, -run.quantity);
    running.set(productId, run);
  }
  return [...running].flatMap(([productId, { short }]) => {
    const shelf = shelfFor(shelves, productId);
    return short > 0 ? [delivery(shelf, Math.ceil(short / shelf.batch) * shelf.batch, at)] : [];
  });
}

/** The final count: adjusts the available stock to the product's intended state, or refills low stock and what is on offer. */
function count(shelf: Shelf, now: number): Movement | undefined {
  if (shelf.mode === 'UNLIMITED') return undefined;
  const available = shelf.quantity - shelf.reserved;
  if (shelf.fate !== 'plenty' && shelf.offered === 0) {
    const change = LEFT[shelf.fate] * shelf.least - available;
    return change === 0 ? undefined : delivery(shelf, change, now);
  }
  const short = Math.max(shelf.batch / 4, shelf.offered) - available;
  return short > 0 ? delivery(shelf, Math.ceil(short / shelf.batch) * shelf.batch, now) : undefined;
}

function stockOf({ productId, orgId, quantity, reserved }: Shelf): Row<typeof productStock> {
  return { productId, orgId, quantity: shown(quantity), reserved: shown(reserved) };
}
