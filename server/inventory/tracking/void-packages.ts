import { sql } from 'drizzle-orm';
import { TAG_USED_AGAIN } from '../../../domain/inventory/packages/package';
import type { Db } from '../../db/client';
import { refuseWaiting } from './undo-writes';

/**
 * A package that loses its tag, and the label it gets for it; `heir` is the number of the package that has the tag now,
 * which whatever is made of that one exceeds, null until it is read.
 */
export type Losing = { id: number; tag: string; label: string; heir: number | null };

/**
 * Takes their tags from packages whose tags others have by now, and their history along: their transfers, their differences
 * and what was made of them. They are inactive from then on, and what was still to be written about them is refused.
 */
export async function voidPackages(
  db: Db,
  { orgId, licenseId }: { orgId: number; licenseId: number },
  losing: readonly Losing[],
): Promise<void> {
  if (losing.length === 0) return;
  const rows = sql`
    json_to_recordset(${JSON.stringify(losing)}::json) as named (id bigint, tag text, label text, heir bigint)`;
  await db.execute(sql`
    update packages set label = named.label, status = 'INACTIVE', updated_at = now() from ${rows}
     where packages.org_id = ${orgId} and packages.id = named.id`);
  await db.execute(sql`
    update packages set source_labels = array_replace(packages.source_labels, named.tag, named.label) from ${rows}
     where packages.org_id = ${orgId} and packages.license_id = ${licenseId} and packages.source_labels <> '{}'
       and packages.source_labels @> array[named.tag] and (packages.tracking_id > named.heir) is not true`);
  await db.execute(sql`
    update transfer_packages set label = named.label from ${rows}
     where transfer_packages.org_id = ${orgId} and transfer_packages.label = named.tag
       and transfer_packages.transfer_id in (select transfer.id from transfers transfer
            where transfer.org_id = ${orgId} and transfer.license_id = ${licenseId})`);
  await db.execute(sql`
    update intake_packages set label = named.label from ${rows}
     where intake_packages.org_id = ${orgId} and intake_packages.label = named.tag
       and intake_packages.transfer_id in (select transfer.id from transfers transfer
            where transfer.org_id = ${orgId} and transfer.license_id = ${licenseId})`);
  const isOfTag = sql`differing.org_id = ${orgId} and differing.package_id = named.id and differing.label = named.tag`;
  // What was refused waits for a person.
  await db.execute(sql`
    update tracking_differences differing set settled_at = statement_timestamp(), settlement = 'LAPSED' from ${rows}
     where ${isOfTag} and differing.kind <> 'REFUSED' and differing.settled_at is null`);
  await db.execute(sql`update tracking_differences differing set label = named.label from ${rows} where ${isOfTag}`);
  await refuseWaiting(
    db,
    orgId,
    losing.map(({ id }) => id),
    TAG_USED_AGAIN,
  );
}
