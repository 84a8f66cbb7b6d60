import { z } from 'zod';
import { read } from '../access/ability';
import { Id, RowId, search } from '../contract/endpoint';
import { MoneySchema } from '../money';
import { FillLine } from './fill-contract';

/** A line to put in the cart again; `before` is what this quantity came to then, in dollars. */
const ReorderLine = FillLine.extend({ productId: RowId, before: MoneySchema });

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
