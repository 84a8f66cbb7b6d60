import { and, eq, isNull, ne, sql } from 'drizzle-orm';
import type { Ctx } from '../../context';
import type { Db } from '../../db/client';
import { harvests, packages, trackingDifferences, trackingWrites } from '../../db/schema';
import { endUnsent, unsentOf } from '../../integrations/tracking/unsent-writes';
import { forgetDepartures } from '../stock/departures';
import { lockStock } from '../stock/lock-stock';
import { departedProducts } from '../stock/read-departures';
import { lockItems, mappedProducts, syncStockOfItems } from '../stock/sync-mapped-stock';
import { tellPackages } from '../tell-packages';

type Place = { orgId: number; licenseId: number };

const held = ({ orgId, licenseId }: Place) =>
  and(eq(packages.orgId, orgId), eq(packages.licenseId, licenseId), ne(packages.status, 'INACTIVE'));

/** How many packages a license holds, products count them as stock, and changes of them weren't sent yet. */
export async function countHeld(db: Db, place: Place) {
  const { orgId, licenseId } = place;
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(distinct product.id)::int as count from packages pack
      join product_items mapped on mapped.org_id = ${orgId} and mapped.item_id = pack.item_id
      join products product on product.org_id = ${orgId} and product.id = mapped.product_id
       and product.inventory_management = 'METRC'
     where pack.org_id = ${orgId} and pack.license_id = ${licenseId} and pack.status = 'ACTIVE' and pack.quantity > 0`);
  return {
    packages: await db.$count(packages, held(place)),
    trackedProducts: rows[0]?.count ?? 0,
    harvests: await db.$count(
      harvests,
      and(eq(harvests.orgId, orgId), eq(harvests.licenseId, licenseId), ne(harvests.state, 'FINISHED')),
    ),
    trackingWrites: await db.$count(trackingWrites, unsentOf(place)),
  };
}

/** Ends the changes of a license's packages that weren't sent yet: they won't be. */
export async function endWrites(db: Db, place: Place, why: string): Promise<void> {
  await endUnsent(db, place.orgId, eq(trackingWrites.licenseId, place.licenseId), why);
}

/**
 * Ends what an organization knows of a license's packages, when nothing more is read of it: they are inactive and count as
 * stock no more, changes of them aren't sent, and differences about them lapse.
 */
export async function forgetPackages(ctx: Ctx, place: Place, why: string): Promise<void> {
  const { db, now } = ctx;
  const { orgId, licenseId } = place;
  const found = await db.selectDistinct({ itemId: packages.itemId }).from(packages).where(held(place));
  const foundIds = found.map(({ itemId }) => itemId);
  await endWrites(db, place, why);
  await lockItems(db, orgId, foundIds);
  const forgotten = await db
    .update(packages)
    .set({ status: 'INACTIVE', updatedAt: now })
    .where(held(place))
    .returning({ id: packages.id, itemId: packages.itemId });
  await db
    .update(trackingDifferences)
    .set({ settledAt: now, settlement: 'LAPSED' })
    .where(
      and(
        eq(trackingDifferences.orgId, orgId),
        eq(trackingDifferences.licenseId, licenseId),
        isNull(trackingDifferences.settledAt),
      ),
    );
  const packageIds = forgotten.map(({ id }) => id);
  await tellPackages(db, orgId, packageIds);
  // One that became active again meanwhile too.
  const itemIds = [...new Set([...foundIds, ...forgotten.map(({ itemId }) => itemId)])];
  const departed = await departedProducts(db, orgId, packageIds);
  if (departed.length > 0) {
    await lockStock(db, orgId, [...new Set(departed.concat(await mappedProducts(db, orgId, itemIds)))]);
    await forgetDepartures(db, orgId, packageIds);
  }
  await syncStockOfItems(ctx, { orgId, itemIds, why });
  if (itemIds.length === 0) return;
  await ctx.publish({ topic: 'packages', kind: 'changed', id: 'many', orgIds: [orgId] });
  await ctx.publish({ topic: 'products', kind: 'changed', id: 'many', orgIds: [orgId] });
}
