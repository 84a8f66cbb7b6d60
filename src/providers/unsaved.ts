import { useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { listeners } from './listeners';

export type UnsavedOptions = {
  /** Called when the person gives it up. */
  drop?: (() => void) | undefined;
  /** Whether going there loses it, although the page stays the same; any other page does. */
  loses?: ((from: URLSearchParams, to: URLSearchParams) => boolean) | undefined;
};

/** Whatever on screen was typed and is not saved yet. */
const holders = new Map<string, UnsavedOptions>();
const changes = listeners<void>();

/** Counts the caller among what would be lost, while `isUnsaved`; the shell asks before it is. */
export function useUnsaved(isUnsaved: boolean, options: UnsavedOptions = {}): void {
  const id = useId();
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    if (!isUnsaved) return;
    holders.set(id, {
      drop: () => latest.current.drop?.(),
      loses: (from, to) => latest.current.loses?.(from, to) ?? false,
    });
    changes.emit();
    return () => {
      holders.delete(id);
      changes.emit();
    };
  }, [id, isUnsaved]);
}

/** Whether anything on screen would be lost by leaving. */
export const hasUnsaved = (): boolean => holders.size > 0;

/** Whether anything would be lost by another address of the same page. */
export function losesUnsaved(from: URLSearchParams, to: URLSearchParams): boolean {
  return [...holders.values()].some(({ loses }) => loses?.(from, to));
}

/** The person gives up all of it. */
export function dropUnsaved(): void {
  for (const { drop } of [...holders.values()]) drop?.();
}

export function useHasUnsaved(): boolean {
  return useSyncExternalStore(changes.on, hasUnsaved);
}
