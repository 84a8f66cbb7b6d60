import { useCallback, useRef, useState } from 'react';
import { isHidden, isPinned, MAX_WIDTH, MIN_WIDTH, orderedIds } from './columns';
import { type GridLayout, layoutKey, loadLayout, PLAIN_LAYOUT } from './preferences';
import type { GridColumn, GridPreferences } from './types';

export type LayoutChange = (layout: GridLayout) => GridLayout;

/** A grid's layout for this person, and its changes. */
export function useGridLayout(preferences: GridPreferences, gridId: string) {
  const [layout, setLayout] = useState(() => loadLayout(preferences, gridId));
  const latest = useRef(layout);
  const change = useCallback(
    (next: LayoutChange) => {
      latest.current = next(latest.current);
      setLayout(latest.current);
      preferences.save(layoutKey(gridId), latest.current);
    },
    [preferences, gridId],
  );
  return [layout, change] as const;
}

export const setWidth =
  (id: string, width: number): LayoutChange =>
  (layout) => ({
    ...layout,
    widths: { ...layout.widths, [id]: Math.round(Math.max(MIN_WIDTH, Math.min(MAX_WIDTH, width))) },
  });

export const resetWidth =
  (id: string): LayoutChange =>
  (layout) => {
    const { [id]: _, ...widths } = layout.widths;
    return { ...layout, widths };
  };

export const toggleHidden =
  <Row>(column: GridColumn<Row>): LayoutChange =>
  (layout) => ({ ...layout, hidden: { ...layout.hidden, [column.id]: !isHidden(column, layout) } });

export const togglePinned =
  <Row>(column: GridColumn<Row>): LayoutChange =>
  (layout) => ({ ...layout, pinned: { ...layout.pinned, [column.id]: !isPinned(column, layout) } });

/** Moves a column past its neighbor among the visible ones of its side (pinned or not). */
export const moveColumn =
  <Row>(columns: readonly GridColumn<Row>[], column: GridColumn<Row>, by: -1 | 1): LayoutChange =>
  (layout) => {
    const neighbors = orderedIds(columns, layout.order).filter((id) => {
      const other = columns.find((candidate) => candidate.id === id);
      if (!other || isPinned(other, layout) !== isPinned(column, layout)) return false;
      return other === column || !isHidden(other, layout);
    });
    const target = neighbors[neighbors.indexOf(column.id) + by];
    return target === undefined ? layout : placeColumn(columns, column.id, target, by === 1)(layout);
  };

/** Moves a column right before or after another of its side. */
export const placeColumn =
  <Row>(columns: readonly GridColumn<Row>[], id: string, target: string, after: boolean): LayoutChange =>
  (layout) => {
    const rest = orderedIds(columns, layout.order).filter((other) => other !== id);
    rest.splice(rest.indexOf(target) + (after ? 1 : 0), 0, id);
    return { ...layout, order: rest };
  };

export const toggleDensity: LayoutChange = (layout) => ({
  ...layout,
  density: layout.density === 'compact' ? 'comfortable' : 'compact',
});

/** Back to the declared columns; density isn't about columns and stays. */
export const resetColumns: LayoutChange = (layout) => ({ ...PLAIN_LAYOUT, density: layout.density });
