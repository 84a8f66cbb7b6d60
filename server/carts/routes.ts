import { carts } from '../../domain/carts/contract';
import { reorders } from '../../domain/carts/reorder-contract';
import { implement } from '../implement';
import { deleteCart, removeCartItem, updateCart, upsertCartItems } from './change-cart';
import { checkout } from './checkout';
import { createCart } from './create-cart';
import { listCarts } from './list-carts';
import { previewReorder } from './reorder';

export const cartRoutes = [
  implement(carts)({
    list: listCarts,
    create: createCart,
    update: updateCart,
    remove: deleteCart,
    upsertItems: upsertCartItems,
    removeItem: removeCartItem,
    checkout,
  }),
  implement(reorders)({ preview: previewReorder }),
];
