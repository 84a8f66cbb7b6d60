import { z } from 'zod';
import { EnteredInstant, get, Id, IdParams, Instant, page, whole } from '../../contract/endpoint';
import { seesOrders } from '../sees-orders';
import { OrderStatusSchema } from '../status';

const Change = z.strictObject({
  /** Tells entries of an order apart. */
  key: z.string(),
  at: Instant,
  by: z.string(),
  /** The support person acting for them. */
  bySupport: z.string().nullable(),
  /** The status it was given, and why. */
  status: OrderStatusSchema.nullable(),
  reason: z.string().nullable(),
  changes: z.array(z.strictObject({ field: z.string(), before: z.string(), after: z.string() })),
});
export type OrderChange = z.infer<typeof Change>;

const LineText = z.strictObject({ product: z.string(), quantity: z.string(), price: z.string(), more: z.string() });

/** A part of an order as it was and as it is; null where it wasn't there. */
const wasAndIs = <S extends z.ZodType>(side: S) => ({ was: side.nullable(), is: side.nullable() });

/** Each change of an order, and the order as it was. */
export const orderHistory = {
  changes: get('/seller/orders/:id/changes', {
    summary: 'Every change of a sales order, newest first',
    params: IdParams,
    query: z.object({
      page: whole(z.number().int().min(0).max(1000)).default(0),
      itemsPerPage: whole(z.number().int().min(25).max(250)).default(25),
    }),
    returns: page(Change),
    requires: seesOrders,
  }),
  asOf: get('/seller/orders/:id/as-of', {
    summary: 'A sales order as it was at some time, beside what it is now',
    params: z.object({ id: Id }),
    query: z.object({ at: EnteredInstant }),
    returns: z.strictObject({
      at: Instant,
      status: z.strictObject(wasAndIs(z.string())),
      paid: z.strictObject(wasAndIs(z.string())),
      fields: z.array(z.strictObject({ field: z.string(), ...wasAndIs(z.string()) })),
      lines: z.array(z.strictObject({ id: z.string(), ...wasAndIs(LineText) })),
    }),
    requires: seesOrders,
  }),
};
