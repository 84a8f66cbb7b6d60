import type pg from 'pg';

const OF_ORDER = ['company_id', 'customer_id', 'status'];
const OF_LINE = [
  'product_id',
  'brand_id',
  'is_first_of_product',
  'is_first_of_brand',
  'base_unit',
  'base_quantity',
  'total_usd',
];

/** How many lines reports would read other than as they and their orders are; it must always be none. */
export async function countWrongSoldLines(pool: pg.Pool): Promise<number> {
  const columns = [...OF_ORDER.map((name) => `placed.${name}`), ...OF_LINE.map((name) => `line.${name}`)];
  const differs = [...OF_ORDER, ...OF_LINE].map((name) => `sold.${name} is distinct from written.${name}`);
  const { rows } = await pool.query<{ wrong: number }>(`
    select count(*)::int as wrong
      from (select line.org_id, line.order_id, coalesce(line.ordered_at, placed.created_at) as created_at,
                   row_number() over (partition by line.order_id, line.ordered_at order by line.position) - 1 as position,
                   ${columns.join(', ')}
              from orders placed
              join order_line_items line on line.org_id = placed.org_id and line.order_id = placed.id) written
      full join sold_lines sold
        on sold.org_id = written.org_id and sold.order_id = written.order_id and sold.created_at = written.created_at
       and sold.position = written.position
     where ${differs.join(' or ')}`);
  return rows[0]?.wrong ?? Number.NaN;
}
