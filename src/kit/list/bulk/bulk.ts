import type { ReactNode } from 'react';
import type { z } from 'zod';
import type { BulkEndpoint, BulkSelection } from '../../../../domain/bulk/bulk-call';
import type { VerbInput } from '../../../../domain/contract/endpoint';
import { formatNumber } from '../../../../domain/money';
import { counted as countedNoun } from '../../../../domain/text';
import type { GridSelection } from '../../../ui/grid';
import type { FieldSpec } from '../../form/fields';

export type Noun = readonly [one: string, many: string];

/** What is selected; `rows` is null when more are selected than were loaded. */
export type Selected<R> = {
  rows: readonly R[] | null;
  selection: GridSelection;
  count: number;
  /** The count hit its limit. */
  isCapped: boolean;
  clear: () => void;
};

/** An action's input, by the contract's field names. */
export type BulkInput = Readonly<Record<string, unknown>>;

/** An input field; always shown. */
export type AskedField<I = BulkInput> = FieldSpec<Partial<I>> & { when?: never };

/** Text that depends on the input. */
interface Words<I> {
  of(input: I): string;
}

/** One menu entry: `act` as the contract declares it, and the input to ask for. */
export interface BulkAction<R, I = BulkInput, F = BulkInput, N extends string = string> {
  act: N;
  /** The input this entry fixes. */
  input?: Partial<I>;
  /** The input to ask for before the review; validated like on the platform. */
  asks?: readonly AskedField<I>[];
  /** On its entry and button, with # for the count: "Accept #" becomes "Accept 3 orders". */
  title: string;
  /** What the rows are afterwards: "Accepted". */
  outcome: string | Words<I>['of'];
  /** The consequence shown in the review; by default "3 orders will be …" with the outcome. */
  review?(many: string): string;
  tone?: 'danger';
  /** A divider above its entry. */
  separated?: boolean;
  /** Whether a row is eligible; by default every row. The platform decides, and says why not. */
  isOpenTo?(row: R): boolean;
  /** The filters of eligible rows, when all matches are selected; null when none are. */
  narrow?(filters: F): F | null;
}

type FiltersOf<E> =
  VerbInput<E> extends { body: { selection: infer S } } ? Extract<S, { filters: unknown }>['filters'] : BulkInput;

/**
 * A list's bulk actions, for the contract call declared with `bulkCall`:
 *
 *     const zoneBulk: ListBulk<Zone, typeof calls.bulk> = {
 *       call: calls.bulk,
 *       label: 'Change',
 *       nothingOpen: 'You can’t change these zones.',
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
  /** The menu's label. */
  label: string;
  /** Shown when no action applies to any selected row. */
  nothingOpen: string;
  acts: readonly ListAction<R, E>[];
  /** What the list is of, such as a state, where its call takes that beside the filters. */
  where?: Readonly<Record<string, unknown>>;
  /** What else narrows the list, as filters: all that match are changed within that. */
  within?: FiltersOf<E>;
  /** Actions offered by `more` rather than the menu. */
  others?: readonly ListAction<R, E>[];
  /** Shown beside the menu. */
  more?: (selected: Selected<R>, asking: Asking<R, E>) => ReactNode;
};

type ListAction<R, E extends BulkEndpoint> = {
  [N in keyof E['acts'] & string]: BulkAction<R, z.input<E['acts'][N]['input']>, FiltersOf<E>, N>;
}[keyof E['acts'] & string];

/** What else a list can do with its selection. */
export type Asking<R, E extends BulkEndpoint = BulkEndpoint> = {
  /** The selection as the platform takes it. */
  selection: { ids: number[] } | { filters: FiltersOf<E>; except: number[] };
  /** Asks for an action, as its menu entry would. */
  ask: (act: ListAction<R, E>) => void;
  /** Prepares for that, when the pointer is near. */
  onNear: () => unknown;
};

/** An action with its eligible rows; `count` is null when only the platform knows. */
export type Offered<R> = { act: BulkAction<R>; selection: BulkSelection; count: number | null; left: number };

/** An action for the selection; null when nothing is eligible. */
export function offer<R extends { id: number }>(
  act: BulkAction<R>,
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
export function bulkSelection(selection: GridSelection, filters: BulkInput): BulkSelection {
  return selection.kind === 'some'
    ? { ids: selection.ids.map(Number) }
    : { filters, except: selection.except.map(Number) };
}

/** "1 order", "1,204 orders"; "2,000+ orders" when the count hit its limit. */
export const counted = (many: number, [one, plural]: Noun, isCapped = false): string =>
  isCapped ? `${formatNumber(many)}+ ${plural}` : countedNoun(many, one, plural);

/** An action's title with its count: "Accept 3 orders". */
export const titleFor = ({ title }: Pick<BulkAction<never>, 'title'>, many: string): string => title.replace('#', many);

/** What rows are after the action with this input. */
export const outcomeFor = ({ outcome }: Pick<BulkAction<never>, 'outcome'>, input: BulkInput): string =>
  typeof outcome === 'string' ? outcome : outcome(input);

/** What made a person's recent changes: the call, and the words of what it does; those of no entry are "changed". */
export type Recorded = {
  call: { path: string };
  acts: readonly Recent[];
  others?: readonly Recent[] | undefined;
  /** What these changes are called, and what is said while there are none; by default bulk actions of the list. */
  recent?: { title: string; none: string };
};
type Recent = Pick<BulkAction<never>, 'act' | 'title' | 'input'> & Partial<Pick<BulkAction<never>, 'outcome'>>;

/** What recent changes need: what made them, and how to open one's dialog. */
export type BulkShared = {
  bulk: Recorded;
  noun: Noun;
  onOpen: (opened: OpenedAction) => void;
};

/** Whose dialog is open: an action's, or that of the recent ones. */
export type OpenedAction = number | 'recent' | null;
