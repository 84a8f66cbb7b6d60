import { z } from 'zod';
import { read, write } from '../access/ability';
import { CompanyScope, Done, del, get, Id, IdParams, patch, post, put } from '../contract/endpoint';
import { CartItemResult, CartItems, CartWrapper, CheckoutRequest, CheckoutResult } from './cart';

/** Whose carts: the buyer's organization and buyer company. */

const Notes = z.object({
  orderNotes: z.string().max(4000, 'Must be 4,000 characters or fewer').optional(),
  deliveryPreferences: z.string().max(1000, 'Must be 1,000 characters or fewer').optional(),
});

/** Changed notes of a cart, and what they were when somebody began to change them. */
export type NotesChange = z.infer<typeof Notes> & { known?: z.infer<typeof Notes> | undefined };

export const carts = {
  list: get('/carts', {
    summary: 'Carts of a buyer company, with current prices and stock',
    query: CompanyScope,
    returns: z.array(CartWrapper),
    days: 'reader',
    requires: read('PURCHASE_ORDERS'),
  }),
  create: post('/carts', {
    summary: 'Add items to a cart; creates the cart of a buyer license and seller company if needed',
    body: CompanyScope.extend({ buyerLicenseId: Id, sellerCompanyId: Id, cartItems: CartItems }),
    returns: z.strictObject({ cart: CartWrapper.nullable(), results: z.array(CartItemResult) }),
    days: 'reader',
    requires: write('PURCHASE_ORDERS'),
    audit: 'cart',
    idempotent: true,
  }),
  update: put('/carts/:id', {
    summary:
      'Change a cart’s notes; order notes, delivery preferences or both, refused if `known` is no longer what is kept',
    params: IdParams,
    body: Notes.extend({ known: Notes.optional() }),
    returns: CartWrapper,
    requires: write('PURCHASE_ORDERS'),
    audit: 'cart',
  }),
  remove: del('/carts/:id', {
    summary: 'Clear a cart',
    params: IdParams,
    query: CompanyScope,
    returns: Done,
    days: 'reader',
    requires: write('PURCHASE_ORDERS'),
    audit: 'cart',
  }),
  upsertItems: patch('/carts/:id/items', {
    summary: 'Change a cart; adds lines or sets quantities, and a rejected line says why and does not change',
    params: IdParams,
    body: z.object({ items: CartItems }),
    returns: z.array(CartItemResult),
    requires: write('PURCHASE_ORDERS'),
    audit: 'cart',
  }),
  removeItem: del('/carts/:id/items/:itemId', {
    summary: 'Remove a line from a cart; removing the last one deletes the cart',
    params: z.object({ id: Id, itemId: Id }),
    returns: z.strictObject({ cart: CartWrapper.nullable() }),
    requires: write('PURCHASE_ORDERS'),
    audit: 'cart',
  }),
  checkout: post('/checkout', {
    summary:
      'Place an order; of each cart, or asks for approval where one is needed; carts that fail come back in their current state',
    body: CheckoutRequest,
    returns: CheckoutResult,
    requires: write('PURCHASE_ORDERS'),
    audit: 'order',
    idempotent: true,
    transaction: 'each',
    isOneStep: ({ carts }: z.output<typeof CheckoutRequest>) => carts.length === 1,
  }),
};
