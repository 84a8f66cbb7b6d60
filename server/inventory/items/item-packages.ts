import { sql } from 'drizzle-orm';
import type { Measured } from '../../../domain/catalogue/units/convert-units';
import type { TrackingUnit } from '../../../domain/catalogue/units/tracking-units';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';

/** What the active packages of something hold, by unit. */
export type Held = { packages: number; amounts: Measured[] };

export const NOTHING_HELD: Held = { packages: 0, amounts: [] };

type Summed = { of: number; unit: TrackingUnit; quantity: string; packages: number };

function byOwner(rows: readonly Summed[]): Map<number, Held> {
  const held = new Map<number, Held>();
  for (const { of, unit, quantity, packages } of rows) {
    const before = held.get(of) ?? NOTHING_HELD;
    held.set(of, { packages: before.packages + packages, amounts: [...before.amounts, { quantity, unit }] });
  }
  return held;
}

/** What a package counts for: not what went into packages made of it, as far as the tracking system says it lost that. */
const COUNTED = sql`(pack.quantity - least(pack.drawn, greatest(
  case when pack.tracking_unit = pack.unit_of_measure then pack.quantity - pack.tracking_quantity else 0 end, 0)))`;
const SUMS = sql`pack.unit_of_measure as unit, sum(${COUNTED})::text as quantity, count(*)::int as packages`;

/** What the active packages of items hold, by item; those without any are left out. */
export async function packagesOfItems(db: Db, orgId: number, itemIds: readonly number[]): Promise<Map<number, Held>> {
  const { rows } = await db.execute<Summed>(sql`
    select pack.item_id as of, ${SUMS} from packages pack
     where pack.org_id = ${orgId} and ${isOneOf(sql`pack.item_id`, itemIds)} and pack.status = 'ACTIVE'
     group by pack.item_id, pack.unit_of_measure`);
  return byOwner(rows);
}

/** What the active packages of products' mapped items hold, by product; those without any are left out. */
export async function packagesOfProducts(
  db: Db,
  orgId: number,
  productIds: readonly number[],
): Promise<Map<number, Held>> {
  const { rows } = await db.execute<Summed>(sql`
    select mapped.product_id as of, ${SUMS} from product_items mapped
      join packages pack on pack.org_id = ${orgId} and pack.item_id = mapped.item_id and pack.status = 'ACTIVE'
     where mapped.org_id = ${orgId} and ${isOneOf(sql`mapped.product_id`, productIds)}
     group by mapped.product_id, pack.unit_of_measure`);
  return byOwner(rows);
}
