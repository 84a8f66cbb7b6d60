import { orders, purchaseOrders } from '../../domain/orders/contract';
import { orderExports } from '../../domain/orders/export-contract';
import { savedSearches } from '../../domain/orders/saved-search-contract';
import { startBulkAct } from '../bulk/start-bulk-act';
import { implement } from '../implement';
import { bulkOrders } from './bulk-orders';
import { addComment, editComment, listComments, removeComment } from './comments';
import { countWaiting } from './count-waiting';
import { exportOrders, exportPurchaseOrders } from './export-orders';
import { buyerOrderFacets, orderFacets } from './facets';
import { getOrder } from './get-order';
import { getPurchaseOrder } from './get-purchase-order';
import { listPayments, recordPayment, voidPayment } from './payments';
import { createSavedSearch, listSavedSearches, removeSavedSearch, updateSavedSearch } from './saved-searches';
import { searchOrders } from './search-orders';
import { searchPurchaseOrders } from './search-purchase-orders';
import { transitionOrder } from './transition-order';
import { updateBasicInfo } from './update-basic-info';

export const orderRoutes = [
  implement(orders)({
    search: searchOrders,
    facets: orderFacets,
    waiting: countWaiting,
    get: getOrder,
    updateBasicInfo,
    transition: transitionOrder,
    bulk: startBulkAct(bulkOrders),
    payments: listPayments,
    recordPayment,
    voidPayment,
    comments: listComments,
    addComment,
    editComment,
    removeComment,
  }),
  implement(purchaseOrders)({
    search: searchPurchaseOrders,
    facets: buyerOrderFacets,
    get: getPurchaseOrder,
  }),
  implement(savedSearches)({
    list: listSavedSearches,
    create: createSavedSearch,
    update: updateSavedSearch,
    remove: removeSavedSearch,
  }),
  implement(orderExports)({ orders: exportOrders, purchaseOrders: exportPurchaseOrders }),
];
