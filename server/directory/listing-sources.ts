import { type SQL, sql } from 'drizzle-orm';
import { dayOf } from '../../domain/dates';
import { MATCHES, numberTyped } from '../../domain/directory/best-match';
import type { ListingSort } from '../../domain/directory/sorts';
import { freshSince } from '../../domain/licenses/standing';
import { zoneOfState } from '../../domain/organization/state-zones';
import { searchWords, type Way } from '../../domain/search-words';
import type { Db } from '../db/client';
import { isOneOf, searchText } from '../db/page';
import type { Bought } from './list-bought';
import {
  asParameter,
  beginsNumber,
  hasParameter,
  hasWord,
  type ListingKind,
  MOST_NEAR,
  type Named,
  nearnessOf,
  nearRankOf,
  rankOf,
  type Search,
  saidTier,
  tierOf,
  together,
} from './matching';

export type NamedKind = Exclude<ListingKind, 'product'>;

/** A kind of listing: its rows under its table's name, what is said of one, and what a search can mean of one. */
type Source = {
  table: SQL;
  from: SQL;
  where: SQL;
  columns: SQL;
  named: Record<'name' | 'own', SQL> & Partial<Record<'dba' | 'city' | 'numberKey', SQL>>;
  orgId: SQL;
  states: SQL;
  licenseTypes: (types: readonly string[]) => SQL;
  doubt?: (now: Date) => SQL;
};

const NUMBER_KEY = sql`upper(regexp_replace(licenses.license_number, '[^a-zA-Z0-9]', '', 'g'))`;
const LICENSE_TEXT = sql`licenses.name || ' ' || coalesce(licenses.dba, '') || ' ' || licenses.city`;

const holds = (orgId: SQL) => (types: readonly string[]) =>
  sql`exists (select from licenses held
  where held.org_id = ${orgId} and held.is_public and held.license_type = any (${sql.param([...types])}::text[]))`;

/** Every kind of listing in one shape. Licenses sell through the companies that have them. */
const SOURCES: Record<NamedKind, Source> = {
  brand: {
    columns: sql`'brand' as type, brands.id, brands.org_id, brands.name, brands.slug, brands.profile_image_uri as image_uri,
      brands.tagline, brands.states, brands.created_at, case brands.source when 'VERDANT' then 0 else 1 end as source_order,
      null::text as city, null::text as license_number, null::timestamptz as checked_at, null::json as license`,
    table: sql`brands`,
    from: sql`brands`,
    where: sql`not brands.disabled and brands.org_id is not null`,
    named: { name: sql`brands.name`, own: sql`brands.name` },
    orgId: sql`brands.org_id`,
    states: sql`brands.states`,
    licenseTypes: holds(sql`brands.org_id`),
  },
  org: {
    columns: sql`'org' as type, organizations.id, organizations.id as org_id, organizations.name, null as slug,
      organizations.profile_image_uri as image_uri, '' as tagline, organizations.states, organizations.created_at, 0 as source_order,
      null::text as city, null::text as license_number, null::timestamptz as checked_at, null::json as license`,
    table: sql`organizations`,
    from: sql`(select *, array(select distinct us_state from licenses where org_id = org.id and is_public order by 1) as states
      from organizations org) organizations`,
    where: sql`true`,
    named: { name: sql`organizations.name`, own: sql`organizations.name` },
    orgId: sql`organizations.id`,
    states: sql`organizations.states`,
    licenseTypes: holds(sql`organizations.id`),
  },
  license: {
    columns: sql`'license' as type, licenses.id, licenses.org_id, coalesce(nullif(licenses.dba, ''), licenses.name) as name, null as slug,
      null as image_uri, licenses.us_state || ' ' || licenses.license_number as tagline, array[licenses.us_state] as states,
      licenses.created_at, 0 as source_order, nullif(licenses.city, '') as city, licenses.license_number, licenses.checked_at,
      json_build_object('licenseNumber', licenses.license_number, 'city', licenses.city, 'usState', licenses.us_state,
        'checkedAt', licenses.checked_at, 'checkedFrom', licenses.checked_from, 'statedStatus', licenses.stated_status,
        'expiresOn', licenses.expires_on) as license`,
    table: sql`licenses`,
    from: sql`licenses`,
    where: sql`licenses.is_public`,
    named: {
      name: sql`licenses.name`,
      dba: sql`coalesce(licenses.dba, '')`,
      city: sql`licenses.city`,
      numberKey: NUMBER_KEY,
      own: LICENSE_TEXT,
    },
    orgId: sql`licenses.org_id`,
    states: sql`array[licenses.us_state]`,
    licenseTypes: (types) => isOneOf(sql`licenses.license_type`, types),
    // Whole days are good enough to put them in order; what is said of one is said by its state's clock.
    doubt: (now) => sql`(case when licenses.checked_at is null then 4 else 0 end
      + case when licenses.checked_at >= ${freshSince(now).toISOString()}::timestamptz then 0 else 2 end
      + case when coalesce(licenses.stated_status, 'ACTIVE') <> 'ACTIVE'
          or licenses.expires_on < ${dayOf(now, zoneOfState('CA'))}::date then 1 else 0 end)`,
  },
};

