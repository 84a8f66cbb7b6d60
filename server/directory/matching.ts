import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Listing, ListingSort, ListingType } from '../../domain/directory/listing';
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

/**
 * How names are matched, strictest first: every word is in them, every word nearly, or any word nearly. The first way
 * that finds something counts, so that typing errors are only forgiven where nothing is meant exactly.
 */
export const WAYS = ['EXACTLY', 'NEARLY', 'PARTLY'] as const;
export type Way = (typeof WAYS)[number];

/** Whether a name has a word, or nearly has it. Both find their rows through a trigram index on the name. */
export const hasWord = (name: SQL, word: string, way: Way): SQL =>
  way === 'EXACTLY'
    ? sql`${name} ilike ${pattern('%', word, '%')}`
    : sql`(${name} ilike ${pattern('%', word, '%')} or ${name} %> ${word})`;

/** Words that must all match, or any of them. */
export const together = (conditions: readonly SQL[], way: Way): SQL =>
  sql`(${sql.join([...conditions], way === 'PARTLY' ? sql` or ` : sql` and `)})`;

/**
 * A number to sort matches by, lowest first: names that begin with what was typed, then those with a word that does, then
 * those that have it anywhere, then the others; each by how near all words are. `text` is the name with whatever else
 * was searched; `liked` comes first among those, from 0 to 1.
 */
export function rankOf(
  term: string,
  words: readonly string[],
  { name, text, liked }: { name: SQL; text: SQL; liked: SQL },
): SQL {
  const tier = sql`case when ${name} ilike ${pattern('', term, '%')} then 0 when ${name} ilike ${pattern('% ', term, '%')} then 1
    when ${name} ilike ${pattern('%', term, '%')} then 2 else 3 end`;
  const nearness = sql.join(
    words.map((word) => sql`word_similarity(${word}, ${text})`),
    sql` + `,
  );
  return sql`${tier} * 2 - (${nearness}) / ${words.length} - ${liked} * 0.9`;
}

/** A LIKE pattern that matches the term literally. */
function pattern(before: string, term: string, after: string): string {
  return `${before}${escapeLike(term)}${after}`;
}
