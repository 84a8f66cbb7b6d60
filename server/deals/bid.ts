import { and, eq, isNull, sql } from 'drizzle-orm';
import { explain, isAllowed } from '../../domain/access/ability';
import { findStateError } from '../../domain/carts/line-error';
import type { bids as contract } from '../../domain/deals/contract';
import {
  answerBy,
  type BidAct,
  type BidStatus,
  type DealSide,
  heldByCounter,
  leftToBid,
  offeredQuantityProblem,
  offerLeft,
  whyNotAnswer,
  whyNotBid,
} from '../../domain/deals/deal';
import { assertCurrent, badInput, DomainError, notFound } from '../../domain/errors';
import { add, compare, formatUsd, isEqual, subtract } from '../../domain/money';
import { subjectOf } from '../../domain/notifications/subjects';
import type { ProductRow } from '../catalogue/menu-products';
import type { Ctx } from '../context';
import { returnedRow } from '../db/rows';
import {
  buyerLicenses,
  companies,
  customers,
  dealBids,
  dealBidVersions,
  licenses,
  offerCustomers,
  offers,
} from '../db/schema';
import { visibleBids, visibleBuyerLicenses, visibleOffers } from '../db/visibility';
import type { Verb } from '../implement';
import { stockOf } from '../inventory/stock/lock-stock';
import { noticeOf } from '../notices/notices';
import { assertApproved, assertStillApproved } from './assert-approved';
import { type BidRecord, endBids, endOpenBids, openBids, settleTurn, tellEnded } from './end-bids';
import { describeOffer, lockOffer, type OfferRecord, stateOf } from './find-offer';
import { holdStock, lockOffered, orderDeal } from './order-deal';
import { publishDeal } from './publish-deal';

const conflict = (message: string) => new DomainError('CONFLICT', message);

type Terms = { price: string; quantity: string; note: string };

const ofBid = ({ orgId, id }: Pick<BidRecord, 'orgId' | 'id'>) => and(eq(dealBids.orgId, orgId), eq(dealBids.id, id));
const ofOffer = ({ orgId, id }: OfferRecord) => and(eq(offers.orgId, orgId), eq(offers.id, id));
const otherSide = (side: DealSide): DealSide => (side === 'BUYER' ? 'SELLER' : 'BUYER');

/** The buyer license of a license one may buy for that may take this offer; BAD_INPUT with the reason at the license. */
async function findBuyer({ db, membership }: Ctx, offer: OfferRecord, licenseId: number) {
  const [found] = await db
    .select({ buyerLicense: buyerLicenses, license: licenses, company: companies })
    .from(buyerLicenses)
    .innerJoin(licenses, eq(licenses.id, buyerLicenses.licenseId))
    .innerJoin(companies, eq(companies.id, offer.companyId))
    .where(and(eq(buyerLicenses.licenseId, licenseId), visibleBuyerLicenses(membership), isNull(licenses.removedAt)))
    .orderBy(buyerLicenses.id)
    .limit(1);
  if (found === undefined) throw notFound('License');
  const problem = findStateError(found.company, found.license) ?? (await chosenProblem(db, offer, licenseId));
  if (problem !== null) throw badInput({ licenseId: problem });
  return found;
}

/** NOT_FOUND for an offer that is no longer shown to the member, who sees it for a bid they once made. */
async function assertShown({ db, membership }: Ctx, { uuid }: OfferRecord): Promise<void> {
  const shown = await db
    .select({ id: offers.id })
    .from(offers)
    .where(and(eq(offers.uuid, uuid), visibleOffers(membership)));
  if (shown.length === 0) throw new DomainError('NOT_FOUND', 'This offer is no longer shown to you.');
}

async function chosenProblem(
  db: Ctx['db'],
  { orgId, id, audience }: OfferRecord,
  licenseId: number,
): Promise<string | null> {
  if (audience !== 'CUSTOMERS') return null;
  const [chosen] = await db
    .select({ id: customers.id })
    .from(offerCustomers)
    .innerJoin(customers, and(eq(customers.orgId, orgId), eq(customers.id, offerCustomers.customerId)))
    .where(and(eq(offerCustomers.orgId, orgId), eq(offerCustomers.offerId, id), eq(customers.licenseId, licenseId)));
  return chosen === undefined ? 'This offer isn’t for this license. Choose another one' : null;
}

type Held = Pick<BidRecord, 'held' | 'heldBase'>;
const NOT_HELD: Held = { held: '0', heldBase: '0' };

