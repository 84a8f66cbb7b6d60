import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { harvestPackages, packages } from '../../db/schema';
import { packageLeft } from '../stock/package-left';
import { lockItems, syncStockOfItems } from '../stock/sync-mapped-stock';
import { tellPackages } from '../tell-packages';
import type { Write } from './send-each';
import { platformCtx } from './undo-writes';

/** Has packages that the tracking system discontinued be empty and closed here too, so that nobody sells them. */
export async function closeDiscontinued(tx: Db, writes: readonly Write[]): Promise<void> {
  for (const { orgId, licenseId, recordId } of writes) {
    const [seen] = await tx
      .select({ id: packages.id, itemId: packages.itemId })
      .from(packages)
      .innerJoin(harvestPackages, and(eq(harvestPackages.orgId, orgId), eq(harvestPackages.label, packages.label)))
      .where(
        and(eq(packages.orgId, orgId), eq(packages.licenseId, licenseId), isOneOf(harvestPackages.id, [recordId ?? 0])),
      );
    if (seen === undefined) continue;
    await lockItems(tx, orgId, [seen.itemId]);
    const ofPackage = and(eq(packages.orgId, orgId), eq(packages.id, seen.id));
    const [own] = await tx.select().from(packages).where(ofPackage).for('no key update');
    if (own === undefined || own.status === 'INACTIVE') continue;
    const closed = { quantity: '0', status: 'INACTIVE' };
    await tx
      .update(packages)
      .set({ ...closed, updatedAt: sql`now()` })
      .where(ofPackage);
    await tellPackages(tx, orgId, [seen.id]);
    await syncStockOfItems(platformCtx(tx), {
      orgId,
      itemIds: [own.itemId],
      why: `${own.label} was discontinued`,
      left: packageLeft(own, { ...own, ...closed }, new Date()),
    });
  }
}
