import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { LISTED_STATUSES } from '../../domain/catalogue/vocabulary';
import { COUNT_CAP } from '../../domain/contract/endpoint';
import type { directory } from '../../domain/directory/contract';
import { LISTING_SORTS, Listing, ListingSort, type ListingType } from '../../domain/directory/listing';
import type { Db } from '../db/client';
import { escapeLike } from '../db/page';
import type { Verb } from '../implement';

const AUTOCOMPLETE_RESULTS = 10;

type ListingKind = z.infer<typeof ListingType>;

type Search = {
  types: readonly ListingKind[];
  /** Words to find in names; all listings when omitted. */
  term?: string | undefined;
  searchOrgNames: boolean;
  states: readonly string[];
  /** Organizations with a public license of these types; for licenses, those types. */
  licenseTypes?: readonly string[];
  featuredOnly?: boolean;
  /** The best match first when omitted. */
  sort?: ListingSort | undefined;
};

export const searchListings: Verb<typeof directory.search> = async ({ db }, { query }) => {
  const search: Search = {
    types: query.directoryListingTypes,
    term: query.searchTerm || undefined,
    searchOrgNames: true,
    states: query.usStates,
    sort: query.sort,
  };
  const results = await findListings(db, search, { limit: query.itemsPerPage, page: query.page });
  return { results, resultCount: await countListings(db, search), page: query.page };
};

export const autocompleteListings: Verb<typeof directory.autocomplete> = ({ db }, { query }) =>
  findListings(
    db,
    {
      types: query.directoryListingTypes,
      term: query.searchString,
      searchOrgNames: query.searchOrgNames,
      states: query.usStates,
      licenseTypes: query.licenseTypes,
    },
    { limit: AUTOCOMPLETE_RESULTS, page: 0 },
  );

export const listSortableFields: Verb<typeof directory.sortableFields> = async () =>
  ListingSort.options.map((key) => ({ key, displayName: LISTING_SORTS[key] }));

/**
 * Matching listings, by `sort` or best first: names starting with the term, then words starting with it, then the rest;
 * equal ones by name.
 */
export async function findListings(
  db: Db,
  search: Search,
  { limit, page }: { limit: number; page: number },
): Promise<Listing[]> {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select found.id, found.type as "directoryListingType", found.name, found.slug, found.image_uri as "imageUri",
      found.tagline, found.states,
      json_build_object('id', org.id, 'name', org.name, 'profileImageUri', org.profile_image_uri) as org
    from (${matching(search)} order by rank, lower(name), type, id limit ${limit} offset ${limit * page}) found
    join organizations org on org.id = found.org_id
    order by found.rank, lower(found.name), found.type, found.id`);
  const countOf = await countProducts(db, rows as Found[]);
  return rows.map((row) => Listing.parse({ ...row, productCount: countOf(row as Found) }));
}

async function countListings(db: Db, search: Search): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*) from (select 1 from (${matching(search)}) found limit ${COUNT_CAP + 1}) capped`,
  );
  return rows[0]?.count ?? 0;
}

/** Every kind of listing in one shape. Licenses sell through the companies that have them. */
const SOURCES: Record<ListingKind, SQL> = {
  brand: sql`
    select 'brand' as type, id, org_id, name, slug, profile_image_uri as image_uri, tagline, states, featured, created_at
    from brands where not disabled and org_id is not null`,
  org: sql`
    select 'org' as type, id, id as org_id, name, null as slug, profile_image_uri as image_uri, '' as tagline,
      array(select distinct us_state from licenses where org_id = organizations.id and is_public order by 1) as states,
      false as featured, created_at
    from organizations`,
  license: sql`
    select 'license' as type, id, org_id, coalesce(nullif(dba, ''), name) as name, null as slug, null as image_uri,
      us_state || ' ' || license_number as tagline, array[us_state] as states, false as featured, created_at
    from licenses where is_public`,
};

/** What each sort puts first when ascending. */
const SORTS: Record<ListingSort, SQL> = {
  name: sql`lower(name)`,
  orgName: sql`(select lower(org.name) from organizations org where org.id = listing.org_id)`,
  newest: sql`-extract(epoch from created_at)`,
};

type Found = { id: number; directoryListingType: ListingKind };
type Sold = { brandId: number; orgId: number; licenseId: number | null; many: number };

/** How many listed products each listing has; apart from the listings, since products lie with their sellers. */
async function countProducts(db: Db, found: readonly Found[]): Promise<(listing: Found) => number> {
  if (found.length === 0) return () => 0;
  const idsOf = (kind: ListingKind) =>
    sql.param(found.flatMap((one) => (one.directoryListingType === kind ? [one.id] : [])));
  const { rows } = await db.execute<Sold>(sql`
    select products.brand_id as "brandId", products.org_id as "orgId", companies.license_id as "licenseId",
      count(*)::int as many
    from products
    join brands on brands.id = products.brand_id and not brands.disabled
    join companies on companies.id = products.company_id
    where products.listing_state = any (${sql.param([...LISTED_STATUSES])}::text[])
      and (products.brand_id = any (${idsOf('brand')}::bigint[]) or products.org_id = any (${idsOf('org')}::bigint[])
        or companies.license_id = any (${idsOf('license')}::bigint[]))
    group by products.brand_id, products.org_id, companies.license_id`);
  const own = { brand: 'brandId', org: 'orgId', license: 'licenseId' } as const;
  return ({ id, directoryListingType: kind }) =>
    rows.filter((sold) => Number(sold[own[kind]]) === id).reduce((sum, { many }) => sum + many, 0);
}

function matching({ types, term, searchOrgNames, states, licenseTypes = [], featuredOnly = false, sort }: Search): SQL {
  const sources = [...new Set(types)].map((type) => SOURCES[type]);
  const conditions = [sql`true`];
  if (states.length > 0) {
    conditions.push(sql`states && ${sql.param(states.map((state) => state.toUpperCase()))}::text[]`);
  }
  if (licenseTypes.length > 0) {
    conditions.push(sql`exists (select from licenses held where held.org_id = listing.org_id and held.is_public
      and (listing.type <> 'license' or held.id = listing.id)
      and held.license_type = any (${sql.param([...licenseTypes])}::text[]))`);
  }
  if (featuredOnly) conditions.push(sql`featured`);
  if (term !== undefined) {
    const anywhere = pattern('%', term, '%');
    const byOrg = sql`org_id in (select id from organizations where name ilike ${anywhere})`;
    conditions.push(searchOrgNames ? sql`(name ilike ${anywhere} or ${byOrg})` : sql`name ilike ${anywhere}`);
  }
  return sql`
    select type, id, org_id, name, slug, image_uri, tagline, states, ${sort ? SORTS[sort] : rankOf(term)} as rank
    from (${sql.join(sources, sql` union all `)}) listing
    where ${sql.join(conditions, sql` and `)}`;
}

function rankOf(term: string | undefined): SQL {
  if (term === undefined) return sql`0`;
  return sql`case when name ilike ${pattern('', term, '%')} then 0 when name ilike ${pattern('% ', term, '%')} then 1
    when name ilike ${pattern('%', term, '%')} then 2 else 3 end`;
}

/** A LIKE pattern that matches the term literally. */
function pattern(before: string, term: string, after: string): string {
  return `${before}${escapeLike(term)}${after}`;
}
