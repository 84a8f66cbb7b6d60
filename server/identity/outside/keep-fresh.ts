type Ages = {
  /** Read again behind the scenes once older than this. */
  readonly freshMs: number;
  /** Not used anymore once older than this. */
  readonly usableMs: number;
  /** Behind the scenes, tried again at most this often. */
  readonly pauseMs: number;
};

/** Something read from elsewhere, kept so that nobody waits for it, nor notices while it can't be read. */
export function keepFresh<T>(read: () => Promise<T>, { freshMs, usableMs, pauseMs }: Ages) {
  let kept: { value: T; at: number } | undefined;
  let reading: Promise<T> | undefined;
  let triedAt = 0;

  const readAgain = (): Promise<T> => {
    triedAt = Date.now();
    reading ??= read()
      .then((value) => {
        kept = { value, at: Date.now() };
        return value;
      })
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  const ageMs = () => (kept === undefined ? Number.POSITIVE_INFINITY : Date.now() - kept.at);

  return {
    /** As last read, however long the other side has been silent. Raises what reading does if there is nothing usable. */
    async current(): Promise<T> {
      if (kept === undefined || ageMs() > usableMs) return readAgain();
      if (ageMs() > freshMs && Date.now() - triedAt > pauseMs) readAgain().catch(() => {});
      return kept.value;
    },
    /** As it was within the last `withinMs`. Raises what reading does. */
    async recent(withinMs: number): Promise<T> {
      return kept !== undefined && ageMs() <= withinMs ? kept.value : readAgain();
    },
  };
}
