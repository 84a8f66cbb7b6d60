import { z } from 'zod';
import { read, write } from '../access/ability';
import { MenuProduct } from '../catalogue/product';
import { Id, IdParams, post, RowId, search } from '../contract/endpoint';
import { MoneySchema, QuantitySchema } from '../money';
import { CartWrapper } from './cart';
import { MOST_SUBSTITUTES } from './substitutes';

const Substitute = z.strictObject({
  product: MenuProduct,
  brand: z.strictObject({ id: RowId, name: z.string(), slug: z.string() }),
  seller: z.strictObject({ id: RowId, name: z.string() }),
  /** As much as was wanted, by its own rules, in its unit of entry. */
  quantity: QuantitySchema,
  /** What that comes to, in dollars. */
  total: MoneySchema,
});
export type Substitute = z.infer<typeof Substitute>;

/** The carts a substitution changed, as they are now; null where a cart is gone with its last line. */
const Substituted = z.strictObject({
  id: RowId,
  carts: z.array(z.strictObject({ id: RowId, cart: CartWrapper.nullable() })),
});

/** What can be bought instead of what is gone. */
export const substitutes = {
  find: search('/carts/substitutes', {
    summary: 'Products of the same category the license can buy instead of one, at the same quantity; best first',
    body: z.object({
      buyerLicenseId: Id,
      /** Whose product is gone. */
      sellerCompanyId: Id,
      productId: Id,
      /** In its unit of entry. */
      quantity: QuantitySchema,
    }),
    returns: z.array(Substitute).max(MOST_SUBSTITUTES),
    refuses: ['NOT_FOUND', 'CONFLICT'],
    requires: read('PURCHASE_ORDERS'),
  }),
  use: post('/carts/:id/items/:itemId/substitute', {
    summary: 'Use a substitute; in the cart with its seller',
    params: z.object({ id: Id, itemId: Id }),
    body: z.object({ sellerCompanyId: Id, productId: Id, quantity: QuantitySchema }),
    returns: Substituted,
    refuses: ['CONFLICT'],
    requires: write('PURCHASE_ORDERS'),
    audit: 'cart',
    idempotent: true,
  }),
  undo: post('/carts/substitutions/:id/undo', {
    summary: 'Undo a substitute; within an hour',
    params: IdParams,
    returns: Substituted,
    refuses: ['CONFLICT'],
    requires: write('PURCHASE_ORDERS'),
    audit: 'cart',
  }),
};
