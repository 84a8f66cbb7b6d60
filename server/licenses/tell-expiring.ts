import { sql } from 'drizzle-orm';
import type { Db } from '../db/client';
import { eventStreams } from '../db/schema';
import { transact } from '../db/transact';
import { tell } from '../events/tell-events';

/** Days before a license expires at which programs are told, the last first. */
const DAYS = [7, 30, 60];

/** Tells the programs of every organization that has some of its licenses that expire soon, once for each of the days. */
export async function tellExpiring(db: Db): Promise<void> {
  for (const { orgId } of await db.select({ orgId: eventStreams.orgId }).from(eventStreams)) {
    await transact(db, async (tx) => {
      const { rows: soon } = await tx.execute<{ id: string; since: string }>(sql`
        select id, expires_on - (select min(days) from unnest(${sql.param(DAYS)}::int[]) as days
                                  where days >= expires_on - current_date) as since
          from licenses
         where org_id = ${orgId} and removed_at is null
           and expires_on between current_date and current_date + ${Math.max(...DAYS)}::int order by id`);
      const { rows: told } = await tx.execute<{ id: string; at: string }>(sql`
        select subject_id as id, max(created_at)::date as at from events
         where org_id = ${orgId} and subject_kind = 'license' and type = 'license.expiring'
           and subject_id = any (${sql.param(soon.map(({ id }) => String(id)))}::text[]) group by 1`);
      const toldAt = new Map(told.map(({ id, at }) => [id, at]));
      for (const { id, since } of soon) {
        if ((toldAt.get(String(id)) ?? '') >= since) continue;
        await tell(tx, { type: 'license.expiring', orgId, subject: { kind: 'license', id: Number(id) } });
      }
    });
  }
}
