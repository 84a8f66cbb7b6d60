import { z } from 'zod';
import { read, write } from '../../access/ability';
import { get, IdParams, post, RowId } from '../../contract/endpoint';
import { MoneySchema, PriceSchema } from '../../money';
import { Payment } from '../order';

/** Money of a customer that another of its orders can be paid with. */
export const orderCredit = {
  get: get('/seller/orders/:id/credit', {
    summary: 'What an order’s customer paid too much on its other orders, oldest first',
    params: IdParams,
    returns: z.strictObject({
      creditUsd: MoneySchema,
      sources: z.array(z.strictObject({ id: RowId, orderNumber: z.string(), creditUsd: MoneySchema })),
    }),
    requires: read('ORDER_PAYMENTS'),
  }),
  apply: post('/seller/orders/:id/credit', {
    summary: 'Apply credit to an order; from the customer’s oldest order on',
    params: IdParams,
    body: z.object({ amount: PriceSchema.refine((amount) => Number(amount) > 0, 'Must be greater than 0') }),
    returns: z.array(Payment),
    refuses: ['CONFLICT'],
    requires: write('ORDER_PAYMENTS'),
    audit: 'payment',
    idempotent: true,
  }),
};
