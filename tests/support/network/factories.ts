import { randomUUID } from 'node:crypto';
import type { Db } from '../../../server/db/client';
import { type brands, sharedBrands } from '../../../server/db/schema';
import { only, type SellerFixture } from '../factories';

/** A brand shared at a holder’s license with the organization that has it; in force unless the values say otherwise. */
export async function makeShare(
  db: Db,
  { org, license }: Pick<SellerFixture, 'org' | 'license'>,
  brand: Pick<typeof brands.$inferSelect, 'id' | 'orgId'>,
  values: Partial<typeof sharedBrands.$inferInsert> = {},
) {
  const status = values.status ?? 'SHARED';
  return only(
    await db
      .insert(sharedBrands)
      .values({
        orgId: org.id,
        licenseId: license.id,
        brandId: brand.id,
        ownerOrgId: brand.orgId,
        origin: 'SHARED',
        status,
        enabled: status === 'SHARED',
        inviteCode: randomUUID(),
        ...values,
      })
      .returning(),
  );
}
