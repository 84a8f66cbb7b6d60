import { sql } from 'drizzle-orm';
import { LISTED_STATUSES } from '../../domain/catalogue/vocabulary';
import { MOST_LISTINGS, numberTyped } from '../../domain/directory/best-match';
import type { directory } from '../../domain/directory/contract';
import { DirectorySort, type Listing } from '../../domain/directory/listing';
import { DIRECTORY_SORTS } from '../../domain/directory/sorts';
import { searchWords, WAYS, type Way } from '../../domain/search-words';
import type { Ctx } from '../context';
import type { Db } from '../db/client';
import type { Verb } from '../implement';
import { type Bought, readBought } from './list-bought';
import { countListedProducts, findListedProducts } from './listed-products';
import { matching, type NamedKind, namedOrgs } from './listing-sources';
import { byLetters, type ListingKind, MOST_NEAR, type Ranked, type Search, toListing, toRanked } from './matching';

const AUTOCOMPLETE_RESULTS = 10;

type Reader = Pick<Ctx, 'db' | 'membershipOrNull' | 'now'>;
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
  const { results, count } = await findListings(ctx, search, { limit: query.itemsPerPage, page: query.page });
  return { results, resultCount: await count(), page: query.page };
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
  DirectorySort.options.map((key) => ({ key, displayName: DIRECTORY_SORTS[key] }));

/** A page of listings; `count` tells how many match, up to one more than are shown. */
type FoundListings = { results: Listing[]; count: () => Promise<number> };

/**
 * A page of matching listings: as strictly as anything matches. By `sort`, or best first: see `rankOf`; what the caller
 * buys comes before what is as good a match; equal ones by name. They end at `MOST_LISTINGS`.
 * Without a search the platform's own brands come before those kept in the wholesale marketplace.
 */
export async function findListings(
  { db, membershipOrNull, now }: Reader,
  search: Search,
  { limit, page }: Place,
): Promise<FoundListings> {
  const bought = search.term === undefined ? undefined : readBought(db, membershipOrNull);
  // What fails first is raised where it is awaited.
  bought?.catch(() => {});
  const place = { page, limit: Math.max(0, Math.min(limit, MOST_LISTINGS - limit * page)), offset: limit * page };
  const numbered = isNumber(search) ? await findNumbered(db, search, { limit, now }) : [];
  if (numbered.length > 0) return { results: page === 0 ? numbered : [], count: async () => numbered.length };
  for (const way of search.term === undefined ? (['EXACTLY'] as const) : WAYS) {
    const matched = { ...place, way, bought, orgIds: await namedOrgs(db, search, way), now };
    const { results, total } = await findMatching(db, search, matched);
    const count = async () => total ?? (await countListings(db, search, matched));
    const isElsewhere = page > 0 && results.length === 0 && (await count()) > 0;
    if (results.length > 0 || isElsewhere) return { results, count };
  }
  return { results: [], count: async () => 0 };
}

const isNumber = ({ types, term = '', sort }: Search): boolean =>
  types.includes('license') && sort === undefined && numberTyped(term) !== null;

/** The license of a whole number, and those whose numbers begin so: who types one means nothing else. */
async function findNumbered(db: Db, search: Search, { limit, now }: { limit: number; now: Date }): Promise<Listing[]> {
  const numbered = { ...search, types: ['license' as const], byNumber: true };
  const exactly = { limit, offset: 0, way: 'EXACTLY' as const, bought: undefined, orgIds: [], now };
  const { results } = await findMatching(db, numbered, exactly);
  return results[0]?.why === 'license number' ? results : [];
}

type Matched = {
  limit: number;
  offset: number;
  way: Way;
  bought: Promise<Bought> | undefined;
  orgIds: number[][];
  now: Date;
};

const namedOf = ({ types }: Search) => types.filter((type): type is NamedKind => type !== 'product');

/**
 * A page of what matches this way, with how many products each sells; and how many match, where that is known with it.
 * What is only nearly meant is looked at closer.
 */
async function findMatching(
  db: Db,
  search: Search,
  matched: Matched,
): Promise<{ results: Listing[]; total: number | null }> {
  const { limit, offset, way } = matched;
  const isNear = way !== 'EXACTLY';
  const most = isNear ? MOST_NEAR : offset + limit;
  const all = search.types.includes('product') || isNear;
  const { found, total } = all
    ? await findAll(db, search, { ...matched, limit: most, offset: 0 })
    : await findNamed(db, namedOf(search), search, matched);
  const best = isNear && search.sort === undefined ? byLetters(found, searchWords(search.term ?? '')) : found;
  const shown = best
    .slice(all ? offset : 0)
    .slice(0, limit)
    .map((one) => toListing(one, matched.now));
  const countOf = await countProducts(db, shown);
  return { results: shown.map((listing) => ({ ...listing, productCount: countOf(listing) })), total };
}

/** The first of all kinds. Products lie with their sellers, so that they are found apart from the others. */
async function findAll(db: Db, search: Search, first: Matched): Promise<FoundNamed> {
  const named = namedOf(search);
  const [{ found }, products] = await Promise.all([
    named.length > 0 ? findNamed(db, named, search, first) : { found: [] },
    search.types.includes('product') ? findListedProducts(db, search, first) : [],
  ]);
  return { found: [...found, ...products].sort((a, b) => a.rank - b.rank), total: null };
}

type FoundNamed = { found: Ranked[]; total: number | null };

async function findNamed(db: Db, types: readonly NamedKind[], search: Search, matched: Matched): Promise<FoundNamed> {
  const { limit, offset, way, orgIds, now } = matched;
  if (limit === 0) return { found: [], total: null };
  const bought = await matched.bought;
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select found.id, found.type as "directoryListingType", found.name, found.slug, found.image_uri as "imageUri",
      found.tagline, found.states, found.rank, found.tier, found.license, found.total,
      found.searched${search.searchOrgNames ? sql` || ' ' || org.name` : sql``} as searched,
      json_build_object('id', org.id, 'name', org.name, 'profileImageUri', org.profile_image_uri) as org
    from (select *, count(*) over () as total from ${matching(types, search, { way, bought, orgIds, now })} listing
      order by rank, lower(name), type, id limit ${limit} offset ${offset}) found
    join organizations org on org.id = found.org_id
    order by found.rank, lower(found.name), found.type, found.id`);
  const total = rows[0] ? Math.min(MOST_LISTINGS + 1, Number(rows[0].total)) : null;
  return { found: rows.map(({ total: _, ...row }) => toRanked(row)), total };
}

async function countListings(db: Db, search: Search, { way, orgIds, now }: Matched): Promise<number> {
  const named = namedOf(search);
  const most = way === 'EXACTLY' ? MOST_LISTINGS + 1 : MOST_NEAR;
  const many = search.types.includes('product') ? await countListedProducts(db, search, way) : 0;
  if (named.length === 0) return Math.min(most, many);
  const all = matching(named, search, { way, bought: undefined, orgIds, now });
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*) from (select 1 from ${all} found limit ${MOST_LISTINGS + 1}) capped`,
  );
  return Math.min(most, many + Number(rows[0]?.count ?? 0));
}

type Found = Pick<Listing, 'id' | 'directoryListingType'>;
type Sold = { brandId: number; orgId: number; licenseId: number | null; many: number };

/** How many listed products each listing has; apart from the listings, since products lie with their sellers. */
export async function countProducts(db: Db, found: readonly Found[]): Promise<(listing: Found) => number> {
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
