import {
  type ColumnDef,
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  type RowData,
  tableFeatures,
} from '@tanstack/react-table';
import type { GridLayout } from '../preferences';
import css from '../rows/rows.module.css';
import type { GridColumn, GridValue } from '../types';

export const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
});

export type GridFeatures = typeof features;

export const DEFAULT_WIDTH = 140;
export const MIN_WIDTH = 56;
export const MAX_WIDTH = 800;

/** A rendered column. `move`, `select`, `expand` and `actions` are the grid's own. */
export type ViewColumn<Row> = {
  id: string;
  kind: 'move' | 'select' | 'expand' | 'data' | 'actions';
  pinned: 'start' | 'end' | undefined;
  className: string;
  column: GridColumn<Row> | undefined;
};

/** The value a column copies, exports and sorts by; its cell if that is text or a number. */
export function cellValue<Row>(column: GridColumn<Row>, row: Row): GridValue {
  if (column.value) return column.value(row);
  const drawn = column.cell(row);
  return typeof drawn === 'string' || typeof drawn === 'number' ? drawn : undefined;
}

/** Our columns as the table library's, which orders and sizes them; the rows stay ours. */
export function tableColumns<Row>(columns: readonly GridColumn<Row>[]): ColumnDef<GridFeatures, RowData>[] {
  return columns.map(({ id, width }) => ({
    id,
    size: width ?? DEFAULT_WIDTH,
    minSize: MIN_WIDTH,
    maxSize: MAX_WIDTH,
  }));
}

/** The stored order, with unknown columns at their declared position. */
export function orderedIds<Row>(columns: readonly GridColumn<Row>[], order: readonly string[]): string[] {
  const known = new Set(columns.map((column) => column.id));
  const ids = order.filter((id) => known.has(id));
  columns.forEach((column, index) => {
    if (ids.includes(column.id)) return;
    const before = columns[index - 1];
    ids.splice(before ? ids.indexOf(before.id) + 1 : 0, 0, column.id);
  });
  return ids;
}

export const isPinned = <Row>(column: GridColumn<Row>, layout: GridLayout) =>
  layout.pinned[column.id] ?? column.pinned ?? false;

export const isHidden = <Row>(column: GridColumn<Row>, layout: GridLayout) =>
  column.hideable !== false && (layout.hidden[column.id] ?? column.hidden ?? false);

/** The table library's state for a layout: order, visibility, pinning, widths. */
export function layoutState<Row>(columns: readonly GridColumn<Row>[], layout: GridLayout) {
  const order = orderedIds(columns, layout.order);
  const pinned = new Set(columns.filter((column) => isPinned(column, layout)).map((column) => column.id));
  return {
    columnOrder: order,
    columnPinning: { start: order.filter((id) => pinned.has(id)), end: [] },
    columnVisibility: Object.fromEntries(columns.map((column) => [column.id, !isHidden(column, layout)])),
    columnSizing: layout.widths,
  };
}

const dataClass = <Row>(column: GridColumn<Row>) =>
  column.align === 'end' ? ` ${css.end}` : column.align === 'center' ? ` ${css.center}` : '';

/** The grid's own columns around the data columns, each with its width class. */
export function viewColumns<Row>(
  ids: readonly string[],
  pinnedIds: ReadonlySet<string>,
  byId: ReadonlyMap<string, GridColumn<Row>>,
  own: { move: boolean; select: boolean; expand: boolean; actions: boolean },
): ViewColumn<Row>[] {
  const views: Omit<ViewColumn<Row>, 'className'>[] = [];
  if (own.move) views.push({ id: '#move', kind: 'move', pinned: 'start', column: undefined });
  if (own.select) views.push({ id: '#select', kind: 'select', pinned: 'start', column: undefined });
  if (own.expand) views.push({ id: '#expand', kind: 'expand', pinned: 'start', column: undefined });
  for (const id of ids) {
    views.push({ id, kind: 'data', pinned: pinnedIds.has(id) ? 'start' : undefined, column: byId.get(id) });
  }
  if (own.actions) views.push({ id: '#actions', kind: 'actions', pinned: 'end', column: undefined });
  const lastPinned = views.findLastIndex((view) => view.pinned === 'start');
  return views.map((view, index) => ({
    ...view,
    className: [
      `${css.cell} column${index}`,
      view.kind === 'data' ? '' : ` ${css.own}`,
      view.pinned ? ` ${css.pin}` : '',
      view.pinned === 'end' ? ` ${css.pinEnd}` : '',
      index === lastPinned ? ` ${css.pinLast}` : '',
      view.column ? dataClass(view.column) : '',
    ].join(''),
  }));
}
