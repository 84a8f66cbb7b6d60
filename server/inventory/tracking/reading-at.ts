import { sql } from 'drizzle-orm';
import { zoneOfState } from '../../../domain/organization/state-zones';
import type { Db } from '../../db/client';

/**
 * When something is read of a license, by the database's clock as the beginnings of rounds are; and the zone of its times
 * that come without one: that of the company which sells with it, else of its state.
 */
export async function readingAt(
  db: Db,
  { orgId, licenseId }: { orgId: number; licenseId: number },
): Promise<{ seenAt: Date; timeZone: string }> {
  const { rows } = await db.execute<{ now: number; usState: string; timeZone: string | null }>(sql`
    select extract(epoch from clock_timestamp())::float8 * 1000 as now, license.us_state as "usState",
           (select company.time_zone from companies company
             where company.org_id = ${orgId} and company.license_id = license.id and company.time_zone is not null
             order by company.removed_at nulls first, company.id limit 1) as "timeZone"
      from licenses license where license.org_id = ${orgId} and license.id = ${licenseId}`);
  const [found] = rows;
  if (found === undefined) throw new Error('What is read of a license is stored while it is there');
  return { seenAt: new Date(Math.ceil(found.now)), timeZone: found.timeZone ?? zoneOfState(found.usState) };
}
