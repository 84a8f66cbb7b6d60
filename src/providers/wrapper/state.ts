import { create } from 'zustand';

type Scan = { text: string; scope: string | null };

type WrapperState = {
  /** The tokens both have, as they were exchanged last. */
  accessToken: string | null;
  refreshToken: string | null;
  /** What was scanned last: another object with every scan. */
  scanResult: Scan | null;
  /** The field that asked for scans last. */
  scanScope: string | null;
};

/** What the page knows of the mobile app around it. */
const useWrapperState = create<WrapperState>(() => ({
  accessToken: null,
  refreshToken: null,
  scanResult: null,
  scanScope: null,
}));
export const wrapperState = useWrapperState.getState;
export const setWrapperState = useWrapperState.setState;

/** Hears each scan for a field, however many come at once; returns the unsubscribe function. */
export const onScan = (scope: string, take: (text: string) => void): (() => void) =>
  useWrapperState.subscribe(({ scanResult: scan }, { scanResult: before }) => {
    if (scan !== null && scan !== before && scan.scope === scope) take(scan.text);
  });
