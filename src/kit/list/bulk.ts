import type { ReactNode } from 'react';
import type { GridSelection } from '../../ui/grid';

/** The rows an act is for, as the platform takes them: by id, or all that match but for a few. */
export type BulkSelection<F> = { ids: number[] } | { filters: F; except: number[] };

/** Something done with many rows at once. */
export type BulkAct<R> = {
  /** On its entry and its button: "Accept". */
  verb: string;
  tone?: 'danger';
  /** Whether it is open to a row; to every one unless said. */
  isOpenTo?: (row: R) => boolean;
  /** What comes of it, said before it is done: "3 orders will become Accepted." `counted` is "3 orders". */
  review: (counted: string) => ReactNode;
  /** What they are then: "Accepted". */
  outcome: string;
};

/** What became of one row. */
export type BulkResult = { id: number; label: string; refusal: string | null };

/** How far an act is: `left` rows were not tried, because of a stop or a lost connection. */
export type BulkProgress = {
  state: 'running' | 'done' | 'stopped' | 'lost';
  total: number;
  done: number;
  refused: readonly BulkResult[];
};

/** A grid's selection as the platform takes it. */
export function bulkSelection<F>(selection: GridSelection, filters: F): BulkSelection<F> {
  return selection.kind === 'some'
    ? { ids: selection.ids.map(Number) }
    : { filters, except: selection.except.map(Number) };
}

/** "1 order", "1,204 orders". */
export const counted = (many: number, [one, plural]: readonly [string, string]): string =>
  `${many.toLocaleString('en-US')} ${many === 1 ? one : plural}`;
