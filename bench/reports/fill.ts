import type pg from 'pg';
import { type Database, openDatabase } from '../../server/db/client';
import { migrateDatabase } from '../../server/db/migrate';
import { readRows } from '../../server/db/page';
import { soldLinesOf } from '../../server/orders/sold-lines';
import { makeBrand, makeCustomer, makeMember, makeSeller } from '../../tests/support/factories';

const ORDERS = 1_000_000;
const SELLERS = 20;
/** Days before now over which orders were created. */
export const DAYS = 1095;

/** Of an organization with this many orders. */
const sizes = (orders: number) => ({
  brands: Math.min(12, 2 + Math.floor(orders / 10_000)),
  reps: Math.min(12, 2 + Math.floor(orders / 5000)),
  customers: Math.min(1000, 20 + Math.floor(orders / 100)),
  products: Math.min(600, 60 + Math.floor(orders / 200)),
});

/** How many orders each organization has, the largest first: half of all, then half, a third … of the next. */
function shares(): number[] {
  const weights = Array.from({ length: SELLERS - 1 }, (_, at) => 1 / (at + 1));
  const sum = weights.reduce((all, one) => all + one, 0);
  const rest = weights.map((weight) => Math.round((ORDERS / 2 / sum) * weight));
  return [ORDERS - rest.reduce((all, one) => all + one, 0), ...rest];
}

/**
 * Fills an empty database with 1,000,000 orders and 4,000,000 lines of 20 organizations over three years: what reports
 * read, with totals, payments and statuses as the application writes them, but neither stock movements nor history.
 */
export async function fillReports(url: string): Promise<void> {
  console.log(`Filling a database with ${ORDERS.toLocaleString('en-US')} orders …`);
  await migrateDatabase(url);
  const database = openDatabase(url, { max: 1, statementTimeout: 0 });
  try {
    for (const orders of shares()) await addSeller(database, orders);
    await addOrders(database.pool);
    await database.pool.query('vacuum analyze');
  } finally {
    await database.close();
  }
}

async function addSeller({ db, pool }: Database, orders: number): Promise<void> {
  const seller = await makeSeller(db);
  const { brands, reps, customers, products } = sizes(orders);
  for (let made = 1; made < brands; made += 1) await makeBrand(db, seller);
  for (let made = 0; made < reps; made += 1) await makeMember(db, seller.org, { defaultRoleId: 'USER' });
  for (let made = 0; made < customers; made += 1) await makeCustomer(db, seller);
  await pool.query(PRODUCTS, [seller.org.id, seller.company.id, products]);
  await pool.query('create table if not exists sold_by (org_id bigint, company_id bigint, orders int)');
  await pool.query('insert into sold_by values ($1, $2, $3)', [seller.org.id, seller.company.id, orders]);
}

/** Products of all its brands: by the unit, the case, the gram and the pound. */
const PRODUCTS = `
  with made as (
    insert into products (org_id, company_id, brand_id, name, sku, category, wholesale_price, unit_of_measure,
                          sell_in_unit_of_measure, sell_in_bulk, unit_multiplier, inventory_management, listing_state)
    select $1, $2, brand.ids[1 + n % cardinality(brand.ids)], 'Blue Dream ' || n, 'BD-' || n, 'Buds (prepackaged)',
           5 + n % 200 + 0.25 * (n % 4), kind.unit, kind.sold_in, kind.sold_in = 'Case', kind.multiplier, 'MANUAL', 'AVAILABLE'
      from generate_series(1, $3::int) n
      cross join (select array_agg(id order by id) as ids from brands where org_id = $1) brand
      join (values (0, 'Unit', 'Unit', 1), (1, 'Unit', 'Case', 24), (2, 'Gram', 'Gram', 1), (3, 'Pound', 'Pound', 1),
                   (4, 'Unit', 'Unit', 1)) kind (at, unit, sold_in, multiplier) on kind.at = n % 5
    returning org_id, id)
  insert into product_stock (org_id, product_id, quantity, reserved) select org_id, id, 10000000, 0 from made`;

/** Each order's party, time and status; drawn once, so that orders and lines agree. */
const DRAWN = [
  `select setseed(0.42)`,
  `create unlogged table drawn_orders as
   select row_number() over (order by drawn.created_at) as id, drawn.*,
          -- Half a percent is of no more than a day, and hasn't been handled.
          case when drawn.age < 0.5 then 'SUBMITTED'
               when drawn.draw < 0.02 then 'DRAFT' when drawn.draw < 0.06 then 'CANCELLED'
               when drawn.draw < 0.08 then 'REJECTED' when drawn.draw < 0.09 then 'COMBINED'
               when drawn.age > 45 then case when drawn.draw < 0.12 then 'DELIVERED' else 'COMPLETE' end
               when drawn.draw < 0.2 then 'SUBMITTED' when drawn.draw < 0.35 then 'ACCEPTED'
               when drawn.draw < 0.45 then 'FULFILLED' when drawn.draw < 0.6 then 'SHIPPED' else 'DELIVERED' end as status
     from (select seller.org_id, seller.company_id, n, 1 + n % 7 as lines, age.days as age,
                  now() - make_interval(secs => age.days * 86400) as created_at,
                  random() as draw, random() as customer, random() as product, random() as discount
             from sold_by seller
             cross join lateral generate_series(1, seller.orders) n
             cross join lateral (select ${DAYS} * random() + 0 * n as days) age) drawn`,
  `analyze`,
  `create unlogged table drawn_lines as
   select o.org_id, o.id as order_id, o.created_at, place - 1 as position, product.id as product_id, product.brand_id, product.name,
          product.sell_in_unit_of_measure as unit, product.sell_in_bulk, product.unit_multiplier, product.unit_of_measure as base_unit,
          product.wholesale_price, 1 + (o.n * 7 + place * 3) % 12 as quantity
     from drawn_orders o
     join (select org_id, array_agg(id order by id) as ids from products group by org_id) of_seller using (org_id)
     cross join lateral generate_series(1, o.lines) place
     -- Some products sell far more often; an order has each once.
     join products product on product.org_id = o.org_id
      and product.id = of_seller.ids[1 + (floor(power(o.product, 3) * cardinality(of_seller.ids))::int + place * 7) % cardinality(of_seller.ids)]`,
  `analyze drawn_lines`,
];

