import { type RowData, useTable } from '@tanstack/react-table';
import { useCallback, useMemo, useState } from 'react';
import { columnSizes } from './columns/columnSizing';
import {
  features,
  type GridFeatures,
  layoutState,
  tableColumns,
  type ViewColumn,
  viewColumns,
} from './columns/columns';
import { localPreferences } from './preferences';
import { sortRows } from './rows/sortRows';
import type { DataGridProps, GridColumn, GridSort, GridState } from './types';
import { useGridLayout } from './useGridLayout';

const NO_ROWS: never[] = [];
const NO_SORT: readonly GridSort[] = [];

/** The column being resized, before its width is saved. */
export type LiveWidth = { id: string; width: number } | null;

/** A grid's sorted rows, rendered columns and widths, from its props and the person's layout. */
export function useGridModel<Row>(props: DataGridProps<Row>, available: number) {
  const { columns, rows: given, state, onStateChange, onSortChange, preferences = localPreferences } = props;
  const [layout, changeLayout] = useGridLayout(preferences, props.id);
  const [ownSort, setOwnSort] = useState(NO_SORT);
  const [live, setLive] = useState<LiveWidth>(null);
  const sort = state ? state.sort : (props.sort ?? ownSort);
  const served = state !== undefined;

  const byId = useMemo(() => new Map(columns.map((column) => [column.id, column])), [columns]);
  const definitions = useMemo(() => tableColumns(columns), [columns]);
  const arranged = useMemo(() => layoutState(columns, layout), [columns, layout]);
  const options = useMemo(
    () => ({
      features,
      columns: definitions,
      data: NO_ROWS,
      state: arranged,
    }),
    [definitions, arranged],
  );
  const table = useTable<GridFeatures, RowData>(options);
  const rows = useMemo<readonly Row[]>(
    () => (served || !given ? (given ?? NO_ROWS) : sortRows(given, byId, sort)),
    [served, given, byId, sort],
  );

  const shown = table.getVisibleLeafColumns().map((column) => column.id);
  const shownKey = shown.join('\n');
  const { move, select, expand, actions } = ownColumns(props);
  const views = useMemo<ViewColumn<Row>[]>(
    () =>
      viewColumns(shownKey.split('\n'), new Set(arranged.columnPinning.start), byId, { move, select, expand, actions }),
    [shownKey, arranged, byId, move, select, expand, actions],
  );
  const sizes = useMemo(
    () =>
      columnSizes(
        views,
        (id) => (live?.id === id ? live.width : (table.getColumn(id)?.getSize() ?? 0)),
        (id) => live?.id === id || layout.widths[id] !== undefined,
        available,
      ),
    [views, table, layout, live, available],
  );

  const setState = useCallback(
    (change: Partial<GridState>) => {
      if (state) onStateChange?.({ ...state, ...change });
      else if (change.sort && onSortChange) onSortChange(change.sort);
      else if (change.sort) setOwnSort(change.sort);
    },
    [state, onStateChange, onSortChange],
  );

  return { rows, views, sizes, sort, layout, changeLayout, setLive, setState, byId, served };
}

const ownColumns = <Row>(props: DataGridProps<Row>) => ({
  move: Boolean(props.onMoveRow),
  select: Boolean(props.bulkActions || props.onSelectionChange || props.selection),
  expand: Boolean(props.detail),
  actions: Boolean(props.rowActions),
});

/** The sort after clicking a header: ascending, descending, none; `add` keeps the other columns' sort. */
export function nextSort<Row>(sort: readonly GridSort[], column: GridColumn<Row>, add: boolean): GridSort[] {
  const current = sort.find((entry) => entry.id === column.id);
  const next = !current ? { id: column.id, desc: false } : current.desc ? undefined : { id: column.id, desc: true };
  if (!add) return next ? [next] : [];
  if (!current) return next ? [...sort, next] : [...sort];
  return sort.flatMap((entry) => (entry.id !== column.id ? [entry] : next ? [next] : []));
}
