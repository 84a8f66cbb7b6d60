import { z } from 'zod';
import { get, Id, IdParams, RowId } from '../../contract/endpoint';
import { changesOrders } from '../contract';
import { seesOrders } from '../sees-orders';

export const Mentionable = z.strictObject({ id: RowId, displayName: z.string(), email: z.string() });
export type Mentionable = z.infer<typeof Mentionable>;

/** Naming colleagues in an order's comments. Apart, so that the list doesn't load its schemas. */
export const orderMentions = {
  people: get('/seller/orders/:id/comments/people', {
    summary: 'Colleagues a comment on the order can mention: those who can see it',
    params: IdParams,
    returns: z.array(Mentionable),
    requires: changesOrders,
    byKey: false,
  }),
  get: get('/order-mentions/:commentId', {
    summary: 'A comment that mentions the caller, for the notice of it',
    params: z.object({ commentId: Id }),
    returns: z.strictObject({
      order: z.strictObject({ id: RowId, orderNumber: z.string() }),
      author: z.string(),
      comment: z.string(),
    }),
    requires: seesOrders,
    byKey: false,
  }),
};
