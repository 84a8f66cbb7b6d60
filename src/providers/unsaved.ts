import { useEffect, useRef } from 'react';
import { create } from 'zustand';

export type UnsavedOptions = {
  /** Called when the person discards it. */
  drop?: (() => void) | undefined;
  /** Whether going there loses it, even though the page stays; leaving the page always does. */
  loses?: ((from: URLSearchParams, to: URLSearchParams) => boolean) | undefined;
};

type Holder = { drop: () => void; loses: (from: URLSearchParams, to: URLSearchParams) => boolean };

/** All unsaved input on screen. */
const useHolders = create<readonly Holder[]>(() => []);

/** Registers the caller's unsaved input while `isUnsaved`; the shell asks before it is lost. */
export function useUnsaved(isUnsaved: boolean, options: UnsavedOptions = {}): void {
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    if (!isUnsaved) return;
    const holder: Holder = {
      drop: () => latest.current.drop?.(),
      loses: (from, to) => latest.current.loses?.(from, to) ?? false,
    };
    useHolders.setState((holders) => [...holders, holder], true);
    return () => useHolders.setState((holders) => holders.filter((other) => other !== holder), true);
  }, [isUnsaved]);
}

/** Whether leaving would lose anything on screen. */
export const hasUnsaved = (): boolean => useHolders.getState().length > 0;

/** Whether another address of the same page would lose anything. */
export function losesUnsaved(from: URLSearchParams, to: URLSearchParams): boolean {
  return useHolders.getState().some(({ loses }) => loses(from, to));
}

/** The person discards all of it. */
export function dropUnsaved(): void {
  for (const { drop } of useHolders.getState()) drop();
}

export function useHasUnsaved(): boolean {
  return useHolders((holders) => holders.length > 0);
}
