import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { BulkEndpoint, BulkSelection } from '../../../domain/bulk/bulk-call';
import type { VerbInput } from '../../../domain/contract/endpoint';
import type { GridSelection } from '../../ui/grid';
import type { FieldSpec } from '../form/fields';

export type Noun = readonly [one: string, many: string];

/** What is selected; its rows are null when more is selected than was ever on screen. */
export type Selected<R> = {
  rows: readonly R[] | null;
  selection: GridSelection;
  count: number;
  /** There are more than could be counted. */
  isCapped: boolean;
  clear: () => void;
};

/** What an act is told of, by the names its contract declares. */
export type BulkInput = Readonly<Record<string, unknown>>;

/** A field of what an act is told; it is always shown. */
export type AskedField<I = BulkInput> = FieldSpec<Partial<I>> & { when?: never };

/** Words that depend on what an act is told. */
interface Words<I> {
  of(input: I): string;
}

/** One choice of what can be done with many rows: `act` as the contract declares it, with what is asked for it. */
export interface BulkAct<R, I = BulkInput, F = BulkInput, N extends string = string> {
  act: N;
  /** What of its input this choice decides. */
  input?: Partial<I>;
  /** What else of its input a person is asked, before it is said what will happen; checked as the platform checks it. */
  asks?: readonly AskedField<I>[];
  /** On its entry and its button, with # for how many: "Accept #" is "Accept 3 orders". */
  title: string;
  /** What they are then: "Accepted". */
  outcome: string | Words<I>['of'];
  /** What comes of it, said before it is done; "3 orders will be …", with its outcome, unless said. */
  review?(many: string): string;
  tone?: 'danger';
  /** A line above its entry. */
  separated?: boolean;
  /** Whether it is open to a row; to every one unless said. The platform decides, and says why not. */
  isOpenTo?(row: R): boolean;
  /** The filters of those it is open to, where all that match are selected; null where it is open to none. */
  narrow?(filters: F): F | null;
}

type FiltersOf<E> =
  VerbInput<E> extends { body: { selection: infer S } } ? Extract<S, { filters: unknown }>['filters'] : BulkInput;

/**
 * What can be done with many rows of a list, by the call of its contract that `bulkCall` makes:
 *
 *     const zoneBulk: ListBulk<Zone, typeof calls.bulk> = {
 *       call: calls.bulk,
 *       label: 'Change',
 *       nothingOpen: 'No change is open to these zones.',
 *       acts: [
 *         {
 *           act: 'setColor',
 *           asks: [{ name: 'color', label: 'Color', required: true }],
 *           title: 'Set the color of #',
 *           outcome: ({ color }) => color,
 *         },
 *       ],
 *     };
 */
export type ListBulk<R, E extends BulkEndpoint = BulkEndpoint> = {
  call: E;
  /** On the menu. */
  label: string;
  /** Said where no act is open to any of the rows. */
  nothingOpen: string;
  acts: readonly {
    [N in keyof E['acts'] & string]: BulkAct<R, z.input<E['acts'][N]['input']>, FiltersOf<E>, N>;
  }[keyof E['acts'] & string][];
  /** Beside the menu. */
  more?: (selected: Selected<R>) => ReactNode;
};

/** An act with the rows it is open to; `count` is null where only the platform knows how many those are. */
export type Offered<R> = { act: BulkAct<R>; selection: BulkSelection; count: number | null; left: number };

/** An act as it is open to what is selected; null where it is open to none of it. */
export function offer<R extends { id: number }>(
  act: BulkAct<R>,
  { selection, rows, count }: Selected<R>,
  filters: BulkInput,
): Offered<R> | null {
  if (selection.kind === 'all' || rows === null) {
    const narrowed = act.narrow ? act.narrow(filters) : filters;
    return narrowed === null ? null : { act, selection: bulkSelection(selection, narrowed), count: null, left: 0 };
  }
  const ids = rows.filter((row) => act.isOpenTo?.(row) ?? true).map(({ id }) => id);
  return ids.length === 0 ? null : { act, selection: { ids }, count: ids.length, left: count - ids.length };
}

/** A grid's selection as the platform takes it. */
function bulkSelection(selection: GridSelection, filters: BulkInput): BulkSelection {
  return selection.kind === 'some'
    ? { ids: selection.ids.map(Number) }
    : { filters, except: selection.except.map(Number) };
}

/** "1 order", "1,204 orders"; "2,000+ orders" where there are more than could be counted. */
export const counted = (many: number, [one, plural]: Noun, isCapped = false): string =>
  `${many.toLocaleString('en-US')}${isCapped ? '+' : ''} ${many === 1 ? one : plural}`;

/** An act's title for so many: "Accept 3 orders". */
export const titleFor = ({ title }: Pick<BulkAct<never>, 'title'>, many: string): string => title.replace('#', many);

/** What rows are once an act was done with this input. */
export const outcomeFor = ({ outcome }: Pick<BulkAct<never>, 'outcome'>, input: BulkInput): string =>
  typeof outcome === 'string' ? outcome : outcome(input);

/** What shows acts under way is told: the list they were begun from, and how to open the dialog of one. */
export type BulkShared = {
  bulk: Pick<ListBulk<never>, 'call' | 'acts'>;
  noun: Noun;
  onOpen: (id: number | null) => void;
};
