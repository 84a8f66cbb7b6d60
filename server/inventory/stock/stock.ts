import { sql } from 'drizzle-orm';
import { caseInventory, shortage } from '../../../domain/catalogue/units/quantity';
import { DomainError, type FieldErrors } from '../../../domain/errors';
import type { Claim } from '../../../domain/inventory/departures';
import { add, compare, money, type Quantity, subtract } from '../../../domain/money';
import { applyChange, available, type StockChange } from '../../../domain/orders/stock';
import { reassign } from './departures';
import { lockStock } from './lock-stock';
import { isNothing, ledgersOf, type ProductChange, writeClaims } from './order-ledger';
import { gains, keepForThere, ordersFromThere } from './set-aside';
import {
  assertKept,
  type LockedStock,
  type Moved,
  publishStockOuts,
  type StockCtx,
  writeOrderMovements,
  writeStock,
} from './write-stock';

/** An addition to a product's ledger, in base units; negative removes. An order's says what its lines need, too. */
export type ProductStockChange = ProductChange & { productId: number };

/** The changes to apply. */
export type StockMove = {
  /** Whose products they are. */
  orgId: number;
  orderId: number | null;
  changes: readonly ProductStockChange[];
  /** The stock as it was locked before other orders gave up what this one takes over; by default as it is. */
  since?: ReadonlyMap<number, LockedStock> | undefined;
  /** What the ledger says of it, without an order. */
  note?: string;
};

/**
 * Applies changes of `domain/inventory/stock` to the ledger, all or none, and writes a movement for each product.
 * Call it once for all lines of an order, inside a transaction, after the order's own row (or cart's) is locked: stock
 * is locked in product-id order, so callers don't deadlock. Changes of one product are summed; zero changes are dropped.
 * Unlimited products are never short but track reservations. An order returns only what its own movements say it holds.
 *
 * `changes` are in base units, as `stockChange(before, after)` returns them for a line. Raises SHORT_OF_STOCK with a
 * message per product under `products.<id>` and `{ products: [{ productId, productName, wanted, available }] }` as
 * object; `available` (base units) is null for callers the seller hides quantities from.
 */
export async function moveStock(ctx: StockCtx, { orgId, orderId, changes, since, note }: StockMove): Promise<void> {
  const wanted = sumByProduct(changes);
  if (wanted.size === 0) return;
  const stock = await lockStock(ctx.db, orgId, [...wanted.keys()]);
  if (orderId !== null) {
    const opened = await openLocked(ctx, orgId, stock, new Map([[orderId, wanted]]), since);
    opened.move(orderId);
    await opened.write();
    return;
  }
  const by = note === undefined ? {} : { by: { note } };
  const moved = applyChanges(ctx, stock, wanted, since).map((one) => ({ ...one, ...by }));
  if (moved.length === 0) return;
  const written = writeStock(ctx, moved, { orgId, orderId: sql`${orderId}::bigint` });
  const { rows } = await ctx.db.execute<{ kept: number }>(sql`with ${written} select count(*) as kept from kept`);
  assertKept(moved, rows[0]?.kept);
  await publishStockOuts(ctx, moved);
}

/**
 * The changes of a new order's lines, applied to stock the transaction has locked, for `writeStock` to write with the
 * order; `since` as in a `StockMove`. Raises SHORT_OF_STOCK as `moveStock` does.
 */
export function fitToStock(
  ctx: StockCtx,
  stock: ReadonlyMap<number, LockedStock>,
  changes: readonly ProductStockChange[],
  since?: ReadonlyMap<number, LockedStock>,
): Moved[] {
  return applyChanges(ctx, stock, sumByProduct(changes), since);
}

function applyChanges(
  ctx: StockCtx,
  stock: ReadonlyMap<number, LockedStock>,
  wanted: ReadonlyMap<number, StockChange>,
  since: ReadonlyMap<number, LockedStock> = stock,
): Moved[] {
  const moved: Moved[] = [];
  const short: { before: LockedStock; change: StockChange }[] = [];
  for (const [productId, change] of wanted) {
    const before = stock.get(productId);
    if (before === undefined) throw new Error(`Product ${productId} has no stock row`);
    const after = applyChange(before, change, since.get(productId));
    if (after === null) short.push({ before, change });
    else moved.push({ before, after, change });
  }
  if (short.length > 0) throw shortOfStock(ctx, short);
  return moved;
}

