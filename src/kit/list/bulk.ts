import type { BulkSelection } from '../../../domain/bulk/bulk-call';
import type { GridSelection } from '../../ui/grid';

export type Noun = readonly [one: string, many: string];

/** Something done with many rows at once; `act` is what the platform is told. */
export type BulkAct<R, A, F = unknown> = {
  /** On its entry and its button: "Accept". */
  verb: string;
  act: A;
  tone?: 'danger';
  /** Whether it is open to a row; to every one unless said. The platform decides, and says why not. */
  isOpenTo?: (row: R) => boolean;
  /** The filters of those it is open to, where all that match are selected; null where it is open to none. */
  narrow?: (filters: F) => F | null;
  /** What comes of it, said before it is done: "3 orders will become Accepted." `many` is "3 orders". */
  review: (many: string) => string;
  /** What they are then: "Accepted". */
  outcome: string;
};

/** A grid's selection as the platform takes it. */
export function bulkSelection<F>(selection: GridSelection, filters: F): BulkSelection<F> {
  return selection.kind === 'some'
    ? { ids: selection.ids.map(Number) }
    : { filters, except: selection.except.map(Number) };
}

/** "1 order", "1,204 orders"; "2,000+ orders" where there are more than could be counted. */
export const counted = (many: number, [one, plural]: Noun, isCapped = false): string =>
  `${many.toLocaleString('en-US')}${isCapped ? '+' : ''} ${many === 1 ? one : plural}`;
