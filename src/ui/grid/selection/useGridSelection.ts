import { useCallback, useMemo, useRef, useState } from 'react';
import type { DataGridProps, GridSelection } from '../types';
import { idsBetween, NOTHING_SELECTED, pageState, select, selectedCount, selectionTest, toggle } from './selection';

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
