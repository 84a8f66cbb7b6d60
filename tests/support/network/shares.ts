import { randomUUID } from 'node:crypto';
import type { Db } from '../../../server/db/client';
import { type brands, type licenses, sharedBrands } from '../../../server/db/schema';
import { type BuyerFixture, makeBrand, makeOrg, makePartner, only, type SellerFixture } from '../factories';

type Brand = Pick<typeof brands.$inferSelect, 'id' | 'orgId'>;
type License = Pick<typeof licenses.$inferSelect, 'id' | 'orgId'>;

const DAY_MS = 86_400_000;

/** A brand shared at a license, and enabled; with other values what it is instead. */
export async function makeShare(
  db: Db,
  { license, brand }: { license: License; brand: Brand },
  values: Partial<typeof sharedBrands.$inferInsert> = {},
) {
  const isAsked = values.status === 'REQUESTED';
  return only(
    await db
      .insert(sharedBrands)
      .values({
        orgId: license.orgId,
        licenseId: license.id,
        brandId: brand.id,
        ownerOrgId: brand.orgId,
        origin: 'SHARED',
        status: 'SHARED',
        enabled: values.status === undefined || values.status === 'SHARED',
        inviteCode: randomUUID(),
        ...(isAsked && { requestedAt: new Date(), expiresAt: new Date(Date.now() + 14 * DAY_MS), origin: 'REQUESTED' }),
        ...values,
      })
      .returning(),
  );
}

export type ShareWorld = {
  /** Of another organization: shared at the seller’s license, asked for there, and neither. */
  sharedBrandId: number;
  freeBrandId: number;
  shareId: number;
  /** A brand of the seller that is asked for at the buyer’s license, and one that isn’t. */
  askedBrandId: number;
  askableBrandId: number;
  /** Of the buyer’s share of a brand that the seller took over since. */
  shareCode: string;
};

export async function makeShareWorld(
  db: Db,
  { seller, buyer }: { seller: SellerFixture; buyer: BuyerFixture },
): Promise<ShareWorld> {
  const own = { orgId: (await makeOrg(db)).id };
  const [shared, free] = [await makeBrand(db, seller, own), await makeBrand(db, seller, own)];
  const [asked, askable, taken] = [
    await makeBrand(db, seller),
    await makeBrand(db, seller),
    await makeBrand(db, seller),
  ];
  for (const brand of [shared, free]) await makePartner(db, seller, brand);
  const share = await makeShare(db, { license: seller.license, brand: shared });
  await makeShare(db, { license: buyer.license, brand: asked }, { status: 'REQUESTED' });
  const link = await makeShare(db, { license: buyer.license, brand: taken }, { ownerOrgId: null });
  return {
    sharedBrandId: shared.id,
    freeBrandId: free.id,
    shareId: share.id,
    askedBrandId: asked.id,
    askableBrandId: askable.id,
    shareCode: link.inviteCode,
  };
}
