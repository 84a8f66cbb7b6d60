import { type KeyboardEvent, type MouseEvent, useCallback, useLayoutEffect, useRef } from 'react';
import { focusablesIn } from '../../focusable';
import type { ViewColumn } from '../columns/columns';
import type { GridSelecting } from '../selection/useGridSelection';
import { cellAt, type GridBounds, type GridPlace, placeAfter, placeOf, samePlace } from './keyboard';

export type GridActions<Row> = {
  rows: readonly Row[];
  views: readonly ViewColumn<Row>[];
  bounds: GridBounds;
  selectable: boolean;
  selecting: GridSelecting;
  active: GridPlace;
  setActive: (place: GridPlace) => void;
  startEdit: (row: Row, view: ViewColumn<Row>) => boolean;
  toggleExpanded: (row: Row) => void;
  /** Moves a row to another place; undefined where they can't be moved. */
  moveRow: ((from: number, to: number) => void) | undefined;
  openRow: ((row: Row) => void) | undefined;
  openRowMenu: ((row: Row, anchor: HTMLElement) => void) | undefined;
  openColumnMenu: (view: ViewColumn<Row>, anchor: HTMLElement) => void;
  sortBy: (view: ViewColumn<Row>, add: boolean) => void;
};

const INTERACTIVE = 'a,button,input,select,textarea,label,summary';

/**
 * One listener each for keys and clicks, on the grid rather than on rows. Focus follows `active`, and moves only by the
 * person's own keys.
 */
export function useGridEvents<Row>(grid: HTMLElement | null, acts: GridActions<Row>) {
  const latest = useRef(acts);
  latest.current = acts;
  const wantsFocus = useRef(false);

  const go = useCallback(
    (place: GridPlace) => {
      const same = samePlace(place, latest.current.active);
      wantsFocus.current = !same;
      if (same) focusCell(grid, place);
      else latest.current.setActive(place);
    },
    [grid],
  );

  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    focusCell(grid, acts.active);
  }, [acts.active, grid]);

  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      const found = placeOf(event.target);
      if (!found || event.defaultPrevented) return;
      const { active } = latest.current;
      const place = found.place.detail ? { ...found.place, column: active.column } : found.place;
      const handled =
        event.target === found.cell || isOnLink(event, place)
          ? onCellKey(event, place, found.cell, latest.current, go)
          : onInnerKey(event, found.cell);
      if (handled) event.preventDefault();
    },
    [go],
  );

  const onClick = useCallback((event: MouseEvent<HTMLElement>) => {
    const found = placeOf(event.target);
    if (!found) return;
    if (!samePlace(found.place, latest.current.active)) latest.current.setActive(found.place);
    onCellClick(event, found.place, latest.current);
  }, []);

  const onDoubleClick = useCallback((event: MouseEvent<HTMLElement>) => {
    const found = placeOf(event.target);
    if (!found || found.place.detail || (event.target as Element).closest(INTERACTIVE)) return;
    const { rows, views, startEdit, openRow } = latest.current;
    const row = rows[found.place.row];
    const view = views[found.place.column];
    if (row !== undefined && view?.kind === 'data' && !startEdit(row, view)) openRow?.(row);
  }, []);

  return { onKeyDown, onClick, onDoubleClick, onPointerOver: showCutText, go };
}

/** A cell whose text is cut off shows all of it on hover. */
export function showCutText({ target }: { target: EventTarget }): void {
  const cell =
    target instanceof Element ? target.closest<HTMLElement>('[data-part=body] [data-c]:not([data-detail])') : null;
  if (cell) cell.title = cell.scrollWidth > cell.clientWidth ? (cell.textContent ?? '') : '';
}

