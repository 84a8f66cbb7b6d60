import { type SQL, sql } from 'drizzle-orm';
import type { products as contract } from '../../domain/catalogue/contract';
import type { ProductFacets } from '../../domain/catalogue/product-record';
import { PRODUCT_CATEGORIES, PRODUCT_STATUSES, STRAIN_TYPES } from '../../domain/catalogue/vocabulary';
import { readFacets } from '../db/list';
import { products } from '../db/schema';
import { visibleBrands } from '../db/visibility';
import type { Verb } from '../implement';
import { findSeenCompany } from '../organization/find-company';
import { productList } from './search-products';

const namesOf = (names: Readonly<Record<string, unknown>>) => sql`unnest(${sql.param(Object.keys(names))}::text[])`;

/** Filter choices with counts of the caller's products, but archived ones. NOT_FOUND for another organization's company. */
export const productFacets: Verb<typeof contract.facets> = async (ctx, { query }) => {
  const { membership } = ctx;
  const { orgId } = membership;
  if (query.companyId !== undefined) await findSeenCompany(ctx, query.companyId);
  const listed = sql`${productList.seen(membership, query.companyId)} and ${products.listingState} <> 'ARCHIVED'`;
  const counted = (key: SQL, from: SQL = sql`${products}`) =>
    sql`(select ${key} as key, count(*)::int as count from ${from} where ${listed} group by 1) as counted`;
  const categories = PRODUCT_CATEGORIES.map(({ id, name }) => sql`(${id}::int, ${name}::text)`);
  return readFacets<ProductFacets>(ctx, {
    brands: sql`
      select brands.id, brands.name, coalesce(counted.count, 0) as count
        from brands left join ${counted(sql`${products.brandId}`)} on counted.key = brands.id
       where ${visibleBrands(membership)} order by lower(brands.name), brands.id`,
    productLines: sql`
      select line.id, line.name, line.brand_id as "brandId", coalesce(counted.count, 0) as count
        from product_lines line left join ${counted(sql`${products.productLineId}`)} on counted.key = line.id
       where line.org_id = ${orgId} and line.brand_id in (select brands.id from brands where ${visibleBrands(membership)})
       order by lower(line.name), line.id`,
    productCategories: sql`
      select category.id, category.name, counted.count
        from (values ${sql.join(categories, sql`, `)}) as category (id, name)
        join ${counted(sql`${products.category}`)} on counted.key = category.name order by category.id`,
    distributors: sql`
      select company.id, company.name, count(products.id)::int as count
        from distributor_mappings usual
        join companies company on company.id = usual.distributor_id
        left join ${products} on ${products.companyId} = usual.company_id and ${products.brandId} = usual.brand_id and ${listed}
       where usual.org_id = ${orgId}
       group by company.id, company.name having count(products.id) > 0 order by lower(company.name), company.id`,
    listingStates: productList.counts(ctx, query.companyId, products.listingState, Object.keys(PRODUCT_STATUSES)),
    strainClassifications: sql`
      select counted.key as id, counted.count
        from ${namesOf(STRAIN_TYPES)} with ordinality as type (id, place)
        join ${counted(
          sql`strain.strain_classification`,
          sql`${products} join strains strain on strain.org_id = ${orgId} and strain.id = ${products.strainId}`,
        )} on counted.key = type.id
       order by type.place`,
  });
};
