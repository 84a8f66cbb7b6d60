import { type PointerEvent, useState } from 'react';
import { followDrag } from '../followDrag';
import { useStable } from '../useStable';

/** A row being dragged: from where, and the place among the rows it would land before. */
export type RowDrag = { from: number; before: number };

type RowDragOptions = {
  scroller: HTMLElement | null;
  rows: number;
  rowHeight: number;
  /** Moves a row to another place; both from 0. */
  onMove: ((from: number, to: number) => void) | undefined;
};

/**
 * Drags rows by their handles, with one listener on the grid instead of sensors on each of hundreds of rows, most of which
 * aren't even drawn. Esc lets go.
 */
export function useRowDrag({ scroller, rows, rowHeight, onMove }: RowDragOptions) {
  const [drag, setDrag] = useState<RowDrag | null>(null);

  const onPointerDown = useStable((down: PointerEvent<HTMLElement>) => {
    const handle = down.target instanceof Element ? down.target.closest<HTMLElement>('[data-act=move]') : null;
    const from = Number(handle?.closest<HTMLElement>('[data-r]')?.dataset.r ?? Number.NaN);
    if (!handle || !scroller || !onMove || down.button !== 0 || Number.isNaN(from)) return;
    let current: RowDrag | null = null;
    followDrag(down, {
      axis: 'y',
      scroller,
      follow: (y) => {
        const body = scroller.querySelector('[data-part=body]')?.getBoundingClientRect();
        const before = Math.max(0, Math.min(rows, Math.round((y - (body?.top ?? 0)) / rowHeight)));
        if (current?.before === before) return;
        current = { from, before };
        setDrag(current);
      },
      end: () => setDrag(null),
      drop: () => {
        const to = landing(current);
        if (to !== from) onMove(from, to);
      },
    });
  });

  return { drag, onPointerDown };
}

/** Where the row is once it is taken out from above. */
const landing = (drag: RowDrag | null): number =>
  drag === null ? -1 : drag.before > drag.from ? drag.before - 1 : drag.before;
