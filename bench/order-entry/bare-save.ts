import pg from 'pg';

/** What orders of the demo's seller are entered with. */
export type EntryScope = { orgId: number; companyId: number; customerId: number; productIds: number[] };

/** The company of a person with the most customers, one of those, and its products that can be sold. */
export async function scopeOf(database: string, email: string): Promise<EntryScope> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    const { rows } = await client.query<{ orgId: string; companyId: string; customerId: string; productIds: string[] }>(
      `select customer.org_id as "orgId", customer.company_id as "companyId", min(customer.id) as "customerId",
              (select array_agg(product.id order by product.id) from products product
                where product.org_id = customer.org_id and product.company_id = customer.company_id
                  and product.listing_state = 'AVAILABLE' and not product.is_parent) as "productIds"
         from customers customer
         join org_users member on member.org_id = customer.org_id
         join users person on person.id = member.user_id
        where person.email = $1
        group by 1, 2 order by count(*) desc limit 1`,
      [email],
    );
    const [row] = rows;
    if (!row?.productIds) throw new Error(`${email} has no company with customers and products`);
    const { orgId, companyId, customerId, productIds } = row;
    return {
      orgId: Number(orgId),
      companyId: Number(companyId),
      customerId: Number(customerId),
      productIds: productIds.map(Number),
    };
  } finally {
    await client.end();
  }
}

/**
 * The save of an order as somebody would write it by hand in SQL: what is judged is read, its lines are replaced, what
 * reports and the history read of them is written, and the order is read for the reply. Nothing is judged or checked.
 */
export async function openBareSave(database: string, { orgId }: Pick<EntryScope, 'orgId'>, orderId: number) {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  const of = [orgId, orderId];
  const read = (name: string, text: string) => client.query<Record<string, unknown>>({ name, text, values: of });
  return {
    close: () => client.end(),
    async save(quantity: string): Promise<void> {
      await client.query('begin');
      await read('order', 'select * from orders where org_id = $1 and id = $2 for update');
      const { rows: lines } = await read('lines', LINES);
      await read('products', PRODUCTS);
      await read('drop-sold', 'delete from sold_lines where org_id = $1 and order_id = $2');
      await read('drop-lines', 'delete from order_line_items where org_id = $1 and order_id = $2');
      const changed = lines.map((line) => ({ ...line, quantity, base_quantity: quantity }));
      await client.query({ name: 'insert', text: INSERT, values: [JSON.stringify(changed)] });
      await read('sold', SOLD);
      await client.query({ name: 'log', text: LOG, values: [...of, JSON.stringify(lines), JSON.stringify(changed)] });
      await read('update', 'update orders set version = version + 1, updated_at = now() where org_id = $1 and id = $2');
      await read('reply', REPLY);
      await client.query('commit');
    },
  };
}

const LINES = 'select * from order_line_items where org_id = $1 and order_id = $2 order by position';
const PRODUCTS = `
  select product.*, stock.quantity, stock.reserved from products product
  join product_stock stock on stock.org_id = product.org_id and stock.product_id = product.id
  where product.org_id = $1
    and product.id in (select product_id from order_line_items where org_id = $1 and order_id = $2)`;
const INSERT = `
  insert into order_line_items overriding system value
  select * from json_populate_recordset(null::order_line_items, $1::json)`;
const SOLD = `
  insert into sold_lines (org_id, created_at, order_id, company_id, customer_id, status, position, product_id, brand_id,
                          is_first_of_product, is_first_of_brand, base_unit, base_quantity, total_usd)
  select placed.org_id, placed.created_at, placed.id, placed.company_id, placed.customer_id, placed.status, line.position,
         line.product_id, line.brand_id, line.is_first_of_product, line.is_first_of_brand, line.base_unit,
         line.base_quantity, line.total_usd
    from orders placed join order_line_items line on line.org_id = placed.org_id and line.order_id = placed.id
   where placed.org_id = $1 and placed.id = $2`;
const LOG = `
  insert into audit_log (org_id, endpoint, entity, entity_id, before, after, request_id)
  values ($1, 'bench', 'order', $2::bigint::text, $3::jsonb, $4::jsonb, 'bench')`;
const REPLY = `
  select line.*, product.sku,
         (select image.image_uri from product_images image
           where image.org_id = line.org_id and image.product_id = line.product_id
           order by image.position, image.id limit 1) as image_uri
    from order_line_items line join products product on product.org_id = line.org_id and product.id = line.product_id
   where line.org_id = $1 and line.order_id = $2 order by line.position`;
