import { z } from 'zod';
import type { InventoryMode, ProductStatus } from '../catalogue/vocabulary';
import { RowId } from '../contract/endpoint';
import { StockLevelSchema } from '../money';
import { ReservingOrder } from './packages/package-story';

/** Most shortages and, of each, most orders that are named. */
export const MOST_SHORTAGES = 100;

/** Products that never run short: they don't run out, or are sold before they are there. */
export const NEVER_SHORT = {
  modes: ['UNLIMITED'] satisfies InventoryMode[],
  statuses: ['BACKORDER'] satisfies ProductStatus[],
};

/** A product promised to orders beyond what is on hand, as after a package was held, split off or failed its test. */
export const Shortage = z.strictObject({
  productId: RowId,
  name: z.string(),
  unitOfMeasure: z.string(),
  quantity: StockLevelSchema,
  reserved: StockLevelSchema,
  /** How much is missing. */
  missing: StockLevelSchema,
  /** The orders that rely on it and that the reader sees, newest first; the others are counted. */
  orders: z.array(ReservingOrder),
  orderCount: z.number().int().nonnegative(),
});
export type Shortage = z.infer<typeof Shortage>;
