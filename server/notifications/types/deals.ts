import { and, eq, type SQL, sql } from 'drizzle-orm';
import { isAllowed } from '../../../domain/access/ability';
import type { Membership } from '../../../domain/access/roles';
import { describeQuantity } from '../../../domain/catalogue/units/quantity';
import type { BidStatus } from '../../../domain/deals/deal';
import { formatUsd } from '../../../domain/money';
import type { Db } from '../../db/client';
import { isOneOf } from '../../db/page';
import { buyerCompanies, companies, dealBids, dealBidVersions, offers } from '../../db/schema';
import { visibleBids } from '../../db/visibility';
import { subjectOf } from '../../deals/deal-letters';
import { activeMembers } from '../../team/members';
import { type CustomOf, type CustomShown, type CustomTold, nothing, said } from './type';

type OfDeals = 'BID_WAITS' | 'BID_ENDED';
type OfBid = CustomOf<OfDeals>;

const readsBids = (membership: Membership) => isAllowed(membership, 'read', 'BIDS');

function findBids(db: Db, sellerOrgId: number, where: SQL | undefined) {
  return db
    .select({ bid: dealBids, offer: offers, seller: companies.name, buyer: buyerCompanies })
    .from(dealBids)
    .innerJoin(offers, and(eq(offers.orgId, dealBids.orgId), eq(offers.id, dealBids.offerId)))
    .innerJoin(companies, eq(companies.id, offers.companyId))
    .innerJoin(buyerCompanies, eq(buyerCompanies.id, dealBids.buyerCompanyId))
    .where(and(eq(dealBids.orgId, sellerOrgId), where));
}

/** Who made the offer, or the bid, while they see it. */
async function maker(db: Db, { sellerOrgId, bidId, to }: OfBid, orgId: number): Promise<string[]> {
  const [found] = await findBids(db, sellerOrgId, eq(dealBids.id, bidId));
  const userId = to === 'SELLER' ? found?.offer.createdByUserId : found?.bid.createdByUserId;
  const reader = (await activeMembers(db, orgId)).find((one) => one.userId === userId);
  if (reader === undefined || !readsBids(reader.membership)) return [];
  const isSeen = and(eq(dealBids.orgId, sellerOrgId), eq(dealBids.id, bidId), visibleBids(reader.membership));
  return (await db.$count(dealBids, isSeen)) > 0 ? [reader.userId] : [];
}

export const dealsTold: CustomTold<OfDeals> = {
  BID_WAITS: {
    people: maker,
    isOpen: async (db, { sellerOrgId, bidId, version }) =>
      (await db.$count(
        dealBids,
        and(
          eq(dealBids.orgId, sellerOrgId),
          eq(dealBids.id, bidId),
          eq(dealBids.version, version),
          eq(dealBids.status, 'OPEN'),
        ),
      )) > 0,
  },
  BID_ENDED: { people: maker },
};

/** The bids that a member sees, with their versions. */
async function findSeen(db: Db, membership: Membership | null, payloads: readonly OfBid[]) {
  if (membership === null || !readsBids(membership)) return nothing;
  const found = new Map<string, Awaited<ReturnType<typeof findBids>>[number] & { terms: Terms[] }>();
  for (const [sellerOrgId, of] of Map.groupBy(payloads, (one) => one.sellerOrgId)) {
    const ids = [...new Set(of.map(({ bidId }) => bidId))];
    const rows = await findBids(db, sellerOrgId, and(isOneOf(dealBids.id, ids), visibleBids(membership)));
    const seen = rows.map(({ bid }) => bid.id);
    const terms = await db
      .select({
        bidId: dealBidVersions.bidId,
        version: dealBidVersions.version,
        price: dealBidVersions.price,
        quantity: dealBidVersions.quantity,
      })
      .from(dealBidVersions)
      .where(and(eq(dealBidVersions.orgId, sellerOrgId), isOneOf(dealBidVersions.bidId, seen)))
      .orderBy(sql`${dealBidVersions.version}`);
    for (const row of rows) {
      found.set(`${sellerOrgId} ${row.bid.id}`, { ...row, terms: terms.filter(({ bidId }) => bidId === row.bid.id) });
    }
  }
  return ({ sellerOrgId, bidId, to }: OfBid) => {
    const one = found.get(`${sellerOrgId} ${bidId}`);
    if (one === undefined) return null;
    const buyer = one.buyer.dba ?? one.buyer.businessLicenseName;
    return { ...one, other: to === 'SELLER' ? buyer : one.seller };
  };
}

type Terms = { bidId: number; version: number; price: string; quantity: string };

const describe = ({ quantity, price }: Pick<Terms, 'price' | 'quantity'>, unit: string) =>
  `${describeQuantity(quantity, unit)} at ${formatUsd(price)}`;

export const dealsShown: CustomShown<OfDeals> = {
  async BID_WAITS({ db, memberOf }, orgId, payloads) {
    const bidOf = await findSeen(db, await memberOf(orgId), payloads);
    return (payload) => {
      const one = bidOf(payload);
      if (one === null) return null;
      const { offer, other, terms } = one;
      const { version, to } = payload;
      const as = terms.find((old) => old.version === version) ?? one.bid;
      const title = subjectOf('OPEN', to, other, offer.productName, version);
      return said(title, describe(as, offer.unitOfMeasure), '', `/deals/${offer.uuid}`);
    };
  },

  async BID_ENDED({ db, memberOf }, orgId, payloads) {
    const bidOf = await findSeen(db, await memberOf(orgId), payloads);
    return (payload) => {
      const one = bidOf(payload);
      if (one === null) return null;
      const { bid, offer, other } = one;
      const title = subjectOf(bid.status as BidStatus, payload.to, other, offer.productName, bid.version);
      return said(title, describe(bid, offer.unitOfMeasure), '', `/deals/${offer.uuid}`);
    };
  },
};
