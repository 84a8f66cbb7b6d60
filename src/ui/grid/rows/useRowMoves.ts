import { useState } from 'react';
import { useStable } from '../useStable';
import { useRowDrag } from './useRowDrag';

type RowMovesOptions<Row> = {
  scroller: HTMLElement | null;
  rows: readonly Row[];
  rowHeight: number;
  rowLabel: (row: Row) => string;
  /** Undefined where rows can't be moved now. */
  onMoveRow: ((row: Row, to: number) => void) | undefined;
  /** Called with the row's new place. */
  onMoved: (to: number) => void;
};

/** Moves rows by dragging, or by `moveRow` for keys; `moved` says the last move. Places are from 0. */
export function useRowMoves<Row>({ scroller, rows, rowHeight, rowLabel, onMoveRow, onMoved }: RowMovesOptions<Row>) {
  const [moved, setMoved] = useState('');
  const move = useStable((from: number, to: number) => {
    const row = rows[from];
    if (row === undefined) return;
    onMoveRow?.(row, to);
    setMoved(`${rowLabel(row)} moved to place ${to + 1} of ${rows.length}`);
    onMoved(to);
  });
  const moveRow = onMoveRow && move;
  return { moved, moveRow, ...useRowDrag({ scroller, rows: rows.length, rowHeight, onMove: moveRow }) };
}
