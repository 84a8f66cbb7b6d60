import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { InstantLike } from '../../domain/dates';
import { MATCHES, type Match, numberTyped, type Why } from '../../domain/directory/best-match';
import { Listing, type ListingType } from '../../domain/directory/listing';
import type { ListingSort } from '../../domain/directory/sorts';
import { standingOf } from '../../domain/licenses/standing';
import { apartFrom, searchWords, type Way } from '../../domain/search-words';
import { escapeLike, searchText } from '../db/page';

export type ListingKind = z.infer<typeof ListingType>;

export type Search = {
  types: readonly ListingKind[];
  /** What to find in names; all listings when omitted. */
  term?: string | undefined;
  searchOrgNames: boolean;
  states: readonly string[];
  /** Organizations with a public license of these types; for licenses, those types. */
  licenseTypes?: readonly string[];
  featuredOnly?: boolean;
  /** Only licenses whose numbers begin so. */
  byNumber?: boolean;
  /** The best match first when omitted. */
  sort?: ListingSort | undefined;
};

/** A listing as found, and its place among the matches; see `rankOf`. Only those shown are read with `toListing`. */
export type Ranked = { rank: number; row: Record<string, unknown> };

type FoundLicense = Omit<NonNullable<Listing['license']>, 'standing' | 'checkedAt'> & {
  usState: string;
  checkedAt: InstantLike | null;
};

export const toRanked = (row: Record<string, unknown>): Ranked => ({ rank: Number(row.rank), row });

/** A listing as shown, before its products are counted. */
export function toListing(
  { row: { rank: _, searched: _searched, tier, license, ...row } }: Ranked,
  now: Date,
): Listing {
  const why = whyOf(tier, row.directoryListingType === 'product');
  return Listing.parse({
    ...row,
    productCount: 0,
    why,
    license: license ? toLicense(license as FoundLicense, now) : null,
  });
}

function whyOf(tier: unknown, isProduct: boolean): Why | null {
  if (tier === null) return null;
  if (Number(tier) === NEAR_TIER) return 'similar spelling';
  return isProduct && Number(tier) === 0 ? 'SKU' : (MATCHES[Number(tier)] ?? null);
}

/** A license as its listing shows it. */
export function toLicense(found: FoundLicense, now: Date): NonNullable<Listing['license']> {
  const { usState, licenseNumber, city, checkedFrom, statedStatus, expiresOn } = found;
  const checkedAt = found.checkedAt === null ? null : new Date(found.checkedAt).toISOString();
  const standing = standingOf({ checkedAt, expiresOn, usState }, now);
  return { licenseNumber, city, checkedAt, checkedFrom, statedStatus, expiresOn, standing };
}

/** Whether a name has a word, or nearly has it. Either way a trigram index on the name finds its rows. */
export const hasWord = (name: SQL, word: string, way: Way): SQL =>
  hasParameter(name, sql`${asParameter(word, way)}`, way);

/** The same of a word that is a column or parameter, given by `asParameter`. */
export const hasParameter = (name: SQL, word: SQL, way: Way): SQL =>
  way === 'EXACTLY' ? sql`${searchText(name)} like ${word}` : sql`${searchText(name)} %> ${word}`;
export const asParameter = (word: string, way: Way): string => (way === 'EXACTLY' ? pattern('%', word, '%') : word);

/** The same of names beside the one that is looked for, such as a brand's: nearer, or short words would mean most of them. */
export const hasWordBeside = (name: SQL, word: string, way: Way): SQL =>
  way === 'EXACTLY'
    ? hasWord(name, word, way)
    : sql`(${searchText(name)} %> ${word} and word_similarity(${word}, ${searchText(name)}) >= 0.5)`;

/** All of these, a condition for each word; or all but any one of them. Nothing for a single word that may be missing. */
export function together(conditions: readonly SQL[], way: Way): SQL {
  const all = (some: readonly SQL[]) => sql`(${sql.join([...some], sql` and `)})`;
  if (way !== 'PARTLY') return all(conditions);
  if (conditions.length === 1) return sql`false`;
  return sql`(${sql.join(
    conditions.map((_, at) => all(conditions.filter((_one, other) => other !== at))),
    sql` or `,
  )})`;
}

/** What of a listing a search can mean, as folded SQL; see `MATCHES`. `own` is all that is searched of its own. */
export type Named = { name: SQL; dba?: SQL; city?: SQL; numberKey?: SQL; own?: SQL };

/** What isn't typed as any of them is spelled. */
const NEAR_TIER = -1;

