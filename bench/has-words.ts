import { wordsOf } from '../domain/search-text';

/** What somebody would write for a search: each word is in one of these columns, as the columns' indexes have them. */
export const hasWords = (columns: readonly string[], text: string): string =>
  wordsOf(text)
    .map(
      (word) =>
        `(${columns.map((column) => `search_text(${column}) like '%${word.replaceAll("'", "''")}%'`).join(' or ')})`,
    )
    .join(' and ');
