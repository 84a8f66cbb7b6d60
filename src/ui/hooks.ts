import { useEffect, useState, useSyncExternalStore } from 'react';

/** A value once it hasn't changed for so many milliseconds. */
export function useDebounced<T>(value: T, ms = 300): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}

/** Screens at least this wide show the rail and full tables; narrower ones the bottom navigation. */
export const MEDIUM = '(min-width: 960px)';

/** Whether a media query matches, kept up to date. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}

export const useIsMedium = () => useMediaQuery(MEDIUM);

const followConnection = (onChange: () => void) => {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
};

/** Whether the browser has a connection, kept up to date. */
export const useIsOnline = (): boolean => useSyncExternalStore(followConnection, () => navigator.onLine);
