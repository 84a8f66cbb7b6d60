import { compare, type Quantity } from '../money';
import type { PivotFigure, PivotHeading, PivotReport } from './pivot';

/** How a person looks at a pivot report: the primary values folded, by key, and the column its rows are sorted by. */
export type PivotLook = {
  folded?: { rows: readonly Key[]; columns: readonly Key[] } | undefined;
  sort?: { column: readonly Key[]; descending: boolean } | undefined;
};
type Key = PivotHeading['key'];

/** A heading's keys from primary to secondary; none of the total. */
export function pathOf(headings: readonly PivotHeading[], at: number): Key[] {
  const path: Key[] = [];
  for (let heading = headings[at]; heading && heading.parent !== null; heading = headings[heading.parent]) {
    path.unshift(heading.key);
  }
  return path;
}

/** The place of a heading in its axis by its keys; undefined if there is none. */
export function placeOf(headings: readonly PivotHeading[], path: readonly Key[]): number | undefined {
  let at: number | undefined = headings.length > 0 ? 0 : undefined;
  for (const key of path) {
    const parent: number | undefined = at;
    const found = headings.findIndex((heading) => heading.parent === parent && heading.key === key);
    at = found < 0 ? undefined : found;
  }
  return at;
}

/** A cell's figure by the places of its row and column; undefined when it is empty. */
export function figureAt({ cells }: Pick<PivotReport, 'cells'>, row: number, column: number): PivotFigure | undefined {
  const filled = cells[row];
  if (!filled) return undefined;
  let [low, high] = [0, filled.columns.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((filled.columns[middle] ?? 0) < column) low = middle + 1;
    else high = middle;
  }
  return filled.columns[low] === column ? filled.figures[low] : undefined;
}

/** What a figure is sorted and shaded by; mixed units count by their largest number. */
export function sizeOfFigure(figure: PivotFigure | undefined): Quantity | null {
  if (figure === undefined) return null;
  return typeof figure === 'string' ? figure : (figure[0]?.quantity ?? null);
}

/** Negative when a is smaller. As floats first, since reports sort 100,000 sizes: those never swap what they tell apart. */
export const compareSizes = (a: Quantity, b: Quantity): number =>
  a === b ? 0 : Number(a) - Number(b) || compare(a, b);

/**
 * The places of the rows and columns that are shown, in order: the total first, then each primary value and, unless it
 * is folded, its secondary ones. Sorting keeps secondary values with their primary one, "Others" last, and rows without
 * a figure behind those with one, whichever way.
 */
export function shownOf(report: PivotReport, { folded, sort }: PivotLook): { rows: number[]; columns: number[] } {
  const by = sort && placeOf(report.columns, sort.column);
  const sizes = by === undefined ? null : report.rows.map((_, row) => sizeOfFigure(figureAt(report, row, by)));
  const way = sort?.descending ? -1 : 1;
  const before = (a: number, b: number): number => {
    const others = Number(report.rows[a]?.isOthers) - Number(report.rows[b]?.isOthers);
    if (others !== 0) return others;
    const [one, other] = [sizes?.[a] ?? null, sizes?.[b] ?? null];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return way * compareSizes(one, other);
  };
  return {
    rows: inOrder(report.rows, folded?.rows, sizes && before),
    columns: inOrder(report.columns, folded?.columns, null),
  };
}

function inOrder(
  headings: readonly PivotHeading[],
  folded: readonly Key[] = [],
  before: ((a: number, b: number) => number) | null,
): number[] {
  const isFolded = new Set(folded);
  const within = new Map<number, number[]>();
  headings.forEach(({ parent }, at) => {
    if (parent === null) return;
    const beside = within.get(parent);
    if (beside) beside.push(at);
    else within.set(parent, [at]);
  });
  const sorted = (parent: number): number[] => {
    const places = within.get(parent) ?? [];
    return before ? places.toSorted(before) : places;
  };
  const total = headings.length > 0 ? [0] : [];
  return total.flatMap(() => [
    0,
    ...sorted(0).flatMap((at) => [at, ...(isFolded.has(headings[at]?.key ?? null) ? [] : sorted(at))]),
  ]);
}
