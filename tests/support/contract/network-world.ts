import type { Db } from '../../../server/db/client';
import { makePartner } from '../brands/factories';
import { type BuyerFixture, makeBrand, makeOrg, type SellerFixture } from '../factories';

/** What the seller and the buyer are to each other's brands. */
export interface NetworkWorld {
  partners: {
    /** The buyer asked to work with a brand of the seller; another organization works with another. */
    askedId: number;
    agreedId: number;
    /** A brand of the buyer that the seller can ask for. */
    buyersBrandId: number;
  };
}

export async function makeNetworkWorld(
  db: Db,
  { seller, buyer }: { seller: SellerFixture; buyer: BuyerFixture },
): Promise<NetworkWorld> {
  const [asked, agreed] = [await makeBrand(db, seller), await makeBrand(db, seller)];
  const request = {
    status: 'REQUESTED' as const,
    message: 'We carry your flower.',
    requestedByUserId: buyer.owner.user.id,
    requestedAt: new Date(),
    expiresAt: new Date(Date.now() + 86_400_000),
  };
  return {
    partners: {
      askedId: (await makePartner(db, buyer, asked, request)).id,
      agreedId: (await makePartner(db, await makeOrg(db), agreed)).id,
      buyersBrandId: (await makeBrand(db, buyer)).id,
    },
  };
}
