import { sql } from 'drizzle-orm';
import type { Pool } from 'pg';
import { isAllowed } from '../../domain/access/ability';
import type { InventoryMode, ProductStatus } from '../../domain/catalogue/vocabulary';
import { offers as contract } from '../../domain/deals/contract';
import { type OfferRow, shownLeft } from '../../domain/deals/deal';
import { openOfferFilters, ownOfferFilters } from '../../domain/deals/filters';
import { money, roundCents } from '../../domain/money';
import { type Asker, filterSql } from '../db/filters';
import { listOf } from '../db/list';
import { contains, isOneOf, readerOrg } from '../db/page';
import { companies, offers } from '../db/schema';
import { visibleOffers, visibleOwnOffers } from '../db/visibility';

/** An offer as read for a list or its page. */
export type FoundOffer = {
  id: number;
  uuid: string;
  orgId: number;
  companyId: number;
  productId: number;
  productName: string;
  brandName: string;
  unitOfMeasure: string;
  soldInBulk: boolean;
  unitMultiplier: string;
  quantity: string;
  taken: string;
  held: string;
  smallestQuantity: string;
  askingPrice: string;
  endsAt: Date;
  created: Date;
  status: string;
  isSoldOut: boolean;
  audience: string;
  version: number;
  /** The product as it is now. */
  now: {
    brandId: number;
    imageUri: string | null;
    wholesalePrice: string;
    showQuantity: boolean;
    listingState: ProductStatus;
    mode: string;
    quantity: string;
    reserved: string;
  };
  openBids: number;
  waiting: number;
};

const openBidsOf = (and_: ReturnType<typeof sql>) => sql`(select count(*)::int from deal_bids bid
  where bid.org_id = offers.org_id and bid.offer_id = offers.id and bid.status = 'OPEN'
    and (bid.org_id = ${readerOrg} or bid.buyer_org_id = ${readerOrg}) ${and_})`;

/** Whether an open offer is sold out: all of it, or all there is of its product. What is held for a bid isn't sold yet. */
const isSoldOut = sql`(offers.status = 'OPEN' and offers.held = 0 and (offers.taken >= offers.quantity or exists (
  select from products product join product_stock stock on stock.org_id = product.org_id and stock.product_id = product.id
   where product.org_id = offers.org_id and product.id = offers.product_id
     and product.inventory_management <> 'UNLIMITED' and product.listing_state <> 'BACKORDER'
     and (stock.quantity <= stock.reserved
       or (offers.unit_of_measure = 'Case' and stock.quantity - stock.reserved < offers.unit_multiplier)))))`;

/** The columns of offers, for `toOfferRow`. */
export const offerColumns = sql`
  offers.id, offers.uuid, offers.org_id as "orgId", offers.company_id as "companyId", offers.product_id as "productId",
  offers.product_name as "productName", offers.brand_name as "brandName", offers.unit_of_measure as "unitOfMeasure",
  offers.sold_in_bulk as "soldInBulk", offers.unit_multiplier as "unitMultiplier", offers.quantity, offers.taken, offers.held,
  offers.smallest_quantity as "smallestQuantity", offers.asking_price as "askingPrice", offers.ends_at as "endsAt",
  offers.created_at as created, offers.status, offers.audience, offers.version,
  (select json_build_object('brandId', product.brand_id, 'imageUri', (select image.image_uri from product_images image
        where image.org_id = product.org_id and image.product_id in (product.id, product.parent_id)
        order by image.product_id = product.id desc, image.position, image.id limit 1), 'wholesalePrice', product.wholesale_price::text,
      'showQuantity', product.show_quantity, 'listingState', product.listing_state, 'mode', product.inventory_management,
      'quantity', stock.quantity::text, 'reserved', stock.reserved::text)
    from products product join product_stock stock on stock.org_id = product.org_id and stock.product_id = product.id
    where product.org_id = offers.org_id and product.id = offers.product_id) as now,
  ${isSoldOut} as "isSoldOut", ${openBidsOf(sql``)} as "openBids",
  ${openBidsOf(sql`and bid.turn = case when bid.org_id = ${readerOrg} then 'SELLER' else 'BUYER' end`)} as waiting`;

