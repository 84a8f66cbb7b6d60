import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { GridPlace } from '../grid/keyboard/keyboard';
import { drawnRows } from '../grid/rows/drawnRows';
import { type PivotLayout, ROW_PX } from './layout';

/** Columns drawn beyond both sides of those in view. */
const COLUMNS_BEYOND = 5;
/** Most cells drawn for printing. */
const MOST_PRINTED = 12_000;

type Windowed = { scroller: HTMLElement | null; rows: number; layout: PivotLayout; active: GridPlace };

/** Indexes of the rows and columns to draw: those in view, some around them, and those of the active cell. */
export function usePivotWindow({ scroller, rows, layout, active }: Windowed) {
  const { boxes } = layout;
  const heldRow = active.row;
  const heldColumn = active.column - 1;
  const scrolled = useRef({ startIndex: 0, isForward: true });
  const down = useVirtualizer({
    count: rows,
    getScrollElement: () => scroller,
    estimateSize: () => ROW_PX,
    rangeExtractor: useCallback(
      (range: Range) => {
        const { startIndex, isForward } = scrolled.current;
        const turned = range.startIndex === startIndex ? isForward : range.startIndex > startIndex;
        scrolled.current = { startIndex: range.startIndex, isForward: turned };
        return drawnRows(range, turned, heldRow);
      },
      [heldRow],
    ),
  });
  const across = useVirtualizer({
    horizontal: true,
    count: boxes.length,
    getScrollElement: () => scroller,
    estimateSize: (at) => boxes[at]?.width ?? 0,
    overscan: COLUMNS_BEYOND,
    rangeExtractor: useCallback(
      (range: Range) => {
        const drawn = defaultRangeExtractor(range);
        const isHeld = heldColumn >= 0 && heldColumn < range.count && !drawn.includes(heldColumn);
        return isHeld ? [...drawn, heldColumn].sort((a, b) => a - b) : drawn;
      },
      [heldColumn],
    ),
  });
  useLayoutEffect(() => {
    if (boxes.length > 0) across.measure();
  }, [across, boxes]);

  const isPrinting = useIsPrinting();
  const printed = Math.max(1, Math.min(rows, Math.floor(MOST_PRINTED / Math.max(1, boxes.length))));
  const indexes = (count: number) => Array.from({ length: count }, (_, at) => at);
  const drawnDown = isPrinting ? indexes(printed) : down.getVirtualItems().map(({ index }) => index);
  const drawnAcross = isPrinting ? indexes(boxes.length) : across.getVirtualItems().map(({ index }) => index);
  return { rows: drawnDown, columns: useSame(drawnAcross), isCut: isPrinting && printed < rows };
}

/** The same array while its numbers are the same, for memoized rows. */
function useSame(numbers: number[]): readonly number[] {
  const text = numbers.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is the numbers
  return useMemo(() => numbers, [text]);
}

/** True while the page is drawn for paper, which shows what a window would hide. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser draws the paper as soon as the listener returns.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}

/** Scrolls so that a cell isn't behind the names or the edge. */
export function scrollToCell(scroller: HTMLElement, { row, column }: GridPlace, layout: PivotLayout): void {
  const headHeight = ROW_PX * (layout.groups.length > 0 ? 2 : 1);
  if (row >= 0) {
    const top = row * ROW_PX;
    const lowest = top + ROW_PX - (scroller.clientHeight - headHeight);
    scroller.scrollTop = Math.max(lowest, Math.min(scroller.scrollTop, top));
  }
  const box = layout.boxes[column - 1];
  if (box) {
    const rightmost = box.left + box.width - scroller.clientWidth;
    scroller.scrollLeft = Math.max(Math.min(scroller.scrollLeft, box.left - layout.nameWidth), rightmost);
  }
}
