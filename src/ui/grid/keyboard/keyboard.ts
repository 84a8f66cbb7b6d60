import { focusablesIn } from '../../focusable';
/** A position in the grid. Row −1 is the header, `rows` the totals; `detail` is a row's expanded part. */
export type GridPlace = { row: number; column: number; detail?: boolean };

export type GridBounds = {
  rows: number;
  columns: number;
  /** Rows that fit on screen, for Page Up and Page Down; measuring lays the page out. */
  pageRows: () => number;
  hasTotals: boolean;
  isExpanded: (row: number) => boolean;
};

type Move = (at: GridPlace, bounds: GridBounds) => GridPlace;

const lastRow = ({ rows, hasTotals }: GridBounds) => (hasTotals ? rows : rows - 1);
const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value));

const down: Move = (at, bounds) =>
  !at.detail && at.row >= 0 && at.row < bounds.rows && bounds.isExpanded(at.row)
    ? { ...at, detail: true }
    : { row: Math.min(at.row + 1, lastRow(bounds)), column: at.column, ...keepsDetail(at, bounds) };

const keepsDetail = (at: GridPlace, bounds: GridBounds) =>
  at.detail && at.row >= lastRow(bounds) ? { detail: true } : {};

const up: Move = (at, bounds) => {
  if (at.detail) return { row: at.row, column: at.column };
  const row = Math.max(at.row - 1, -1);
  const entersDetail = row >= 0 && row < at.row && row < bounds.rows && bounds.isExpanded(row);
  return { row, column: at.column, ...(entersDetail ? { detail: true } : {}) };
};

const toColumn =
  (pick: (column: number, bounds: GridBounds) => number): Move =>
  (at, bounds) => ({ ...at, column: clamp(pick(at.column, bounds), 0, bounds.columns - 1) });

const byPage =
  (direction: 1 | -1): Move =>
  (at, bounds) => ({
    row: clamp(at.row + direction * bounds.pageRows(), 0, Math.max(0, bounds.rows - 1)),
    column: at.column,
  });

const MOVES: Record<string, Move> = {
  ArrowDown: down,
  ArrowUp: up,
  ArrowLeft: toColumn((column) => column - 1),
  ArrowRight: toColumn((column) => column + 1),
  Home: toColumn(() => 0),
  End: toColumn((_, bounds) => bounds.columns - 1),
  PageDown: byPage(1),
  PageUp: byPage(-1),
  'Ctrl+Home': () => ({ row: 0, column: 0 }),
  'Ctrl+End': (_, bounds) => ({ row: bounds.rows - 1, column: bounds.columns - 1 }),
};

/** Where a key moves in the WAI-ARIA grid pattern; undefined when it doesn't. */
export function placeAfter(
  key: { key: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean },
  at: GridPlace,
  bounds: GridBounds,
): GridPlace | undefined {
  if (key.altKey) return undefined;
  const move = MOVES[key.ctrlKey || key.metaKey ? `Ctrl+${key.key}` : key.key];
  return move?.(at, bounds);
}

export const samePlace = (a: GridPlace, b: GridPlace) =>
  a.row === b.row && a.column === b.column && Boolean(a.detail) === Boolean(b.detail);

/** Takes cell contents out of the tab order: the grid is one tab stop. */
export function leaveTabOrder(container: Element): void {
  for (const element of focusablesIn(container)) {
    if (element.getAttribute('tabindex') !== '-1' && !element.hasAttribute('data-c')) element.tabIndex = -1;
  }
}

/** The cell of an event, and its position. */
export function placeOf(target: EventTarget): { cell: HTMLElement; place: GridPlace } | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-c]') : null;
  const row = cell?.closest<HTMLElement>('[data-r]');
  if (!cell || !row) return undefined;
  const place = { row: Number(row.dataset.r), column: Number(cell.dataset.c) };
  return { cell, place: cell.dataset.detail === undefined ? place : { ...place, detail: true } };
}

/** The element at a position, if rendered. A row's cells can be any column; its detail has one. */
export function cellAt(grid: Element, place: GridPlace): HTMLElement | null {
  const cell = place.detail ? '[data-detail]' : `[data-c="${place.column}"]:not([data-detail])`;
  return grid.querySelector<HTMLElement>(`[data-r="${place.row}"] > ${cell}`);
}
