import { divide, floor, multiply, type Numeric, type Quantity, sum } from '../../money';
import { UNITS, type Unit } from '../vocabulary';
import { TRACKING_UNITS, type TrackingUnit, type UnitMeasure } from './tracking-units';

/** An amount in a unit of the tracking system. */
export type Measured = { quantity: Numeric; unit: TrackingUnit };

/** A sum in a product's unit keeps this many decimals, as its amounts do; it is rounded down, never up. */
const SUM_DECIMALS = 4;

/** What a unit measures. */
export const measureOf = (unit: TrackingUnit): UnitMeasure => TRACKING_UNITS[unit].measures;

/** Every unit of a measure. */
export const unitsOf = (measure: UnitMeasure): TrackingUnit[] =>
  (Object.keys(TRACKING_UNITS) as TrackingUnit[]).filter((unit) => measureOf(unit) === measure);

/** The tracking system's unit of a product's stock. */
export const trackingUnitOf = (unitOfMeasure: string): TrackingUnit =>
  UNITS[unitOfMeasure as Unit]?.trackingUnit ?? UNITS.Unit.trackingUnit;

/** Every unit that measures what a product's stock is measured in. */
export const unitsLike = (unitOfMeasure: string): TrackingUnit[] => unitsOf(measureOf(trackingUnitOf(unitOfMeasure)));

/** What a product's mapped items, by their units, rule out for it, by field. */
export function mappedErrors(
  { unitOfMeasure, isParent }: { unitOfMeasure: string; isParent: boolean },
  itemUnits: readonly TrackingUnit[],
): { unitOfMeasure?: string; isParent?: string } {
  const kind = measureOf(trackingUnitOf(unitOfMeasure));
  const other = itemUnits.find((unit) => measureOf(unit) !== kind);
  return {
    ...(other && { unitOfMeasure: `Its mapped items are measured in ${other}. Remove them first.` }),
    ...(isParent &&
      itemUnits.length > 0 && {
        isParent: 'This product has mapped items. Remove them first: a parent isn’t sold itself.',
      }),
  };
}

/** An amount in another unit, exact to 60 digits; null across kinds of measure: grams are never units. */
export function convertUnits(quantity: Numeric, from: TrackingUnit, to: TrackingUnit): Quantity | null {
  if (measureOf(from) !== measureOf(to)) return null;
  return divide(multiply(quantity, TRACKING_UNITS[from].size), TRACKING_UNITS[to].size);
}

/** Units of size 1: sums in them are exact. */
const BASE_UNITS = { count: 'ea', weight: 'g', volume: 'ml' } as const satisfies Record<UnitMeasure, TrackingUnit>;

/**
 * The sum of amounts in one unit, rounded down to 4 decimals so that it never promises more than there is. Those of
 * another kind of measure have no part in it.
 */
export function sumInUnit(amounts: Iterable<Measured>, unit: TrackingUnit): Quantity {
  const base = BASE_UNITS[measureOf(unit)];
  const exact = sum([...amounts].flatMap(({ quantity, unit: own }) => convertUnits(quantity, own, base) ?? []));
  return floor(convertUnits(exact, base, unit) ?? '0', SUM_DECIMALS);
}
