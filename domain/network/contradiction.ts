import { convertUnits } from '../catalogue/units/convert-units';
import type { TrackingUnit } from '../catalogue/units/tracking-units';
import { formatAmount, subtract } from '../money';

/** An amount of a package, as one of two organizations knows it. */
export type KnownAmount = { quantity: string; unit: TrackingUnit };

/** What scales and rounding differ by, as a share of what was received. */
const NEGLIGIBLE = 0.001;

/**
 * How what a holder says of a tag can’t follow from the last receipt of it that one’s own organization knows. Less than was received is
 * none: whoever holds a package may use it, sell from it or split it, and what they did is theirs to know.
 */
export type Contradiction = 'MORE' | 'UNIT';

export const CONTRADICTIONS: Record<Contradiction, string> = {
  MORE: 'More than received',
  UNIT: 'Another unit',
};

/** What can’t be explained by the holder’s own use; null where all can, nothing was received, or the package is one’s own. */
export function contradictionOf(
  held: KnownAmount & { isOurs: boolean },
  received: KnownAmount | null,
): Contradiction | null {
  if (received === null || held.isOurs) return null;
  const there = convertUnits(held.quantity, held.unit, received.unit);
  if (there === null) return 'UNIT';
  const more = Number(subtract(there, received.quantity));
  return more > Number(received.quantity) * NEGLIGIBLE ? 'MORE' : null;
}

/** The same in words, with both figures. */
export const contradictionText = (held: KnownAmount, received: KnownAmount): string =>
  `The holder says ${formatAmount(held.quantity)} ${held.unit}, the last receipt you know of says ${formatAmount(received.quantity)} ${received.unit}.`;
