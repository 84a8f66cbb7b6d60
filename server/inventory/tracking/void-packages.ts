import { sql } from 'drizzle-orm';
import { voidedLabel } from '../../../domain/inventory/packages/package';
import type { Db } from '../../db/client';

type Tagged = { id: number; itemId: number; label: string; trackingId: number | null; status: string };

/**
 * Takes their tags from packages whose tags others have by now, and their history along: their transfers and differences.
 * They are inactive from then on, and what was still to be written about them isn't. Changes `known`, which is by label;
 * returns the packages as they are now.
 */
export async function voidPackages<P extends Tagged>(
  db: Db,
  { orgId, licenseId }: { orgId: number; licenseId: number },
  known: Map<string, P>,
  tags: ReadonlySet<string>,
): Promise<P[]> {
  const voided: P[] = [];
  const renamed: { id: number; tag: string; label: string }[] = [];
  for (const tag of tags) {
    const own = known.get(tag);
    if (own === undefined || own.trackingId === null) continue;
    const label = voidedLabel(tag, own.trackingId);
    const now: P = { ...own, label, status: 'INACTIVE' };
    known.delete(tag);
    known.set(label, now);
    voided.push(now);
    renamed.push({ id: own.id, tag, label });
  }
  if (renamed.length === 0) return [];
  const rows = sql`json_to_recordset(${JSON.stringify(renamed)}::json) as named (id bigint, tag text, label text)`;
  await db.execute(sql`
    update packages set label = named.label, status = 'INACTIVE', updated_at = now() from ${rows}
     where packages.org_id = ${orgId} and packages.id = named.id`);
  await db.execute(sql`
    update transfer_packages set label = named.label from ${rows}
     where transfer_packages.org_id = ${orgId} and transfer_packages.label = named.tag
       and transfer_packages.transfer_id in (select transfer.id from transfers transfer
            where transfer.org_id = ${orgId} and transfer.license_id = ${licenseId})`);
  await db.execute(sql`
    update tracking_differences set label = named.label,
           settled_at = coalesce(settled_at, clock_timestamp()), settlement = coalesce(settlement, 'LAPSED') from ${rows}
     where tracking_differences.org_id = ${orgId} and tracking_differences.package_id = named.id`);
  await db.execute(sql`
    update tracking_writes set state = 'REFUSED', problem = 'Its tag is another package’s now.', updated_at = now() from ${rows}
     where tracking_writes.org_id = ${orgId} and tracking_writes.package_id = named.id and tracking_writes.state = 'PENDING'`);
  return voided;
}
