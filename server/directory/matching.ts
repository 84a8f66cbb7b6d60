import { type SQL, sql } from 'drizzle-orm';
import { distance } from 'fastest-levenshtein';
import type { z } from 'zod';
import { Listing, type ListingSort, type ListingType } from '../../domain/directory/listing';
import { searchWords } from '../../domain/directory/search-words';
import { escapeLike } from '../db/page';

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
  /** The best match first when omitted. */
  sort?: ListingSort | undefined;
};

/** A listing and its place among the matches; see `rankOf`. */
export type Ranked = { rank: number; listing: Listing };

/** A row found, before its products are counted. */
export const toRanked = ({ rank, ...row }: Record<string, unknown>): Ranked => ({
  rank: Number(rank),
  listing: Listing.parse({ ...row, productCount: 0 }),
});

/**
 * How names are matched, strictest first: every word is in them, every word nearly, or nearly every word but one. The
 * first way that finds something counts, so that typing errors are only forgiven where nothing is meant exactly.
 */
export const WAYS = ['EXACTLY', 'NEARLY', 'PARTLY'] as const;
export type Way = (typeof WAYS)[number];

/** Whether a name has a word, or nearly has it. Either way a trigram index on the name finds its rows. */
export const hasWord = (name: SQL, word: string, way: Way): SQL =>
  way === 'EXACTLY' ? sql`${name} ilike ${pattern('%', word, '%')}` : sql`${name} %> ${word}`;

/** The same of names beside the one that is looked for, such as a brand's: nearer, or short words would mean most of them. */
export const hasWordBeside = (name: SQL, word: string, way: Way): SQL =>
  way === 'EXACTLY' ? hasWord(name, word, way) : sql`(${name} %> ${word} and word_similarity(${word}, ${name}) >= 0.5)`;

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

/**
 * A number to sort matches by, lowest first: names that begin with what was typed, then those with a word that does, then
 * those that have it anywhere, then the others; each by how near all words are. `text` is the name with whatever else
 * was searched; `liked` comes first among those, from 0 to 1.
 */
export function rankOf(
  term: string,
  words: readonly string[],
  { name, text, liked, way }: { name: SQL; text: SQL; liked: SQL; way: Way },
): SQL {
  const tier = sql`case when ${name} ilike ${pattern('', term, '%')} then 0 when ${name} ilike ${pattern('% ', term, '%')} then 1
    when ${name} ilike ${pattern('%', term, '%')} then 2 else 3 end`;
  const nearness = sql.join(
    words.map((word) => sql`word_similarity(${word}, ${text})`),
    sql` + `,
  );
  const whole = way === 'EXACTLY' ? sql`` : sql` - similarity(${term}, ${name}) * 0.1`;
  return sql`${tier} * 2 - (${nearness}) / ${words.length} - ${liked} * 0.9${whole}`;
}

/** A LIKE pattern that matches the term literally. */
function pattern(before: string, term: string, after: string): string {
  return `${before}${escapeLike(term)}${after}`;
}

/** Of what is only nearly meant, so much is looked at, and shown. */
export const MOST_NEAR = 300;

/**
 * Mistyped names by how few letters differ, word by word, which groups of letters tell only roughly; equal ones stay as
 * they were. `textOf` is what was searched of a listing.
 */
export function byLetters(
  ranked: readonly Ranked[],
  words: readonly string[],
  textOf: (one: Listing) => string,
): Ranked[] {
  const apart = (text: string) => {
    const named = searchWords(text, Number.POSITIVE_INFINITY);
    const differing = words.map((word) =>
      Math.min(...named.map((one) => distance(word, one) / Math.max(word.length, one.length))),
    );
    return differing.reduce((sum, one) => sum + one, 0) / words.length;
  };
  return ranked
    .map(({ rank, listing }) => ({ rank: apart(textOf(listing)) * 10 + rank / 10, listing }))
    .sort((a, b) => a.rank - b.rank);
}
