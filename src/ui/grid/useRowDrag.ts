import { type PointerEvent, useState } from 'react';
import { useStable } from './useStable';

/** Pixels before a press becomes a drag: less is a click with an unsteady hand. */
const SLACK = 4;
/** Distance in pixels from the rows' edges where they scroll, and how far per frame. */
const EDGE = 36;
const SCROLL = 10;

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
    let y = down.clientY;
    let current: RowDrag | null = null;
    let frame = 0;
    const listening = new AbortController();

    const follow = () => {
      const body = scroller.querySelector('[data-part=body]')?.getBoundingClientRect();
      const before = Math.max(0, Math.min(rows, Math.round((y - (body?.top ?? 0)) / rowHeight)));
      if (current?.before === before) return;
      current = { from, before };
      setDrag(current);
    };
    const scroll = () => {
      const { top, bottom } = scroller.getBoundingClientRect();
      const by = y < top + EDGE ? -SCROLL : y > bottom - EDGE ? SCROLL : 0;
      if (by !== 0) {
        scroller.scrollTop += by;
        follow();
      }
      frame = requestAnimationFrame(scroll);
    };
    const end = () => {
      listening.abort();
      cancelAnimationFrame(frame);
      setDrag(null);
    };
    const move = (event: globalThis.PointerEvent) => {
      y = event.clientY;
      if (!current) {
        if (Math.abs(y - down.clientY) < SLACK) return;
        frame = requestAnimationFrame(scroll);
      }
      follow();
    };
    const drop = () => {
      const done = current;
      end();
      const to = landing(done);
      if (done && to !== done.from) onMove(done.from, to);
    };
    const cancel = (event: KeyboardEvent) => {
      if (!current || event.key !== 'Escape') return;
      event.preventDefault();
      event.stopImmediatePropagation();
      end();
    };
    const options = { signal: listening.signal };
    addEventListener('pointermove', move, options);
    addEventListener('pointerup', drop, options);
    addEventListener('pointercancel', end, options);
    addEventListener('blur', end, options);
    addEventListener('keydown', cancel, { ...options, capture: true });
  });

  return { drag, onPointerDown };
}

/** Where the row is once it is taken out from above. */
const landing = (drag: RowDrag | null): number =>
  drag === null ? -1 : drag.before > drag.from ? drag.before - 1 : drag.before;
