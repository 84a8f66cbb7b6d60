import type { Db } from '../../server/db/client';
import { brands, licenses, orgUsers } from '../../server/db/schema';
import { makeRole, makeUser, type OrgFixture, unique } from './factories';

export const LARGE = { licenses: 200, brands: 300, people: 80 } as const;

export const numbered = (count: number) => Array.from({ length: count }, (_, at) => at);
export const padded = (at: number) => String(at).padStart(3, '0');

/**
 * Adds 200 licenses ("Size 200" to "Size 001", each fourth in Colorado), 300 brands ("Brand 000" to "Brand 299") and 80
 * people ("Person 000" to "Person 079"). `tag` is in their license numbers and slugs.
 */
export async function enlarge(db: Db, org: OrgFixture): Promise<{ tag: number }> {
  const orgId = org.id;
  const tag = unique();
  await db.insert(licenses).values(
    numbered(LARGE.licenses).map((at) => ({
      orgId,
      licenseNumber: `SZ${tag}-${padded(at)}`,
      name: `Size ${padded(LARGE.licenses - at)}`,
      licenseeName: 'Size',
      licenseType: at % 2 === 0 ? 'RETAILER' : 'CULTIVATOR',
      usState: at % 4 === 0 ? 'CO' : 'CA',
      addressLineOne: '',
      city: '',
      postalCode: '',
    })),
  );
  await db
    .insert(brands)
    .values(numbered(LARGE.brands).map((at) => ({ orgId, name: `Brand ${padded(at)}`, slug: `size-${tag}-${at}` })));
  const role = await makeRole(db, org, { features: {} });
  for (const at of numbered(LARGE.people)) {
    const user = await makeUser(db, { firstName: 'Person', lastName: padded(at) });
    await db.insert(orgUsers).values({ orgId, userId: user.id, email: user.email, roleId: role.id });
  }
  return { tag };
}
