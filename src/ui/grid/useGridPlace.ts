import { useCallback, useMemo, useState } from 'react';
import type { GridPlace } from './keyboard';

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
