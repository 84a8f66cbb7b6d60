import { useCallback, useRef, useState } from 'react';
import { isHidden, isPinned, MAX_WIDTH, MIN_WIDTH, orderedIds } from './columns/columns';
import { type GridLayout, layoutKey, loadLayout, PLAIN_LAYOUT } from './preferences';
import type { GridColumn, GridPreferences } from './types';

export type LayoutChange = (layout: GridLayout) => GridLayout;

/** A grid's layout, and its changes; other preferences bring their own layout. */
export function useGridLayout(preferences: GridPreferences, gridId: string) {
  const [loaded, setLoaded] = useState({ preferences, gridId });
  const [layout, setLayout] = useState(() => loadLayout(preferences, gridId));
  const latest = useRef(layout);
  if (loaded.preferences !== preferences || loaded.gridId !== gridId) {
    latest.current = loadLayout(preferences, gridId);
    setLoaded({ preferences, gridId });
    setLayout(latest.current);
  }
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
  (layout) => ({ ...layout, hidden: differing(layout.hidden, column.id, !isHidden(column, layout), column.hidden) });

export const togglePinned =
  <Row>(column: GridColumn<Row>): LayoutChange =>
  (layout) => ({ ...layout, pinned: differing(layout.pinned, column.id, !isPinned(column, layout), column.pinned) });

/** A change back to what is declared leaves no difference. */
function differing(kept: Readonly<Record<string, boolean>>, id: string, next: boolean, declared = false) {
  const { [id]: _, ...others } = kept;
  return next === declared ? others : { ...others, [id]: next };
}

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
    const isDeclared = rest.every((other, at) => other === columns[at]?.id);
    return { ...layout, order: isDeclared ? [] : rest };
  };

export const toggleDensity: LayoutChange = (layout) => ({
  ...layout,
  density: layout.density === 'compact' ? 'comfortable' : 'compact',
});

/** Back to the declared columns; density isn't about columns and stays. */
export const resetColumns: LayoutChange = (layout) => ({ ...PLAIN_LAYOUT, density: layout.density });
