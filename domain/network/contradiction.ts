import { convertUnits } from '../catalogue/units/convert-units';
import type { TrackingUnit } from '../catalogue/units/tracking-units';
import { compare, formatAmount, subtract } from '../money';

/** An amount of a package, as one of two organizations knows it. */
export type KnownAmount = { quantity: string; unit: TrackingUnit };

/** Less than this share of what was received is what scales and rounding differ by. */
const NEGLIGIBLE = 0.001;

/** How what a holder says of a tag differs from the last receipt of it that one’s own organization knows. */
export type Contradiction = 'LESS' | 'MORE' | 'UNIT';

export const CONTRADICTIONS: Record<Contradiction, string> = {
  LESS: 'Less than received',
  MORE: 'More than received',
  UNIT: 'Another unit',
};

/** Where the two differ; null where they agree, or nothing was received. */
export function contradictionOf(held: KnownAmount, received: KnownAmount | null): Contradiction | null {
  if (received === null) return null;
  const there = convertUnits(held.quantity, held.unit, received.unit);
  if (there === null) return 'UNIT';
  const difference = Number(subtract(there, received.quantity));
  if (Math.abs(difference) <= Number(received.quantity) * NEGLIGIBLE) return null;
  return compare(there, received.quantity) < 0 ? 'LESS' : 'MORE';
}

/** The same in words, with both figures. */
export const contradictionText = (held: KnownAmount, received: KnownAmount): string =>
  `The holder says ${formatAmount(held.quantity)} ${held.unit}, the last receipt you know of says ${formatAmount(received.quantity)} ${received.unit}.`;
