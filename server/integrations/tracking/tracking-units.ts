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

/** A unit of the tracking system, by its name or abbreviation in any case. */
export const outsideUnit = z.string('It has no unit').transform((given, context): TrackingUnit => {
  const name = given.trim().toLowerCase();
  const found = (Object.keys(TRACKING_UNITS) as TrackingUnit[]).find(
    (one) => name === one || name === UNIT_NAMES[one].toLowerCase(),
  );
  if (found) return found;
  context.addIssue({ code: 'custom', message: `“${given.slice(0, 40)}” is no unit we know` });
  return z.NEVER;
});
