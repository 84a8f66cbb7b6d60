import { approvalSettings, approvals } from '../../domain/carts/approvals/contract';
import { carts } from '../../domain/carts/contract';
import { quickOrders, standingLists } from '../../domain/carts/fill-contract';
import { cartsTogether } from '../../domain/carts/presence-contract';
import { reorders } from '../../domain/carts/reorder-contract';
import { substitutes } from '../../domain/carts/substitutes-contract';
import { implement } from '../implement';
import { getApprovalSettings, saveApprovalSettings } from './approvals/approval-settings';
import { approveOrder, declineOrder, getApproval, withdrawOrder } from './approvals/approvals';
import { approvalList } from './approvals/list-approvals';
import { deleteCart, removeCartItem, updateCart, upsertCartItems } from './change-cart';
import { checkout } from './checkout/checkout';
import { createCart } from './create-cart';
import { previewQuickOrder } from './fill/quick-order';
import { previewReorder } from './fill/reorder';
import {
  listStandingLists,
  previewStandingList,
  removeStandingList,
  renameStandingList,
  saveStandingList,
} from './fill/standing-lists';
import { listCarts } from './list-carts';
import { cartOutcome } from './outcome';
import { reportPresence } from './presence';
import { findSubstitutes } from './substitutes/find-substitutes';
import { replaceBySubstitute, undoSubstitution } from './substitutes/use-substitute';

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
    get: getApproval,
    approve: approveOrder,
    decline: declineOrder,
    withdraw: withdrawOrder,
  }),
  implement(cartsTogether)({ visit: reportPresence, outcome: cartOutcome }),
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
