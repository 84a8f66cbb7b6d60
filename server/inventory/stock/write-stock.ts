import { type SQL, sql } from 'drizzle-orm';
import { isOutOfStock } from '../../../domain/catalogue/units/quantity';
import { compare, isEqual, type Quantity, subtract } from '../../../domain/money';
import { available, type Stock, type StockChange } from '../../../domain/orders/stock';
import type { Ctx } from '../../context';
import { recordset } from '../../db/recordset';
import { stockMovements } from '../../db/schema';
import { tell } from '../../events/tell-events';

/** What moving stock needs; every verb's context has it. A job of the platform itself has no person. */
export type StockCtx = Pick<Ctx, 'db' | 'membershipOrNull' | 'publish'> & {
  readonly person: { readonly userId: string | null };
};

export type LockedStock = Stock & {
  productId: number;
  orgId: number;
  productName: string;
  showQuantity: boolean;
  sellInUnitOfMeasure: string;
  sellInBulk: boolean;
  unitMultiplier: Quantity;
  /** Of what is reserved, what is kept for the wholesale marketplace's buyers; null of what isn't offered there. */
  setAside?: Quantity | null;
};

/** Locked stock after a change that fits; `by` says how it came about, when not by an order: without a kind, as the change is. */
export type Moved = {
  before: LockedStock;
  after: Stock;
  change: StockChange;
  by?: { kind?: 'adjust' | 'sync' | 'take' | 'leave' | 'back'; note: string };
};

/** Whose stock, and the order's id in the statement: `from` is the named query it comes from, if any. */
type For = { orgId: number; orderId: SQL; from?: SQL };

/**
 * Named queries of a statement's `with` that write stock and its movements, where unchanged since read, and mark what the
 * wholesale marketplace is to hear of; how many rows
 * `kept` has goes to `assertKept`. There must be a change.
 */
export function writeStock(
  { person }: Pick<StockCtx, 'person'>,
  moved: readonly Moved[],
  { orgId, orderId, from }: For,
): SQL {
  const movement = recordset('movement', stockMovements, moved.map(toMovement));
  const source = from === undefined ? movement.source : sql`${from}, ${movement.source}`;
  return sql`${keptStock(moved, orgId)}, movements as (
      insert into ${stockMovements} (org_id, order_id, actor_user_id, ${movement.columns})
      select ${orgId}::bigint, ${orderId}, ${person.userId}::uuid, ${movement.values} from ${source})`;
}

/** Writes what several orders moved, with a movement for each order and product; `first` is the stock as it was locked. */
export async function writeOrderMovements(
  ctx: StockCtx,
  orgId: number,
  movements: readonly (Moved & { orderId: number | null })[],
  first: ReadonlyMap<number, LockedStock>,
): Promise<void> {
  if (movements.length === 0) return;
  const last = new Map(movements.map(({ before, after }) => [before.productId, after]));
  const sums = [...last].flatMap(([productId, after]): Moved[] => {
    const before = first.get(productId);
    if (before === undefined) return [];
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
}

/** Several orders' stock: what became of each product, and the movements each order made. */
function writeStockOfOrders(
  { person }: Pick<StockCtx, 'person'>,
  sums: readonly Moved[],
  movements: readonly (Moved & { orderId: number | null })[],
  orgId: number,
): SQL {
  const rows = movements.map((moved) => ({ orderId: moved.orderId, ...toMovement(moved) }));
  const movement = recordset('movement', stockMovements, rows);
  return sql`${keptStock(sums, orgId)}, movements as (
      insert into ${stockMovements} (org_id, actor_user_id, ${movement.columns})
      select ${orgId}::bigint, ${person.userId}::uuid, ${movement.values} from ${movement.source})`;
}

function keptStock(moved: readonly Moved[], orgId: number): SQL {
  const column = (pick: (one: Moved) => number | string) => sql.param(moved.map(pick));
  return sql`kept as (
      update product_stock as stock set quantity = next.quantity, reserved = next.reserved
      from unnest(
        ${column((one) => one.before.productId)}::bigint[],
        ${column((one) => one.before.quantity)}::numeric[], ${column((one) => one.before.reserved)}::numeric[],
        ${column((one) => one.after.quantity)}::numeric[], ${column((one) => one.after.reserved)}::numeric[]
      ) as next(product_id, was_quantity, was_reserved, quantity, reserved)
      where stock.org_id = ${orgId} and stock.product_id = next.product_id
        and stock.quantity = next.was_quantity and stock.reserved = next.was_reserved
      returning stock.product_id
    ), due as (
      update wholesale_records due set stock_due_at = now() from kept
      where due.org_id = ${orgId} and due.kind = 'PRODUCT' and due.own_id = kept.product_id
        and due.stock_due_at is null and due.state = 'MATCHED'
    )`;
}

/** Aborts the transaction if a row was changed despite its lock. */
export function assertKept(moved: readonly Moved[], kept: number | undefined): void {
  if (kept !== moved.length) throw new Error('Stock changed under its lock');
}

const toMovement = ({ before, after, change, by }: Moved) => ({
  productId: before.productId,
  kind: by?.kind ?? kindOf(change),
  note: by?.note ?? '',
  quantityDelta: subtract(after.quantity, before.quantity),
  reservedDelta: subtract(after.reserved, before.reserved),
});

function kindOf({ quantity, reserved }: StockChange): string {
  if (!isEqual(quantity, 0)) return compare(quantity, 0) < 0 ? 'take' : 'return';
  return compare(reserved, 0) < 0 ? 'release' : 'reserve';
}

/**
 * Tells programs what can be sold. Catalog readers are notified only when a product runs out or comes back, not for every
 * unit sold.
 */
export async function publishStockOuts(
  { db, publish }: Pick<StockCtx, 'db' | 'publish'>,
  moved: readonly Moved[],
): Promise<void> {
  for (const { before, after } of moved) {
    const { orgId, productId } = before;
    if (!isEqual(available(before), available(after)))
      await tell(db, { type: 'product.stock_changed', orgId, subject: { kind: 'product', id: productId } });
    const isOut = (stock: Stock) =>
      isOutOfStock({ ...before, inventoryManagement: before.mode, totalEffectiveInventory: available(stock) });
    if (isOut(before) === isOut(after)) continue;
    await publish({ topic: 'catalogue', kind: 'changed', id: before.productId, orgIds: [before.orgId] });
  }
}
