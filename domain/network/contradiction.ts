import { convertUnits } from '../catalogue/units/convert-units';
import type { TrackingUnit } from '../catalogue/units/tracking-units';
import { formatAmount, subtract } from '../money';

/** An amount of a package, as one of two organizations knows it. */
export type KnownAmount = { quantity: string; unit: TrackingUnit };

/** What scales and rounding differ by, as a share of what was received. */
const NEGLIGIBLE = 0.001;

/**
 * How what a holder says of a tag differs from the last receipt of it that one’s own organization knows. Less may well be the
 * holder’s own use, which is theirs to know; more, or another unit, can’t follow from the receipt.
 */
export type Contradiction = 'LESS' | 'MORE' | 'UNIT';

export const CONTRADICTIONS: Record<Contradiction, string> = {
  LESS: 'Less than received',
  MORE: 'More than received',
  UNIT: 'Another unit',
};

/** Whether a difference can’t be the holder’s own use. */
export const isInexplicable = (found: Contradiction): boolean => found !== 'LESS';

/** Where the two differ; null where they agree, nothing was received, or the package is one’s own. */
export function contradictionOf(
  held: KnownAmount & { isOurs: boolean },
  received: KnownAmount | null,
): Contradiction | null {
  if (received === null || held.isOurs) return null;
  const there = convertUnits(held.quantity, held.unit, received.unit);
  if (there === null) return 'UNIT';
  const more = Number(subtract(there, received.quantity));
  if (Math.abs(more) <= Number(received.quantity) * NEGLIGIBLE) return null;
  return more > 0 ? 'MORE' : 'LESS';
}

/** The same in words, with both figures. */
export function contradictionText(found: Contradiction, held: KnownAmount, received: KnownAmount): string {
  const both = `The holder says ${formatAmount(held.quantity)} ${held.unit}, the last receipt you know of says ${formatAmount(received.quantity)} ${received.unit}.`;
  return isInexplicable(found) ? both : `${both} They may have used the rest.`;
}
