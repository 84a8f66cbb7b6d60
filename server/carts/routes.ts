import { carts } from '../../domain/carts/contract';
import { implement } from '../implement';
import { deleteCart, removeCartItem, updateCart, upsertCartItems } from './change-cart';
import { checkout } from './checkout';
import { createCart } from './create-cart';
import { listCarts } from './list-carts';

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
];
