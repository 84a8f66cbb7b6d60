import { z } from 'zod';
import { TRACKING_UNITS, type TrackingUnit } from '../../../domain/catalogue/units/tracking-units';

/** Its units by its names for them. */
export const UNIT_NAMES: Record<TrackingUnit, string> = {
  ea: 'Each',
  g: 'Grams',
  kg: 'Kilograms',
  lb: 'Pounds',
  oz: 'Ounces',
  mg: 'Milligrams',
  gal: 'Gallons',
  pt: 'Pints',
  qt: 'Quarts',
  'fl oz': 'Fluid Ounces',
  l: 'Liters',
  ml: 'Milliliters',
};

/** Text of the tracking system; null when there is none. */
export const outsideText = z
  .string()
  .nullish()
  .transform((text) => text?.trim() || null);

/** A unit of the tracking system, by its name or abbreviation. */
export const outsideUnit = z.string().transform((name, context): TrackingUnit => {
  const found = (Object.keys(TRACKING_UNITS) as TrackingUnit[]).find((one) => name === one || name === UNIT_NAMES[one]);
  if (found) return found;
  context.addIssue({ code: 'custom', message: `${name} is no unit we know` });
  return z.NEVER;
});
