import { randomUUID } from 'node:crypto';
import type { Db } from '../../../server/db/client';
import { brandInvites, type brands, partnerBrands } from '../../../server/db/schema';
import {
  makeBrand,
  type OfOrg,
  type OrgFixture,
  only,
  orgOf,
  type UserFixture,
  unique,
} from '../organization/factories';

/** An open invite to a brand; by default one that nobody has. */
export async function makeBrandInvite(
  db: Db,
  sender: { org: OrgFixture; owner: { user: UserFixture } },
  { invitedEmail = `owner-${unique()}@example.com`, ...values }: Partial<typeof brandInvites.$inferInsert> = {},
) {
  const brandId = values.brandId ?? (await makeBrand(db, sender, { orgId: null })).id;
  const now = Date.now();
  return only(
    await db
      .insert(brandInvites)
      .values({
        orgId: sender.org.id,
        inviteCode: randomUUID(),
        invitedByUserId: sender.owner.user.id,
        sentAt: new Date(now),
        expiresAt: new Date(now + 86_400_000),
        ...values,
        invitedEmail: invitedEmail.toLowerCase(),
        brandId,
      })
      .returning(),
  );
}

/** Makes an organization a partner of another one's brand. */
export async function makePartner(
  db: Db,
  partner: OfOrg,
  brand: Pick<typeof brands.$inferSelect, 'id' | 'orgId'>,
  values: Partial<typeof partnerBrands.$inferInsert> = {},
) {
  const ownerOrgId = brand.orgId ?? 0;
  return only(
    await db
      .insert(partnerBrands)
      .values({ orgId: orgOf(partner).id, brandId: brand.id, ownerOrgId, status: 'ACCEPTED', ...values })
      .returning(),
  );
}
