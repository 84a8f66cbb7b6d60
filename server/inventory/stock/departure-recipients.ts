import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';

/** A departure with the license it went to. */
type Named = { id: number; productId: number; recipientLicense: string };

/** Where transfers went that are nobody's yet and whose deliveries are read; of these departures or of all. */
export async function findRecipients(db: Db, orgId: number, ids?: readonly number[]): Promise<Named[]> {
  const { rows } = await db.execute<Named>(sql`
    select open.id, open.product_id as "productId", found.recipient_license as "recipientLicense"
      from package_departures open
      cross join lateral (
        select carried.recipient_license from packages pack
          join transfer_packages carried on carried.org_id = ${orgId} and carried.label = pack.label
          join transfers on transfers.org_id = ${orgId} and transfers.id = carried.transfer_id and transfers.direction = 'OUTGOING'
         where pack.org_id = ${orgId} and pack.id = open.package_id and carried.state in ('SHIPPED', 'ACCEPTED')
         order by transfers.modified_at desc, transfers.id desc limit 1) as found
     where open.org_id = ${orgId} and open.is_transfer and open.recipient_license is null and open.order_id is null
       and found.recipient_license is not null ${ids === undefined ? sql`` : sql`and ${isOneOf(sql`open.id`, ids)}`}`);
  return rows.map((row) => ({ ...row, id: Number(row.id), productId: Number(row.productId) }));
}

/** Writes where departures went. */
export async function nameRecipients(db: Db, orgId: number, named: readonly Named[]): Promise<void> {
  if (named.length === 0) return;
  const column = (pick: (one: Named) => number | string) => sql.param(named.map(pick));
  await db.execute(sql`
    update package_departures gone set recipient_license = named.license
      from unnest(${column(({ id }) => id)}::bigint[], ${column((one) => one.recipientLicense)}::text[]) as named (id, license)
     where gone.org_id = ${orgId} and gone.id = named.id`);
}
