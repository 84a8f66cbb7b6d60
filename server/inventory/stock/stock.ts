import { and, asc, eq, sql } from 'drizzle-orm';
import { caseInventory, shortage } from '../../../domain/catalogue/units/quantity';
import type { InventoryMode } from '../../../domain/catalogue/vocabulary';
import { DomainError, type FieldErrors } from '../../../domain/errors';
import { add, compare, isEqual, money, subtract } from '../../../domain/money';
import { applyChange, available, limitToLedger, type StockChange } from '../../../domain/orders/stock';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { productStock, products, stockMovements } from '../../db/schema';
import {
  assertKept,
  type LockedStock,
  type Moved,
  publishStockOuts,
  type StockCtx,
  writeStock,
  writeStockOfOrders,
} from './write-stock';

/** An addition to a product's ledger, in base units; negative removes. */
export type ProductStockChange = StockChange & { productId: number };

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

/** Locks the stock of an organization's products until the transaction ends, in the common order: by product id. */
export async function lockStock(
  db: Db,
  orgId: number,
  productIds: readonly number[],
): Promise<Map<number, LockedStock>> {
  const rows = await db
    .select({
      productId: productStock.productId,
      orgId: productStock.orgId,
      quantity: productStock.quantity,
      reserved: productStock.reserved,
      mode: products.inventoryManagement,
      productName: products.name,
      showQuantity: products.showQuantity,
      sellInUnitOfMeasure: products.sellInUnitOfMeasure,
      sellInBulk: products.sellInBulk,
      unitMultiplier: products.unitMultiplier,
    })
    .from(productStock)
    .innerJoin(products, and(eq(products.orgId, productStock.orgId), eq(products.id, productStock.productId)))
    .where(and(eq(productStock.orgId, orgId), isOneOf(productStock.productId, productIds)))
    .orderBy(asc(productStock.productId))
    .for('no key update', { of: productStock });
  return new Map(rows.map((row) => [row.productId, { ...row, mode: row.mode as InventoryMode }]));
}

type LoadedProduct = Pick<
  typeof products.$inferSelect,
  | 'id'
  | 'orgId'
  | 'name'
  | 'inventoryManagement'
  | 'showQuantity'
  | 'sellInUnitOfMeasure'
  | 'sellInBulk'
  | 'unitMultiplier'
> & { stock: Pick<typeof productStock.$inferSelect, 'quantity' | 'reserved'> | null };

/** The stock of products that were loaded and locked together. */
export function stockOf(rows: Iterable<LoadedProduct>): Map<number, LockedStock> {
  const stock = new Map<number, LockedStock>();
  for (const row of rows) {
    if (row.stock === null) continue;
    const mode = row.inventoryManagement as InventoryMode;
    const {
      id: productId,
      orgId,
      name: productName,
      showQuantity,
      sellInUnitOfMeasure,
      sellInBulk,
      unitMultiplier,
    } = row;
    const product = { productId, orgId, productName, showQuantity, sellInUnitOfMeasure, sellInBulk, unitMultiplier };
    stock.set(productId, { ...product, ...row.stock, mode });
  }
  return stock;
}

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
  if (orderId !== null) await cutToLedger(ctx.db, orgId, new Map([[orderId, wanted]]));
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

function sumByProduct(changes: readonly ProductStockChange[]): Map<number, StockChange> {
  const sums = new Map<number, StockChange>();
  for (const { productId, quantity, reserved } of changes) {
    const sum = sums.get(productId) ?? { quantity: '0', reserved: '0' };
    sums.set(productId, { quantity: add(sum.quantity, quantity), reserved: add(sum.reserved, reserved) });
  }
  for (const [productId, change] of sums) if (isNothing(change)) sums.delete(productId);
  return sums;
}

const isNothing = ({ quantity, reserved }: StockChange) => isEqual(quantity, 0) && isEqual(reserved, 0);

const givesBack = ({ quantity, reserved }: StockChange) => compare(quantity, 0) > 0 || compare(reserved, 0) < 0;

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
  await cutToLedger(ctx.db, orgId, wanted);
  const first = new Map(stock);
  const movements: (Moved & { orderId: number })[] = [];
  return {
    move: (orderId) => {
      for (const moved of applyChanges(ctx, stock, wanted.get(orderId) ?? new Map())) {
        stock.set(moved.before.productId, { ...moved.before, ...moved.after });
        movements.push({ ...moved, orderId });
      }
    },
    write: async () => {
      if (movements.length === 0) return;
      const productIds = [...new Set(movements.map(({ before }) => before.productId))];
      const sums = productIds.flatMap((productId): Moved[] => {
        const [before, after] = [first.get(productId), stock.get(productId)];
        if (!before || !after) return [];
        const change = {
          quantity: subtract(after.quantity, before.quantity),
          reserved: subtract(after.reserved, before.reserved),
        };
        return [{ before, after, change }];
      });
      const { rows } = await ctx.db.execute<{ kept: number }>(
        sql`with ${writeStockOfOrders(ctx, sums, movements, orgId)} select count(*) as kept from kept`,
      );
      assertKept(sums, rows[0]?.kept);
      await publishStockOuts(ctx, sums);
    },
  };
}

/** Limits what each of these orders returns to what its own movements say it has; drops changes of zero. */
async function cutToLedger(
  db: Db,
  orgId: number,
  wanted: ReadonlyMap<number, Map<number, StockChange>>,
): Promise<void> {
  const giving = [...wanted].filter(([, changes]) => [...changes.values()].some(givesBack));
  if (giving.length === 0) return;
  const { orderId, productId, quantityDelta, reservedDelta } = stockMovements;
  const rows = await db
    .select({
      orderId,
      productId,
      quantity: sql<string>`sum(${quantityDelta})`,
      reserved: sql<string>`sum(${reservedDelta})`,
    })
    .from(stockMovements)
    .where(
      and(
        eq(stockMovements.orgId, orgId),
        isOneOf(
          orderId,
          giving.map(([id]) => id),
        ),
      ),
    )
    .groupBy(orderId, productId);
  const ofOrder = Map.groupBy(rows, (row) => row.orderId);
  for (const [id, changes] of giving) limitEach(changes, new Map(ofOrder.get(id)?.map((row) => [row.productId, row])));
}

function limitEach(changes: Map<number, StockChange>, held: ReadonlyMap<number, StockChange>): void {
  for (const [productId, change] of changes) {
    if (!givesBack(change)) continue;
    const within = limitToLedger(change, held.get(productId) ?? { quantity: '0', reserved: '0' });
    if (isNothing(within)) changes.delete(productId);
    else changes.set(productId, within);
  }
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
