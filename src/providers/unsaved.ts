import { useEffect, useId } from 'react';
import { create } from 'zustand';

/** Whatever on screen holds something typed that is not saved yet. */
const useHolders = create<readonly string[]>(() => []);

/** Counts the caller among what would be lost, while `isUnsaved`. */
export function useUnsaved(isUnsaved: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!isUnsaved) return;
    useHolders.setState((holders) => [...holders, id], true);
    return () => useHolders.setState((holders) => holders.filter((holder) => holder !== id), true);
  }, [id, isUnsaved]);
}

/** Whether anything on screen would be lost by leaving. */
export const hasUnsaved = (): boolean => useHolders.getState().length > 0;

export function useHasUnsaved(): boolean {
  return useHolders((holders) => holders.length > 0);
}