/** The names of companies, by id. */
export async function companyNames(pool: Pick<Pool, 'query'>, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await pool.query<{ id: number; name: string }>(
    'select id, name from companies where id = any ($1::bigint[])',
    [[...new Set(ids)]],
  );
  return new Map(rows.map(({ id, name }) => [Number(id), name]));
}

type Reader = Pick<Asker, 'membership' | 'now'>;

/** An offer as its reader sees it. One whose time is up is shown as ended before a job writes that. */
export function toOfferRow({ membership, now }: Reader, names: ReadonlyMap<number, string>) {
  const readsBids = isAllowed(membership, 'read', 'BIDS');
  return (found: FoundOffer): OfferRow => {
    const {
      orgId,
      companyId,
      productId,
      productName,
      brandName,
      taken,
      held,
      isSoldOut: isSold,
      now: product,
      ...row
    } = found;
    const isOurs = orgId === membership.orgId;
    const stock = { mode: product.mode as InventoryMode, quantity: product.quantity, reserved: product.reserved };
    const hasEnded = row.status === 'OPEN' && row.endsAt.getTime() <= now.getTime();
    return {
      id: Number(row.id),
      uuid: row.uuid,
      seller: { companyId, name: names.get(companyId) ?? '' },
      product: { id: productId, name: productName, brandId: product.brandId, brandName, imageUri: product.imageUri },
      unitOfMeasure: row.unitOfMeasure,
      soldInBulk: row.soldInBulk,
      unitMultiplier: money(row.unitMultiplier),
      quantity: money(row.quantity),
      left: shownLeft({ ...row, taken, held }, { ...product, showQuantity: isOurs || product.showQuantity }, stock),
      smallestQuantity: money(row.smallestQuantity),
      askingPrice: row.askingPrice,
      wholesalePrice: roundCents(product.wholesalePrice),
      endsAt: row.endsAt.toISOString(),
      created: row.created.toISOString(),
      status: (hasEnded ? 'EXPIRED' : isSold ? 'FILLED' : row.status) as OfferRow['status'],
      audience: row.audience as OfferRow['audience'],
      openBids: readsBids ? row.openBids : 0,
      waiting: readsBids ? row.waiting : 0,
      isOurs,
      version: row.version,
    };
  };
}

const searched = (text: string) => contains([offers.productName, offers.brandName], text);

const list = {
  table: offers,
  sorts: {
    created: [offers.createdAt, offers.id],
    endsAt: [offers.endsAt, offers.id],
    productName: [sql`lower(${offers.productName})`, offers.id],
    askingPrice: [offers.askingPrice, offers.id],
    quantity: [offers.quantity, offers.id],
  },
  columns: offerColumns,
  lookUp: (pool: Pool, rows: readonly FoundOffer[]) =>
    companyNames(
      pool,
      rows.map(({ companyId }) => companyId),
    ),
  toRow: toOfferRow,
} as const;

/** Open offers of other organizations. */
export const openOffers = listOf(contract.search)({
  ...list,
  spansOrganizations: true,
  visible: visibleOffers,
  filters: filterSql(openOfferFilters, {
    search: (text) =>
      sql`(${searched(text)} or exists (select from companies company
        where company.id = ${offers.companyId} and ${contains(sql`company.name`, text)}))`,
  }),
});

/** The organization's own offers. */
export const ownOffers = listOf(contract.own)({
  ...list,
  company: { of: offers.companyId, among: companies },
  spansOrganizations: true,
  visible: visibleOwnOffers,
  filters: filterSql(ownOfferFilters, {
    search: searched,
    statuses: (statuses) => isOneOf(sql`(case when ${isSoldOut} then 'FILLED' else offers.status end)`, statuses),
    audiences: (audiences) => isOneOf(offers.audience, audiences),
  }),
});
