import type { GridSelection } from '../types';

export const NOTHING_SELECTED: GridSelection = { kind: 'some', ids: [] };

const listed = (selection: GridSelection): readonly string[] =>
  selection.kind === 'some' ? selection.ids : selection.except;

const withListed = (selection: GridSelection, ids: readonly string[]): GridSelection =>
  selection.kind === 'some' ? { kind: 'some', ids } : { kind: 'all', except: ids };

/** A selection lookup, to check once per rendered row. */
export function selectionTest(selection: GridSelection): (id: string) => boolean {
  const ids = new Set(listed(selection));
  return selection.kind === 'some' ? (id) => ids.has(id) : (id) => !ids.has(id);
}

/** How many rows are selected, out of `total` matches. */
export function selectedCount(selection: GridSelection, total: number): number {
  return selection.kind === 'some' ? selection.ids.length : Math.max(0, total - selection.except.length);
}

/** The selection with these rows added or removed. */
export function select(selection: GridSelection, ids: readonly string[], on: boolean): GridSelection {
  const adds = (selection.kind === 'some') === on;
  const next = new Set(listed(selection));
  for (const id of ids) adds ? next.add(id) : next.delete(id);
  return withListed(selection, [...next]);
}

export function toggle(selection: GridSelection, id: string): GridSelection {
  return select(selection, [id], !selectionTest(selection)(id));
}

/** The ids of the rows between two positions, inclusive, in display order. */
export function idsBetween<Row>(rows: readonly Row[], rowId: (row: Row) => string, from: number, to: number): string[] {
  return rows.slice(Math.min(from, to), Math.max(from, to) + 1).map(rowId);
}

/** The header checkbox's state for the rows on the page. */
export function pageState(selection: GridSelection, ids: readonly string[]): 'none' | 'some' | 'all' {
  if (!ids.length || (selection.kind === 'some' && !selection.ids.length)) return 'none';
  const isSelected = selectionTest(selection);
  let count = 0;
  for (const id of ids) if (isSelected(id)) count += 1;
  return count === 0 ? 'none' : count === ids.length ? 'all' : 'some';
}
