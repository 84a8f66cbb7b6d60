import { foldText } from './search-text';

/** Most words of a search that count, and most letters of one. */
const MOST_WORDS = 6;
const LONGEST_WORD = 40;

/** The words of a search, as texts are folded, each once. Order doesn't matter to what is found. */
export function searchWords(term: string, most = MOST_WORDS): string[] {
  const words = foldText(term).split(/\s+/);
  return [...new Set(words.map((word) => word.slice(0, LONGEST_WORD)))].filter((word) => word !== '').slice(0, most);
}

/**
 * How texts are matched, strictest first: every word is in them, every word nearly, or nearly every word but one. The
 * first way that finds something counts, so that typing errors are only forgiven where nothing is meant exactly.
 */
export const WAYS = ['EXACTLY', 'NEARLY', 'PARTLY'] as const;
export type Way = (typeof WAYS)[number];

/** How many letters of the longer word differ between two, from 0 to 1; two that changed places are one. */
function differing(one: string, other: string): number {
  const longest = Math.max(one.length, other.length);
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let at = 1; at <= other.length; at++) {
      const isSame = one[row - 1] === other[at - 1];
      const isSwapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      next.push(
        Math.min(
          (last[at] ?? 0) + 1,
          (next[at - 1] ?? 0) + 1,
          (last[at - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (before[at - 2] ?? 0) + 1 : longest,
        ),
      );
    }
    [before, last] = [last, next];
  }
  return (last[other.length] ?? 0) / longest;
}

/**
 * How far the words of a search are from those of texts, from 0 to 1, on average of each word's nearest. Words that texts
 * have in common are compared once.
 */
export function apartFrom(words: readonly string[]): (text: string) => number {
  const known = words.map(() => new Map<string, number>());
  const between = (word: string, at: number, one: string) => {
    const before = known[at]?.get(one);
    if (before !== undefined) return before;
    const far = differing(word, one);
    known[at]?.set(one, far);
    return far;
  };
  return (text) => {
    const named = searchWords(text, Number.POSITIVE_INFINITY);
    const far = (word: string, at: number) => Math.min(1, ...named.map((one) => between(word, at, one)));
    return words.reduce((sum, word, at) => sum + far(word, at), 0) / words.length;
  };
}

/** At most this share of a word's letters differ from one that is near. */
const NEAR = 0.4;

/** Whether a word is near one of these; how long they are tells most of the others apart at once. */
const isNearAny = (word: string, named: readonly string[]): boolean =>
  named.some((one) => {
    const most = NEAR * Math.max(word.length, one.length);
    return Math.abs(word.length - one.length) <= most && differing(word, one) <= NEAR;
  });

/** What of these a search finds, in their order, in the first of the ways that finds something. */
export function found<One>(all: readonly One[], typed: string, textOf: (one: One) => string): One[] {
  const words = searchWords(typed);
  if (words.length === 0) return [...all];
  const texts = all.map((one) => ({ one, text: foldText(textOf(one)) }));
  const exactly = texts.filter(({ text }) => words.every((word) => text.includes(word)));
  if (exactly.length > 0) return exactly.map(({ one }) => one);
  const missed = texts.map(({ one, text }) => {
    const named = searchWords(text, Number.POSITIVE_INFINITY);
    const isNear = (word: string) => text.includes(word) || isNearAny(word, named);
    return { one, many: words.filter((word) => !isNear(word)).length };
  });
  const nearly = missed.filter(({ many }) => many === 0);
  const shown = nearly.length > 0 || words.length === 1 ? nearly : missed.filter(({ many }) => many === 1);
  return shown.map(({ one }) => one);
}
