import { z } from 'zod';
import { read } from '../access/ability';
import { Day, get, Id } from '../contract/endpoint';

const OrderParams = z.object({ orderId: Id });

/** What a buyer reads of an order besides it. Apart, so that the list doesn’t load its schemas. */
export const purchaseActs = {
  expectedDelivery: get('/buyer-orders/:orderId/expected-delivery', {
    summary: 'When a purchase order is expected, and what that is based on',
    params: OrderParams,
    returns: z.strictObject({ day: Day.nullable(), reason: z.string() }),
    days: 'reader',
    requires: read('PURCHASE_ORDERS'),
  }),
};
