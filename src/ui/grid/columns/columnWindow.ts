import { useEffect, useMemo, useState } from 'react';
import type { ColumnSizes } from './columnSizing';
import type { ViewColumn } from './columns';

/** Pixels beyond both sides of the viewport in which cells are rendered too. */
const MARGIN = 320;
/** Pixels to scroll sideways before the visible columns are recalculated. */
const STEP = 160;

/** The unpinned columns whose cells are rendered, and the width of those before them. */
export type ColumnWindow = { first: number; last: number; gap: number };

type Frame = { left: number; width: number };

/** Which columns are in or near view. If nearly all are, renders all: only very wide grids benefit. */
export function columnsNear<Row>(
  views: readonly Pick<ViewColumn<Row>, 'pinned'>[],
  widths: readonly number[],
  { left, width }: Frame,
): ColumnWindow {
  let first = views.length;
  let last = -1;
  let gap = 0;
  let start = 0;
  views.forEach(({ pinned }, index) => {
    const end = start + (widths[index] ?? 0);
    if (!pinned && end >= left - MARGIN && start <= left + width + MARGIN) {
      first = Math.min(first, index);
      last = index;
    } else if (!pinned && last === -1) gap += end - start;
    start = end;
  });
  return { first, last, gap };
}

/** The same, updated as the grid scrolls sideways. */
export function useColumnWindow<Row>(
  scroller: HTMLElement | null,
  width: number,
  views: readonly ViewColumn<Row>[],
  sizes: ColumnSizes,
): ColumnWindow {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (!scroller) return;
    const follow = () => setLeft(Math.floor(scroller.scrollLeft / STEP) * STEP);
    scroller.addEventListener('scroll', follow, { passive: true });
    return () => scroller.removeEventListener('scroll', follow);
  }, [scroller]);
  return useMemo(() => columnsNear(views, sizes.widths, { left, width: width + STEP }), [views, sizes, left, width]);
}
