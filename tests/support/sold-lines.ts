import type pg from 'pg';

/** How many lines reports would read other than as they and their orders are; it must always be none. */
export async function countWrongSoldLines(pool: pg.Pool): Promise<number> {
  const copied = `company_id, customer_id, status, created_at, product_id, brand_id, is_first_of_product,
    is_first_of_brand, base_unit, base_quantity, total_usd`.split(/,\s+/);
  const ofOrder = new Set(['company_id', 'customer_id', 'status', 'created_at']);
  const differs = copied.map((column) => `sold.${column} is distinct from written.${column}`);
  const columns = copied.map((column) => `${ofOrder.has(column) ? 'placed' : 'line'}.${column}`);
  const { rows } = await pool.query<{ wrong: number }>(`
    select count(*)::int as wrong
      from (select line.org_id, line.order_id, line.position, ${columns.join(', ')}
              from orders placed
              join order_line_items line on line.org_id = placed.org_id and line.order_id = placed.id) written
      full join sold_lines sold
        on sold.org_id = written.org_id and sold.order_id = written.order_id and sold.position = written.position
     where ${differs.join(' or ')}`);
  return rows[0]?.wrong ?? Number.NaN;
}
