import { foldText } from '../search-text';

/** How a suggested record was found; those told by a number first. */
export const SUGGESTION_REASONS = {
  LICENSE: { label: 'Same license number' },
  SKU: { label: 'Same SKU' },
  NAME: { label: 'Same name' },
  SIMILAR: { label: 'Similar name' },
} as const;
export type SuggestionReason = keyof typeof SUGGESTION_REASONS;

/** From this certainty on, in percent, a suggestion may be accepted together with others. */
export const CERTAIN = 95;
/** What is less like our name than this is no suggestion. */
const LEAST_LIKE = 0.72;
/** A similar name is never as certain as the same one. */
const MOST_OF_SIMILAR = 90;
/** Of two records of one name, neither is meant more than the other. */
const OF_NAMESAKES = 60;
/** Most names compared letter by letter with one of ours, and how many may share a word before it tells nothing. */
const MOST_COMPARED = 60;
const MOST_OF_A_WORD = 400;

/** A customer or product of ours; `mark` is its license number or SKU. */
export type Own = { id: number; name: string; mark: string | null };
/** A record of the books. */
export type Remote = { externalId: string; name: string; mark: string | null; isActive: boolean };
export type Suggestion = { externalId: string; certainty: number; reason: SuggestionReason };

/** A name or number as it is compared: case, blanks and punctuation make no difference. */
export const plainKey = (text: string): string => foldText(text).replace(/[^\p{L}\p{N}]+/gu, '');

const wordsOf = (text: string): string[] =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= 3);

/** How alike two texts are, from 0 to 1: the share of letters that stay when one is edited into the other. */
export function likeness(one: string, other: string): number {
  const longest = Math.max(one.length, other.length);
  return longest === 0 ? 1 : 1 - editsBetween(one, other) / longest;
}

/** The fewest letters to add, take away or exchange. */
function editsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const exchanged = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(exchanged, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/**
 * Which record of the books each of ours probably is: by license number or SKU, then by name. Never one that is inactive or
 * `taken` by another of ours, and none for two of ours: the more certain one has it, and of two equal ones neither.
 */
export function suggestAll(
  own: readonly Own[],
  remotes: readonly Remote[],
  { by, taken }: { by: 'LICENSE' | 'SKU'; taken: ReadonlySet<string> },
): Map<number, Suggestion> {
  const open = remotes.filter(({ externalId, isActive }) => isActive && !taken.has(externalId));
  const marks = groupBy(open, ({ mark }) => [mark === null ? '' : plainKey(mark)]);
  const names = groupBy(open, ({ name }) => [plainKey(name)]);
  const words = groupBy(open, ({ name }) => wordsOf(name));
  const best = new Map<number, Suggestion>();
  for (const one of own) {
    const found = byMark(one, marks, by) ?? byName(one, names) ?? bySimilar(one, words);
    if (found) best.set(one.id, found);
  }
  return withoutContested(best);
}

type Groups = ReadonlyMap<string, readonly Remote[]>;

function groupBy(remotes: readonly Remote[], keysOf: (remote: Remote) => readonly string[]): Groups {
  const groups = new Map<string, Remote[]>();
  for (const remote of remotes)
    for (const key of new Set(keysOf(remote))) {
      if (key === '') continue;
      const group = groups.get(key);
      if (group) group.push(remote);
      else groups.set(key, [remote]);
    }
  return groups;
}

function byMark({ mark }: Own, marks: Groups, reason: SuggestionReason): Suggestion | null {
  const [found, second] = mark === null ? [] : (marks.get(plainKey(mark)) ?? []);
  if (found === undefined) return null;
  return { externalId: found.externalId, certainty: second === undefined ? 100 : OF_NAMESAKES, reason };
}

function byName({ name }: Own, names: Groups): Suggestion | null {
  const [found, second] = names.get(plainKey(name)) ?? [];
  if (found === undefined) return null;
  return { externalId: found.externalId, certainty: second === undefined ? CERTAIN : OF_NAMESAKES, reason: 'NAME' };
}

function bySimilar({ name }: Own, words: Groups): Suggestion | null {
  const shared = new Map<Remote, number>();
  for (const word of wordsOf(name)) {
    const group = words.get(word) ?? [];
    if (group.length > MOST_OF_A_WORD) continue;
    for (const remote of group) shared.set(remote, (shared.get(remote) ?? 0) + word.length);
  }
  const key = plainKey(name);
  const [first] = [...shared]
    .sort(([one, a], [other, b]) => b - a || order(one.externalId, other.externalId))
    .slice(0, MOST_COMPARED)
    .map(([remote]) => ({ remote, like: likeness(key, plainKey(remote.name)) }))
    .sort((a, b) => b.like - a.like || order(a.remote.externalId, b.remote.externalId));
  if (first === undefined || first.like < LEAST_LIKE) return null;
  const certainty = Math.floor(first.like * MOST_OF_SIMILAR);
  return { externalId: first.remote.externalId, certainty, reason: 'SIMILAR' };
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function withoutContested(best: ReadonlyMap<number, Suggestion>): Map<number, Suggestion> {
  const claims = Map.groupBy(best, ([, { externalId }]) => externalId);
  const kept = new Map<number, Suggestion>();
  for (const claim of claims.values()) {
    const [first, second] = claim.sort(([, a], [, b]) => b.certainty - a.certainty);
    if (first && (second === undefined || second[1].certainty < first[1].certainty)) kept.set(first[0], first[1]);
  }
  return kept;
}
