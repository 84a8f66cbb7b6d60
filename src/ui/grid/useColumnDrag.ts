import { type PointerEvent, useState } from 'react';
import type { ViewColumn } from './columns';
import css from './rows.module.css';

/** Pixels before a press becomes a drag: less is a click with an unsteady hand. */
const SLACK = 6;
/** Distance in pixels from the grid's sides where it scrolls, and how far per frame. */
const EDGE = 32;
const SCROLL = 12;

/** Where the dragged column would land: beside another column of its side. */
export type ColumnDrop = { target: string; after: boolean };

export type ColumnDrag = { id: string; drop: ColumnDrop | null };

/** Reorders header cells by dragging with a mouse or pen; touch scrolls, so touch and keyboard use the menu. */
export function useColumnDrag<Row>(
  views: readonly ViewColumn<Row>[],
  onPlace: (id: string, drop: ColumnDrop) => void,
): { drag: ColumnDrag | null; onPointerDown: (event: PointerEvent<HTMLElement>) => void } {
  const [drag, setDrag] = useState<ColumnDrag | null>(null);

  const onPointerDown = (down: PointerEvent<HTMLElement>) => {
    const row = down.currentTarget;
    const view = pressed(down, views);
    if (!view) return;
    let x = down.clientX;
    let current: ColumnDrag | null = null;
    let frame = 0;
    const listening = new AbortController();

    const follow = () => {
      current = { id: view.id, drop: dropAt(row, views, view, x) };
      setDrag(current);
    };
    const scroll = () => {
      const scroller = row.closest('[data-part=scroll]');
      const by = scroller && !view.pinned ? pull(scroller.getBoundingClientRect(), x) : 0;
      if (scroller && by !== 0) {
        scroller.scrollLeft += by;
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
      x = event.clientX;
      if (!current) {
        if (Math.abs(x - down.clientX) < SLACK) return;
        row.setPointerCapture(down.pointerId);
        frame = requestAnimationFrame(scroll);
      }
      follow();
    };
    const drop = () => {
      const done = current;
      end();
      if (!done) return;
      swallowClick();
      if (done.drop) onPlace(done.id, done.drop);
    };
    const cancel = (event: KeyboardEvent) => {
      if (!current || event.key !== 'Escape') return;
      event.preventDefault();
      event.stopImmediatePropagation();
      addEventListener('pointerup', swallowClick, { once: true });
      row.releasePointerCapture(down.pointerId);
      end();
    };
    const options = { signal: listening.signal };
    addEventListener('pointermove', move, options);
    addEventListener('pointerup', drop, options);
    addEventListener('pointercancel', end, options);
    addEventListener('blur', end, options);
    addEventListener('keydown', cancel, { ...options, capture: true });
  };

  return { drag, onPointerDown };
}

/** The pressed column, unless one of its header's controls was pressed. */
function pressed<Row>({ button, pointerType, target }: PointerEvent, views: readonly ViewColumn<Row>[]) {
  if (button !== 0 || pointerType === 'touch' || !(target instanceof Element)) return undefined;
  const view = views[Number(target.closest<HTMLElement>('[data-c]')?.dataset.c)];
  return view?.kind === 'data' && !target.closest('button,[data-part=resize]') ? view : undefined;
}

/** The end of a drag isn't a click on the header below it. */
function swallowClick(): void {
  const swallow = (event: Event) => event.stopPropagation();
  addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', swallow, { capture: true }));
}

const pull = ({ left, right }: DOMRect, x: number): number =>
  x < left + EDGE ? -SCROLL : x > right - EDGE ? SCROLL : 0;

/** The landing position nearest to the pointer among columns of the same side; null if it wouldn't move. */
function dropAt<Row>(
  row: HTMLElement,
  views: readonly ViewColumn<Row>[],
  dragged: ViewColumn<Row>,
  pointer: number,
): ColumnDrop | null {
  const side = views.flatMap((view, index) => {
    const cell = row.children[index];
    return view.kind === 'data' && view.pinned === dragged.pinned && cell
      ? [{ id: view.id, box: cell.getBoundingClientRect() }]
      : [];
  });
  const pinnedTo = row.querySelector(`.${css.pinLast}`)?.getBoundingClientRect().right ?? 0;
  const x = dragged.pinned ? pointer : Math.max(pointer, pinnedTo);
  const from = side.findIndex(({ id }) => id === dragged.id);
  const before = side.findIndex(({ box }) => x < box.left + box.width / 2);
  const to = before < 0 ? side.length : before;
  if (to === from || to === from + 1) return null;
  const beside = side[to] ?? side[to - 1];
  return beside ? { target: beside.id, after: to === side.length } : null;
}
