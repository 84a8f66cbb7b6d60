import { useCallback, useRef } from 'react';

/** A function with a stable identity that always runs the latest one given. */
export function useStable<Args extends unknown[], Result>(
  latest: (...args: Args) => Result,
): (...args: Args) => Result {
  const ref = useRef(latest);
  ref.current = latest;
  return useCallback((...args: Args) => ref.current(...args), []);
}
