import { nameKey } from '../customers/same-customer';
import type { WholesaleKind } from './vocabulary';

/*
 * Which of ours one of theirs is. A mark (SKU, license number) says it for certain; a name only suggests it. Case, blanks
 * and, in marks, hyphens' shape make no difference, as both sides write them by hand.
 */

/** What makes two SKUs or license numbers the same. */
export const markKey = (mark: string): string =>
  mark
    .normalize('NFC')
    .replaceAll(/\s+/g, '')
    .replaceAll(/[‐‑–—]/g, '-')
    .toLowerCase();

export type Candidate = { id: number; name: string; mark: string };
export type Suggestion = Candidate & { isCertain: boolean; why: string };

const MOST = 3;
const MARKS: Record<WholesaleKind, string> = { PRODUCT: 'SKU', CUSTOMER: 'license number', ORDER: 'number' };

/** Finds suggestions among many of ours without comparing each with each. */
export function matcher(kind: WholesaleKind, ours: readonly Candidate[]) {
  const byMark = Map.groupBy(
    ours.filter(({ mark }) => markKey(mark) !== ''),
    ({ mark }) => markKey(mark),
  );
  const byName = Map.groupBy(ours, ({ name }) => nameKey(name));
  return ({ name, mark }: { name: string; mark: string | null }): Suggestion[] => {
    const same = mark === null || markKey(mark) === '' ? [] : (byMark.get(markKey(mark)) ?? []);
    const marked = same.map((one) => ({ ...one, isCertain: same.length === 1, why: `Same ${MARKS[kind]}` }));
    const named = (byName.get(nameKey(name)) ?? [])
      .filter(({ id }) => same.every((one) => one.id !== id))
      .map((one) => ({ ...one, isCertain: false, why: 'Same name' }));
    return [...marked, ...named].slice(0, MOST);
  };
}
