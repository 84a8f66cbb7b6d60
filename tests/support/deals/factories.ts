import type { Db } from '../../../server/db/client';
import { dealBids, dealBidVersions, offerCustomers, offers } from '../../../server/db/schema';
import { type BuyerFixture, makeProduct, only, type ProductFixture, type SellerFixture } from '../factories';
import { makeItem, makePackage } from '../inventory/factories';

const DAY_MS = 86_400_000;

export type OfferFixture = typeof offers.$inferSelect;

type OfferValues = Partial<typeof offers.$inferInsert> & { product?: ProductFixture };

/** An open offer of a seller's product: 100 of it at $10.00, to everybody, for a week. */
export async function makeOffer(
  db: Db,
  seller: SellerFixture,
  { product, ...values }: OfferValues = {},
): Promise<OfferFixture> {
  const of = product ?? (await makeProduct(db, seller, { quantity: '1000', wholesalePrice: '12.00' }));
  return only(
    await db
      .insert(offers)
      .values({
        orgId: seller.org.id,
        companyId: seller.company.id,
        productId: of.id,
        productName: of.name,
        brandName: seller.brand.name,
        unitOfMeasure: of.sellInUnitOfMeasure,
        soldInBulk: of.sellInBulk,
        unitMultiplier: of.unitMultiplier,
        quantity: '100',
        smallestQuantity: '1',
        askingPrice: '10.00',
        audience: 'EVERYBODY',
        endsAt: new Date(Date.now() + 7 * DAY_MS),
        createdByUserId: seller.owner.user.id,
        ...values,
      })
      .returning(),
  );
}

/** A buyer's open bid of $9.00 for 10, which waits for the seller. */
export async function makeBid(
  db: Db,
  offer: OfferFixture,
  buyer: BuyerFixture,
  values: Partial<typeof dealBids.$inferInsert> = {},
) {
  const terms = { price: values.price ?? '9.00', quantity: values.quantity ?? '10' };
  const bid = only(
    await db
      .insert(dealBids)
      .values({
        orgId: offer.orgId,
        offerId: offer.id,
        buyerOrgId: buyer.org.id,
        buyerCompanyId: buyer.buyerCompany.id,
        buyerLicenseId: buyer.buyerLicense.id,
        turn: 'SELLER',
        ...terms,
        answerBy: new Date(Date.now() + DAY_MS),
        createdByUserId: buyer.owner.user.id,
        ...values,
      })
      .returning(),
  );
  await db
    .insert(dealBidVersions)
    .values({ orgId: offer.orgId, bidId: bid.id, version: 0, side: 'BUYER', ...terms, userId: buyer.owner.user.id });
  return bid;
}

/** What a call of deals can reference. */
export interface DealWorld {
  /** The seller's offers: those its customer can bid on, to change and to close, and one for partners. */
  offers: { open: string; changed: string; closed: string; forPartners: string };
  /** The buyer's bids, each alone on its offer. */
  bids: Record<'countered' | 'accepted' | 'ended', { offerUuid: string; bidId: number }>;
  /** A package of the seller's product. */
  lotId: number;
}

type Parties = { seller: SellerFixture; buyer: BuyerFixture; product: ProductFixture; customerId: number };

export async function makeDealWorld(db: Db, { seller, buyer, product, customerId }: Parties): Promise<DealWorld> {
  const offer = async () => {
    const made = await makeOffer(db, seller, { product, audience: 'CUSTOMERS' });
    await db.insert(offerCustomers).values({ orgId: made.orgId, offerId: made.id, customerId });
    return made;
  };
  const bidOn = async () => {
    const made = await offer();
    return { offerUuid: made.uuid, bidId: (await makeBid(db, made, buyer)).id };
  };
  const item = await makeItem(db, seller, { productId: product.id });
  return {
    offers: {
      open: (await offer()).uuid,
      changed: (await offer()).uuid,
      closed: (await offer()).uuid,
      forPartners: (await makeOffer(db, seller, { product, audience: 'PARTNERS' })).uuid,
    },
    bids: { countered: await bidOn(), accepted: await bidOn(), ended: await bidOn() },
    lotId: (await makePackage(db, item, { quantity: '12' })).id,
  };
}
