import { and, type SQL, type SQLChunk, sql } from 'drizzle-orm';
import { type Money, roundCents } from '../../domain/money';
import type { BrandSold, ProductSold, Report, SoldQuantity, SoldTotals } from '../../domain/reports/report';
import { addUp, averagePrice, rankBy, shareOf } from '../../domain/reports/sold';
import type { ReportValue } from '../../domain/reports/view';
import type { ListContext } from '../db/list';
import { isOneOf, readRows } from '../db/page';
import { brands, orderLineItems, orders, products } from '../db/schema';
import { passingLines } from '../orders/lists/order-filters';
import { readSums } from './read-sums';
import { ordersBefore, type Reported, reportedLines, reportedOrders, shiftToPrevious } from './reported-orders';

type Kind = 'PRODUCTS_SOLD' | 'BRANDS_SOLD';
/** Of what is sold, or of everything; a quantity by unit, all else once. */
type Sum = { id: number | null } & (
  | { of: 'quantity'; unit: string; quantity: string }
  | { of: 'figures'; revenue: Money; orders: number; customers: number }
  | { of: 'products'; products: number }
);
type Of = SoldTotals & { id: number; products: number };

const NOTHING: SoldTotals = { quantities: [], revenue: '0.00', orders: 0, customers: 0 };

const OF = {
  PRODUCTS_SOLD: { id: orderLineItems.productId, isFirst: orderLineItems.isFirstOfProduct },
  BRANDS_SOLD: { id: orderLineItems.brandId, isFirst: orderLineItems.isFirstOfBrand },
} as const;

/**
 * What was sold in orders, by product or brand and in all; only lines that match the search's line filters. Lines are
 * read once: orders are counted by the first line each has of something, and customers as bits of blocks of 64, so that
 * neither needs to be sorted. With `only`, figures that aren't needed for it are nothing.
 */
async function readSold(ctx: ListContext, kind: Kind, reported: Reported, where: SQL, only?: ReportValue) {
  const { id, isFirst } = OF[kind];
  const filtered = passingLines(reported.filters, ctx);
  const firstOf = (...of: SQLChunk[]) =>
    sql`row_number() over (partition by ${sql.join([orderLineItems.orderId, orders.createdAt, ...of], sql`, `)}) = 1`;
  const needed = (figure: SQL, ...values: ReportValue[]) => (!only || values.includes(only) ? figure : sql`0`);
  const sums = await readSums<Sum>(
    ctx.services.database.pool,
    sql`
    with parts as (
      select id, product_id, unit, block,
             ${needed(sql`bit_or(1::bigint << (customer_id % 64)::int)`, 'customers')}::bigint as customers,
             ${needed(sql`sum(quantity)`, 'quantity', 'averagePrice')} as quantity,
             ${needed(sql`sum(total)`, 'revenue', 'averagePrice')} as revenue,
             ${needed(sql`count(*) filter (where is_first)`, 'orders')} as orders,
             ${needed(sql`count(*) filter (where is_first_line)`, 'orders')} as all_orders
        from (select ${id} as id, ${orderLineItems.productId} as product_id, ${orderLineItems.baseUnit} as unit,
                     ${orderLineItems.baseQuantity} as quantity, ${orderLineItems.totalUsd} as total,
                     ${orders.customerId} as customer_id, ${needed(sql`${orders.customerId} / 64`, 'customers')} as block,
                     ${filtered ? firstOf(id) : isFirst} as is_first,
                     ${filtered ? firstOf() : sql`${orderLineItems.position} = 0`} as is_first_line
                from ${reportedLines(ctx, reported.filters)}
               where ${and(where, filtered) ?? where}) sold
       group by id, product_id, unit, block)
    select 'quantity' as of, id, unit, sum(quantity)::text as quantity, null as revenue, null::int as orders,
           null::int as customers, null::int as products
      from parts group by grouping sets ((id, unit), (unit))
    union all
    select 'figures', id, null, null, sum(revenue)::text, sum(case when id is null then all_orders else orders end)::int,
           sum(bit_count(customers::bit(64)))::int, null
      from (select id, block, sum(revenue) as revenue, sum(orders) as orders, sum(all_orders) as all_orders,
                   bit_or(customers) as customers
              from parts group by grouping sets ((id, block), (block))) blocks
     group by id
    union all
    select 'products', id, null, null, null, null, null, count(distinct product_id)::int from parts group by id`,
  );
  const quantities = new Map<number | null, SoldQuantity[]>();
  const productsOf = new Map<number | null, number>();
  for (const sum of sums) {
    if (sum.of === 'products') productsOf.set(sum.id, sum.products);
    if (sum.of === 'quantity') quantities.set(sum.id, [...(quantities.get(sum.id) ?? []), sum]);
  }
  const found = sums.flatMap((sum) => {
    if (sum.of !== 'figures') return [];
    const { id, revenue, orders, customers } = sum;
    const sold = quantities.get(id)?.map(({ unit, quantity }) => ({ unit, quantity })) ?? [];
    return [{ id, quantities: addUp(sold), revenue: roundCents(revenue), orders, customers }];
  });
  const { id: _, ...totals } = found.find(({ id }) => id === null) ?? { id: null, ...NOTHING };
  const rows = found.flatMap(({ id, ...sold }): Of[] =>
    id === null ? [] : [{ id, ...sold, products: productsOf.get(id) ?? 0 }],
  );
  return { rows, totals };
}

type Names = Record<number, { name: string; brandName: string }>;

async function readNames(ctx: ListContext, kind: Kind, ids: readonly number[]): Promise<Names> {
  const names =
    kind === 'BRANDS_SOLD'
      ? sql`select id, name, '' as "brandName" from ${brands} where ${isOneOf(sql`id`, ids)}`
      : sql`select product.id, product.name, brand.name as "brandName"
              from ${products} product join ${brands} brand on brand.id = product.brand_id
             where product.org_id = ${ctx.membership.orgId} and ${isOneOf(sql`product.id`, ids)}`;
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
    // Of the time before, only the ranks are shown.
    before ? readSold(ctx, kind, reported, before, value) : null,
  ]);
  const names = await readNames(
    ctx,
    kind,
    sold.rows.map(({ id }) => id),
  );
  const ranks = new Map(rankBy(earlier?.rows ?? [], value).map(({ id, rank }) => [id, rank]));
  const rows = rankBy(sold.rows, value).map(({ id, products: count, rank, ...row }) => {
    const { name = '', brandName = '' } = names[id] ?? {};
    const figures = {
      ...row,
      averagePrice: averagePrice(row),
      share: shareOf(row.revenue, sold.totals.revenue),
      rank,
      previousRank: ranks.get(id) ?? null,
    };
    return { id, name, brandName, count, figures };
  });
  if (kind === 'BRANDS_SOLD') {
    const brandRows = rows.map(
      ({ id, name, count, figures }): BrandSold => ({ brandId: id, brandName: name, products: count, ...figures }),
    );
    return { reportType: kind, rows: brandRows, totals: sold.totals };
  }
  const productRows = rows.map(
    ({ id, name, brandName, figures }): ProductSold => ({ productId: id, productName: name, brandName, ...figures }),
  );
  return { reportType: kind, rows: productRows, totals: sold.totals };
}
