import { useEffect, useId, useSyncExternalStore } from 'react';
import { listeners } from './listeners';

/** Whatever on screen holds something typed that is not saved yet. */
const holders = new Set<string>();
const changes = listeners<void>();

/** Counts the caller among what would be lost, while `isUnsaved`. */
export function useUnsaved(isUnsaved: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!isUnsaved) return;
    holders.add(id);
    changes.emit();
    return () => {
      holders.delete(id);
      changes.emit();
    };
  }, [id, isUnsaved]);
}

/** Whether anything on screen would be lost by leaving. */
export const hasUnsaved = (): boolean => holders.size > 0;

export function useHasUnsaved(): boolean {
  return useSyncExternalStore(changes.on, hasUnsaved);
}
