import type pg from 'pg';
import { openDatabase } from '../../server/db/client';
import { migrateDatabase } from '../../server/db/migrate';
import { seedDemo } from '../../server/seed';
import { type Keep, versionOf } from '../seeded';

const PRODUCTS = 100_000;

/** Whose products they are. */
export type Catalogue = { orgId: number; companyId: number; subject: string };

/** Does with the address of a database where one organization has 100,000 products of the demo's kinds. */
export async function keptCatalogue(keep: Keep, use?: 'copy'): Promise<string> {
  return keep({ name: 'products', version: await versionOf(`${PRODUCTS} ${FILL.join('')}`), fill }, use);
}

/** The organization with the most products, one of its companies and its owner. */
export async function largestCatalogue(pool: pg.Pool): Promise<Catalogue> {
  const { rows } = await pool.query<Catalogue>(`
    select company.org_id as "orgId", company.id as "companyId", person.subject
      from companies company
      join org_users member on member.org_id = company.org_id
      join roles role on role.id = member.role_id and role.default_role_id = 'OWNER'
      join users person on person.id = member.user_id
     order by (select count(*) from products where org_id = company.org_id and company_id = company.id) desc limit 1`);
  if (!rows[0]) throw new Error('The demo has no seller');
  return rows[0];
}

async function fill(url: string): Promise<void> {
  console.log(`Filling a database with ${PRODUCTS.toLocaleString('en-US')} products …`);
  await migrateDatabase(url);
  const database = openDatabase(url, { max: 2, statementTimeout: 0 });
  try {
    await seedDemo(database, { orders: 0 });
    const { orgId, companyId } = await largestCatalogue(database.pool);
    for (const statement of FILL) await database.pool.query(statement, [orgId, companyId]);
    await database.pool.query('vacuum analyze');
  } finally {
    await database.close();
  }
}

/** Copies of the organization's own products, edited and stocked at scattered times and levels. */
const FILL = [
  `insert into products (org_id, company_id, brand_id, product_line_id, strain_id, parent_id, name, sku, description,
          category, wholesale_price, sale_price, unit_of_measure, sell_in_unit_of_measure, sell_in_bulk, unit_multiplier,
          inventory_management, listing_state, last_edit, created_at, updated_at)
   select $1, $2, base.brand_id, base.product_line_id, base.strain_id, base.parent_id, base.name || ' ' || n,
          base.sku || '-' || n, base.description, base.category, base.wholesale_price, base.sale_price,
          base.unit_of_measure, base.sell_in_unit_of_measure, base.sell_in_bulk, base.unit_multiplier,
          base.inventory_management, base.listing_state,
          timestamptz '2026-01-01' + (n * 7919 % ${PRODUCTS}) * interval '3 minutes',
          timestamptz '2024-01-01' + (n * 3571 % ${PRODUCTS}) * interval '9 minutes',
          timestamptz '2026-01-02' + (n * 7919 % ${PRODUCTS}) * interval '3 minutes'
     from (select products.*, row_number() over (order by id) - 1 as at, count(*) over () as many
             from products where org_id = $1 and company_id = $2 and not is_parent) base
     join generate_series(1, ${PRODUCTS}) n on n % base.many = base.at`,
  `insert into product_stock (org_id, product_id, quantity, reserved)
   select product.org_id, product.id, product.id * 37 % 2000, product.id % 20 from products product
    where product.org_id = $1 and product.company_id = $2
   on conflict do nothing`,
  `insert into product_images (org_id, product_id, position, image_uri)
   select product.org_id, product.id, 0, '/pictures/jar.svg' from products product
    where product.org_id = $1 and product.company_id = $2
      and not exists (select from product_images image where image.org_id = $1 and image.product_id = product.id)`,
];
