/** Most words of a search that count, and most letters of one. */
const MOST_WORDS = 6;
const LONGEST_WORD = 40;

/** The words of a search, in lower case, each once. Order doesn't matter to what is found. */
export function searchWords(term: string, most = MOST_WORDS): string[] {
  const words = term.trim().toLowerCase().split(/\s+/);
  return [...new Set(words.map((word) => word.slice(0, LONGEST_WORD)))].filter((word) => word !== '').slice(0, most);
}
