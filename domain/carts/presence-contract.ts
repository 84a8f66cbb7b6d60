import { z } from 'zod';
import { read } from '../access/ability';
import { get, Id, IdParams, post, RowId } from '../contract/endpoint';
import { MoneySchema } from '../money';

/** How often a page with carts says that it is open. */
export const PRESENCE_EVERY_MS = 15_000;
/** A page that hasn't said so for this long is closed or offline. */
export const PRESENCE_LASTS_MS = 35_000;

/** A colleague who has carts open: which, and the line they are changing. */
export const CartViewer = z.strictObject({
  userId: z.uuid(),
  name: z.string(),
  imageUri: z.string().nullable(),
  cartIds: z.array(RowId),
  lineId: RowId.nullable(),
});
export type CartViewer = z.infer<typeof CartViewer>;

const CartOutcome = z.strictObject({
  /** The order the cart became; null while it is a cart. */
  order: z
    .strictObject({
      id: RowId,
      orderNumber: z.string(),
      totalUsd: MoneySchema,
      sellerName: z.string(),
      /** Who placed it. */
      by: z.string(),
      isOwn: z.boolean(),
    })
    .nullable(),
});
export type CartOutcome = z.infer<typeof CartOutcome>;

const requires = read('PURCHASE_ORDERS');

/** What colleagues see of one another in the carts of their company. */
export const cartsTogether = {
  visit: post('/carts/visits', {
    summary: 'Say that a page has a buyer company’s carts open, and see who else does',
    body: z.object({
      orgId: Id,
      companyId: Id,
      /** The page’s own name for itself. */
      page: z.string().regex(/^[\w-]{8,36}$/),
      /** The line being changed. */
      lineId: Id.nullable(),
      isLeaving: z.boolean().default(false),
    }),
    returns: z.array(CartViewer),
    days: 'reader',
    requires,
    refuses: ['NOT_FOUND'],
    unaudited: 'Who has a cart open is forgotten within a minute',
    transaction: 'each',
    byKey: false,
  }),
  outcome: get('/carts/:id/outcome', {
    summary: 'Whether a cart was ordered, and by whom',
    params: IdParams,
    returns: CartOutcome,
    requires,
    byKey: false,
  }),
};
