import { z } from 'zod';
import { QuantitySchema, StockLevelSchema } from '../../money';

/** What a quantity may be, in the unit of entry; null where nothing limits it. */
export const QuantityRules = z.strictObject({
  unitOfMeasure: z.string(),
  minimum: QuantitySchema.nullable(),
  maximum: QuantitySchema,
  /** What is left for it, and at least what the order has; null when stock doesn't limit it. */
  available: StockLevelSchema.nullable(),
  decimals: z.number().int().nonnegative(),
  /** An archived product's quantity stays as it is. */
  isFixed: z.boolean(),
});
export type QuantityRules = z.infer<typeof QuantityRules>;
