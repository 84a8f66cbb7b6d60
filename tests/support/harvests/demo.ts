import type { Database } from '../../../server/db/client';
import { growTheirs, makeGrown } from './factories';

/** Has Fernhollow's license in California flowering plants to harvest, here and at the tracking system. */
export async function growAtFernhollow({ db, pool }: Database, { plants }: { plants?: number } = {}) {
  const { rows } = await pool.query<{ id: string; orgId: string; licenseNumber: string; orgUserId: string }>(
    `select license.id, license.org_id as "orgId", license.license_number as "licenseNumber", member.id as "orgUserId"
       from licenses license
       join org_users member on member.org_id = license.org_id
      where member.email = 'owner@fernhollow.example' and license.us_state = 'CA'`,
  );
  const [found] = rows;
  if (!found) throw new Error('no license to grow with');
  const orgId = Number(found.orgId);
  const license = { id: Number(found.id), licenseNumber: found.licenseNumber };
  // Factories read no more of a seller than this.
  const seller = { org: { id: orgId }, license, owner: { orgUserId: Number(found.orgUserId) } } as Parameters<
    typeof makeGrown
  >[1];
  const grown = await makeGrown(db, seller, plants === undefined ? {} : { plants });
  await growTheirs(db, seller, grown.tags);
  return { orgId, seller, grown };
}
