import { and, type SQL, sql } from 'drizzle-orm';
import type { OrderFilters } from '../../../domain/orders/filters';
import { type Aggregation, countsLines, OTHERS, type PivotField, type PivotView } from '../../../domain/reports/pivot';
import { COUNTED, COUNTED_WITH, countedOrders } from '../../db/counted-orders';
import type { ListContext } from '../../db/list';
import { isOneOf } from '../../db/page';
import { customers, orderLineItems, orders, products } from '../../db/schema';
import { passingLines } from '../../orders/lists/order-filters';
import { readSums } from '../read-sums';
import { reportedOrders } from '../reported-orders';
import { FIELDS } from './fields';

/** The orders a pivot report is about, and how it is arranged. */
export type Arranged = { companyId?: number | undefined; filters: OrderFilters; viewOptions: PivotView };

/** The fields of an axis, from primary to secondary, and the primary values that aren't "Others"; null is all of them. */
export type Axis = { fields: readonly PivotField[]; kept: readonly string[] | null };
export type Axes = { rows: Axis; columns: Axis };

/** What is counted in a cell; of quantities one in each unit. */
export type Sum = {
  x1: string | null;
  x2: string | null;
  y1: string | null;
  y2: string | null;
  rowDepth: number;
  columnDepth: number;
  unit: string | null;
  figure: string;
  /** For average prices alone. */
  revenue: string | null;
};

const NAMES = { rows: [sql`x1`, sql`x2`], columns: [sql`y1`, sql`y2`] } as const;

/** Whether a view's figures are told apart by unit. */
export const isByUnit = ({ value }: Pick<PivotView, 'value'>): boolean =>
  value === 'quantity' || value === 'averagePrice';

/** The reported orders or their lines as `counted`, with the keys of both axes. */
export function countedBy(ctx: ListContext, asked: Arranged, axes: Axes): SQL {
  const { orgId } = ctx.membership;
  const isOfLines = countsLines(asked.viewOptions);
  const fields = [...axes.rows.fields, ...axes.columns.fields];
  const where = reportedOrders(ctx, asked);
  const joins = [
    ...(isOfLines
      ? [
          sql`join ${orderLineItems} on ${orderLineItems.orgId} = ${orgId} and ${orderLineItems.orderId} = ${orders.id}
          and ${COUNTED_WITH}`,
        ]
      : []),
    ...(fields.some((field) => FIELDS[field].from === 'customers')
      ? [sql`join ${customers} on ${customers.orgId} = ${orgId} and ${customers.id} = ${orders.customerId}`]
      : []),
    ...(fields.some((field) => FIELDS[field].from === 'products')
      ? [sql`join ${products} on ${products.orgId} = ${orgId} and ${products.id} = ${orderLineItems.productId}`]
      : []),
  ];
  const figures = isOfLines
    ? sql`${orderLineItems.totalUsd} as total, ${orderLineItems.baseQuantity} as quantity, ${orderLineItems.baseUnit} as unit,
          ${orderLineItems.id} as line_id, ${orderLineItems.productName} as product_name`
    : sql`${COUNTED.totalUsd} as total`;
  const keys = (axis: keyof Axes) =>
    axes[axis].fields.map((field, depth) => sql`${FIELDS[field].key(ctx)} as ${NAMES[axis][depth]}`);
  const keyed = sql`(
    select ${sql.join([...keys('rows'), ...keys('columns')], sql`, `)}, ${figures}, ${orders.id} as order_id,
           ${orders.customerId} as customer_id, ${orders.orderNumber} as order_number,
           ${orders.customerName} as customer_name, ${orders.createdAt} as created_at
      from ${countedOrders(orgId)} ${sql.join(joins, sql` `)}
     where ${isOfLines ? and(where, passingLines(asked.filters, ctx)) : where})`;
  if (axes.rows.kept === null && axes.columns.kept === null) return sql`${keyed} counted`;
  const folded = [...foldedOf(axes.rows, NAMES.rows), ...foldedOf(axes.columns, NAMES.columns)];
  const rest = isOfLines ? sql`quantity, unit, line_id, product_name` : sql`null as unit`;
  return sql`(select ${sql.join(folded, sql`, `)}, total, ${rest}, order_id, customer_id, order_number, customer_name, created_at
    from ${keyed} keyed) counted`;
}

/** An axis's keys with those beyond the kept ones as one, whose secondary ones aren't told apart. */
function foldedOf({ fields, kept }: Axis, [primary, secondary]: readonly [SQL, SQL]): SQL[] {
  if (kept === null) return [primary, secondary].slice(0, fields.length);
  const isKept = sql`(${primary} is null or ${isOneOf(primary, kept)})`;
  return [
    sql`case when ${isKept} then ${primary} else ${OTHERS} end as ${primary}`,
    sql`case when ${isKept} then ${secondary} end as ${secondary}`,
  ].slice(0, fields.length);
}

const AGGREGATES: Record<Aggregation, SQL> = {
  SUM: sql.raw('sum'),
  AVERAGE: sql.raw('avg'),
  MINIMUM: sql.raw('min'),
  MAXIMUM: sql.raw('max'),
};

function figureOf({ value, aggregation }: PivotView, isOfLines: boolean): SQL {
  switch (value) {
    case 'quantity':
      return sql`${AGGREGATES[aggregation]}(quantity)`;
    case 'revenue':
      return sql`${AGGREGATES[aggregation]}(total)`;
    case 'averagePrice':
      return sql`sum(quantity)`;
    case 'orders':
      return isOfLines ? sql`count(distinct order_id)` : sql`count(*)`;
    case 'customers':
      return sql`count(distinct customer_id)`;
    case 'lines':
      return sql`count(*)`;
  }
}

/** Every total, subtotal and cell, each counted by itself; at most so many. */
export async function countCells(ctx: ListContext, asked: Arranged, axes: Axes, most: number): Promise<Sum[]> {
  const { viewOptions: view } = asked;
  const sets = (axis: keyof Axes) => {
    const names = NAMES[axis].slice(0, axes[axis].fields.length);
    const depths = [0, ...names.map((_, at) => at + 1)].map(
      (depth) => sql`(${sql.join(names.slice(0, depth), sql`, `)})`,
    );
    return sql`grouping sets (${sql.join(depths, sql`, `)})`;
  };
  const column = (axis: keyof Axes) =>
    NAMES[axis].map((name, at) => (at < axes[axis].fields.length ? name : sql`null as ${name}`));
  const depth = (axis: keyof Axes) =>
    sql.join(
      [sql`0`, ...NAMES[axis].slice(0, axes[axis].fields.length).map((name) => sql`1 - grouping(${name})`)],
      sql` + `,
    );
  const byUnit = isByUnit(view);
  return readSums<Sum>(
    ctx.services.database.pool,
    sql`
    select ${sql.join([...column('rows'), ...column('columns')], sql`, `)},
           ${depth('rows')} as "rowDepth", ${depth('columns')} as "columnDepth",
           ${byUnit ? sql`unit` : sql`null as unit`}, ${figureOf(view, countsLines(view))}::text as figure,
           ${view.value === 'averagePrice' ? sql`sum(total)::text` : sql`null`} as revenue
      from ${countedBy(ctx, asked, axes)}
     group by ${sets('rows')}, ${sets('columns')}${byUnit ? sql`, unit` : sql``}
    having count(*) > 0
     limit ${most}`,
  );
}
