import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client';
import type { Round } from '../../integrations/tracking/tracked';

/**
 * Once a round has read a license's lists from their beginning: whatever a list no longer names was closed or moved to
 * another list. Records are forgotten, items are closed: they stay on packages and products and are offered no more. A list
 * that was read to its end without a record is believed once the next round finds none either; of one that couldn't be read
 * whole nothing is known. Returns how many.
 */
export async function forgetClosed(db: Db, { orgId, licenseId, roundBeganAt, unread }: Round): Promise<number> {
  const began = sql`${roundBeganAt.toISOString()}::timestamptz`;
  const isRead = sql`reading.org_id = ${orgId} and reading.license_id = ${licenseId}
    and reading.list <> all(${sql.param(unread)}::text[])`;
  const lists = sql`(select reading.list from tracking_reads reading
      where ${isRead} and (reading.records > 0 or reading.empty_at is not null))`;
  const forgotten = await db.execute(sql`
    delete from tracking_records kept
     where kept.org_id = ${orgId} and kept.license_id = ${licenseId} and kept.seen_at < ${began} and kept.list in ${lists}`);
  const closed = await db.execute(sql`
    update tracking_items set closed_at = statement_timestamp(), updated_at = statement_timestamp()
     where org_id = ${orgId} and license_id = ${licenseId} and closed_at is null and listed_at < ${began}
       and 'items' in ${lists}`);
  await db.execute(sql`
    update tracking_reads reading set empty_at = statement_timestamp()
     where ${isRead} and reading.records = 0 and reading.empty_at is null`);
  await db.execute(sql`
    update tracking_reads reading set empty_at = null
     where ${isRead} and reading.records <> 0 and reading.empty_at is not null`);
  return (forgotten.rowCount ?? 0) + (closed.rowCount ?? 0);
}
