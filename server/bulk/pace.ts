/** Most rows in one transaction. */
const MOST = 250;
/** A transaction shorter than this may take more rows; one longer than that takes fewer, so that stopping is prompt. */
const SHORT_MS = 150;
const LONG_MS = 500;
const GROWTH = 4;

/** How many rows the next transaction takes, by how long the last ones took. */
export interface Pace {
  size: () => number;
  took: (rows: number, ms: number) => void;
  /** Does the next rows one by one, after they couldn’t be done together. */
  takeApart: (rows: number) => void;
}

/** Begins with one row, so that the first result is there at once. */
export function openPace(): Pace {
  let together = 1;
  let apart = 0;
  return {
    size: () => (apart > 0 ? 1 : together),
    took: (rows, ms) => {
      if (apart > 0) apart -= rows;
      else if (ms > LONG_MS) together = Math.max(1, Math.floor(together / 2));
      else if (ms < SHORT_MS) together = Math.min(MOST, together * GROWTH);
    },
    takeApart: (rows) => {
      apart = rows;
    },
  };
}
