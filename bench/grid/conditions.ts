export const VIEWPORT = { width: 1440, height: 900 };
export const ROUNDS = 3;
/** Rows selected one by one in a round. */
export const CLICKS = 7;
/** Pixels a second, and for how long. */
export const SLOW_PX = 600;
export const FAST_PX = 20_000;
export const SCROLL_SECONDS = 1.5;
