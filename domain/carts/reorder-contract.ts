import { z } from 'zod';
import { read } from '../access/ability';
import { Id, RowId, search } from '../contract/endpoint';
import { MoneySchema, QuantitySchema } from '../money';

const ReorderLine = z.strictObject({
  productId: RowId,
  productName: z.string(),
  sku: z.string(),
  /** To add, in the unit the product is entered in now. */
  quantity: QuantitySchema,
  unitOfMeasure: z.string(),
  /** What the cart has of it already, and what it gets with this. */
  inCart: QuantitySchema,
  total: QuantitySchema,
  /** What this quantity came to then and comes to now, in dollars; null where it isn't sold now. */
  before: MoneySchema,
  after: MoneySchema.nullable(),
  /** Why it can't be added; null if it can. */
  problem: z.string().nullable(),
});

/** Buying an order again; what is wanted is then put in the cart as any other items. */
export const reorders = {
  preview: search('/buyer-orders/:orderId/reorder', {
    summary: 'What buying a purchase order again would put in the cart, with what differs; nothing is saved',
    params: z.object({ orderId: Id }),
    body: z.object({}),
    returns: z.strictObject({
      buyerCompanyId: RowId,
      buyerLicenseId: RowId,
      sellerCompanyId: RowId,
      sellerName: z.string(),
      lines: z.array(ReorderLine),
    }),
    refuses: ['CONFLICT'],
    requires: read('PURCHASE_ORDERS'),
  }),
};
