import { and, asc, eq, sql } from 'drizzle-orm';
import { isAllowed } from '../../domain/access/ability';
import type { Bid, BidVersion, DealSide, Offer, OfferRow, OfferStatus } from '../../domain/deals/deal';
import { notFound } from '../../domain/errors';
import { money } from '../../domain/money';
import type { Ctx } from '../context';
import { forReader, isOneOf, readRows } from '../db/page';
import { lockRow } from '../db/rows';
import { customers, dealBids, dealBidVersions, offerCustomers, offerLots, offers, users } from '../db/schema';
import { seenOffers, visibleBids } from '../db/visibility';
import { bidColumns, bidNames, type FoundBid, toBidRow } from './read-bids';
import { companyNames, type FoundOffer, offerColumns, toOfferRow } from './read-offers';

export type OfferRecord = typeof offers.$inferSelect;

/** An offer's status and end, as the rules of bids take them. */
export const stateOf = ({ status, endsAt }: OfferRecord) => ({ status: status as OfferStatus, endsAt });

/** An offer a member sees. NOT_FOUND. */
export async function findOffer(
  { db, membership }: Pick<Ctx, 'db' | 'membership'>,
  uuid: string,
): Promise<OfferRecord> {
  const [found] = await db
    .select()
    .from(offers)
    .where(and(eq(offers.uuid, uuid), seenOffers(membership)));
  if (found === undefined) throw notFound('Offer');
  return found;
}

/** Offers a member sees, without their bids. */
export async function readOffers(ctx: Ctx, uuids: readonly string[]): Promise<OfferRow[]> {
  const { membership, services } = ctx;
  const { pool } = services.database;
  const where = and(isOneOf(offers.uuid, uuids), seenOffers(membership));
  const found = await readRows<FoundOffer>(
    pool,
    sql`select ${forReader(offerColumns, membership.orgId)} from offers where ${where}`,
  );
  const sellers = found.map(({ companyId }) => companyId);
  return found.map(toOfferRow(ctx, await companyNames(pool, sellers)));
}

/** The same, locked until the transaction ends; every change of an offer or its bids locks it first. */
export async function lockOffer(ctx: Pick<Ctx, 'db' | 'membership'>, uuid: string): Promise<OfferRecord> {
  const { orgId, id } = await findOffer(ctx, uuid);
  return lockById(ctx, orgId, id);
}

export async function lockById({ db }: Pick<Ctx, 'db'>, orgId: number, id: number): Promise<OfferRecord> {
  const own = and(eq(offers.orgId, orgId), eq(offers.id, id));
  return lockRow(db, offers, own, 'Offer');
}

/** The same for one of the organization's own. NOT_FOUND. */
export async function lockOwnOffer(ctx: Ctx, uuid: string): Promise<OfferRecord> {
  const offer = await lockOffer(ctx, uuid);
  if (offer.orgId !== ctx.membership.orgId) throw notFound('Offer');
  return offer;
}

/** An offer as its reader sees it, with its bids and every version of each. NOT_FOUND. */
export async function describeOffer(ctx: Ctx, uuid: string): Promise<Offer> {
  const { db, membership } = ctx;
  const { orgId, id, note } = await findOffer(ctx, uuid);
  const isOurs = orgId === membership.orgId;
  const own = sql`offers.org_id = ${orgId} and offers.id = ${id}`;
  const { rows } = await db.execute<FoundOffer>(
    sql`select ${forReader(offerColumns, membership.orgId)} from offers where ${own}`,
  );
  const [found] = rows.map((row) => ({ ...row, endsAt: new Date(row.endsAt), created: new Date(row.created) }));
  if (found === undefined) throw notFound('Offer');
  const names = await companyNames(ctx.services.database.pool, [found.companyId]);
  const [lots, chosen, bids] = await Promise.all([
    db
      .select({ packageId: offerLots.packageId, label: offerLots.label })
      .from(offerLots)
      .where(and(eq(offerLots.orgId, orgId), eq(offerLots.offerId, id)))
      .orderBy(asc(offerLots.label)),
    isOurs
      ? db
          .select({ id: customers.id, name: customers.name })
          .from(offerCustomers)
          .innerJoin(customers, and(eq(customers.orgId, orgId), eq(customers.id, offerCustomers.customerId)))
          .where(and(eq(offerCustomers.orgId, orgId), eq(offerCustomers.offerId, id)))
          .orderBy(asc(sql`lower(${customers.name})`), asc(customers.id))
      : [],
    isAllowed(membership, 'read', 'BIDS') ? describeBids(ctx, orgId, id) : [],
  ]);
  return { ...toOfferRow(ctx, names)(found), note, lots, customers: chosen, bids };
}

async function describeBids(ctx: Ctx, orgId: number, offerId: number): Promise<Bid[]> {
  const { db, membership } = ctx;
  const mine = and(eq(dealBids.orgId, orgId), eq(dealBids.offerId, offerId), visibleBids(membership));
  const { rows } = await db.execute<FoundBid>(
    sql`select ${bidColumns} from ${dealBids} where ${mine} order by deal_bids.updated_at desc, deal_bids.id desc`,
  );
  if (rows.length === 0) return [];
  const found = rows.map((row) => ({
    ...row,
    id: Number(row.id),
    answerBy: new Date(row.answerBy),
    changed: new Date(row.changed),
  }));
  const names = await bidNames(ctx.services.database.pool, found);
  const ids = found.map(({ id }) => id);
  const versions = await db
    .select({ version: dealBidVersions, firstName: users.firstName, lastName: users.lastName })
    .from(dealBidVersions)
    .innerJoin(users, eq(users.id, dealBidVersions.userId))
    .where(and(eq(dealBidVersions.orgId, orgId), isOneOf(dealBidVersions.bidId, ids)))
    .orderBy(asc(dealBidVersions.version));
  const side: DealSide = orgId === membership.orgId ? 'SELLER' : 'BUYER';
  const ofBid = Map.groupBy(versions, ({ version }) => version.bidId);
  return found.map((bid) => ({
    ...toBidRow(ctx, names)(bid),
    versions: (ofBid.get(bid.id) ?? []).map(
      ({ version, firstName, lastName }): BidVersion => ({
        version: version.version,
        side: version.side as DealSide,
        price: version.price,
        quantity: money(version.quantity),
        note: version.note,
        created: version.createdAt.toISOString(),
        person: version.side === side ? `${firstName} ${lastName}` : null,
      }),
    ),
  }));
}
