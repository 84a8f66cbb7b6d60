/** Rows drawn beyond those in sight: where scrolling leads, and where it comes from. */
const AHEAD = 12;
const BEHIND = 4;

type InSight = { startIndex: number; endIndex: number; count: number };

/** The rows to draw, in order: those in sight, some around them, and the one that holds the focus wherever it is. */
export function drawnRows({ startIndex, endIndex, count }: InSight, isForward: boolean, held: number): number[] {
  const first = Math.max(0, startIndex - (isForward ? BEHIND : AHEAD));
  const last = Math.min(count - 1, endIndex + (isForward ? AHEAD : BEHIND));
  const indexes = Array.from({ length: last - first + 1 }, (_, place) => first + place);
  if (held >= 0 && held < first) return [held, ...indexes];
  return held > last && held < count ? [...indexes, held] : indexes;
}
