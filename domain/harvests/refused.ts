import { counted, listed } from '../text';
import type { HarvestState } from './harvest';

/** What the tracking system refused of a harvest, and nobody did anything about since. */
export type RefusedOf = {
  /** Records it didn’t take. */
  plants: number;
  packages: number;
  waste: number;
  /** Records that it has and didn’t take back. */
  kept: number;
  /** Whether it refused the harvest’s end, or to reopen it. */
  end: boolean;
};

/**
 * What of it is still to be put right. Nothing is of a finished harvest’s records, which can’t be changed anymore; only that
 * it couldn’t be reopened.
 */
export function leftOf(state: HarvestState, refused: RefusedOf): RefusedOf {
  return state === 'FINISHED' ? { plants: 0, packages: 0, waste: 0, kept: 0, end: refused.end } : refused;
}

export const isAnyRefused = ({ plants, packages, waste, kept, end }: RefusedOf): boolean =>
  plants + packages + waste + kept > 0 || end;

/** What it refused, in a sentence; of what was put right since only that it did. */
export function refusedText(state: HarvestState, { plants, packages, waste, kept, end }: RefusedOf): string {
  const parts = [
    plants > 0 && counted(plants, 'plant'),
    packages > 0 && counted(packages, 'package'),
    waste > 0 && counted(waste, 'record of waste', 'records of waste'),
    kept > 0 && counted(kept, 'correction'),
    end && (state === 'FINISHED' ? 'to reopen it' : 'to finish it'),
  ].filter((part) => part !== false);
  return `The tracking system refused ${parts.length === 0 ? 'some of it' : listed(parts)}.`;
}
