import { sql } from 'drizzle-orm';
import { HISTORY_BEGINS } from '../../../domain/integrations/tracking-reads';
import type { Db } from '../../db/client';
import type { Round } from '../../integrations/tracking/tracked';

/**
 * Once a round has read a license's lists from their beginning: whatever a list no longer names was closed or moved to
 * another list. Records are forgotten, items are closed: they stay on packages and products and are offered no more. Of a
 * list that the round read nothing of, such as one its key may not read, nothing is known. Returns how many.
 */
export async function forgetClosed(db: Db, { orgId, licenseId, roundBeganAt, unread }: Round): Promise<number> {
  const began = sql`${roundBeganAt.toISOString()}::timestamptz`;
  const lists = sql`(select reading.list from tracking_reads reading
      where reading.org_id = ${orgId} and reading.license_id = ${licenseId} and reading.records > 0
        and reading.list <> all(${sql.param(unread)}::text[])
        and reading.round_until is null and reading.read_until > ${new Date(HISTORY_BEGINS).toISOString()}::timestamptz)`;
  const forgotten = await db.execute(sql`
    delete from tracking_records kept
     where kept.org_id = ${orgId} and kept.license_id = ${licenseId} and kept.seen_at < ${began} and kept.list in ${lists}`);
  const closed = await db.execute(sql`
    update tracking_items set closed_at = clock_timestamp(), updated_at = clock_timestamp()
     where org_id = ${orgId} and license_id = ${licenseId} and closed_at is null and listed_at < ${began}
       and 'items' in ${lists}`);
  return (forgotten.rowCount ?? 0) + (closed.rowCount ?? 0);
}
