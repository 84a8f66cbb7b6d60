import { z } from 'zod';
import { read, write } from '../access/ability';
import { Done, del, get, Id, IdParams, patch, post, put } from '../contract/endpoint';
import { CartItemResult, CartItems, CartWrapper, CheckoutRequest, CheckoutResult } from './cart';

/** Whose carts: the buyer's organization and buyer company. */
const Buyer = z.object({ orgId: Id, companyId: Id });

export const carts = {
  list: get('/carts', {
    summary: 'The carts of a buyer company, with prices and stock of this moment',
    query: Buyer,
    returns: z.array(CartWrapper),
    requires: read('PURCHASE_ORDERS'),
  }),
  create: post('/carts', {
    summary: 'Add items to the cart of a buyer license and seller company, which is made when there is none',
    body: Buyer.extend({ buyerLicenseId: Id, sellerCompanyId: Id, cartItems: CartItems }),
    returns: z.strictObject({ cart: CartWrapper.nullable(), results: z.array(CartItemResult) }),
    requires: write('PURCHASE_ORDERS'),
    audit: 'cart',
    idempotent: true,
  }),
  update: put('/carts/:id', {
    summary: 'Notes and delivery preferences that go with the order',
    params: IdParams,
    body: z.object({
      orderNotes: z.string().max(4000, 'Must be 4,000 characters or fewer'),
      deliveryPreferences: z.string().max(1000, 'Must be 1,000 characters or fewer'),
    }),
    returns: CartWrapper,
    requires: write('PURCHASE_ORDERS'),
    audit: 'cart',
  }),
  remove: del('/carts/:id', {
    summary: 'Empty and remove a cart',
    params: IdParams,
    query: Buyer,
    returns: Done,
    requires: write('PURCHASE_ORDERS'),
    audit: 'cart',
  }),
  upsertItems: patch('/carts/:id/items', {
    summary: 'Add lines or set their quantities; a line that cannot be kept says why and stays as it was',
    params: IdParams,
    body: z.object({ items: CartItems }),
    returns: z.array(CartItemResult),
    requires: write('PURCHASE_ORDERS'),
    audit: 'cart',
  }),
  removeItem: del('/carts/:id/items/:itemId', {
    summary: 'Remove a line; the cart goes with its last one',
    params: z.object({ id: Id, itemId: Id }),
    returns: z.strictObject({ cart: CartWrapper.nullable() }),
    requires: write('PURCHASE_ORDERS'),
    audit: 'cart',
  }),
  checkout: post('/checkout', {
    summary: 'Turn carts into submitted orders, each by itself; what fails comes back as it is now',
    body: CheckoutRequest,
    returns: CheckoutResult,
    requires: write('PURCHASE_ORDERS'),
    audit: 'order',
    idempotent: true,
    transaction: 'each',
  }),
};
