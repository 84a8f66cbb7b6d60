import { and, eq } from 'drizzle-orm';
import { isAllowed } from '../../domain/access/ability';
import { describeQuantity } from '../../domain/catalogue/units/quantity';
import type { BidStatus, DealSide } from '../../domain/deals/deal';
import { formatUsd } from '../../domain/money';
import type { Services } from '../context';
import type { Db } from '../db/client';
import { buyerCompanies, companies, dealBids, offers } from '../db/schema';
import { visibleBids } from '../db/visibility';
import { compose } from '../mail/compose';
import type { JobData } from '../queues';
import { activeMembers } from '../team/members';

async function findDeal(db: Db, orgId: number, bidId: number) {
  const [found] = await db
    .select({ bid: dealBids, offer: offers, seller: companies.name, buyer: buyerCompanies })
    .from(dealBids)
    .innerJoin(offers, and(eq(offers.orgId, orgId), eq(offers.id, dealBids.offerId)))
    .innerJoin(companies, eq(companies.id, offers.companyId))
    .innerJoin(buyerCompanies, eq(buyerCompanies.id, dealBids.buyerCompanyId))
    .where(and(eq(dealBids.orgId, orgId), eq(dealBids.id, bidId)));
  return found;
}

/**
 * Emails the person who made the offer, or the bid, what the other side did; nothing if something else happened since, or
 * they no longer see the bid.
 */
export async function mailDeal(
  { database: { db }, mail, config: { publicUrl } }: Services,
  { orgId, bidId, version, to: side }: JobData<'deal-letter'>,
): Promise<void> {
  const found = await findDeal(db, orgId, bidId);
  if (found === undefined) return;
  const { bid, offer } = found;
  const isAcceptedSince = bid.status === 'ACCEPTED' && bid.version === version + 1;
  if (bid.version !== version && !isAcceptedSince) return;
  const [readerOrgId, userId] =
    side === 'SELLER' ? [orgId, offer.createdByUserId] : [bid.buyerOrgId, bid.createdByUserId];
  const reader = (await activeMembers(db, readerOrgId)).find((one) => one.userId === userId);
  if (reader === undefined || !isAllowed(reader.membership, 'read', 'BIDS')) return;
  const isSeen = and(eq(dealBids.orgId, orgId), eq(dealBids.id, bidId), visibleBids(reader.membership));
  if ((await db.$count(dealBids, isSeen)) === 0) return;
  const buyer = found.buyer.dba ?? found.buyer.businessLicenseName;
  const other = side === 'SELLER' ? buyer : found.seller;
  const terms = `${describeQuantity(bid.quantity, offer.unitOfMeasure)} of ${offer.productName} at ${formatUsd(bid.price)}`;
  const subject = subjectOf(bid.status as BidStatus, side, other, offer.productName, version);
  const link = `${publicUrl}/deals/${offer.uuid}`;
  await mail.send(
    compose(
      { email: reader.email, firstName: '' },
      {
        kind: 'document',
        sender: other,
        subject,
        lead: `${subject}.`,
        more: [terms],
        action: 'Open the offer',
        link,
        close: `You get this email because you made the ${side === 'SELLER' ? 'offer' : 'bid'}.`,
      },
    ),
  );
}

/** What happened to a bid, told to one side of it. */
export function subjectOf(status: BidStatus, side: DealSide, other: string, product: string, version: number): string {
  switch (status) {
    case 'OPEN':
      return version === 0 ? `${other} bids on ${product}` : `${other} made a counter-offer for ${product}`;
    case 'ACCEPTED':
      return `${other} accepted: ${product} is ordered`;
    case 'DECLINED':
      return side === 'BUYER' ? `${other} declined your bid on ${product}` : `Your bid on ${product} was declined`;
    case 'WITHDRAWN':
      return `${other} withdrew a bid on ${product}`;
    case 'EXPIRED':
      return `The bid of ${other} on ${product} expired`;
  }
}