/** Which of `MATCHES` a listing is, by its place there. What was found by none of its own texts is by its business. */
export function tierOf(term: string, { name, dba, city, numberKey, own }: Named): SQL {
  const words = searchWords(term);
  const typed = words.join(' ');
  const key = numberTyped(term);
  const like = (text: SQL | undefined, before: string, after: string) =>
    text && sql`${text} like ${pattern(before, typed, after)}`;
  const conditions: Record<Match, SQL | undefined> = {
    'license number': numberKey && key !== null ? sql`${numberKey} = ${key}` : undefined,
    name: sql`${name} = ${typed}`,
    'name begins': like(name, '', '%'),
    'number begins': numberKey && key !== null ? beginsNumber(numberKey, key) : undefined,
    DBA: like(dba, '', '%'),
    'word in name': like(name, '% ', '%'),
    'part of name': like(name, '%', '%'),
    'part of DBA': like(dba, '%', '%'),
    city: like(city, '', '%'),
    words: own && sql`${own} like all (${sql.param(words.map((word) => pattern('%', word, '%')))}::text[])`,
    business: undefined,
  };
  const whens = MATCHES.flatMap((match, tier) => {
    const condition = conditions[match];
    return condition ? [sql`when ${condition} then ${sql.raw(String(tier))}`] : [];
  });
  const otherwise: Match = own ? 'business' : 'words';
  return sql`case ${sql.join(whens, sql` `)} else ${sql.raw(String(MATCHES.indexOf(otherwise)))} end`;
}

/** Whether a number begins so, as an index finds it. */
export const beginsNumber = (numberKey: SQL, key: string): SQL =>
  // No digit and no capital comes after this bracket.
  sql`(${numberKey} ~>=~ ${key} and ${numberKey} ~<~ ${`${key}[`})`;

/** Why a listing is found: its tier, or that it is only nearly meant. */
export const saidTier = (tier: SQL, way: Way): SQL => (way === 'EXACTLY' ? tier : sql`${sql.raw(String(NEAR_TIER))}`);

/** Exact matches of a better tier come first whatever else; what is only nearly meant is told apart by its letters. */
const TIER = { EXACTLY: 32, NEARLY: 0.6, PARTLY: 0.6 };
const DOUBT = { EXACTLY: 4, NEARLY: 0.01, PARTLY: 0.01 };

/** How near all words are to a folded text, together. */
export const nearnessOf = (words: readonly string[], text: SQL): SQL =>
  sql.join(
    words.map((word) => sql`word_similarity(${word}, ${text})`),
    sql` + `,
  );

/**
 * A number to sort matches by, lowest first: by tier, then by how doubtful a license is (0 to 7), then by how near all words
 * are. `text` is the name with whatever else was searched, both folded; `liked` comes first among those, from 0 to 1.
 */
export function rankOf(
  words: readonly string[],
  { tier, name, text, liked, doubt, way }: { tier: SQL; name: SQL; text: SQL; liked: SQL; doubt?: SQL; way: Way },
): SQL {
  const whole = way === 'EXACTLY' ? sql`` : sql` - ${sameness(words, name)}`;
  const doubtful = doubt ? sql` + ${doubted(doubt, way)}` : sql``;
  return sql`${tier} * ${sql.raw(String(TIER[way]))}${doubtful} - (${nearnessOf(words, text)}) / ${words.length} - ${liked} * 0.9${whole}`;
}

/** The same of what is only nearly meant and whose `nearness` is known: no tier is told of it. */
export function nearRankOf(
  words: readonly string[],
  { nearness, name, doubt, way }: { nearness: SQL; name: SQL; doubt?: SQL; way: Way },
): SQL {
  const doubtful = doubt ? sql` + ${doubted(doubt, way)}` : sql``;
  return sql`-(${nearness}) / ${words.length} - ${sameness(words, name)}${doubtful}`;
}

const sameness = (words: readonly string[], name: SQL): SQL => sql`similarity(${words.join(' ')}, ${name}) * 0.1`;
const doubted = (doubt: SQL, way: Way): SQL => sql`${doubt} * ${sql.raw(String(DOUBT[way]))}`;

/** A LIKE pattern that matches the term literally. */
function pattern(before: string, term: string, after: string): string {
  return `${before}${escapeLike(term)}${after}`;
}

/** Of what is only nearly meant, so much is looked at, and shown. */
export const MOST_NEAR = 300;

/**
 * Mistyped names by how few letters differ, word by word, which groups of letters tell only roughly; equal ones stay as
 * they were.
 */
export function byLetters(ranked: readonly Ranked[], words: readonly string[]): Ranked[] {
  const apart = apartFrom(words);
  return ranked
    .map((one) => ({ ...one, rank: apart(String(one.row.searched)) * 10 + one.rank / 10 }))
    .sort((a, b) => a.rank - b.rank);
}
