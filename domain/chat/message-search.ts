import { foldText } from '../search-text';

/** Letters a search needs at least. */
export const SEARCH_MIN = 2;
export const SEARCH_MAX = 200;
/** Messages found per page. */
export const SEARCH_PAGE = 20;
/** Letters of a last word that may be the beginning of another; a shorter one is looked for as it is. */
const BEGUN_MIN = 3;
/** Words of a search; more are not looked for. */
const WORDS_MAX = 12;

/** What stands between the words of a folded text, beside spaces; the database's index replaces the same. */
export const BETWEEN_WORDS = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
const isBetween = new RegExp(`[\\s\\p{Cc}${BETWEEN_WORDS.replace(/[\\\]^-]/g, '\\$&')}]+`, 'u');

/** The words of a search over messages, folded, each once. A message has all of them, the last perhaps only begun. */
export function searchedWords(typed: string): string[] {
  const words = foldText(typed.slice(0, SEARCH_MAX)).split(isBetween).filter(Boolean);
  return [...new Set(words)].slice(0, WORDS_MAX);
}

/** Whether a word, if it is the last, also finds those that begin so. */
export const isBeginning = (word: string): boolean => word.length >= BEGUN_MIN;

/** Whether there is enough to look for. */
export const isSearchable = (typed: string): boolean => searchedWords(typed).join('').length >= SEARCH_MIN;

/** A part of a message, and whether a word of the search was found there. */
export type Mark = { text: string; isFound: boolean };

const EXCERPT = 160;
const LEAD = 40;

/** A message's text in one line around the first word found, in parts: those a search found, and those between. */
export function excerptOf(text: string, typed: string): Mark[] {
  const line = text.replace(/\s+/g, ' ').trim();
  const found = placesOf(line, searchedWords(typed));
  const first = found[0]?.[0] ?? 0;
  const start = first > LEAD ? wordStart(line, first - LEAD) : 0;
  const end = Math.min(line.length, start + EXCERPT);
  const marks: Mark[] = [];
  const add = (part: string, isFound: boolean) => part !== '' && marks.push({ text: part, isFound });
  let at = start;
  if (start > 0) add('…', false);
  for (const [from, until] of found) {
    if (from < at || from >= end) continue;
    add(line.slice(at, from), false);
    add(line.slice(from, Math.min(until, end)), true);
    at = Math.min(until, end);
  }
  add(line.slice(at, end), false);
  if (end < line.length) add('…', false);
  return marks;
}

function wordStart(line: string, at: number): number {
  const space = line.indexOf(' ', at);
  return space === -1 || space - at > LEAD ? at : space + 1;
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** Where a line has the words that a search found: whole, or begun for its last. */
function placesOf(line: string, words: readonly string[]): [from: number, until: number][] {
  const last = words.at(-1);
  return [...line.matchAll(WORD)].flatMap((match): [number, number][] => {
    const folded = foldText(match[0]);
    const isFound = words.includes(folded) || (last !== undefined && isBeginning(last) && folded.startsWith(last));
    return isFound ? [[match.index, match.index + match[0].length]] : [];
  });
}