function focusCell(grid: HTMLElement | null, place: GridPlace): void {
  const cell = grid && cellAt(grid, place);
  cell?.focus({ preventScroll: true });
  cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

const OF_A_LINK = new Set(['Enter', 'Tab', 'Escape', 'F2']);

/** On a cell's link most keys do what they do on the cell. */
const isOnLink = ({ target, key }: KeyboardEvent, place: GridPlace) =>
  target instanceof HTMLAnchorElement && !place.detail && !OF_A_LINK.has(key);

/** Inside a cell: Tab cycles its controls, Esc and F2 return to the cell. */
function onInnerKey(event: KeyboardEvent<HTMLElement>, cell: HTMLElement): boolean {
  if (event.key === 'Escape' || event.key === 'F2') {
    cell.focus();
    return true;
  }
  if (event.key !== 'Tab') return false;
  const controls = focusablesIn(cell);
  const at = controls.indexOf(event.target as HTMLElement);
  controls[(at + (event.shiftKey ? -1 : 1) + controls.length) % controls.length]?.focus();
  return true;
}

function onCellKey<Row>(
  event: KeyboardEvent<HTMLElement>,
  place: GridPlace,
  cell: HTMLElement,
  acts: GridActions<Row>,
  go: (place: GridPlace) => void,
): boolean {
  if (moveByKey(event, place, acts)) return true;
  const next = placeAfter(event, place, acts.bounds);
  if (next) {
    const extends_ = event.shiftKey && acts.selectable && next.row !== place.row && place.row >= 0;
    if (extends_ && next.row >= 0 && next.row < acts.rows.length) acts.selecting.extendTo(next.row, place.row);
    go(next);
    return true;
  }
  if (place.row === -1) return onHeaderKey(event, place, cell, acts);
  const row = acts.rows[place.row];
  return row === undefined ? false : onRowKey(event, place, cell, row, acts);
}

/** Alt and an arrow key move the row, and focus with it. */
function moveByKey<Row>(event: KeyboardEvent<HTMLElement>, place: GridPlace, acts: GridActions<Row>): boolean {
  const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
  if (!acts.moveRow || !event.altKey || by === 0 || place.detail || acts.rows[place.row] === undefined) return false;
  if (acts.rows[place.row + by] !== undefined) acts.moveRow(place.row, place.row + by);
  return true;
}

function onHeaderKey<Row>(
  event: KeyboardEvent<HTMLElement>,
  place: GridPlace,
  cell: HTMLElement,
  acts: GridActions<Row>,
): boolean {
  const view = acts.views[place.column];
  if (!view) return false;
  if (view.kind === 'select' && (event.key === 'Enter' || event.key === ' ')) {
    acts.selecting.setPage(acts.selecting.ofPage !== 'all');
    return true;
  }
  if (view.kind !== 'data') return false;
  if (event.key === 'F2' || event.key === 'ContextMenu' || (event.altKey && event.key === 'ArrowDown')) {
    acts.openColumnMenu(view, cell);
  } else if (event.key === 'Enter') {
    if (view.column?.sortable) acts.sortBy(view, event.shiftKey);
    else acts.openColumnMenu(view, cell);
  } else return false;
  return true;
}

function onRowKey<Row>(
  event: KeyboardEvent<HTMLElement>,
  place: GridPlace,
  cell: HTMLElement,
  row: Row,
  acts: GridActions<Row>,
): boolean {
  const { key } = event;
  if (key === ' ' && acts.selectable) {
    if (event.shiftKey) acts.selecting.extendTo(place.row);
    else acts.selecting.toggleRow(place.row);
    return true;
  }
  if (key === 'a' && (event.ctrlKey || event.metaKey) && acts.selectable) {
    acts.selecting.setPage(true);
    return true;
  }
  if (acts.openRowMenu && (key === 'ContextMenu' || (key === 'F10' && event.shiftKey))) {
    acts.openRowMenu(row, cell);
    return true;
  }
  return key === 'Enter' || key === 'F2' ? enterCell(key, place, cell, row, acts) : false;
}

/** Enter and F2 edit editable cells; else Enter uses a lone control and F2 steps inside; else Enter opens the row. */
function enterCell<Row>(
  key: 'Enter' | 'F2',
  place: GridPlace,
  cell: HTMLElement,
  row: Row,
  acts: GridActions<Row>,
): boolean {
  const view = acts.views[place.column];
  if (!place.detail && view?.kind === 'data' && acts.startEdit(row, view)) return true;
  if (!place.detail && view?.kind === 'select' && acts.selectable) {
    acts.selecting.toggleRow(place.row);
    return true;
  }
  const controls = focusablesIn(cell);
  const [first] = controls;
  if (first && key === 'Enter' && controls.length === 1 && !place.detail) first.click();
  else if (first) first.focus();
  else if (key === 'Enter' && acts.openRow) acts.openRow(row);
  else return false;
  return true;
}

function onCellClick<Row>(event: MouseEvent<HTMLElement>, place: GridPlace, acts: GridActions<Row>): void {
  const view = acts.views[place.column];
  const target = event.target as Element;
  const control = target.closest<HTMLElement>(INTERACTIVE);
  if (!view || place.detail) return;
  if (place.row === -1) {
    onHeaderClick(event, view, control, acts);
    return;
  }
  const row = acts.rows[place.row];
  if (row === undefined) return;
  const act = control?.dataset.act;
  if (act === 'expand') acts.toggleExpanded(row);
  else if (act === 'menu' && control) acts.openRowMenu?.(row, control);
  else if (acts.selectable && event.shiftKey && (view.kind === 'select' || !control))
    acts.selecting.extendTo(place.row);
  else if (acts.selectable && (view.kind === 'select' || (!control && (event.ctrlKey || event.metaKey)))) {
    acts.selecting.toggleRow(place.row);
  }
}

function onHeaderClick<Row>(
  event: MouseEvent<HTMLElement>,
  view: ViewColumn<Row>,
  control: HTMLElement | null,
  acts: GridActions<Row>,
): void {
  if (view.kind === 'select') acts.selecting.setPage(acts.selecting.ofPage !== 'all');
  else if (control?.dataset.act === 'column') acts.openColumnMenu(view, control);
  else if (view.kind === 'data' && view.column?.sortable) acts.sortBy(view, event.shiftKey);
}
