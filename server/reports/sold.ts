import { and, type SQL, sql } from 'drizzle-orm';
import { type Money, roundCents } from '../../domain/money';
import type { BrandSold, ProductSold, Report, SoldQuantity, SoldTotals } from '../../domain/reports/report';
import { addUp, averagePrice, rankBy, shareOf } from '../../domain/reports/sold';
import type { ListContext } from '../db/list';
import { readRows } from '../db/page';
import { brands, orderLineItems, orders, products } from '../db/schema';
import { passingLines } from '../orders/order-filters';
import { ordersBefore, type Reported, reportedOrders, shiftToPrevious } from './reported-orders';

type Kind = 'PRODUCTS_SOLD' | 'BRANDS_SOLD';
/** A sum by what is sold, or of everything; with a unit of that unit alone. */
type Sum = {
  id: number | null;
  unit: string | null;
  quantity: string;
  revenue: Money;
  orders: number;
  customers: number;
  products: number;
};
type Counted = SoldTotals & { products: number };
type Of = Counted & { id: number };

const OF = { PRODUCTS_SOLD: sql`${orderLineItems.productId}`, BRANDS_SOLD: sql`${orderLineItems.brandId}` } as const;

/** What was sold in orders, by product or brand and in all; only lines that match the search's line filters. */
async function readSold(ctx: ListContext, kind: Kind, reported: Reported, where: SQL) {
  const lines = and(where, passingLines(reported.filters)) ?? where;
  const sums = await readRows<Sum>(
    ctx.services.database.pool,
    sql`
    select id, unit, sum(quantity)::text as quantity, sum(total)::text as revenue,
           count(distinct order_id)::int as orders, count(distinct customer_id)::int as customers,
           count(distinct product_id)::int as products
      from (select ${OF[kind]} as id, ${orderLineItems.baseUnit} as unit, ${orderLineItems.baseQuantity} as quantity,
                   ${orderLineItems.totalUsd} as total, ${orders.id} as order_id, ${orders.customerId} as customer_id,
                   ${orderLineItems.productId} as product_id
              from ${orders} join ${orderLineItems}
                on ${orderLineItems.orgId} = ${ctx.membership.orgId} and ${orderLineItems.orderId} = ${orders.id}
             where ${lines}) sold
     group by grouping sets ((id), (id, unit), (unit), ())`,
  );
  const quantities = new Map<number | null, SoldQuantity[]>();
  for (const { id, unit, quantity } of sums) {
    if (unit !== null) quantities.set(id, [...(quantities.get(id) ?? []), { unit, quantity }]);
  }
  const counted = ({ id, revenue, orders, customers, products }: Sum): Counted => ({
    quantities: addUp(quantities.get(id) ?? []),
    revenue: roundCents(revenue ?? '0'),
    orders,
    customers,
    products,
  });
  const whole = sums.filter(({ unit }) => unit === null);
  const all = whole.find(({ id }) => id === null);
  return {
    rows: whole.flatMap((sum): Of[] => (sum.id === null ? [] : [{ id: sum.id, ...counted(sum) }])),
    totals: all ? counted(all) : { quantities: [], revenue: '0.00', orders: 0, customers: 0, products: 0 },
  };
}

type Names = Record<number, { name: string; brandName: string }>;

async function readNames(ctx: ListContext, kind: Kind, ids: readonly number[]): Promise<Names> {
  const asked = sql`any (${`{${ids.join(',')}}`}::bigint[])`;
  const names =
    kind === 'BRANDS_SOLD'
      ? sql`select id, name, '' as "brandName" from ${brands} where id = ${asked}`
      : sql`select product.id, product.name, brand.name as "brandName"
              from ${products} product join ${brands} brand on brand.id = product.brand_id
             where product.org_id = ${ctx.membership.orgId} and product.id = ${asked}`;
  const rows = await readRows<{ id: number; name: string; brandName: string }>(ctx.services.database.pool, names);
  return Object.fromEntries(rows.map(({ id, ...name }) => [id, name]));
}

type SoldReport = Extract<Report, { reportType: Kind }>;

/** Products or brands sold in a search's orders, ranked by the asked value. */
export async function soldReport(ctx: ListContext, kind: Kind, reported: Reported): Promise<SoldReport> {
  const { value } = reported.viewOptions;
  const shift = shiftToPrevious(ctx, reported);
  const before = shift && ordersBefore(ctx, reported, shift);
  const [sold, earlier] = await Promise.all([
    readSold(ctx, kind, reported, reportedOrders(ctx, reported)),
    before ? readSold(ctx, kind, reported, before) : null,
  ]);
  const names = await readNames(
    ctx,
    kind,
    sold.rows.map(({ id }) => id),
  );
  const ranks = new Map(rankBy(earlier?.rows ?? [], value).map(({ id, rank }) => [id, rank]));
  const { products: _, ...totals } = sold.totals;
  const rows = rankBy(sold.rows, value).map(({ id, products: count, rank, ...row }) => {
    const { name = '', brandName = '' } = names[id] ?? {};
    const figures = {
      ...row,
      averagePrice: averagePrice(row),
      share: shareOf(row.revenue, totals.revenue),
      rank,
      previousRank: ranks.get(id) ?? null,
    };
    return { id, name, brandName, count, figures };
  });
  if (kind === 'BRANDS_SOLD') {
    const brandRows = rows.map(
      ({ id, name, count, figures }): BrandSold => ({ brandId: id, brandName: name, products: count, ...figures }),
    );
    return { reportType: kind, rows: brandRows, totals };
  }
  const productRows = rows.map(
    ({ id, name, brandName, figures }): ProductSold => ({ productId: id, productName: name, brandName, ...figures }),
  );
  return { reportType: kind, rows: productRows, totals };
}
