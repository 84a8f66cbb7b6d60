import { orders, purchaseOrders } from '../../domain/orders/contract';
import { implement } from '../http/implement';
import { addComment, editComment, listComments, removeComment } from './comments';
import { buyerOrderFacets, orderFacets } from './facets';
import { getOrder } from './get-order';
import { getPurchaseOrder } from './get-purchase-order';
import { listPayments, recordPayment, voidPayment } from './payments';
import { searchOrders } from './search-orders';
import { searchPurchaseOrders } from './search-purchase-orders';
import { transitionOrder } from './transition-order';
import { updateBasicInfo } from './update-basic-info';

export const orderRoutes = [
  implement(orders)({
    search: searchOrders,
    facets: orderFacets,
    get: getOrder,
    updateBasicInfo,
    transition: transitionOrder,
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
];
