import type { PointerEvent } from 'react';

/** Pixels before a press becomes a drag: less is a click with an unsteady hand. */
const SLACK = 6;
/** Distance in pixels from the scroller's edges where it scrolls, and how far per frame. */
const EDGE = 36;
const SCROLL = 12;

type Dragging = {
  /** Along which it moves. */
  axis: 'x' | 'y';
  /** Scrolled while the pointer is near its edges; null for none. */
  scroller: Element | null;
  begin?: () => void;
  /** The pointer is at this place of the axis, in the window's pixels. */
  follow: (pointer: number) => void;
  /** It is over, however; before `drop` and `cancel`. */
  end: () => void;
  drop: () => void;
  /** Esc let go of it. */
  cancel?: () => void;
};

/** Follows a pressed pointer until it is released, once it has moved far enough to be a drag. */
export function followDrag(down: PointerEvent<HTMLElement>, dragging: Dragging): void {
  const { axis, scroller, follow } = dragging;
  const placeOf = ({ clientX, clientY }: { clientX: number; clientY: number }) => (axis === 'x' ? clientX : clientY);
  const from = placeOf(down);
  let pointer = from;
  let isDragging = false;
  let frame = 0;
  const listening = new AbortController();

  const scroll = () => {
    const by = scroller ? pull(scroller.getBoundingClientRect(), axis, pointer) : 0;
    if (scroller && by !== 0) {
      scroller[axis === 'x' ? 'scrollLeft' : 'scrollTop'] += by;
      follow(pointer);
    }
    frame = requestAnimationFrame(scroll);
  };
  const end = () => {
    listening.abort();
    cancelAnimationFrame(frame);
    dragging.end();
  };
  const move = (event: globalThis.PointerEvent) => {
    pointer = placeOf(event);
    if (!isDragging) {
      if (Math.abs(pointer - from) < SLACK) return;
      isDragging = true;
      dragging.begin?.();
      frame = requestAnimationFrame(scroll);
    }
    follow(pointer);
  };
  const drop = () => {
    end();
    if (isDragging) dragging.drop();
  };
  const cancel = (event: KeyboardEvent) => {
    if (!isDragging || event.key !== 'Escape') return;
    event.preventDefault();
    event.stopImmediatePropagation();
    end();
    dragging.cancel?.();
  };
  const options = { signal: listening.signal };
  addEventListener('pointermove', move, options);
  addEventListener('pointerup', drop, options);
  addEventListener('pointercancel', end, options);
  addEventListener('blur', end, options);
  addEventListener('keydown', cancel, { ...options, capture: true });
}

function pull({ left, right, top, bottom }: DOMRect, axis: 'x' | 'y', pointer: number): number {
  const [first, last] = axis === 'x' ? [left, right] : [top, bottom];
  return pointer < first + EDGE ? -SCROLL : pointer > last - EDGE ? SCROLL : 0;
}
