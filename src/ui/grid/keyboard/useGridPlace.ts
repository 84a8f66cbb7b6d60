import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type GridPlace, placeOf } from './keyboard';

/** The ids of expanded rows. */
export function useExpanded<Row>(rowId: (row: Row) => string) {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(() => new Set());
  const toggle = useCallback(
    (row: Row) =>
      setExpanded((before) => {
        const next = new Set(before);
        if (!next.delete(rowId(row))) next.add(rowId(row));
        return next;
      }),
    [rowId],
  );
  return [expanded, toggle] as const;
}

/** The position of the grid's tab stop, kept inside the current rows. */
export function useActivePlace(
  rows: number,
  columns: number,
  hasTotals: boolean,
  isExpanded: (row: number) => boolean,
) {
  const [wanted, setWanted] = useState<GridPlace>({ row: 0, column: 0 });
  const row = Math.min(wanted.row, rows === 0 ? -1 : hasTotals ? rows : rows - 1);
  const column = Math.max(0, Math.min(wanted.column, columns - 1));
  const detail = wanted.detail === true && row === wanted.row && isExpanded(row);
  const active = useMemo<GridPlace>(() => (detail ? { row, column, detail } : { row, column }), [row, column, detail]);
  return [active, setWanted] as const;
}

/** The cell each grid, by id, was left from, and how far it was scrolled. */
const left = new Map<string, { id: string; column: number; top: number }>();

/** On the way back to a list, focuses the cell it was left from, unless something but the page or its heading has focus. */
export function useWayBack<Row>(
  grid: HTMLElement | null,
  name: string,
  rows: readonly Row[],
  rowId: (row: Row) => string,
  go: (place: GridPlace) => void,
): void {
  const latest = useRef(rows);
  latest.current = rows;
  // Followed, because asking for it as the page goes would lay the page out once more.
  const top = useRef(0);
  useEffect(() => {
    if (!grid) return;
    const follow = () => {
      top.current = grid.scrollTop;
    };
    grid.addEventListener('scroll', follow, { passive: true });
    return () => grid.removeEventListener('scroll', follow);
  }, [grid]);
  useLayoutEffect(
    () => () => {
      const focused = document.activeElement;
      const place = grid && focused && grid.contains(focused) ? placeOf(focused)?.place : undefined;
      const row = place && latest.current[place.row];
      if (row !== undefined && place) left.set(name, { id: rowId(row), column: place.column, top: top.current });
      // Taking away what has the focus lays the page out, as what comes instead is not there yet.
      if (place && focused instanceof HTMLElement) focused.blur();
    },
    [grid, name, rowId],
  );
  const isReady = grid !== null && rows.length > 0;
  useEffect(() => {
    const from = isReady ? left.get(name) : undefined;
    if (!grid || !from) return;
    // A frame later than the page's heading, which a new page focuses.
    const frame = requestAnimationFrame(() => {
      left.delete(name);
      const row = latest.current.findIndex((one) => rowId(one) === from.id);
      if (row < 0 || !document.activeElement?.matches('body, h1')) return;
      grid.scrollTop = from.top;
      // At once: what the person focuses from here on keeps the focus.
      flushSync(() => go({ row, column: from.column }));
    });
    return () => cancelAnimationFrame(frame);
  }, [isReady, grid, name, rowId, go]);
}
