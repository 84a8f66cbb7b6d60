import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { VerbInput } from '../../../domain/contract/endpoint';
import { searchCall } from '../../../domain/contract/list';
import { notFound } from '../../../domain/errors';
import { HeldItem, type HeldItemFilters, heldItemFilters } from '../../../domain/inventory/items/held-item';
import { heldItems as contract, HELD_ITEM_SORTS } from '../../../domain/inventory/items/held-items-contract';
import type { Ctx } from '../../context';
import { filterSql } from '../../db/filters';
import { listOf, readFacets } from '../../db/list';
import { contains, forReader, isOneOf, readerOrg } from '../../db/page';
import { trackingItems } from '../../db/schema';
import { visibleItemBrands, visibleItems, visibleLicenses } from '../../db/visibility';
import type { Verb } from '../../implement';

const not = (is: boolean) => sql.raw(is ? '' : 'not ');

/** The items that filters find. */
export const matchingItems = filterSql(heldItemFilters, {
  licenseIds: (ids) => isOneOf(trackingItems.licenseId, ids),
  brandIds: (ids) => isOneOf(trackingItems.brandId, ids),
  searchTerm: (text) => contains(trackingItems.name, text),
  categories: (names) => isOneOf(trackingItems.categoryName, names),
  branded: (is) => sql`${trackingItems.brandId} is ${not(!is)}null`,
  mapped: (is, { membership }) => sql`${not(is)}exists (select from product_items mapped
          where mapped.org_id = ${membership.orgId} and mapped.item_id = ${trackingItems.id})`,
});

type OfState = HeldItemFilters & { usState: string };

const inState = (orgId: number, usState: string) =>
  sql`${trackingItems.licenseId} = any (array(select license.id from licenses license
        where license.org_id = ${orgId} and license.us_state = ${usState}))`;

const held = (what: string) => sql`coalesce((select ${sql.raw(what)} from packages pack
   where pack.org_id = ${readerOrg} and pack.item_id = tracking_items.id and pack.status = 'ACTIVE'), 0)`;

const ROW = sql`
    tracking_items.id, tracking_items.name, tracking_items.strain_name as "strainName",
    tracking_items.category_name as "categoryName", tracking_items.unit_of_measure as "unitOfMeasure", tracking_items.notes,
    (select json_build_object('id', license.id, 'displayName', license.us_state || ' ' || license.license_number, 'name', license.name)
       from licenses license where license.id = tracking_items.license_id) as holder,
    (select json_build_object('id', brand.id, 'name', brand.name) from brands brand
      where brand.id = tracking_items.brand_id) as "assignedOwner",
    (select json_build_object('id', rule.id, 'searchText', rule.search_text) from item_rules rule
      where rule.org_id = ${readerOrg} and rule.id = tracking_items.rule_id) as rule,
    (select json_build_object('id', product.id, 'name', product.name) from product_items mapped
       join products product on product.org_id = ${readerOrg} and product.id = mapped.product_id
      where mapped.org_id = ${readerOrg} and mapped.item_id = tracking_items.id) as product,
    ${held('count(*)::int')} as "packageCount",
    ${held('trim_scale(sum(pack.quantity) filter (where pack.unit_of_measure = tracking_items.unit_of_measure))')} as quantity`;

const searched = searchCall('/inventory-items/held', {
  summary: contract.list.summary,
  filters: heldItemFilters,
  sorts: HELD_ITEM_SORTS,
  sortBy: 'name',
  row: HeldItem,
  requires: contract.list.requires,
});

const itemList = listOf(searched)({
  table: trackingItems,
  visible: visibleItems,
  filters: (filters, asker) =>
    and(inState(asker.membership.orgId, (filters as OfState).usState), matchingItems(filters, asker)),
  sorts: {
    name: [sql`lower(${trackingItems.name})`, trackingItems.id],
    category: [trackingItems.categoryName, trackingItems.id],
    holder: [
      sql`(select lower(license.name) from licenses license where license.id = ${trackingItems.licenseId})`,
      trackingItems.id,
    ],
    owner: [
      sql`coalesce((select lower(brand.name) from brands brand where brand.id = ${trackingItems.brandId}), '')`,
      trackingItems.id,
    ],
    packages: [
      sql`(select count(*) from packages pack where pack.org_id = ${trackingItems.orgId}
             and pack.item_id = ${trackingItems.id} and pack.status = 'ACTIVE')`,
      trackingItems.id,
    ],
  },
  columns: ROW,
  toRow: () => (row: HeldItem) => row,
});

type Asked = VerbInput<typeof contract.list>['query'];

/** A page of items held by licenses of a state. */
export const listHeldItems: Verb<typeof contract.list> = (ctx, { query }) => {
  const { orgId, usState, page, pageSize, sortBy, sortDirection, ...filters }: Asked = query;
  const ofState: OfState = { ...(filters as HeldItemFilters), usState };
  return itemList.search(ctx, {
    body: { orgId, filters: ofState, sortBy, sortDesc: sortDirection === 'desc', page, itemsPerPage: pageSize },
  });
};

/**
 * Filter choices with how many items there are of each: of licenses within the brands asked for, of brands within the
 * licenses, of categories within both.
 */
export const heldItemFacets: Verb<typeof contract.facets> = (ctx, { query: { usState, licenseIds, brandIds } }) => {
  const { membership } = ctx;
  const within = (asked: Parameters<typeof matchingItems>[0]) =>
    and(visibleItems(membership), inState(membership.orgId, usState), matchingItems(asked, ctx));
  const counted = (key: PgColumn, where: SQL | undefined) =>
    sql`(select ${key} as key, count(*)::int as count from ${trackingItems} where ${where} group by 1) as counted`;
  return readFacets(ctx, {
    // All licenses and brands, since any can be chosen.
    licenses: sql`
      select licenses.id, licenses.us_state || ' ' || licenses.license_number as "displayName",
             coalesce(counted.count, 0) as count
        from licenses left join ${counted(trackingItems.licenseId, within({ brandIds }))} on counted.key = licenses.id
       where ${visibleLicenses(membership)} and licenses.us_state = ${usState}
       order by licenses.license_number, licenses.id`,
    brands: sql`
      select brands.id as "searchId", brands.name, coalesce(counted.count, 0) as count
        from brands left join ${counted(trackingItems.brandId, within({ licenseIds }))} on counted.key = brands.id
       where ${visibleItemBrands(membership)} order by lower(brands.name), brands.id`,
    categories: sql`
      select counted.key as id, counted.count
        from ${counted(trackingItems.categoryName, within({ licenseIds, brandIds }))} order by 1`,
  });
};

/** One held item the caller sees. NOT_FOUND. */
export async function findHeldItem({ db, membership }: Ctx, id: number): Promise<HeldItem> {
  const { rows } = await db.execute(sql`
    select ${forReader(ROW, membership.orgId)} from ${trackingItems}
     where ${and(visibleItems(membership), eq(trackingItems.id, id))}`);
  const [found] = rows as HeldItem[];
  if (found === undefined) throw notFound('Item');
  return found;
}
