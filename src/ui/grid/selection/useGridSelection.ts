import { useCallback, useMemo, useRef, useState } from 'react';
import type { DataGridProps, GridSelection } from '../types';

const ALL: GridSelection = { kind: 'all', except: [] };

/** The grid's selection: one row, a range from the last one, the page, or everything. */
export function useGridSelection<Row>(
  props: DataGridProps<Row>,
  rowId: (row: Row) => string,
  rows: readonly Row[],
  total: number,
) {
  const { onSelectionChange } = props;
  const [own, setOwn] = useState(NOTHING_SELECTED);
  const selection = props.selection ?? own;
  const isSelected = useMemo(() => selectionTest(selection), [selection]);
  const latest = useRef(selection);
  latest.current = selection;
  const range = useRef<{ anchor: number; base: GridSelection } | null>(null);
  const served = props.state !== undefined;

  const change = useCallback(
    (next: GridSelection) => {
      latest.current = next;
      setOwn(next);
      onSelectionChange?.(next);
    },
    [onSelectionChange],
  );

  const toggleRow = useCallback(
    (index: number) => {
      const row = rows[index];
      if (row === undefined) return;
      const next = toggle(latest.current, rowId(row));
      range.current = { anchor: index, base: next };
      change(next);
    },
    [rows, rowId, change],
  );

  const extendTo = useCallback(
    (index: number, from = index) => {
      range.current ??= { anchor: from, base: latest.current };
      const { anchor, base } = range.current;
      change(select(base, idsBetween(rows, rowId, anchor, index), true));
    },
    [rows, rowId, change],
  );

  const clear = useCallback(() => {
    range.current = null;
    change(NOTHING_SELECTED);
  }, [change]);

  const selectAll = useCallback(() => change(ALL), [change]);

  const setPage = useCallback(
    (on: boolean) => {
      range.current = null;
      if (!served) change(on ? ALL : NOTHING_SELECTED);
      else change(select(latest.current, rows.map(rowId), on));
    },
    [served, rows, rowId, change],
  );

  const count = selectedCount(selection, total);
  const ofPage = useMemo((): 'empty' | 'none' | 'some' | 'all' => {
    if (rows.length === 0) return 'empty';
    if (served) return pageState(selection, rows.map(rowId));
    return count === 0 ? 'none' : count >= rows.length ? 'all' : 'some';
  }, [served, selection, rows, rowId, count]);

  return { selection, isSelected, count, ofPage, toggleRow, extendTo, setPage, selectAll, clear };
}

export type GridSelecting = ReturnType<typeof useGridSelection>;

const NOTHING_SELECTED: GridSelection = { kind: 'some', ids: [] };

const listed = (selection: GridSelection): readonly string[] =>
  selection.kind === 'some' ? selection.ids : selection.except;

const withListed = (selection: GridSelection, ids: readonly string[]): GridSelection =>
  selection.kind === 'some' ? { kind: 'some', ids } : { kind: 'all', except: ids };

/** A selection lookup, to check once per rendered row. */
function selectionTest(selection: GridSelection): (id: string) => boolean {
  const ids = new Set(listed(selection));
  return selection.kind === 'some' ? (id) => ids.has(id) : (id) => !ids.has(id);
}

/** How many rows are selected, out of `total` matches. */
function selectedCount(selection: GridSelection, total: number): number {
  return selection.kind === 'some' ? selection.ids.length : Math.max(0, total - selection.except.length);
}

/** The selection with these rows added or removed. */
function select(selection: GridSelection, ids: readonly string[], on: boolean): GridSelection {
  const adds = (selection.kind === 'some') === on;
  const next = new Set(listed(selection));
  for (const id of ids) adds ? next.add(id) : next.delete(id);
  return withListed(selection, [...next]);
}

function toggle(selection: GridSelection, id: string): GridSelection {
  return select(selection, [id], !selectionTest(selection)(id));
}

/** The ids of the rows between two positions, inclusive, in display order. */
function idsBetween<Row>(rows: readonly Row[], rowId: (row: Row) => string, from: number, to: number): string[] {
  return rows.slice(Math.min(from, to), Math.max(from, to) + 1).map(rowId);
}

/** The header checkbox's state for the rows on the page. */
function pageState(selection: GridSelection, ids: readonly string[]): 'none' | 'some' | 'all' {
  if (!ids.length || (selection.kind === 'some' && !selection.ids.length)) return 'none';
  const isSelected = selectionTest(selection);
  let count = 0;
  for (const id of ids) if (isSelected(id)) count += 1;
  return count === 0 ? 'none' : count === ids.length ? 'all' : 'some';
}
