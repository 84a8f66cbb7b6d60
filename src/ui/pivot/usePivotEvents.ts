import { type ClipboardEvent, type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef } from 'react';
import { cellAt, type GridPlace, placeOf, samePlace } from '../grid/keyboard/keyboard';
import { GROUPS, NAMES, pivotPlaceAfter } from './keys';
import { groupAt, type PivotLayout, ROW_PX } from './layout';
import type { PivotTableProps } from './types';
import { scrollToCell } from './usePivotWindow';

type Acts = PivotTableProps & {
  layout: PivotLayout;
  active: GridPlace;
  setActive: (place: GridPlace) => void;
};

/** One listener each for keys, clicks and copying. Focus follows the active cell, by the person's own keys only. */
export function usePivotEvents(scroller: HTMLElement | null, acts: Acts) {
  const { active, setActive, layout } = acts;
  const wantsFocus = useRef(false);
  useLayoutEffect(() => {
    if (!wantsFocus.current || !scroller) return;
    wantsFocus.current = false;
    scrollToCell(scroller, active, layout);
    cellAt(scroller, active)?.focus({ preventScroll: true });
  });
  const go = (place: GridPlace) => {
    wantsFocus.current = true;
    setActive({ ...place });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const found = placeOf(event.target);
    if (!found || event.target !== found.cell || event.defaultPrevented) return;
    const { place } = found;
    const next = pivotPlaceAfter(event, place, {
      rows: acts.rows.length,
      columns: acts.columns.length + 1,
      pageRows: () => Math.max(1, Math.floor((scroller?.clientHeight ?? 0) / ROW_PX) - 3),
      groups: layout.groups,
    });
    if (next) go(next);
    else if (event.ctrlKey || event.metaKey || event.altKey) return;
    else if (event.key === 'Enter') enter(place, acts);
    else if (event.key === ' ') fold(place, acts, go);
    else return;
    event.preventDefault();
  };

  const onClick = (event: MouseEvent<HTMLElement>) => {
    const found = placeOf(event.target);
    if (!found) return;
    const { place } = found;
    if ((event.target as Element).closest('[data-act=fold]')) {
      fold(place, acts, go);
      return;
    }
    if (!samePlace(place, active)) setActive(place);
    // Whoever drags over a number wants to copy it.
    if (document.getSelection()?.isCollapsed !== false && place.row !== GROUPS && place.column > 0) enter(place, acts);
  };

  const onCopy = (event: ClipboardEvent) => {
    const row = acts.rows[active.row];
    const column = acts.columns[active.column - 1];
    if (!row || !document.getSelection()?.isCollapsed) return;
    event.clipboardData.setData('text/plain', column ? acts.textOf(row.id, column.id) : row.label);
    event.preventDefault();
  };

  return { onKeyDown, onClick, onCopy };
}

/** Sorts by a column's name; opens a cell; folds what a name stands for. */
function enter(place: GridPlace, acts: Acts): void {
  const column = acts.columns[place.column - 1];
  if (place.row === NAMES) {
    acts.onSort(column ? nextSort(acts.sort, column.id) : null);
    return;
  }
  const row = acts.rows[place.row];
  if (!row || !column) fold(place, acts);
  else if (acts.textOf(row.id, column.id) !== '') acts.onOpen(row.id, column.id);
}

/** The largest first, then the smallest, then as given. */
function nextSort(sort: PivotTableProps['sort'], column: number): PivotTableProps['sort'] {
  if (sort?.column !== column) return { column, descending: true };
  return sort.descending ? { column, descending: false } : null;
}

/** Folds or opens the group of a cell's row or, in the head, of its column; the active cell stays in sight. */
function fold(place: GridPlace, acts: Acts, go?: (place: GridPlace) => void): void {
  const isHead = place.row < 0;
  const lines = isHead ? acts.columns : acts.rows;
  let at = isHead ? (acts.layout.groups[groupAt(acts.layout.groups, place.column - 1)]?.at ?? -1) : place.row;
  while (lines[at]?.level === 2) at -= 1;
  const line = lines[at];
  if (line?.isFolded === undefined) return;
  acts.onFold(isHead ? 'columns' : 'rows', line.id);
  go?.(isHead ? { row: place.row, column: at + 1 } : { row: at, column: place.column });
}
