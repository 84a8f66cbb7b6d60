import { z } from 'zod';
import { type Day, dayAsWritten, instantAsWritten } from '../../../domain/dates';
import { readMeasured, StockLevelSchema } from '../../../domain/money';
import { outsideText } from './tracking-units';

/** A whole number of the tracking system, which some write as text. */
export const outsideId = z
  .union([z.number(), z.string().trim().regex(/^\d+$/).transform(Number)])
  .pipe(z.number().int().nonnegative());

/** The same where there may be none. */
export const outsideIdOrNone = outsideId
  .nullish()
  .transform((id) => id ?? null)
  .catch(null);

/** Yes or no, which some write as text; nothing means no. */
export const outsideFlag = z
  .unknown()
  .optional()
  .transform((is) => is === true || (typeof is === 'string' && /^true$/i.test(is.trim())));

/** The tags in a text that names several; none in anything else. */
export const outsideTags = outsideText
  .catch(null)
  .transform((text) => (text ?? '').split(/\s*,\s*/).filter((tag) => tag !== ''));

/** A calendar day of the tracking system, as it stands there; null where it writes none, or what isn't a day. */
export const outsideDay = z
  .unknown()
  .optional()
  .transform((text): Day | null => (typeof text === 'string' ? dayAsWritten(text) : null));

/** An instant of the tracking system; one without an offset is of a clock in `timeZone`. Null where it writes none. */
export const outsideInstant = (timeZone: string) =>
  z
    .unknown()
    .optional()
    .transform((text): Date | null => (typeof text === 'string' ? instantAsWritten(text, timeZone) : null));

/** What the tracking system measured, in at most six decimals. */
export const outsideAmount = z.union([z.number(), z.string()], 'It has no number').transform((given, context) => {
  const amount = readMeasured(given);
  if (amount !== null && StockLevelSchema.safeParse(amount).success) return amount;
  context.addIssue({ code: 'custom', message: `“${String(given).slice(0, 40)}” is no quantity` });
  return z.NEVER;
});
