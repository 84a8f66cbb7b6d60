import { useEffect, useRef } from 'react';
import { create } from 'zustand';

export type UnsavedOptions = {
  /** Called when the person gives it up. */
  drop?: (() => void) | undefined;
  /** Whether going there loses it, although the page stays the same; any other page does. */
  loses?: ((from: URLSearchParams, to: URLSearchParams) => boolean) | undefined;
};

type Holder = { drop: () => void; loses: (from: URLSearchParams, to: URLSearchParams) => boolean };

/** Whatever on screen was typed and is not saved yet. */
const useHolders = create<readonly Holder[]>(() => []);

/** Counts the caller among what would be lost, while `isUnsaved`; the shell asks before it is. */
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

/** Whether anything on screen would be lost by leaving. */
export const hasUnsaved = (): boolean => useHolders.getState().length > 0;

/** Whether anything would be lost by another address of the same page. */
export function losesUnsaved(from: URLSearchParams, to: URLSearchParams): boolean {
  return useHolders.getState().some(({ loses }) => loses(from, to));
}

/** The person gives up all of it. */
export function dropUnsaved(): void {
  for (const { drop } of useHolders.getState()) drop();
}

export function useHasUnsaved(): boolean {
  return useHolders((holders) => holders.length > 0);
}
