/** A stretch of time by the tracking system's clock, both ends included, in milliseconds since 1970. */
export type ReadWindow = { from: number; until: number };

const SECOND = 1_000;
const DAY = 86_400 * SECOND;

/** No license tracks anything from before. */
export const HISTORY_BEGINS = Date.UTC(2015, 0, 1);

/** How much of what was read is read again, for records that became visible after the time they bear. */
export const OVERLAP_MS = 10 * 60 * SECOND;

/** A window is read as a whole if it has no more pages; else one of half its length is. */
export const MOST_PAGES_OF_WINDOW = 200;
const SHORTEST = 60;
const LONGEST = (20 * 365 * DAY) / SECOND;

/** Their clock is told in whole seconds, and may be that of a moment ago. */
const CLOCK_GRAIN_MS = 2 * SECOND;

/** How far a list was read: until when by their clock, and when that was by ours. */
export type ReadPosition = { until: number; at: number };

/**
 * What to read next of what changed. It begins before where reading ended, and no later than as long ago as our own clock
 * says that was, so that neither clock alone can make a gap by jumping. It ends a moment later than their clock says, for
 * what was changed in this second; reading counts as ended by what the clock says.
 */
export function changesWindow(
  { until, at }: ReadPosition,
  { theirNow, ourNow }: Record<'theirNow' | 'ourNow', number>,
): ReadWindow {
  const sinceRead = Math.max(0, ourNow - at);
  return {
    from: Math.max(HISTORY_BEGINS, Math.min(until, theirNow - sinceRead) - OVERLAP_MS),
    until: theirNow + CLOCK_GRAIN_MS,
  };
}

/**
 * How far changes count as read once a window was, for `changesWindow` to begin a little before. What ended long ago needn't
 * be read again: a job that gets no further than the overlap would read the same time for ever.
 */
export const readUntilAfter = (window: ReadWindow, theirNow: number): number =>
  Math.min(window.until + OVERLAP_MS, theirNow);

/**
 * The next window of a round from the beginning on; `spanSeconds` is its longest. Null once it has come to their now.
 * Windows needn't overlap: what changed meanwhile is read afterwards, with the overlap.
 */
export function roundWindow(
  { roundUntil, spanSeconds }: { roundUntil: number | null; spanSeconds: number | null },
  theirNow: number,
): ReadWindow | null {
  const from = roundUntil ?? HISTORY_BEGINS;
  return from >= theirNow ? null : partOf({ from, until: theirNow }, spanSeconds);
}

/** The first part of a window, of at most `spanSeconds`; all of it if null. */
export const partOf = ({ from, until }: ReadWindow, spanSeconds: number | null): ReadWindow => ({
  from,
  until: Math.min(until, from + (spanSeconds ?? LONGEST) * SECOND),
});

/** The longest span of the next window, from how many pages one had: half as long if too many, longer if few. */
export function spanAfter({ from, until }: ReadWindow, pages: number): number {
  const seconds = Math.max(1, Math.round((until - from) / SECOND));
  if (pages > MOST_PAGES_OF_WINDOW) return Math.max(SHORTEST, Math.floor(seconds / 2));
  return Math.min(LONGEST, pages * 3 > MOST_PAGES_OF_WINDOW ? seconds : seconds * 2);
}

/** Whether a window with this many pages is read in parts. */
export const isTooLong = ({ from, until }: ReadWindow, pages: number): boolean =>
  pages > MOST_PAGES_OF_WINDOW && until - from > SHORTEST * SECOND;