/**
 * The product of an offer, locked, and the quantity, by default all that is left; BAD_INPUT when the offer doesn't give
 * it. `own` is what is held for this very bid.
 */
async function assertQuantity(
  ctx: Ctx,
  offer: OfferRecord,
  wanted: string | undefined,
  own: Held = NOT_HELD,
): Promise<{ product: ProductRow; quantity: string }> {
  const product = await lockOffered(ctx, offer);
  const stock = stockOf([product]).get(product.id);
  if (stock === undefined) throw conflict('This product is no longer sold.');
  const left = leftToBid(offer, product.rules, stock, { own: own.held, ownBase: own.heldBase });
  // What is left of the offer itself is no secret.
  const isShort = compare(left, add(offerLeft(offer), own.held)) < 0;
  const showQuantity = product.rules.showQuantity || !isShort || offer.orgId === ctx.membership.orgId;
  const quantity = wanted ?? left;
  const problem = offeredQuantityProblem({ ...product.rules, showQuantity }, quantity, {
    smallest: offer.smallestQuantity,
    left,
  });
  if (problem !== null) throw badInput({ quantity: problem });
  return { product, quantity };
}

/**
 * Places a bid: at the asking price it is ordered at once, if the person may order deals, else it waits for the seller. A
 * bid at the asking price replaces one's own open bid for the license. NOT_FOUND, CONFLICT, BAD_INPUT, SHORT_OF_STOCK.
 */
export const placeBid: Verb<typeof contract.place> = async (ctx, { params: { offerUuid }, body }) => {
  const { db, membership, person, now } = ctx;
  const offer = await lockOffer(ctx, offerUuid);
  if (offer.orgId === membership.orgId) throw conflict('This is your own offer.');
  const closed = whyNotBid(stateOf(offer), now);
  if (closed !== null) throw conflict(closed);
  await assertShown(ctx, offer);
  const { buyerLicense } = await findBuyer(ctx, offer, body.licenseId);
  if (body.match && body.askingPrice !== undefined && !isEqual(body.askingPrice, offer.askingPrice)) {
    throw conflict(
      `The asking price is now ${formatUsd(offer.askingPrice)}, not ${formatUsd(body.askingPrice)}. Check it, then take it again.`,
    );
  }
  const price = body.match || body.counterOfferPrice == null ? offer.askingPrice : body.counterOfferPrice;
  const own = (await openBids(ctx, offer)).filter(({ buyerLicenseId }) => buyerLicenseId === buyerLicense.id);
  if (own.length > 0 && !body.match) {
    throw conflict('You already have an open bid on this offer for this license. Answer or withdraw that one.');
  }
  await endBids(ctx, offer, own, 'WITHDRAWN');
  const current = own.length > 0 ? await lockOffer(ctx, offerUuid) : offer;
  const { product, quantity } = await assertQuantity(ctx, current, body.quantity);
  const terms = { price, quantity, note: body.note };
  await assertApproved(ctx, { offer, product, buyerCompanyId: buyerLicense.buyerCompanyId }, terms);
  const made = returnedRow(
    await db
      .insert(dealBids)
      .values({
        orgId: offer.orgId,
        offerId: offer.id,
        buyerOrgId: membership.orgId,
        buyerCompanyId: buyerLicense.buyerCompanyId,
        buyerLicenseId: buyerLicense.id,
        turn: 'SELLER',
        price: terms.price,
        quantity: terms.quantity,
        answerBy: answerBy(now, offer.endsAt),
        createdByUserId: person.userId,
        createdAt: now,
        updatedAt: now,
      })
      .returning(),
  );
  await writeVersion(ctx, made, 'BUYER', terms);
  await tellDeal(ctx, offer, made, 'deal.bid');
  await ctx.audit({ id: made.id, before: null, after: { offer: offer.uuid, match: body.match, ...terms } });
  if (body.match && isAllowed(membership, 'write', 'ORDERS')) await accept(ctx, current, made, terms.note);
  else await tellTurn(ctx, made, 'SELLER');
  await finish(ctx, offer, made, 'SELLER');
  return describeOffer(ctx, offerUuid);
};

async function writeVersion({ db, person, now }: Ctx, bid: BidRecord, side: DealSide, terms: Terms): Promise<void> {
  const { orgId, id: bidId, version } = bid;
  await db
    .insert(dealBidVersions)
    .values({ orgId, bidId, version, side, ...terms, userId: person.userId, createdAt: now });
}