/** What each sort puts first when ascending; what has nothing to be sorted by comes last. */
const SORTS: Record<ListingSort, SQL> = {
  name: sql`lower(name)`,
  orgName: sql`(select lower(org.name) from organizations org where org.id = listing.org_id)`,
  newest: sql`-extract(epoch from created_at)`,
  city: sql`lower(city)`,
  licenseNumber: sql`upper(license_number)`,
  lastChecked: sql`-extract(epoch from checked_at)`,
};

/** Organizations whose names have a word; more than these aren't meant. */
const MOST_NAMED = 500;

/** For each word of a search the organizations that have it in their names. */
export async function namedOrgs(db: Db, search: Search, way: Way): Promise<number[][]> {
  const { term, searchOrgNames, types } = search;
  const words = term === undefined ? [] : searchWords(term);
  const isUsed = types.some((type) => type === 'brand' || type === 'org');
  if (words.length === 0 || !searchOrgNames || !isUsed) return words.map(() => []);
  const has = hasParameter(sql`organizations.name`, sql`word.text`, way);
  // The same statement however many words, and planned for one of them.
  const { rows } = await db.execute<{ at: string; id: string }>(sql`
    select word.at, org.id from unnest(${sql.param(words.map((word) => asParameter(word, way)))}::text[]) with ordinality as word (text, at)
      cross join lateral (select id from organizations where ${has} limit ${MOST_NAMED + 1}) org`);
  const found = Map.groupBy(rows, ({ at }) => Number(at));
  return words.map((_, at) => {
    const ids = (found.get(at + 1) ?? []).map(({ id }) => Number(id));
    return ids.length > MOST_NAMED ? [] : ids;
  });
}

export type Matching = { way: Way; bought: Bought | undefined; orgIds: readonly number[][]; now: Date };

/** The listings of these kinds that match, each with its `rank` and `tier`. */
export function matching(types: readonly NamedKind[], search: Search, matched: Matching): SQL {
  const { sort } = search;
  const found = [...new Set(types)].map((type) => ofKind(type, SOURCES[type], search, matched));
  const all = sql`(${sql.join(found, sql` union all `)}) listing`;
  return sort ? sql`(select listing.*, ${SORTS[sort]} as rank from ${all})` : sql`(select * from ${all})`;
}

