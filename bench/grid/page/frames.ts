import type { Contestant } from './contestant';

export type FramesSeen = { frames: number; blank: number };

const TOLERANCE_PX = 2;

/** Where the first row lies when scrolled to the top, in pixels from the window's top. */
export function topOf({ viewport, headHeight }: Contestant): number {
  return (document.querySelector(viewport)?.getBoundingClientRect().top ?? 0) + headHeight;
}

/** Whether rows with text lie over the whole viewport without a gap. */
export function isCovered(grid: Contestant): boolean {
  const frame = document.querySelector(grid.viewport);
  if (!frame || frame.clientHeight === 0) return false;
  const bottom = frame.getBoundingClientRect().top + frame.clientHeight;
  let reached = topOf(grid);
  const boxes = [...document.querySelectorAll(grid.row)]
    .filter((row) => row.textContent !== '')
    .map((row) => row.getBoundingClientRect())
    .sort((a, b) => a.top - b.top);
  for (const box of boxes) {
    if (box.top > reached + TOLERANCE_PX) return false;
    reached = Math.max(reached, box.bottom);
  }
  return reached >= bottom - TOLERANCE_PX;
}

/** Counts frames until it is called again; with `checking`, also those painted with part of the viewport uncovered. */
export function watchFrames(grid: Contestant, checking: boolean): () => FramesSeen {
  const seen = { frames: 0, blank: 0 };
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    if (!isCovered(grid)) seen.blank += 1;
  };
  let next = requestAnimationFrame(function count() {
    seen.frames += 1;
    // The message arrives when the frame has been painted.
    if (checking) port2.postMessage(null);
    next = requestAnimationFrame(count);
  });
  return () => {
    cancelAnimationFrame(next);
    return seen;
  };
}
