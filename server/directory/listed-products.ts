import { type SQL, sql } from 'drizzle-orm';
import { skuKey } from '../../domain/catalogue/sku';
import { LISTED_STATUSES } from '../../domain/catalogue/vocabulary';
import { COUNT_CAP } from '../../domain/contract/endpoint';
import { foldText } from '../../domain/search-text';
import { searchWords, type Way } from '../../domain/search-words';
import type { Db } from '../db/client';
import { escapeLike, isOneOf, searchText } from '../db/page';
import type { Bought } from './list-bought';
import {
  hasWord,
  hasWordBeside,
  type Ranked,
  rankOf,
  type Search,
  saidTier,
  tierOf,
  together,
  toRanked,
} from './matching';

/** The rank of what was surely meant; no other is as low. */
const BEFORE_ALL = -100;
/** Brands and strains whose names have a word; more than these aren't meant. */
const MOST_NAMED = 500;

type Named = { word: string; brandIds: number[]; strainIds: number[] };

/** For each word the brands, sellers' brands and strains that have it in their names. */
async function namedBy(db: Db, words: readonly string[], way: Way): Promise<Named[]> {
  const parts = words.flatMap((word, at) => [
    sql`(select ${at}::int as at, 'brand' as kind, id from brands where not disabled and org_id is not null
      and (${hasWordBeside(sql`brands.name`, word, way)}
        or org_id in (select id from organizations where ${hasWordBeside(sql`organizations.name`, word, way)})) limit ${MOST_NAMED})`,
    sql`(select ${at}::int as at, 'strain' as kind, named.id from strains named
      where ${hasWordBeside(sql`named.name`, word, way)} limit ${MOST_NAMED})`,
  ]);
  const { rows } = await db.execute<{ at: number; kind: string; id: number }>(sql`
    select found.at, found.kind, found.id from (${sql.join(parts, sql` union all `)}) as found`);
  const idsOf = (at: number, kind: string) =>
    rows.flatMap((row) => (row.at === at && row.kind === kind ? [Number(row.id)] : []));
  return words.map((word, at) => ({ word, brandIds: idsOf(at, 'brand'), strainIds: idsOf(at, 'strain') }));
}

/** Any of these; what names nothing is left out, so that it isn't planned for. */
const anyOf = (name: SQL, ids: readonly (readonly [SQL, number[]])[]): SQL =>
  sql`(${sql.join([name, ...ids.flatMap(([column, all]) => (all.length > 0 ? [isOneOf(column, all)] : []))], sql` or `)})`;

/** Whether a product's SKU was typed, as a whole. The index of what SKUs contain finds it among all sellers'. */
const hasSku = (term: string): SQL =>
  sql`(${searchText(sql`products.sku`)} like ${escapeLike(foldText(term.trim()))} and lower(products.sku) = ${skuKey(term)})`;

/** What listed products of a search are found by: their own names, those of their brand, seller and strain, and their whole SKU. */
async function found(db: Db, search: Search, way: Way): Promise<SQL> {
  const { term, states, licenseTypes = [] } = search;
  const conditions = [
    sql`products.listing_state = any (${sql.param([...LISTED_STATUSES])}::text[]) and not products.is_parent`,
    sql`not brands.disabled and brands.org_id = products.org_id and companies.removed_at is null`,
  ];
  if (states.length > 0)
    conditions.push(sql`companies.us_state = any (${sql.param(states.map((state) => state.toUpperCase()))}::text[])`);
  if (licenseTypes.length > 0)
    conditions.push(sql`exists (select from licenses held where held.org_id = products.org_id and held.is_public
      and held.license_type = any (${sql.param([...licenseTypes])}::text[]))`);
  const words = term === undefined ? [] : searchWords(term);
  if (words.length > 0) {
    const named = await namedBy(db, words, way);
    const meant: SQL[] = [];
    const [brand, strain] = [sql`products.brand_id`, sql`products.strain_id`];
    const own = (word: string) => hasWord(sql`products.name`, word, way);
    meant.push(
      together(
        named.map(({ word, brandIds, strainIds }) =>
          anyOf(own(word), [
            [brand, brandIds],
            [strain, strainIds],
          ]),
        ),
        way,
      ),
    );
    // The products of a brand that was meant are on its page; those found here have something of their own.
    if (named.some(({ brandIds }) => brandIds.length > 0)) {
      const ofTheirOwn = named.map(({ word, strainIds }) => anyOf(own(word), [[strain, strainIds]]));
      meant.push(sql`(${sql.join(ofTheirOwn, sql` or `)})`);
    }
    conditions.push(sql`(${hasSku(term ?? '')} or (${sql.join(meant, sql` and `)}))`);
  }
  return sql`
    products join brands on brands.id = products.brand_id join companies on companies.id = products.company_id
      join organizations org on org.id = products.org_id
      left join strains strain on strain.org_id = products.org_id and strain.id = products.strain_id
    where ${sql.join(conditions, sql` and `)}`;
}

/** The best of the listed products that match, with their ranks. */
export async function findListedProducts(
  db: Db,
  search: Search,
  { way, limit, ...matched }: { way: Way; bought: Promise<Bought> | undefined; limit: number },
): Promise<Ranked[]> {
  const { term, sort } = search;
  const [bought, from] = await Promise.all([matched.bought, found(db, search, way)]);
  const words = term === undefined ? [] : searchWords(term);
  const name = sql`products.name`;
  const folded = searchText(name);
  const liked = sql`case when ${isOneOf(sql`products.id`, bought?.productIds ?? [])} then 1
    when ${isOneOf(sql`products.brand_id`, bought?.brandIds ?? [])} then 0.5 else 0 end`;
  const text = sql`${name} || ' ' || brands.name || ' ' || coalesce(strain.name, '')`;
  const isFound = term !== undefined && words.length > 0;
  const tier = isFound ? tierOf(term, { name: folded }) : sql`0`;
  const said = isFound ? sql`case when ${hasSku(term)} then 0 else ${saidTier(tier, way)} end` : sql`null::int`;
  const rank =
    sort !== undefined || !isFound
      ? sql`0`
      : sql`case when ${hasSku(term)} then ${BEFORE_ALL}::float8 else ${rankOf(words, { tier, name: folded, text: searchText(text), liked, way })} end`;
  // Somebody who typed a SKU sees it beside what was found.
  const sku = term === undefined ? sql`''` : sql`case when ${hasSku(term)} then ', ' || products.sku else '' end`;
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select 'product' as "directoryListingType", products.id, products.name, brands.slug, brands.name || ', ' || products.category || ${sku} as tagline,
      (select image.image_uri from product_images image where image.org_id = products.org_id and image.product_id = products.id
        order by image.position limit 1) as "imageUri",
      array[companies.us_state] as states, ${rank} as rank, ${said} as tier, ${text} || ' ' || org.name as searched, null as license,
      json_build_object('id', org.id, 'name', org.name, 'profileImageUri', org.profile_image_uri) as org
    from ${from}
    order by rank, lower(products.name), products.id limit ${limit}`);
  return rows.map(toRanked);
}

export async function countListedProducts(db: Db, search: Search, way: Way): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (select products.id from ${await found(db, search, way)} limit ${COUNT_CAP + 1}) capped`);
  return rows[0]?.count ?? 0;
}
