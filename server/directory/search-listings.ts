import { type SQL, sql } from 'drizzle-orm';
import { LISTED_STATUSES } from '../../domain/catalogue/vocabulary';
import { COUNT_CAP } from '../../domain/contract/endpoint';
import type { directory } from '../../domain/directory/contract';
import { LISTING_SORTS, type Listing, ListingSort } from '../../domain/directory/listing';
import { searchWords, WAYS, type Way } from '../../domain/search-words';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import { isOneOf } from '../db/page';
import type { Verb } from '../implement';
import { type Bought, readBought } from './list-bought';
import { countListedProducts, findListedProducts } from './listed-products';
import {
  byLetters,
  hasWord,
  type ListingKind,
  MOST_NEAR,
  type Ranked,
  rankOf,
  type Search,
  together,
  toRanked,
} from './matching';

const AUTOCOMPLETE_RESULTS = 10;

type NamedKind = Exclude<ListingKind, 'product'>;

type Reader = Pick<Ctx, 'db' | 'membershipOrNull'>;
type Place = { limit: number; page: number };

export const searchListings: Verb<typeof directory.search> = async (ctx, { query }) => {
  const search: Search = {
    types: query.directoryListingTypes,
    term: query.searchTerm || undefined,
    searchOrgNames: true,
    states: query.usStates,
    licenseTypes: query.licenseTypes,
    sort: query.sort,
  };
  const { results, way } = await findListings(ctx, search, { limit: query.itemsPerPage, page: query.page });
  return { results, resultCount: await countListings(ctx.db, search, way), page: query.page };
};

export const autocompleteListings: Verb<typeof directory.autocomplete> = async (ctx, { query }) => {
  const search: Search = {
    types: query.directoryListingTypes,
    term: query.searchString,
    searchOrgNames: query.searchOrgNames,
    states: query.usStates,
    licenseTypes: query.licenseTypes,
  };
  return (await findListings(ctx, search, { limit: AUTOCOMPLETE_RESULTS, page: 0 })).results;
};

export const listSortableFields: Verb<typeof directory.sortableFields> = async () =>
  ListingSort.options.map((key) => ({ key, displayName: LISTING_SORTS[key] }));

/**
 * A page of matching listings, and how strictly they match: as strictly as anything does. By `sort`, or best first: see
 * `rankOf`; what the caller buys comes before what is as good a match; equal ones by name.
 * Without a search the platform's own brands come before those kept in the wholesale marketplace.
 */
export async function findListings(
  { db, membershipOrNull }: Reader,
  search: Search,
  place: Place,
): Promise<{ results: Listing[]; way: Way }> {
  const bought = search.term === undefined ? undefined : readBought(db, membershipOrNull);
  // What fails first is raised where it is awaited.
  bought?.catch(() => {});
  for (const way of search.term === undefined ? (['EXACTLY'] as const) : WAYS) {
    const results = await findMatching(db, search, { ...place, way, bought });
    const isElsewhere = place.page > 0 && (await countListings(db, search, way)) > 0;
    if (results.length > 0 || isElsewhere) return { results, way };
  }
  return { results: [], way: 'EXACTLY' };
}

type Matched = Place & { way: Way; bought: Promise<Bought> | undefined };

const namedOf = ({ types }: Search) => types.filter((type): type is NamedKind => type !== 'product');

/** A page of what matches this way, with how many products each sells. What is only nearly meant is looked at closer. */
async function findMatching(db: Db, search: Search, matched: Matched): Promise<Listing[]> {
  const { limit, page, way } = matched;
  const isNear = way !== 'EXACTLY';
  const most = isNear ? MOST_NEAR : limit * (page + 1);
  const all = search.types.includes('product') || isNear;
  const found = all
    ? await findAll(db, search, { ...matched, limit: most, page: 0 })
    : await findNamed(db, namedOf(search), search, matched);
  const best =
    isNear && search.sort === undefined ? byLetters(found, searchWords(search.term ?? ''), searchedOf) : found;
  const shown = best.slice(all ? limit * page : 0).slice(0, limit);
  const countOf = await countProducts(
    db,
    shown.map(({ listing }) => listing),
  );
  return shown.map(({ listing }) => ({ ...listing, productCount: countOf(listing) }));
}

const searchedOf = ({ name, tagline, org }: Listing) => `${name} ${tagline} ${org.name}`;

/** The first of all kinds. Products lie with their sellers, so that they are found apart from the others. */
async function findAll(db: Db, search: Search, first: Matched): Promise<Ranked[]> {
  const named = namedOf(search);
  const [others, products] = await Promise.all([
    named.length > 0 ? findNamed(db, named, search, first) : [],
    search.types.includes('product') ? findListedProducts(db, search, first) : [],
  ]);
  return [...others, ...products].sort((a, b) => a.rank - b.rank);
}

