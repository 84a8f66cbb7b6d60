import { approvalSettings, approvals } from '../../domain/carts/approval-contract';
import { carts } from '../../domain/carts/contract';
import { quickOrders, standingLists } from '../../domain/carts/fill-contract';
import { reorders } from '../../domain/carts/reorder-contract';
import { substitutes } from '../../domain/carts/substitutes-contract';
import { cartsTogether } from '../../domain/carts/together-contract';
import { implement } from '../implement';
import { approvalList, countApprovals } from './approval-list';
import { getApprovalSettings, saveApprovalSettings } from './approval-settings';
import { approveOrder, declineOrder, getApproval, withdrawOrder } from './approvals';
import { deleteCart, removeCartItem, updateCart, upsertCartItems } from './change-cart';
import { checkout } from './checkout';
import { createCart } from './create-cart';
import { listCarts } from './list-carts';
import { cartOutcome } from './outcome';
import { previewQuickOrder } from './quick-order';
import { previewReorder } from './reorder';
import {
  listStandingLists,
  previewStandingList,
  removeStandingList,
  renameStandingList,
  saveStandingList,
} from './standing-lists';
import { findSubstitutes } from './substitutes';
import { replaceBySubstitute, undoSubstitution } from './use-substitute';
import { visitCarts } from './visits';

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
  implement(approvalSettings)({ get: getApprovalSettings, save: saveApprovalSettings }),
  implement(approvals)({
    search: approvalList.search,
    waiting: countApprovals,
    get: getApproval,
    approve: approveOrder,
    decline: declineOrder,
    withdraw: withdrawOrder,
  }),
  implement(cartsTogether)({ visit: visitCarts, outcome: cartOutcome }),
  implement(substitutes)({ find: findSubstitutes, use: replaceBySubstitute, undo: undoSubstitution }),
  implement(reorders)({ preview: previewReorder }),
  implement(quickOrders)({ preview: previewQuickOrder }),
  implement(standingLists)({
    list: listStandingLists,
    create: saveStandingList,
    update: renameStandingList,
    remove: removeStandingList,
    preview: previewStandingList,
  }),
];
