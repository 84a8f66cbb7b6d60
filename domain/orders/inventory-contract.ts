import { z } from 'zod';
import { get, Id, RowId } from '../contract/endpoint';
import { QuantitySchema } from '../money';
import { seesOrders } from './sees-orders';

/** An order's stock. Apart, so that the list doesn't load its schemas. */
export const orderInventory = {
  get: get('/leaflink/orders/:n/inventory', {
    summary: 'What an order’s lines need and what it can have of each product now, in base units',
    params: z.object({ n: Id }),
    returns: z.array(
      z.strictObject({
        productId: RowId,
        productName: z.string(),
        unit: z.string(),
        needed: QuantitySchema,
        available: QuantitySchema.nullable(),
        short: QuantitySchema,
      }),
    ),
    requires: seesOrders,
  }),
};