const WRITTEN = [
  `insert into orders (org_id, company_id, id, customer_id, customer_name, order_number, status, order_source, discount_type, discount,
                       subtotal_usd, order_discount_usd, total_usd, invoiced_usd, paid_usd, line_item_count, ship_date, payment_due_date,
                       created_at, updated_at)
   overriding system value
   select o.org_id, o.company_id, o.id, customer.id, customer.name, (100000 + o.id)::text, o.status, 'MANUAL', '%',
          discount.part, sum.subtotal, discount.dollars, sum.subtotal - discount.dollars, sum.subtotal - discount.dollars,
          case when o.status = 'COMPLETE' then sum.subtotal - discount.dollars else 0 end, o.lines,
          case when o.status in ('SHIPPED', 'DELIVERED', 'COMPLETE') then (o.created_at + interval '3 days')::date end,
          case when o.status not in ('DRAFT', 'CANCELLED', 'REJECTED') then (o.created_at + interval '30 days')::date end,
          o.created_at, o.created_at
     from drawn_orders o
     join (select org_id, order_id, sum(quantity * wholesale_price) as subtotal from drawn_lines group by org_id, order_id) sum
       on sum.org_id = o.org_id and sum.order_id = o.id
     cross join lateral (select case when o.discount < 0.1 then 0.05 else 0 end as part,
                                round(sum.subtotal * case when o.discount < 0.1 then 0.05 else 0 end, 2) as dollars) discount
     join (select org_id, array_agg(id order by id) as ids from customers group by org_id) of_seller on of_seller.org_id = o.org_id
     join customers customer on customer.org_id = o.org_id
      and customer.id = of_seller.ids[1 + floor(power(o.customer, 2) * cardinality(of_seller.ids))::int]
    order by o.id`,
  `insert into order_line_items (org_id, order_id, position, product_id, brand_id, product_name, brand_name, unit_of_measure,
                                 sold_in_bulk, unit_multiplier, quantity, ordered_unit_price, wholesale_price, total_usd,
                                 base_quantity, base_unit, is_first_of_product, is_first_of_brand, price_why)
   select line.org_id, order_id, position, product_id, brand_id, line.name, brand.name, unit, sell_in_bulk, unit_multiplier,
          quantity, wholesale_price, wholesale_price, quantity * wholesale_price,
          case when unit = 'Case' then quantity * unit_multiplier else quantity end, base_unit,
          true, row_number() over (partition by line.org_id, order_id, brand_id order by position) = 1, '{"kind": "wholesale"}'
     from drawn_lines line join brands brand on brand.id = line.brand_id
    order by order_id, position`,
  `insert into order_sales_reps (org_id, order_id, org_user_id)
   select o.org_id, o.id, of_seller.ids[1 + (o.n + nth) % cardinality(of_seller.ids)]
     from drawn_orders o
     join (select org_id, array_agg(id order by id) as ids from org_users group by org_id) of_seller using (org_id)
     cross join lateral generate_series(1, o.n % 3) nth`,
  `insert into order_payments (org_id, order_id, amount, payment_type, payment_date)
   select org_id, id, total_usd, 'CASH', (created_at + interval '20 days')::date
     from orders where status = 'COMPLETE' and total_usd > 0`,
  `insert into order_transitions (org_id, order_id, to_status, created_at) select org_id, id, status, created_at from orders`,
  `select setval('orders_id_seq', (select max(id) from orders)), setval('order_numbers', (select max(id) from orders) + 200000)`,
  'drop table drawn_orders, drawn_lines, sold_by',
];

/** Writes the orders, with the indexes made at the end and foreign keys not checked row by row. */
async function addOrders(pool: pg.Pool): Promise<void> {
  const indexes = await pool.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
       from pg_index where indrelid in ('orders'::regclass, 'order_line_items'::regclass) and not indisprimary`,
  );
  await pool.query(`set work_mem = '512MB'; set maintenance_work_mem = '1GB'; set session_replication_role = replica`);
  for (const { name } of indexes.rows) await pool.query(`drop index ${name}`);
  for (const statement of [...DRAWN, ...WRITTEN]) await pool.query(statement);
  await readRows(pool, soldLinesOf());
  for (const { definition } of indexes.rows) await pool.query(definition);
  // Lines of one organization come in the order of time, so their key's pages are full.
  await pool.query('reindex table sold_lines');
  await pool.query('reset all');
}
