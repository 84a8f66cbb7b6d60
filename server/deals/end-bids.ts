import { and, eq, sql } from 'drizzle-orm';
import type { BidStatus, DealSide } from '../../domain/deals/deal';
import { compare, multiply, subtract, sum } from '../../domain/money';
import { subjectOf } from '../../domain/notifications/subjects';
import type { Ctx } from '../context';
import { isOneOf } from '../db/page';
import { dealBids, offers } from '../db/schema';
import type { StockCtx } from '../inventory/stock/write-stock';
import { noticeOf, settledAs } from '../notices/notices';
import type { OfferRecord } from './find-offer';
import { holdStock } from './order-deal';

export type BidRecord = typeof dealBids.$inferSelect;

type Ended = Exclude<BidStatus, 'OPEN' | 'ACCEPTED'>;
type Ending = StockCtx & Pick<Ctx, 'now' | 'enqueue'>;

const OUTCOMES: Record<Ended, string> = { DECLINED: 'Declined', WITHDRAWN: 'Withdrawn', EXPIRED: 'Expired' };

/** Settles the notification of whom a bid waited for. */
export async function settleTurn({ enqueue }: Pick<Ctx, 'enqueue'>, bid: BidRecord, outcome: string): Promise<void> {
  const orgId = bid.turn === 'SELLER' ? bid.orgId : bid.buyerOrgId;
  await enqueue(settledAs({ orgId, subjects: [subjectOf.bid(bid.orgId, bid.id, bid.version)] }, outcome));
}

/** Tells who made a bid, or its offer, that the other side ended it. */
export function tellEnded(ctx: Pick<Ctx, 'person' | 'now' | 'enqueue'>, bid: BidRecord, to: DealSide): Promise<void> {
  const payload = { about: 'BID_ENDED' as const, sellerOrgId: bid.orgId, bidId: bid.id, to };
  const orgId = to === 'SELLER' ? bid.orgId : bid.buyerOrgId;
  return ctx.enqueue(noticeOf(ctx, { type: 'CUSTOM', orgId, subject: subjectOf.bidEnded(bid.orgId, bid.id), payload }));
}

/** The open bids of a locked offer. */
export function openBids({ db }: Pick<Ctx, 'db'>, { orgId, id }: OfferRecord): Promise<BidRecord[]> {
  return db
    .select()
    .from(dealBids)
    .where(and(eq(dealBids.orgId, orgId), eq(dealBids.offerId, id), eq(dealBids.status, 'OPEN')))
    .orderBy(dealBids.id);
}

/** Ends these bids of a locked offer, and releases what was held for them. */
export async function endBids(
  ctx: Ending,
  offer: OfferRecord,
  bids: readonly BidRecord[],
  status: Ended,
): Promise<void> {
  if (bids.length === 0) return;
  const { db, now } = ctx;
  const ids = bids.map(({ id }) => id);
  await db
    .update(dealBids)
    .set({ status, held: '0', heldBase: '0', updatedAt: now, version: sql`${dealBids.version} + 1` })
    .where(and(eq(dealBids.orgId, offer.orgId), isOneOf(dealBids.id, ids)));
  for (const bid of bids) await settleTurn(ctx, bid, OUTCOMES[status]);
  const held = sum(bids.map((bid) => bid.held));
  if (compare(held, 0) > 0) {
    await db
      .update(offers)
      .set({ held: subtract(offer.held, held) })
      .where(and(eq(offers.orgId, offer.orgId), eq(offers.id, offer.id)));
  }
  await holdStock(ctx, offer, multiply(sum(bids.map((bid) => bid.heldBase)), -1));
}

/** Ends every open bid of a locked offer, such as of one that was closed or sold out. */
export async function endOpenBids(ctx: Ctx, offer: OfferRecord, status: Ended, why: string): Promise<void> {
  const bids = await openBids(ctx, offer);
  await endBids(ctx, offer, bids, status);
  for (const bid of bids) {
    await ctx.audit({
      entity: 'bid',
      orgId: offer.orgId,
      id: bid.id,
      before: { status: bid.status },
      after: { status, why },
    });
    await ctx.enqueue({
      name: 'deal-letter',
      data: { orgId: offer.orgId, bidId: bid.id, version: bid.version + 1, to: 'BUYER', toOrgId: bid.buyerOrgId },
    });
    await tellEnded(ctx, bid, 'BUYER');
  }
}
