import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../../server/db/client';
import { productStock, stockMovements } from '../../../server/db/schema';
import { only } from '../factories';

/** A product's stock row and the sum of its movements; they must never differ. */
export async function readLedger(db: Db, productId: number) {
  const row = only(
    await db
      .select({
        quantity: sql<number>`${productStock.quantity}::float`,
        reserved: sql<number>`${productStock.reserved}::float`,
      })
      .from(productStock)
      .where(eq(productStock.productId, productId)),
  );
  const sums = only(
    await db
      .select({
        quantity: sql<number>`sum(${stockMovements.quantityDelta})::float`,
        reserved: sql<number>`sum(${stockMovements.reservedDelta})::float`,
      })
      .from(stockMovements)
      .where(eq(stockMovements.productId, productId)),
  );
  return { row, sums };
}
