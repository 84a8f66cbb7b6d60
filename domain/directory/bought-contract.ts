import { z } from 'zod';
import { read } from '../access/ability';
import { get, Id, Instant, RowId } from '../contract/endpoint';
import { MoneySchema, QuantitySchema } from '../money';

/** Most purchases of a product that are told. */
export const MOST_BOUGHT = 5;

const Purchase = z.strictObject({
  order: z.strictObject({ id: RowId, orderNumber: z.string() }),
  placed: Instant,
  quantity: QuantitySchema,
  unitOfMeasure: z.string(),
  /** What one came to then, in dollars. */
  unitPrice: MoneySchema,
});
export type Purchase = z.infer<typeof Purchase>;

/** What the caller bought before. */
export const boughtBefore = {
  product: get('/brands/:id/products/:productId/bought', {
    summary: 'The caller’s latest purchases of a product of a menu, and at what prices',
    params: z.object({ id: Id, productId: Id }),
    returns: z.array(Purchase),
    requires: read('PURCHASE_ORDERS'),
  }),
};