function sumByProduct(changes: readonly ProductStockChange[]): Map<number, ProductChange> {
  const sums = new Map<number, ProductChange>();
  for (const { productId, quantity, reserved, needs, isTaken, handsOver } of changes) {
    const sum = sums.get(productId) ?? { quantity: '0', reserved: '0' };
    sums.set(productId, {
      quantity: add(sum.quantity, quantity),
      reserved: add(sum.reserved, reserved),
      ...(needs !== undefined && { needs: add(sum.needs ?? '0', needs) }),
      ...(isTaken !== undefined && { isTaken: isTaken || (sum.isTaken ?? false) }),
      ...(handsOver !== undefined && { handsOver }),
    });
  }
  for (const [productId, change] of sums) if (isNothing(change)) sums.delete(productId);
  return sums;
}

/** One organization's stock while several of its orders move it, each as `moveStock` would. */
export interface OpenStock {
  /** All or none of an order's changes; raises SHORT_OF_STOCK. Once per order. */
  move: (orderId: number) => void;
  /** Writes what was moved, with a movement for each order and product. */
  write: () => Promise<void>;
}

/**
 * Opens the stock that changes of several locked orders move, locked at once in product-id order. Nothing is written
 * before `write`.
 */
export async function openStock(
  ctx: StockCtx,
  orgId: number,
  orders: readonly { orderId: number; changes: readonly ProductStockChange[] }[],
): Promise<OpenStock> {
  const wanted = new Map(orders.map(({ orderId, changes }) => [orderId, sumByProduct(changes)]));
  const productIds = [...new Set([...wanted.values()].flatMap((changes) => [...changes.keys()]))];
  const stock = productIds.length === 0 ? new Map<number, LockedStock>() : await lockStock(ctx.db, orgId, productIds);
  return openLocked(ctx, orgId, stock, wanted);
}

async function openLocked(
  ctx: StockCtx,
  orgId: number,
  stock: Map<number, LockedStock>,
  wanted: ReadonlyMap<number, Map<number, ProductChange>>,
  since?: StockMove['since'],
): Promise<OpenStock> {
  const ledgers = await ledgersOf(ctx.db, orgId, stock, wanted);
  const first = new Map(stock);
  const claims: Claim[] = [];
  const freed: { orderId: number; productId: number }[] = [];
  const movements: (Moved & { orderId: number | null })[] = [];
  const theirs = await ordersFromThere(ctx.db, orgId, stock, [...wanted.keys()]);
  const kept = new Map<number, Quantity>();
  return {
    move: (orderId) => {
      const fitted = ledgers.fit(orderId);
      for (const moved of applyChanges(ctx, stock, fitted.changes, since)) {
        stock.set(moved.before.productId, { ...moved.before, ...moved.after });
        movements.push({ ...moved, orderId });
        const gain = theirs.has(orderId) ? gains(moved) : null;
        if (gain === null) continue;
        stock.set(moved.before.productId, { ...gain.before, ...gain.after });
        movements.push({ ...gain, orderId: null });
        kept.set(moved.before.productId, add(kept.get(moved.before.productId) ?? '0', gain.change.reserved));
      }
      ledgers.use(fitted.claims);
      claims.push(...fitted.claims);
      freed.push(...fitted.freed);
    },
    write: async () => {
      await writeClaims(ctx.db, orgId, claims);
      await writeOrderMovements(ctx, orgId, movements, first);
      await keepForThere(ctx.db, orgId, kept);
      await reassign(ctx, orgId, freed);
    },
  };
}

function shortOfStock(ctx: StockCtx, short: readonly { before: LockedStock; change: StockChange }[]): DomainError {
  const fields: FieldErrors = {};
  const told = short.map(({ before, change }) => {
    const isSeller = ctx.membershipOrNull?.orgId === before.orgId;
    const showQuantity = before.showQuantity || isSeller;
    const left = available(before);
    const unit = before.sellInUnitOfMeasure;
    const shown = unit === 'Case' ? caseInventory(left, before.unitMultiplier) : left;
    fields[`products.${before.productId}`] = shortage({ showQuantity }, shown, unit);
    return {
      productId: before.productId,
      productName: before.productName,
      wanted: money(compare(change.reserved, 0) > 0 ? change.reserved : subtract(0, change.quantity)),
      available: showQuantity ? left : null,
    };
  });
  const message = told.map(({ productId, productName }) => `${productName}: ${fields[`products.${productId}`]}`);
  return new DomainError('SHORT_OF_STOCK', message.join('. '), { fields, object: { products: told } });
}
