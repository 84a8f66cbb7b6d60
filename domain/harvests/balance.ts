import { sumInUnit } from '../catalogue/units/convert-units';
import type { TrackingUnit } from '../catalogue/units/tracking-units';
import { compare, formatAmount, type Numeric, type Quantity, subtract, sum } from '../money';
import type { HarvestBalance, HarvestState, SentState } from './harvest';

/** A weight of a harvest and how it goes to the tracking system: one record’s, or several alike together. */
export type Weighed = { quantity: Numeric; unit: TrackingUnit; state: SentState };

/** All that was weighed of a harvest; `packaged` is what went into packages from this harvest alone. */
export type HarvestWeights = { plants: readonly Weighed[]; packaged: readonly Weighed[]; waste: readonly Weighed[] };

/** What others changed of a harvest at the tracking system, in its unit; less than 0 where they took away. */
export type OutsideWeights = Record<keyof HarvestWeights, Numeric>;

/** All that was weighed, with what others changed, which the tracking system has. */
export function withOutside(weights: HarvestWeights, outside: OutsideWeights, unit: TrackingUnit): HarvestWeights {
  const more = (of: keyof HarvestWeights) => [...weights[of], { quantity: outside[of], unit, state: 'SENT' as const }];
  return { plants: more('plants'), packaged: more('packaged'), waste: more('waste') };
}

/** What the tracking system must have of a harvest, in its unit: all that was sent and not taken back. */
export function sentWeights(weights: HarvestWeights, unit: TrackingUnit): Record<keyof HarvestWeights, Quantity> {
  const sent = (of: keyof HarvestWeights) =>
    sumInUnit(
      weights[of].filter(({ state }) => state === 'SENT'),
      unit,
    );
  return { plants: sent('plants'), packaged: sent('packaged'), waste: sent('waste') };
}

const counts = ({ state }: Weighed) => state !== 'REFUSED';
const stays = ({ state }: Weighed) => state !== 'REFUSED' && state !== 'UNDONE';

/**
 * Where a harvest’s weight is, in its unit, each rounded down to 4 decimals: what was refused isn’t there, plants that were
 * put back are restored, and what is left when it is finished is moisture.
 */
export function balanceOf(
  { plants, packaged, waste }: HarvestWeights,
  { unit, state }: { unit: TrackingUnit; state: HarvestState },
): HarvestBalance {
  const wet = sumInUnit(plants.filter(counts), unit);
  const restored = sumInUnit(
    plants.filter((one) => one.state === 'UNDONE'),
    unit,
  );
  const [wasted, packed] = [sumInUnit(waste.filter(stays), unit), sumInUnit(packaged.filter(stays), unit)];
  const left = subtract(wet, sum([wasted, packed, restored]));
  const isFinished = state === 'FINISHED';
  return {
    wet,
    waste: wasted,
    packaged: packed,
    restored,
    current: isFinished ? '0' : left,
    moisture: isFinished ? left : '0',
  };
}

/** Why a weight can’t be taken of a harvest; null when there is enough. `more` is in the harvest’s unit. */
export function whyTooMuch({ current }: Pick<HarvestBalance, 'current'>, more: Numeric, unit: TrackingUnit) {
  if (compare(more, current) <= 0) return null;
  return `Only ${formatAmount(compare(current, 0) > 0 ? current : 0)} ${unit} left in this harvest`;
}

/** A weight in a harvest’s unit, rounded down to 4 decimals. */
export const weightIn = (quantity: Numeric, from: TrackingUnit, unit: TrackingUnit): Quantity =>
  sumInUnit([{ quantity, unit: from }], unit);
