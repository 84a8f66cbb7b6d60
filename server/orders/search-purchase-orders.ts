import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { VerbInput } from '../../domain/contract/endpoint';
import { notFound } from '../../domain/errors';
import type { BUYER_ORDER_SORTS, purchaseOrders as contract } from '../../domain/orders/contract';
import type { PurchaseOrderFilters } from '../../domain/orders/filters';
import type { BuyerOrderRow } from '../../domain/orders/order';
import { paymentStateOf } from '../../domain/orders/totals';
import { licenseDisplayName } from '../../domain/organization/vocabulary';
import type { Ctx } from '../context';
import { contains, countOf, isOneOf, preparePages, readRows, type SortKeys } from '../db/page';
import { buyerCompanies, orders } from '../db/schema';
import { visiblePurchaseOrders } from '../db/visibility';
import type { Verb } from '../implement';
import { passing } from './order-filters';

type Body = VerbInput<typeof contract.search>['body'];

const sellerName = sql`(select lower(seller.name) from companies seller where seller.id = ${orders.companyId})`;

export const SORTS: Record<(typeof BUYER_ORDER_SORTS)[number], SortKeys> = {
  created: [orders.createdAt, orders.id],
  orderNumber: [sql`length(${orders.orderNumber})`, orders.orderNumber, orders.id],
  seller: [sellerName, orders.id],
  status: [orders.status, orders.createdAt, orders.id],
  totalUsd: [orders.totalUsd, orders.id],
  shipDate: [orders.shipDate, orders.id],
  paymentDueDate: [orders.paymentDueDate, orders.id],
};

export type FoundPurchase = Omit<BuyerOrderRow, 'sellerCompany' | 'buyerLicense' | 'paymentState' | 'created'> & {
  companyId: number;
  companyName: string;
  buyerLicense: { id: number; name: string; licenseNumber: string; usState: string } | null;
  created: Date;
};
type Counted = { resultCount: number };

export const COLUMNS = sql`
    o.id, o.order_number as "orderNumber", o.status, o.company_id as "companyId",
    o.order_source as "orderSource", o.created_at as created, o.ship_date as "shipDate",
    o.payment_due_date as "paymentDueDate", o.total_usd as "totalUsd", o.paid_usd as "paidUsd",
    (select name from companies where id = o.company_id) as "companyName",
    (select count(*)::int from order_line_items where order_id = o.id) as "lineItemCount",
    (select json_build_object('id', b.id, 'name', l.name, 'licenseNumber', l.license_number, 'usState', l.us_state)
       from buyer_licenses b join licenses l on l.id = b.license_id where b.id = o.buyer_license_id) as "buyerLicense"`;

const pageOf = preparePages({ table: sql`${orders}`, sorts: SORTS, columns: COLUMNS });

/** A page of the purchase orders the caller may see, and how many match; `companyId` is the buyer company. */
export const searchPurchaseOrders: Verb<typeof contract.search> = async (ctx, { body }) => {
  const where = matching(ctx, body);
  const rows = await readRows<FoundPurchase & Counted>(ctx.services.database.pool, pageOf({ ...body, where }));
  return {
    results: rows.map(toPurchaseRow),
    resultCount: rows[0]?.resultCount ?? (await countBeyond(ctx, body, where)),
    page: body.page,
  };
};

export function matching(ctx: Ctx, { companyId, filters }: Pick<Body, 'companyId' | 'filters'>): SQL {
  const ofCompany = companyId === undefined ? undefined : eq(orders.buyerCompanyId, companyId);
  return and(visiblePurchaseOrders(ctx.membership), ofCompany, passingForBuyer(filters, ctx)) ?? sql`false`;
}

/** The filters as a buyer means them: the other party searched for is the seller. */
function passingForBuyer({ customerSearch, sellerIds, ...own }: PurchaseOrderFilters, ctx: Ctx): SQL | undefined {
  return and(
    passing(own, ctx),
    customerSearch ? contains(sellerName, customerSearch) : undefined,
    sellerIds?.length ? isOneOf(orders.companyId, sellerIds) : undefined,
  );
}

/** NOT_FOUND for a buyer company of another organization. */
export async function assertOwnBuyerCompany(
  ctx: Ctx,
  { companyId, orgId }: Pick<Body, 'companyId' | 'orgId'>,
): Promise<void> {
  if (companyId === undefined) return;
  const known = sql`select from ${buyerCompanies} where ${buyerCompanies.id} = ${companyId} and ${buyerCompanies.orgId} = ${orgId}`;
  if ((await readRows(ctx.services.database.pool, known)).length === 0) throw notFound('Company');
}

async function countBeyond(ctx: Ctx, body: Body, where: SQL): Promise<number> {
  await assertOwnBuyerCompany(ctx, body);
  if (body.page === 0) return 0;
  const [row] = await readRows<{ count: number }>(
    ctx.services.database.pool,
    sql`select ${countOf(sql`${orders}`, where)} as count`,
  );
  return row?.count ?? 0;
}

export function toPurchaseRow(row: FoundPurchase): BuyerOrderRow {
  const { companyId, companyName, buyerLicense, created } = row;
  return {
    id: row.id,
    orderNumber: row.orderNumber,
    status: row.status,
    orderSource: row.orderSource,
    shipDate: row.shipDate,
    paymentDueDate: row.paymentDueDate,
    totalUsd: row.totalUsd,
    paidUsd: row.paidUsd,
    lineItemCount: row.lineItemCount,
    sellerCompany: { companyId, name: companyName },
    buyerLicense: buyerLicense && {
      id: buyerLicense.id,
      name: buyerLicense.name,
      displayName: licenseDisplayName({
        licenseNumber: buyerLicense.licenseNumber,
        state: { ansiAbbrevation: buyerLicense.usState },
      }),
    },
    created: created.toISOString(),
    paymentState: paymentStateOf(row.totalUsd, row.paidUsd),
  };
}
