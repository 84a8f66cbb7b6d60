/** What is told of a watched license: that it lapses soon, that it did, what its register says, or that it left the directory. */
export const WATCH_STEPS = ['60', '30', '7', 'LAPSED', 'SUSPENDED', 'REVOKED', 'SURRENDERED', 'GONE'] as const;
export type WatchStep = (typeof WATCH_STEPS)[number];
