import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { Listing, type ListingSort, type ListingType } from '../../domain/directory/listing';
import { apart, type Way } from '../../domain/search-words';
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

/** Whether a name has a word, or nearly has it. Either way a trigram index on the name finds its rows. */
export const hasWord = (name: SQL, word: string, way: Way): SQL =>
  way === 'EXACTLY' ? sql`${searchText(name)} like ${pattern('%', word, '%')}` : sql`${searchText(name)} %> ${word}`;

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

/**
 * A number to sort matches by, lowest first: names that begin with what was typed, then those with a word that does, then
 * those that have it anywhere, then the others; each by how near all words are. `text` is the name with whatever else
 * was searched; `liked` comes first among those, from 0 to 1.
 */
export function rankOf(
  words: readonly string[],
  { name, text, liked, way }: { name: SQL; text: SQL; liked: SQL; way: Way },
): SQL {
  const [typed, named] = [words.join(' '), searchText(name)];
  const tier = sql`case when ${named} like ${pattern('', typed, '%')} then 0 when ${named} like ${pattern('% ', typed, '%')} then 1
    when ${named} like ${pattern('%', typed, '%')} then 2 else 3 end`;
  const nearness = sql.join(
    words.map((word) => sql`word_similarity(${word}, ${searchText(text)})`),
    sql` + `,
  );
  const whole = way === 'EXACTLY' ? sql`` : sql` - similarity(${typed}, ${named}) * 0.1`;
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
  return ranked
    .map(({ rank, listing }) => ({ rank: apart(words, textOf(listing)) * 10 + rank / 10, listing }))
    .sort((a, b) => a.rank - b.rank);
}
