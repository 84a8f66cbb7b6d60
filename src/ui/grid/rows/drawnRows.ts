/** Extra rows rendered beyond those in view: ahead of scrolling, and behind it. */
const AHEAD = 12;
const BEHIND = 4;

type InSight = { startIndex: number; endIndex: number; count: number };

/** The rows to render, in order: those in view, some around them, and the focused one wherever it is. */
export function drawnRows({ startIndex, endIndex, count }: InSight, isForward: boolean, held: number): number[] {
  const first = Math.max(0, startIndex - (isForward ? BEHIND : AHEAD));
  const last = Math.min(count - 1, endIndex + (isForward ? AHEAD : BEHIND));
  const indexes = Array.from({ length: last - first + 1 }, (_, place) => first + place);
  if (held >= 0 && held < first) return [held, ...indexes];
  return held > last && held < count ? [...indexes, held] : indexes;
}
