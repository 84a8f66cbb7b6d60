import { and, eq, sql } from 'drizzle-orm';
import { convertUnits, trackingUnitOf } from '../../../domain/catalogue/units/convert-units';
import type { TrackingUnit } from '../../../domain/catalogue/units/tracking-units';
import { add, type Quantity } from '../../../domain/money';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { packageDepartures } from '../../db/schema';

export type DepartureRow = typeof packageDepartures.$inferSelect;

/** The products that something left of with these packages. */
export async function departedProducts(db: Db, orgId: number, packageIds: readonly number[]): Promise<number[]> {
  if (packageIds.length === 0) return [];
  const rows = await db
    .selectDistinct({ productId: packageDepartures.productId })
    .from(packageDepartures)
    .where(and(eq(packageDepartures.orgId, orgId), isOneOf(packageDepartures.packageId, packageIds)));
  return rows.map(({ productId }) => productId);
}

/** What left with packages and hasn't come back. */
export const departuresOf = async (
  db: Db,
  orgId: number,
  of: readonly { packageId: number }[],
): Promise<DepartureRow[]> =>
  of.length === 0
    ? []
    : db
        .select()
        .from(packageDepartures)
        .where(
          and(
            eq(packageDepartures.orgId, orgId),
            isOneOf(
              packageDepartures.packageId,
              of.map(({ packageId }) => packageId),
            ),
          ),
        );

/** How much is known to have left with packages, in the unit of each. */
export async function leftOf(
  db: Db,
  orgId: number,
  of: readonly { packageId: number; unit: TrackingUnit }[],
): Promise<Map<number, Quantity>> {
  const rows = await departuresOf(db, orgId, of);
  const units = await unitsOf(
    db,
    orgId,
    rows.map(({ productId }) => productId),
  );
  return new Map(
    of.map(({ packageId, unit }) => {
      const own = rows.filter((row) => row.packageId === packageId);
      const left = own.reduce<Quantity>((total, { productId, quantity }) => {
        const from = units.get(productId);
        return add(total, (from && convertUnits(quantity, from, unit)) ?? '0');
      }, '0');
      return [packageId, left];
    }),
  );
}

/** The units products' stock is measured in. */
export async function unitsOf(
  db: Db,
  orgId: number,
  productIds: readonly number[],
): Promise<Map<number, TrackingUnit>> {
  if (productIds.length === 0) return new Map();
  const { rows } = await db.execute<{ id: number; unitOfMeasure: string }>(sql`
    select product.id, product.unit_of_measure as "unitOfMeasure" from products product
     where product.org_id = ${orgId} and ${isOneOf(sql`product.id`, productIds)}`);
  return new Map(rows.map(({ id, unitOfMeasure }) => [Number(id), trackingUnitOf(unitOfMeasure)]));
}

/** The products that are the sum of packages of these items, by item. */
export async function productsOfItems(db: Db, orgId: number, itemIds: readonly number[]) {
  const { rows } = await db.execute<{ itemId: number; id: number; unitOfMeasure: string }>(sql`
    select mapped.item_id as "itemId", product.id, product.unit_of_measure as "unitOfMeasure"
      from product_items mapped
      join products product on product.org_id = ${orgId} and product.id = mapped.product_id
     where mapped.org_id = ${orgId} and ${isOneOf(sql`mapped.item_id`, itemIds)} and product.inventory_management = 'METRC'`);
  return new Map(
    rows.map(({ itemId, id, unitOfMeasure }) => [
      Number(itemId),
      { id: Number(id), unit: trackingUnitOf(unitOfMeasure) },
    ]),
  );
}
