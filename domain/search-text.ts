/** Letters that are searched as another: what normal forms leave apart, and what keyboards and editors exchange. */
export const SEARCHED_AS: readonly (readonly [letters: string, as: string])[] = [
  ['‘’‚‛ʼʹ′`', "'"],
  ['“”„‟«»', '"'],
  ['‐‒–—―−⁃', '-'],
  ['⁄', '/'],
  ['ł', 'l'],
  ['ø', 'o'],
  ['đð', 'd'],
  ['ı', 'i'],
  ['ħ', 'h'],
  ['ŧ', 't'],
  ['ς', 'σ'],
];
/** The same of letters that are searched as several. */
export const SEARCHED_AS_SEVERAL: readonly (readonly [letter: string, as: string])[] = [
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
];
/** Accents and what isn't seen, as a regular expression that JavaScript and PostgreSQL read alike. */
export const UNSEARCHED = '[\\u0300-\\u036f\\u00ad\\u200b-\\u200f\\u2060\\ufe00-\\ufe0f\\ufeff]';

const REPLACED = new Map([
  ...SEARCHED_AS.flatMap(([letters, as]) => [...letters].map((one) => [one, as] as const)),
  ...SEARCHED_AS_SEVERAL,
]);
const ASCII = /^[\0-\x7f]*$/;
const WITHOUT = new RegExp(UNSEARCHED, 'g');

/**
 * A text as it is searched: accents, case, and typographic quotes and dashes make no difference. The database's function
 * `search_text` gives the same.
 */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const plain = text.normalize('NFKD').replace(WITHOUT, '').toLowerCase();
  return [...plain].map((letter) => REPLACED.get(letter) ?? letter).join('');
}

/** The words of a search, as texts are folded, each once; those that are part of another say nothing more. */
export function wordsOf(typed: string): string[] {
  const words = [...new Set(foldText(typed).split(/\s+/u).filter(Boolean))];
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word)));
}

/** Whether one of these texts has each word of a search, in any order; all have those of an empty one. */
export function finds(typed: string): (...texts: readonly (string | null | undefined)[]) => boolean {
  const words = wordsOf(typed);
  return (...texts) => {
    if (words.length === 0) return true;
    const folded = texts.map((text) => foldText(text ?? ''));
    return words.every((word) => folded.some((text) => text.includes(word)));
  };
}
