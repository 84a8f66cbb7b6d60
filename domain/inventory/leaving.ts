import { z } from 'zod';
import { RowId } from '../contract/endpoint';
import { ReservingOrder } from './packages/package-story';

/** Most of them that are named. */
export const MOST_LEAVING = 200;

/**
 * What a fulfilled order still keeps of a product that follows the tracking system: it left here, but its packages are
 * still there. It ends when they fall there, or when a person says that it has left.
 */
export const Leaving = z.strictObject({
  productId: RowId,
  name: z.string(),
  unitOfMeasure: z.string(),
  order: ReservingOrder,
});
export type Leaving = z.infer<typeof Leaving>;
