import { and, asc, eq, sql } from 'drizzle-orm';
import type { JudgedLine } from '../../domain/orders/entry/judge';
import { lineFigures, markFirsts } from '../../domain/orders/line';
import { type Portion, portionsOf } from '../../domain/orders/merge/portions';
import type { OrderStatus } from '../../domain/orders/status';
import { holdOf, lineChange } from '../../domain/orders/stock';
import type { Db } from '../db/client';
import { recordset } from '../db/recordset';
import { orderLineItems, orderPortions, orders, soldLines } from '../db/schema';
import { moveStock, type StockMove } from '../inventory/stock/stock';
import type { StockCtx } from '../inventory/stock/write-stock';
import type { LineRow } from './entry/judge-order';
import { soldLinesOf } from './sold-lines';

type OrderKey = { id: number; orgId: number; status: OrderStatus; createdAt: Date };
export type LineValues = Omit<LineRow, 'id' | 'orgId' | 'orderId'> & { id: number | null };

/** An order's lines, in their order. */
export function loadLineRows(db: Db, { id, orgId }: Pick<OrderKey, 'id' | 'orgId'>): Promise<LineRow[]> {
  return db.select().from(orderLineItems).where(isOf({ id, orgId })).orderBy(asc(orderLineItems.position));
}

const isOf = ({ id, orgId }: Pick<OrderKey, 'id' | 'orgId'>) =>
  and(eq(orderLineItems.orgId, orgId), eq(orderLineItems.orderId, id));

/** Judged lines as rows, in their order; a kept line keeps its id, its product's names and its base unit. */
export function toLineValues(lines: readonly JudgedLine[], standing: readonly LineRow[]): LineValues[] {
  const kept = new Map(standing.map((line) => [line.id, line]));
  return markFirsts(
    lines.map(({ draft, product, price, unitOfMeasure, soldInBulk, unitMultiplier }, position) => {
      const found = draft.id === null ? undefined : kept.get(draft.id);
      const was = found?.productId === draft.productId ? found : undefined;
      if (product === null || price === null) throw new Error('A line that was judged sound has no product');
      const line = {
        id: was?.id ?? null,
        position,
        productId: product.id,
        brandId: was?.brandId ?? product.brand.id,
        productName: was?.productName ?? product.name,
        brandName: was?.brandName ?? product.brand.name,
        unitOfMeasure,
        soldInBulk,
        unitMultiplier,
        quantity: draft.quantity,
        orderedUnitPrice: price.unitPrice,
        wholesalePrice: price.wholesalePrice,
        salePrice: price.salePrice,
        baseUnit: was?.baseUnit ?? product.unitOfMeasure,
        isSample: draft.isSample,
        isBackorder: draft.isBackorder,
        notes: draft.notes,
        priceWhy: price.why,
        orderedAt: was?.orderedAt ?? null,
      };
      return { ...line, ...lineFigures(line) };
    }),
  );
}

/**
 * Replaces an order's lines, what reports read of them and the stock they hold, in its transaction. Raises SHORT_OF_STOCK.
 * `since` as for `moveStock`; `portions` are what its lines count on which day, of an order that was just merged.
 */
export async function writeLines(
  ctx: StockCtx,
  order: OrderKey,
  standing: readonly LineRow[],
  lines: readonly LineValues[],
  since?: StockMove['since'],
  portions: readonly Portion[] | null = null,
): Promise<void> {
  await writeLineRows(ctx.db, order, standing, lines, portions);
  const changes = [
    ...standing.map(({ productId, ...line }) => ({ productId, ...lineChange(heldBy(order, line), NOTHING) })),
    ...lines.map(({ productId, ...line }) => ({ productId, ...lineChange(NOTHING, heldBy(order, line)) })),
  ];
  await moveStock(ctx, { orgId: order.orgId, orderId: order.id, changes, since });
}

/** The same without their stock, of an order whose goods left before it was known here. */
export async function writeLineRows(
  db: Db,
  order: OrderKey,
  standing: readonly LineRow[],
  lines: readonly LineValues[],
  portions: readonly Portion[] | null = null,
): Promise<void> {
  if (standing.length > 0) {
    const times = [...new Set(standing.map(({ orderedAt }) => (orderedAt ?? order.createdAt).toISOString()))];
    const sold = [
      sql`${soldLines.createdAt} = any (${sql.param(times)}::timestamptz[])`,
      eq(soldLines.orderId, order.id),
    ];
    await db.delete(soldLines).where(and(eq(soldLines.orgId, order.orgId), ...sold));
    await db.delete(orderLineItems).where(isOf(order));
  }
  const kept = lines.filter(({ id }) => id !== null);
  const added = lines.filter(({ id }) => id === null).map(({ id: _, ...line }) => line);
  if (kept.length > 0) await insert(db, order, kept);
  if (added.length > 0) await insert(db, order, added);
  if (lines.length > 0) await db.execute(soldLinesOf(order));
  await writePortions(db, order, [...standing, ...lines], portions ?? (await portionsNow(db, order, lines)));
}

/** What a merged order's lines count on which day, once its discount is written. */
async function portionsNow(db: Db, order: OrderKey, lines: readonly LineValues[]): Promise<Portion[]> {
  if (!lines.some(({ orderedAt }) => orderedAt)) return [];
  const own = and(eq(orders.orgId, order.orgId), eq(orders.id, order.id));
  const [found] = await db.select({ discountUsd: orders.orderDiscountUsd }).from(orders).where(own);
  return portionsOf(
    lines.map(({ totalUsd, orderedAt = null }) => ({ totalUsd, orderedAt })),
    order.createdAt,
    found?.discountUsd ?? '0',
  );
}

async function writePortions(
  db: Db,
  { id, orgId }: OrderKey,
  involved: readonly Pick<LineValues, 'orderedAt'>[],
  portions: readonly Portion[],
): Promise<void> {
  if (!involved.some(({ orderedAt }) => orderedAt)) return;
  await db.delete(orderPortions).where(and(eq(orderPortions.orgId, orgId), eq(orderPortions.orderId, id)));
  if (portions.length > 0)
    await db.insert(orderPortions).values(portions.map((portion) => ({ ...portion, orgId, orderId: id })));
}

const NOTHING = { hold: 'none', quantity: '0' } as const;

const heldBy = ({ status }: OrderKey, line: Pick<LineRow, 'isBackorder' | 'baseQuantity'>) => ({
  hold: holdOf(status, line),
  quantity: line.baseQuantity,
});

function insert(db: Db, { id, orgId }: OrderKey, values: Parameters<typeof recordset<typeof orderLineItems>>[2]) {
  const line = recordset('line', orderLineItems, values);
  return db.execute(sql`
    insert into ${orderLineItems} (org_id, order_id, ${line.columns}) overriding system value
    select ${orgId}::bigint, ${id}::bigint, ${line.values} from ${line.source}`);
}
