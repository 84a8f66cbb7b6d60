import { and, asc, eq } from 'drizzle-orm';
import type { InventoryMode } from '../../../domain/catalogue/vocabulary';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { productStock, products } from '../../db/schema';
import type { LockedStock } from './write-stock';

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
      setAside: productStock.setAside,
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
