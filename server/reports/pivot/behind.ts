import { and, type SQL, sql } from 'drizzle-orm';
import { DomainError } from '../../../domain/errors';
import type { pivotReports as contract } from '../../../domain/reports/contract';
import { countsLines, OTHERS, type PivotSource, whyPivotSkipped } from '../../../domain/reports/pivot';
import { countOf, readRows, sortedBy } from '../../db/page';
import type { Verb } from '../../implement';
import { salesOrders } from '../../orders/lists/search-orders';
import { axesOf } from './make-pivot';
import { type Axis, countedBy } from './sums';

type Found = Omit<PivotSource, 'created' | 'line'> & {
  created: Date;
  lineId: number;
  productName: string;
  quantity: string;
  unit: string;
};

/** What is at a place of an axis; nothing where the report has no such place. */
function within({ fields }: Axis, names: readonly SQL[], path: readonly (string | null)[]): SQL {
  if (path.length > fields.length || (path.length > 1 && path[0] === OTHERS)) return sql`false`;
  const at = path.map((key, depth) => (key === null ? sql`${names[depth]} is null` : sql`${names[depth]} = ${key}`));
  return and(...at) ?? sql`true`;
}

/** The orders or lines a cell counts. BAD_INPUT where there is no report. */
export const behindPivot: Verb<typeof contract.behind> = async (ctx, { body }) => {
  const { place, page, itemsPerPage, sortDesc, viewOptions } = body;
  await salesOrders.assertOwnCompany(ctx, body.companyId);
  const hint = whyPivotSkipped(viewOptions, body.filters, ctx.now, ctx.timeZone);
  if (hint !== null) throw new DomainError('BAD_INPUT', hint);
  const axes = await axesOf(ctx, body);
  const isOfLines = countsLines(viewOptions);
  const counted = countedBy(ctx, body, axes);
  const where = sql`${within(axes.rows, [sql`x1`, sql`x2`], place.row)} and ${within(axes.columns, [sql`y1`, sql`y2`], place.column)}`;
  const line = isOfLines
    ? sql`, line_id as "lineId", product_name as "productName", quantity::text as quantity, unit`
    : sql``;
  const keys = [sql`created_at`, sql`order_id`, ...(isOfLines ? [sql`line_id`] : [])];
  const { pool } = ctx.services.database;
  const [found, [count]] = await Promise.all([
    readRows<Found>(
      pool,
      sql`select order_id as "orderId", order_number as "orderNumber", created_at as created,
                 customer_name as "customerName", total::text as revenue ${line}
            from ${counted} where ${where} ${sortedBy(keys, sortDesc)}
           limit ${itemsPerPage} offset ${page * itemsPerPage}`,
    ),
    readRows<{ count: number }>(pool, sql`select ${countOf(counted, where)} as count`),
  ]);
  const results = found.map(
    ({ lineId: id, productName, quantity, unit, created, ...order }): PivotSource => ({
      ...order,
      created: created.toISOString(),
      line: isOfLines ? { id, productName, quantity, unit } : null,
    }),
  );
  return { results, resultCount: count?.count ?? 0, page };
};