async function findNamed(db: Db, types: readonly NamedKind[], search: Search, matched: Matched): Promise<Ranked[]> {
  const { limit, page, way } = matched;
  const bought = await matched.bought;
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select found.id, found.type as "directoryListingType", found.name, found.slug, found.image_uri as "imageUri",
      found.tagline, found.states, found.rank,
      json_build_object('id', org.id, 'name', org.name, 'profileImageUri', org.profile_image_uri) as org
    from (${matching(types, search, { way, bought })} order by rank, lower(name), type, id limit ${limit} offset ${limit * page}) found
    join organizations org on org.id = found.org_id
    order by found.rank, lower(found.name), found.type, found.id`);
  return rows.map(toRanked);
}

async function countListings(db: Db, search: Search, way: Way): Promise<number> {
  const named = namedOf(search);
  const most = way === 'EXACTLY' ? COUNT_CAP + 1 : MOST_NEAR;
  const many = search.types.includes('product') ? await countListedProducts(db, search, way) : 0;
  if (named.length === 0) return Math.min(most, many);
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*) from (select 1 from (${matching(named, search, { way, bought: undefined })}) found limit ${COUNT_CAP + 1}) capped`,
  );
  return Math.min(most, many + (rows[0]?.count ?? 0));
}

/** Every kind of listing in one shape. Licenses sell through the companies that have them. */
const SOURCES: Record<NamedKind, SQL> = {
  brand: sql`
    select 'brand' as type, id, org_id, name, slug, profile_image_uri as image_uri, tagline, states, featured, created_at,
      case source when 'VERDANT' then 0 else 1 end as source_order
    from brands where not disabled and org_id is not null`,
  org: sql`
    select 'org' as type, id, id as org_id, name, null as slug, profile_image_uri as image_uri, '' as tagline,
      array(select distinct us_state from licenses where org_id = organizations.id and is_public order by 1) as states,
      false as featured, created_at, 0 as source_order
    from organizations`,
  license: sql`
    select 'license' as type, id, org_id, coalesce(nullif(dba, ''), name) as name, null as slug, null as image_uri,
      us_state || ' ' || license_number as tagline, array[us_state] as states, false as featured, created_at, 0 as source_order
    from licenses where is_public`,
};

/** What each sort puts first when ascending. */
const SORTS: Record<ListingSort, SQL> = {
  name: sql`lower(name)`,
  orgName: sql`(select lower(org.name) from organizations org where org.id = listing.org_id)`,
  newest: sql`-extract(epoch from created_at)`,
};

type Found = Pick<Listing, 'id' | 'directoryListingType'>;
type Sold = { brandId: number; orgId: number; licenseId: number | null; many: number };

/** How many listed products each listing has; apart from the listings, since products lie with their sellers. */
async function countProducts(db: Db, found: readonly Found[]): Promise<(listing: Found) => number> {
  if (found.every((one) => one.directoryListingType === 'product')) return () => 1;
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
    kind === 'product'
      ? 1
      : rows.filter((sold) => Number(sold[own[kind]]) === id).reduce((sum, { many }) => sum + many, 0);
}

function matching(
  types: readonly NamedKind[],
  { term, searchOrgNames, states, licenseTypes = [], featuredOnly = false, sort }: Search,
  { way, bought }: { way: Way; bought: Bought | undefined },
): SQL {
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
  const words = term === undefined ? [] : searchWords(term);
  if (words.length > 0) {
    const named = words.map((word) => {
      const own = hasWord(sql`name`, word, way);
      return searchOrgNames
        ? sql`(${own} or org_id in (select id from organizations where ${hasWord(sql`organizations.name`, word, way)}))`
        : own;
    });
    conditions.push(together(named, way));
  }
  const orgName = sql`(select org.name from organizations org where org.id = listing.org_id)`;
  const liked = sql`case when type = 'brand' and ${isOneOf(sql`id`, bought?.brandIds ?? [])} then 1 else 0 end`;
  const rank = sort
    ? SORTS[sort]
    : term === undefined || words.length === 0
      ? sql`source_order`
      : rankOf(words, {
          name: sql`name`,
          text: searchOrgNames ? sql`name || ' ' || ${orgName}` : sql`name`,
          liked,
          way,
        });
  return sql`
    select type, id, org_id, name, slug, image_uri, tagline, states, ${rank} as rank
    from (${sql.join(sources, sql` union all `)}) listing
    where ${sql.join(conditions, sql` and `)}`;
}