function ofKind(type: NamedKind, source: Source, search: Search, { way, bought, orgIds, now }: Matching): SQL {
  const { term, states, licenseTypes = [], featuredOnly = false, sort } = search;
  const { named } = source;
  const conditions = [source.where];
  if (states.length > 0) {
    conditions.push(sql`${source.states} && ${sql.param(states.map((state) => state.toUpperCase()))}::text[]`);
  }
  if (licenseTypes.length > 0) conditions.push(source.licenseTypes(licenseTypes));
  if (featuredOnly) conditions.push(type === 'brand' ? sql`brands.featured` : sql`false`);
  const words = term === undefined ? [] : searchWords(term);
  if (term === undefined || words.length === 0) {
    const rank = sort ? sql`` : sql`, source_order as rank`;
    return sql`select *${rank}, null::int as tier, '' as searched
      from (select ${source.columns} from ${source.from} where ${sql.join(conditions, sql` and `)}) plain`;
  }
  const key = numberTyped(term);
  const isNumber = named.numberKey !== undefined && key !== null && way === 'EXACTLY';
  const meant = isNumber ? [beginsNumber(named.numberKey as SQL, key)] : [];
  if (!search.byNumber) {
    meant.push(
      ...(type === 'license' ? ownOrAll(source, words, search, way) : eachOwnOrOrg(source, words, way, orgIds)),
    );
  }
  conditions.push(sql`(${sql.join(meant, sql` or `)})`);
  if (search.byNumber) {
    const whole = sql`case when ${named.numberKey} = ${key} then 0 else ${MATCHES.indexOf('number begins')}::int end`;
    return sql`select ${source.columns}, tier as rank, tier, '' as searched
      from (select *, ${whole} as tier from ${source.from} where ${sql.join(conditions, sql` and `)}) ${source.table}`;
  }
  if (type === 'license' && way !== 'EXACTLY' && sort === undefined) {
    return nearestOf(source, words, { where: sql.join(conditions, sql` and `), way, now });
  }
  const tier = tierOf(term, folded(named));
  const liked =
    type === 'brand' ? sql`case when ${isOneOf(sql`brands.id`, bought?.brandIds ?? [])} then 1 else 0 end` : sql`0`;
  const orgName = sql`(select ' ' || org.name from organizations org where org.id = brands.org_id)`;
  const rank = rankOf(words, {
    tier: sql`tier`,
    name: sql`name_text`,
    text: type === 'brand' && search.searchOrgNames ? sql`(own_text || search_text(${orgName}))` : sql`own_text`,
    liked,
    way,
    ...(source.doubt && { doubt: source.doubt(now) }),
  });
  // Texts are folded once, because each time takes longer to plan than all else.
  const texts = sql`select ${source.table}.*, ${foldedColumns(named)} from ${source.from} where ${sql.join(conditions, sql` and `)} offset 0`;
  return sql`select ${source.columns}, ${sort ? sql`` : sql`${rank} as rank, `}${saidTier(sql`tier`, way)} as tier, own_text as searched
    from (select *, ${tier} as tier from (${texts}) meant) ${source.table}`;
}

/** The nearest of many rows that are nearly meant, told apart by what finding them has worked out. */
function nearestOf(source: Source, words: readonly string[], { where, way, now }: Nearest): SQL {
  const { columns, from, table, named, doubt } = source;
  const rank = nearRankOf(words, {
    nearness: sql`nearness`,
    name: searchText(named.name),
    way,
    ...(doubt && { doubt: doubt(now) }),
  });
  return sql`select ${columns}, ${rank} as rank, ${saidTier(sql`null::int`, way)} as tier, own_text as searched
    from (select *, ${nearnessOf(words, sql`own_text`)} as nearness
      from (select ${table}.*, ${searchText(named.own)} as own_text from ${from} where ${where} offset 0) near
      order by nearness desc, id limit ${MOST_NEAR}) ${table}`;
}

type Nearest = { where: SQL; way: Way; now: Date };

/** Each word is the listing's own, or in its business's name. */
function eachOwnOrOrg(
  { named, orgId }: Source,
  words: readonly string[],
  way: Way,
  orgIds: readonly number[][],
): SQL[] {
  const each = words.map((word, at) => {
    const own = hasWord(named.own, word, way);
    const ids = orgIds[at] ?? [];
    return ids.length > 0 ? sql`(${own} or ${isOneOf(orgId, ids)})` : own;
  });
  return [together(each, way)];
}

/** All words are the listing's own, or typed right in its business's name: a business has many licenses. */
function ownOrAll({ named, orgId }: Source, words: readonly string[], { searchOrgNames }: Search, way: Way): SQL[] {
  const own = together(
    words.map((word) => hasWord(named.own, word, way)),
    way,
  );
  if (way !== 'EXACTLY' || !searchOrgNames) return [own];
  const all = words.map((word) => hasWord(sql`organizations.name`, word, way));
  return [
    own,
    sql`${orgId} = any ((select case when count(*) > ${MOST_NAMED} then '{}' else array_agg(id) end
      from (select id from organizations where ${sql.join(all, sql` and `)} limit ${MOST_NAMED + 1}) org)::bigint[])`,
  ];
}

const ALL_TEXTS = ['name', 'dba', 'city', 'own'] as const;

/** What a search can mean, as columns that are folded once, and their names. */
const foldedColumns = (named: Source['named']): SQL =>
  sql.join(
    [
      ...ALL_TEXTS.flatMap((text) => {
        const column = named[text];
        return column ? [sql`${searchText(column)} as ${sql.raw(`${text}_text`)}`] : [];
      }),
      ...(named.numberKey ? [sql`${named.numberKey} as number_key`] : []),
    ],
    sql`, `,
  );

const folded = (named: Source['named']): Named => ({
  name: sql`name_text`,
  own: sql`own_text`,
  ...(named.dba && { dba: sql`dba_text` }),
  ...(named.city && { city: sql`city_text` }),
  ...(named.numberKey && { numberKey: sql`number_key` }),
});
