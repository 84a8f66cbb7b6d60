import { and, eq, sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { isAllowed } from '../../domain/access/ability';
import { bids as contract } from '../../domain/deals/contract';
import type { BidRow, DealSide } from '../../domain/deals/deal';
import { bidFilters, dealOrderFilters } from '../../domain/deals/filters';
import { compare, money } from '../../domain/money';
import { lineAmount } from '../../domain/orders/line';
import type { OrderStatus } from '../../domain/orders/status';
import { lineTotal } from '../../domain/pricing/price';
import { type Asker, filterSql } from '../db/filters';
import { listOf } from '../db/list';
import { contains, isOneOf } from '../db/page';
import { dealBids } from '../db/schema';
import { visibleBids } from '../db/visibility';
import { companyNames } from './read-offers';

/** A bid as read, with its offer's row and its order's. */
export type FoundBid = {
  id: number;
  orgId: number;
  buyerOrgId: number;
  buyerCompanyId: number;
  buyerLicenseId: number;
  status: string;
  turn: string;
  price: string;
  quantity: string;
  answerBy: Date;
  held: string;
  changed: Date;
  version: number;
  offer: {
    uuid: string;
    companyId: number;
    productName: string;
    brandName: string;
    unitOfMeasure: string;
    soldInBulk: boolean;
    unitMultiplier: string;
    askingPrice: string;
  };
  order: { id: number; orderNumber: string; status: string; totalUsd: string } | null;
};

/** The columns of bids, for `toBidRow`. */
export const bidColumns = sql`
  deal_bids.id, deal_bids.org_id as "orgId", deal_bids.buyer_org_id as "buyerOrgId",
  deal_bids.buyer_company_id as "buyerCompanyId", deal_bids.buyer_license_id as "buyerLicenseId", deal_bids.status,
  deal_bids.turn, deal_bids.price, deal_bids.quantity, deal_bids.answer_by as "answerBy", deal_bids.held,
  deal_bids.updated_at as changed, deal_bids.version,
  (select json_build_object('uuid', offer.uuid, 'companyId', offer.company_id, 'productName', offer.product_name,
      'brandName', offer.brand_name, 'unitOfMeasure', offer.unit_of_measure, 'soldInBulk', offer.sold_in_bulk,
      'unitMultiplier', offer.unit_multiplier::text, 'askingPrice', offer.asking_price::text)
    from offers offer where offer.org_id = deal_bids.org_id and offer.id = deal_bids.offer_id) as offer,
  (select json_build_object('id', ordered.id, 'orderNumber', ordered.order_number, 'status', ordered.status,
      'totalUsd', ordered.total_usd::text)
    from orders ordered where ordered.org_id = deal_bids.org_id and ordered.id = deal_bids.order_id) as "order"`;

type Buyer = { name: string; licenseId: number; licenseNumber: string };

/** What bids name in shared tables. */
export type BidNames = { sellers: ReadonlyMap<number, string>; buyers: ReadonlyMap<number, Buyer> };

export async function bidNames(pool: Pick<Pool, 'query'>, rows: readonly FoundBid[]): Promise<BidNames> {
  const buyers = await pool.query<Buyer & { id: number }>(
    `select held.id, coalesce(nullif(company.dba, ''), company.business_license_name) as name, license.id as "licenseId",
       license.license_number as "licenseNumber"
     from buyer_licenses held join buyer_companies company on company.id = held.buyer_company_id
     join licenses license on license.id = held.license_id where held.id = any ($1::bigint[])`,
    [rows.map(({ buyerLicenseId }) => buyerLicenseId)],
  );
  const sellers = await companyNames(
    pool,
    rows.map(({ offer }) => offer.companyId),
  );
  return {
    sellers,
    buyers: new Map(
      buyers.rows.map(({ id, ...buyer }) => [Number(id), { ...buyer, licenseId: Number(buyer.licenseId) }]),
    ),
  };
}

/** A bid as its reader sees it. One whose time is up is shown as expired before a job writes that. */
export function toBidRow({ membership, now }: Pick<Asker, 'membership' | 'now'>, names: BidNames | undefined) {
  const readsOrders = isAllowed(membership, 'read', 'ORDERS');
  return ({ offer, order, ...bid }: FoundBid): BidRow => {
    const buyer = names?.buyers.get(bid.buyerLicenseId);
    const { price, quantity } = bid;
    const units = {
      unitOfMeasure: offer.unitOfMeasure,
      soldInBulk: offer.soldInBulk,
      unitMultiplier: money(offer.unitMultiplier),
    };
    const hasExpired = bid.status === 'OPEN' && bid.answerBy.getTime() <= now.getTime();
    return {
      id: bid.id,
      offerUuid: offer.uuid,
      product: { name: offer.productName, brandName: offer.brandName },
      ...units,
      seller: { companyId: offer.companyId, name: names?.sellers.get(offer.companyId) ?? '' },
      buyer: {
        companyId: bid.buyerCompanyId,
        name: buyer?.name ?? '',
        licenseId: buyer?.licenseId ?? 0,
        licenseNumber: buyer?.licenseNumber ?? '',
      },
      side: bid.orgId === membership.orgId ? 'SELLER' : 'BUYER',
      status: (hasExpired ? 'EXPIRED' : bid.status) as BidRow['status'],
      turn: bid.turn as DealSide,
      askingPrice: offer.askingPrice,
      price,
      quantity: money(quantity),
      totalUsd: lineTotal(lineAmount({ ...units, quantity, unitPrice: price })),
      answerBy: bid.answerBy.toISOString(),
      isHeld: compare(bid.held, 0) > 0 && !hasExpired,
      changed: bid.changed.toISOString(),
      version: bid.version,
      order: order && readsOrders ? { ...order, status: order.status as OrderStatus } : null,
    };
  };
}

const named = (text: string) => sql`exists (select from offers offer where offer.org_id = ${dealBids.orgId}
  and offer.id = ${dealBids.offerId}
  and ${contains([sql`offer.product_name`, sql`offer.brand_name`], text)})`;

const onSides = (sides: readonly DealSide[], { membership }: Pick<Asker, 'membership'>) =>
  sides.length === 1 ? eq(sides[0] === 'SELLER' ? dealBids.orgId : dealBids.buyerOrgId, membership.orgId) : undefined;

const productName = sql`(select lower(offer.product_name) from offers offer
  where offer.org_id = ${dealBids.orgId} and offer.id = ${dealBids.offerId})`;

const list = {
  table: dealBids,
  spansOrganizations: true,
  columns: bidColumns,
  lookUp: bidNames,
  toRow: toBidRow,
} as const;

const sorts = {
  changed: [dealBids.updatedAt, dealBids.id],
  productName: [productName, dealBids.id],
  price: [dealBids.price, dealBids.id],
} as const;

/** Bids from either side. */
export const allBids = listOf(contract.search)({
  ...list,
  visible: visibleBids,
  sorts: { ...sorts, answerBy: [dealBids.answerBy, dealBids.id] },
  filters: filterSql(bidFilters, {
    search: named,
    sides: onSides,
    statuses: (statuses) => isOneOf(dealBids.status, statuses),
  }),
});

/** Bids that became orders. */
export const dealOrders = listOf(contract.orders)({
  ...list,
  visible: (membership) => and(visibleBids(membership), eq(dealBids.status, 'ACCEPTED')) ?? sql`false`,
  sorts,
  filters: filterSql(dealOrderFilters, { search: named, sides: onSides }),
});
