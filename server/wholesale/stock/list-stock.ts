import { sql } from 'drizzle-orm';
import { notFound } from '../../../domain/errors';
import { money } from '../../../domain/money';
import type { OfferedStock, wholesaleStock } from '../../../domain/wholesale/stock-contract';
import { listedProducts } from '../../db/visibility';
import type { Verb } from '../../implement';
import { findSync } from '../shop';

type Found = Omit<OfferedStock, 'publishedAt'> & { publishedAt: Date | null; resultCount: number };

/** Matched products' stock on both sides. NOT_FOUND. */
export const listStock: Verb<typeof wholesaleStock.list> = async ({ db, membership }, { params, query }) => {
  const { orgId } = membership;
  if ((await findSync(db, orgId, params.id)) === undefined) throw notFound('Connection');
  const { rows } = await db.execute<Found>(sql`
    select products.id as "productId", products.name, products.unit_of_measure as "unitOfMeasure",
           products.inventory_management = 'INHERITED' as "isInherited",
           coalesce(stock.quantity - stock.reserved, 0)::text as available, coalesce(stock.set_aside, 0)::text as "setAside",
           record.published::text as published, record.published_at as "publishedAt",
           record.is_unsure or record.stock_due_at is not null as "isWaiting", record.problem,
           (count(*) over ())::int as "resultCount"
      from wholesale_records record
      join products on products.org_id = ${orgId} and products.id = record.own_id
      left join product_stock stock on stock.org_id = ${orgId} and stock.product_id = products.id
     where record.org_id = ${orgId} and record.sync_id = ${params.id} and record.kind = 'PRODUCT'
       and record.state = 'MATCHED' and ${listedProducts(membership)}
     order by record.problem is null, lower(products.name), products.id
     limit ${query.itemsPerPage} offset ${query.page * query.itemsPerPage}`);
  return {
    results: rows.map(({ resultCount: _, publishedAt, ...row }) => ({
      ...row,
      productId: Number(row.productId),
      available: money(row.available),
      setAside: money(row.setAside),
      published: row.published === null ? null : money(row.published),
      publishedAt: publishedAt === null ? null : new Date(publishedAt).toISOString(),
    })),
    resultCount: rows[0]?.resultCount ?? 0,
    page: query.page,
  };
};
