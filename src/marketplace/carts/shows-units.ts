import { create } from 'zustand';

/** Under which name this browser keeps it, for the first paint; the platform keeps it for all of a person's devices. */
const KEPT = 'SHOWS_UNITS';

const useKept = create<boolean>(() => localStorage.getItem(KEPT) === 'true');

/** Whether case-sold products are read in units. */
export const useShowsUnits = (): boolean => useKept();

/** Shows them so from now on, in this browser. */
export function keepShowsUnits(showsUnits: boolean): void {
  localStorage.setItem(KEPT, String(showsUnits));
  useKept.setState(showsUnits, true);
}
