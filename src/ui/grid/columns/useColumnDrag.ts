import { type PointerEvent, useState } from 'react';
import { followDrag } from '../followDrag';
import css from '../rows/rows.module.css';
import type { ViewColumn } from './columns';

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
    let current: ColumnDrag | null = null;
    followDrag(down, {
      axis: 'x',
      scroller: view.pinned ? null : row.closest('[data-part=scroll]'),
      begin: () => row.setPointerCapture(down.pointerId),
      follow: (x) => {
        current = { id: view.id, drop: dropAt(row, views, view, x) };
        setDrag(current);
      },
      end: () => setDrag(null),
      drop: () => {
        swallowClick();
        if (current?.drop) onPlace(current.id, current.drop);
      },
      cancel: () => {
        addEventListener('pointerup', swallowClick, { once: true });
        row.releasePointerCapture(down.pointerId);
      },
    });
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