/** Tells the programs of both sides, by the offer's address. */
const tellDeal = (
  ctx: Ctx,
  { orgId, uuid }: OfferRecord,
  { buyerOrgId }: BidRecord,
  type: 'deal.bid' | 'deal.accepted',
) =>
  ctx.tell(...[orgId, buyerOrgId].map((side) => ({ type, orgId: side, subject: { kind: 'deal' as const, id: uuid } })));

/** Tells who made a bid, or its offer, that it waits for their side. */
function tellTurn(ctx: Ctx, bid: BidRecord, to: DealSide): Promise<void> {
  const { orgId: sellerOrgId, id: bidId, version } = bid;
  const orgId = to === 'SELLER' ? sellerOrgId : bid.buyerOrgId;
  const payload = { about: 'BID_WAITS' as const, sellerOrgId, bidId, version, to };
  return ctx.enqueue(
    noticeOf(ctx, { type: 'CUSTOM', orgId, subject: subjectOf.bid(sellerOrgId, bidId, version), payload }),
  );
}

/** Tells both sides' screens, and by email the person who answers next. */
async function finish(ctx: Ctx, offer: OfferRecord, bid: BidRecord, to: DealSide): Promise<void> {
  const toOrgId = to === 'SELLER' ? offer.orgId : bid.buyerOrgId;
  const letter = { orgId: offer.orgId, bidId: bid.id, version: bid.version, to, toOrgId };
  await ctx.enqueue({ name: 'deal-letter', data: letter });
  await publishDeal(ctx, offer);
}

/** A bid of a locked offer, with the caller's side. NOT_FOUND, STALE, and CONFLICT when they can't do this to it. */
async function findBid(ctx: Ctx, offer: OfferRecord, id: number, version: number, act: (side: DealSide) => BidAct) {
  const [bid] = await ctx.db
    .select()
    .from(dealBids)
    .where(and(ofBid({ orgId: offer.orgId, id }), eq(dealBids.offerId, offer.id), visibleBids(ctx.membership)));
  if (bid === undefined) throw notFound('Bid');
  const side: DealSide = offer.orgId === ctx.membership.orgId ? 'SELLER' : 'BUYER';
  assertCurrent('This bid', bid, version);
  const problem = whyNotAnswer(
    { status: bid.status as BidStatus, turn: bid.turn as DealSide, answerBy: bid.answerBy },
    side,
    act(side),
    ctx.now,
  );
  if (problem !== null) throw conflict(problem);
  return { bid, side };
}

/** Answers with other terms; a seller's are held for the buyer. NOT_FOUND, STALE, CONFLICT, BAD_INPUT, SHORT_OF_STOCK. */
export const counterBid: Verb<typeof contract.counter> = async (ctx, { params: { offerUuid, bidId }, body }) => {
  const { db, now } = ctx;
  const offer = await lockOffer(ctx, offerUuid);
  const { bid, side } = await findBid(ctx, offer, bidId, body.version, () => 'COUNTER');
  const closed = whyNotBid(stateOf(offer), now);
  if (closed !== null) throw conflict(closed);
  const { counterOfferPrice: price, quantity, note } = body;
  if (isEqual(price, bid.price) && isEqual(quantity, bid.quantity)) {
    throw badInput({ counterOfferPrice: 'This is their bid. Accept it, or change the price or quantity' });
  }
  const { product } = await assertQuantity(ctx, offer, quantity, bid);
  if (side === 'BUYER') await assertApproved(ctx, { ...bid, offer, product }, { price, quantity });
  const { held, heldBase } = heldByCounter(side, quantity, offer, product.rules);
  await holdStock(ctx, offer, subtract(heldBase, bid.heldBase));
  await db
    .update(offers)
    .set({ held: add(subtract(offer.held, bid.held), held) })
    .where(ofOffer(offer));
  const [after] = await db
    .update(dealBids)
    .set({
      price,
      quantity,
      held,
      heldBase,
      turn: otherSide(side),
      answerBy: answerBy(now, offer.endsAt),
      updatedAt: now,
      version: bid.version + 1,
    })
    .where(ofBid(bid))
    .returning();
  if (after === undefined) throw notFound('Bid');
  await writeVersion(ctx, after, side, { price, quantity, note });
  await tellDeal(ctx, offer, after, 'deal.bid');
  await ctx.audit({
    id: bid.id,
    before: { price: bid.price, quantity: bid.quantity },
    after: { price, quantity, note },
  });
  await settleTurn(ctx, bid, 'Countered');
  await tellTurn(ctx, after, otherSide(side));
  await finish(ctx, offer, after, otherSide(side));
  return describeOffer(ctx, offerUuid);
};

