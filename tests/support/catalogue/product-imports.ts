import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { ProductImportRow } from '../../../domain/catalogue/import/product-import';
import { LISTED_STATUSES } from '../../../domain/catalogue/vocabulary';
import type { Db } from '../../../server/db/client';
import { isOneOf } from '../../../server/db/page';
import { productStock, products } from '../../../server/db/schema';
import type { SellerFixture } from '../factories';

let made = 0;

/** A row of a file that adds a product of the seller's brand, or one with these values. */
export function importRow({ brand }: SellerFixture, values: ProductImportRow = {}) {
  made += 1;
  return {
    sku: `FILE-${made}`,
    name: `Gelato ${made}`,
    brand: brand.name,
    category: 'Buds (prepackaged)',
    wholesalePrice: '24',
    quantity: '64',
    ...values,
  } as ProductImportRow & { sku: string };
}

/** Every value of the seller's products and their stock, but when and how often they were saved. */
export function everyProduct(db: Db, { org }: SellerFixture) {
  const { updatedAt: _, lastEdit: __, version: ___, listedAt: ____, ...columns } = getTableColumns(products);
  // Since when buyers see it, if they do.
  const isListed = isOneOf(products.listingState, LISTED_STATUSES);
  const listedAt = sql<string | null>`case when ${isListed} then ${products.listedAt} end`;
  return db
    .select({ ...columns, listedAt, onHand: productStock.quantity, reserved: productStock.reserved })
    .from(products)
    .leftJoin(productStock, and(eq(productStock.orgId, products.orgId), eq(productStock.productId, products.id)))
    .where(eq(products.orgId, org.id))
    .orderBy(asc(products.id));
}
