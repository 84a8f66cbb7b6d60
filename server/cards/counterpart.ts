import { and, eq, isNull } from 'drizzle-orm';
import { isAllowed } from '../../domain/access/ability';
import type { counterparts } from '../../domain/cards/counterpart';
import type { Ctx } from '../context';
import { brands, dealBids, licenses, orders, organizations } from '../db/schema';
import { visibleBids, visibleOrders, visiblePurchaseOrders } from '../db/visibility';
import { findOffer } from '../deals/find-offer';
import type { Verb } from '../implement';
import { findTransfer } from '../intakes/read-intakes';

type Asked = Parameters<Verb<typeof counterparts.find>>[1]['query'];

/** The other organization of a record, for whoever sees the record; NOT_FOUND of an offer or intake that isn't seen. */
export const findCounterpart: Verb<typeof counterparts.find> = async (ctx, { query }) => {
  const { db, membership } = ctx;
  const id = await otherOrgOf(ctx, query);
  if (id === null || id === membership.orgId) return { org: null };
  const [org] = await db
    .select({ id: organizations.id, name: organizations.name })
    .from(organizations)
    .where(eq(organizations.id, id));
  return { org: org ?? null };
};

async function otherOrgOf(ctx: Ctx, asked: Asked): Promise<number | null> {
  switch (asked.of) {
    case 'ORDER':
      return ofOrder(ctx, asked.orderId ?? 0);
    case 'OFFER':
      return isAllowed(ctx.membership, 'read', 'OFFERS') ? (await findOffer(ctx, asked.offerUuid ?? '')).orgId : null;
    case 'BID':
      return isAllowed(ctx.membership, 'read', 'BIDS') ? ofBid(ctx, asked.bidId ?? 0) : null;
    case 'INTAKE':
      return isAllowed(ctx.membership, 'read', 'INTAKES')
        ? ofIntake(ctx, { licenseId: asked.licenseId ?? 0, intakeId: asked.intakeId ?? 0 })
        : null;
    case 'LISTING':
      return ofListing(ctx, asked);
  }
}

async function ofOrder({ db, membership }: Ctx, orderId: number): Promise<number | null> {
  const [sold] = await db
    .select({ id: orders.buyerOrgId })
    .from(orders)
    .where(and(eq(orders.id, orderId), visibleOrders(membership)));
  if (sold) return sold.id;
  const [bought] = await db
    .select({ id: orders.orgId })
    .from(orders)
    .where(and(eq(orders.id, orderId), visiblePurchaseOrders(membership)));
  return bought?.id ?? null;
}

/** Who made a bid that the caller's organization got. */
async function ofBid({ db, membership }: Ctx, bidId: number): Promise<number | null> {
  const isGot = and(eq(dealBids.orgId, membership.orgId), eq(dealBids.id, bidId), visibleBids(membership));
  return (await db.select({ orgId: dealBids.buyerOrgId }).from(dealBids).where(isGot))[0]?.orgId ?? null;
}

/** Whoever the directory says has it. */
async function ofListing({ db }: Ctx, { listingType, listingId = 0 }: Asked): Promise<number | null> {
  switch (listingType) {
    case 'org':
      return listingId;
    case 'brand': {
      const isListed = and(eq(brands.id, listingId), isNull(brands.review), eq(brands.disabled, false));
      return (await db.select({ orgId: brands.orgId }).from(brands).where(isListed))[0]?.orgId ?? null;
    }
    case 'license': {
      const isHeld = and(eq(licenses.id, listingId), isNull(licenses.removedAt));
      return (await db.select({ orgId: licenses.orgId }).from(licenses).where(isHeld))[0]?.orgId ?? null;
    }
    default:
      return null;
  }
}

/** Whoever holds the sender's license here. */
async function ofIntake(ctx: Ctx, place: { licenseId: number; intakeId: number }): Promise<number | null> {
  const { shipperLicense, usState } = await findTransfer(ctx, place);
  const [sender] = await ctx.db
    .select({ orgId: licenses.orgId })
    .from(licenses)
    .where(and(eq(licenses.usState, usState), eq(licenses.licenseNumber, shipperLicense), isNull(licenses.removedAt)));
  return sender?.orgId ?? null;
}
