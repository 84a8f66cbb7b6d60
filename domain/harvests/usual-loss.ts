import { z } from 'zod';
import type { HarvestBalance } from './harvest';

/** Of fewer finished harvests nothing is usual. */
export const LEAST_FINISHED = 3;
/** How many finished harvests count, the latest. */
export const MOST_FINISHED = 20;

const Percent = z.number().min(0).max(100);
/** Shares of the wet weight, in percent with a decimal: the middle one, and between which two the middle half lies. */
const Share = z.strictObject({ middle: Percent, low: Percent, high: Percent });
type Share = z.infer<typeof Share>;

/** What a strain's finished harvests lost. */
export const UsualLoss = z.strictObject({
  /** How many there are. */
  harvests: z.number().int().nonnegative(),
  /** Null of fewer than `LEAST_FINISHED`. */
  usual: z.strictObject({ moisture: Share, waste: Share }).nullable(),
});
export type UsualLoss = z.infer<typeof UsualLoss>;

type Finished = Pick<HarvestBalance, 'wet' | 'moisture' | 'waste' | 'restored'>;

/** What was harvested for good: plants that went back to flowering lost nothing here. */
const kept = ({ wet, restored }: Pick<Finished, 'wet' | 'restored'>) => Number(wet) - Number(restored);

/** The share of a harvest's weight that a part of it is, in percent with a decimal; null while there is no weight. */
export function shareOf(balance: Pick<Finished, 'wet' | 'restored'>, part: string): number | null {
  const whole = kept(balance);
  return whole > 0 ? Math.min(100, Math.max(0, tenth((100 * Number(part)) / whole))) : null;
}

/** What finished harvests of a strain usually lost as moisture and waste. */
export function usualLossOf(finished: readonly Finished[]): UsualLoss {
  const weighed = finished.filter((one) => kept(one) > 0);
  const shares = (part: 'moisture' | 'waste') => middleOf(weighed.map((one) => shareOf(one, one[part]) ?? 0));
  return {
    harvests: weighed.length,
    usual: weighed.length < LEAST_FINISHED ? null : { moisture: shares('moisture'), waste: shares('waste') },
  };
}

const tenth = (percent: number) => Math.round(percent * 10) / 10;

function middleOf(shares: readonly number[]): Share {
  const sorted = shares.toSorted((a, b) => a - b);
  return {
    middle: tenth(quantile(sorted, 0.5)),
    low: tenth(quantile(sorted, 0.25)),
    high: tenth(quantile(sorted, 0.75)),
  };
}

/** Between the two nearest of sorted values, as far as the fraction lies between them. */
function quantile(sorted: readonly number[], fraction: number): number {
  const at = (sorted.length - 1) * fraction;
  const [below = 0, above = below] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return below + (above - below) * (at - Math.floor(at));
}