/** Accepts the other side's terms, which makes the order. NOT_FOUND, STALE, CONFLICT, SHORT_OF_STOCK. */
export const acceptBid: Verb<typeof contract.accept> = async (ctx, { params: { offerUuid, bidId }, body }) => {
  const offer = await lockOffer(ctx, offerUuid);
  const { bid, side } = await findBid(ctx, offer, bidId, body.version, () => 'ACCEPT');
  if (side === 'BUYER' && !isAllowed(ctx.membership, 'write', 'ORDERS')) {
    throw new DomainError('FORBIDDEN', explain({ kind: 'feature', feature: 'ORDERS', level: 'write' }));
  }
  const left = add(offerLeft(offer), bid.held);
  if (compare(bid.quantity, left) > 0) {
    throw conflict(`Only ${left} left in this offer. Counter with a smaller quantity.`);
  }
  const deal = { buyerCompanyId: bid.buyerCompanyId, offer, product: await lockOffered(ctx, offer) };
  await (side === 'BUYER' ? assertApproved(ctx, deal, bid) : assertStillApproved(ctx, deal, bid));
  const after = await accept(ctx, offer, bid, await lastBuyerNote(ctx, bid));
  await settleTurn(ctx, bid, 'Accepted');
  // The seller is told of the order.
  if (side === 'SELLER') await tellEnded(ctx, after, 'BUYER');
  await finish(ctx, offer, after, otherSide(side));
  return describeOffer(ctx, offerUuid);
};

async function lastBuyerNote({ db }: Ctx, { orgId, id }: BidRecord): Promise<string> {
  const [last] = await db
    .select({ note: dealBidVersions.note })
    .from(dealBidVersions)
    .where(and(eq(dealBidVersions.orgId, orgId), eq(dealBidVersions.bidId, id), eq(dealBidVersions.side, 'BUYER')))
    .orderBy(sql`${dealBidVersions.version} desc`)
    .limit(1);
  return last?.note ?? '';
}

/** Makes a bid's order; an offer with nothing left is sold, and its other bids end. */
async function accept(ctx: Ctx, offer: OfferRecord, bid: BidRecord, note: string): Promise<BidRecord> {
  const { db, now } = ctx;
  const order = await orderDeal(ctx, offer, { ...bid, note });
  const taken = add(offer.taken, bid.quantity);
  const [after] = await db
    .update(dealBids)
    .set({ status: 'ACCEPTED', orderId: order.id, held: '0', heldBase: '0', updatedAt: now, version: bid.version + 1 })
    .where(ofBid(bid))
    .returning();
  if (after === undefined) throw notFound('Bid');
  const isSold = compare(taken, offer.quantity) >= 0;
  const [left] = await db
    .update(offers)
    .set({ taken, held: subtract(offer.held, bid.held), ...(isSold ? { status: 'FILLED' } : {}), updatedAt: now })
    .where(ofOffer(offer))
    .returning();
  await ctx.audit({
    entity: 'bid',
    id: bid.id,
    before: { status: bid.status },
    after: { status: 'ACCEPTED', order: order.orderNumber },
  });
  await tellDeal(ctx, offer, bid, 'deal.accepted');
  if (isSold && left) await endOpenBids(ctx, left, 'DECLINED', 'The offer is sold out.');
  return after;
}

/** Declines a bid as the seller, or withdraws it as its buyer; what was held for it is free. NOT_FOUND, STALE, CONFLICT. */
export const endBid: Verb<typeof contract.end> = async (ctx, { params: { offerUuid, bidId }, body }) => {
  const offer = await lockOffer(ctx, offerUuid);
  const { bid, side } = await findBid(ctx, offer, bidId, body.version, (own) =>
    own === 'SELLER' ? 'DECLINE' : 'WITHDRAW',
  );
  const status = side === 'SELLER' ? 'DECLINED' : 'WITHDRAWN';
  await endBids(ctx, offer, [bid], status);
  const after = { ...bid, version: bid.version + 1 };
  if (body.note !== '')
    await writeVersion(ctx, after, side, { price: bid.price, quantity: bid.quantity, note: body.note });
  await ctx.audit({ id: bid.id, before: { status: bid.status }, after: { status, note: body.note } });
  await tellEnded(ctx, after, otherSide(side));
  await finish(ctx, offer, after, otherSide(side));
  return describeOffer(ctx, offerUuid);
};
