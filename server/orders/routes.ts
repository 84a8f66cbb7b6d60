import { orderMentions } from '../../domain/orders/comments/contract';
import { orders, purchaseOrders } from '../../domain/orders/contract';
import { orderDocuments } from '../../domain/orders/documents/contract';
import { orderEntry } from '../../domain/orders/entry/contract';
import { orderExports } from '../../domain/orders/export-contract';
import { orderHistory } from '../../domain/orders/history/contract';
import { orderInventory } from '../../domain/orders/inventory-contract';
import { orderNews } from '../../domain/orders/news/contract';
import { orderCredit } from '../../domain/orders/payments/contract';
import { orderProblems } from '../../domain/orders/problems/contract';
import { purchaseActs } from '../../domain/orders/purchase-contract';
import { orderViews, savedSearches } from '../../domain/orders/saved-searches';
import { startBulkAct } from '../bulk/start-bulk-act';
import { implement } from '../implement';
import { savedViewVerbs } from '../views/saved-views';
import { bulkOrders } from './bulk-orders';
import { addComment, editComment, listComments, removeComment } from './comments/comments';
import { listMentionable, readMention } from './comments/mentions';
import { listOrderMails, mailOrder, readMailedFile } from './documents/mail-documents';
import { markPrinted, printOrders, printPurchaseInvoice } from './documents/print-documents';
import { cloneOrder, previewClone } from './entry/clone-order';
import { findLineProducts } from './entry/line-products';
import { getOrderCustomer } from './entry/order-customer';
import { createOrder, updateOrder } from './entry/save-order';
import { updateBasicInfo } from './entry/update-basic-info';
import { readExpectedDelivery } from './expected-delivery';
import { listChanges, readOrderAsOf } from './history/order-history';
import { exportOrders, exportPurchaseOrders } from './lists/export-orders';
import { buyerOrderFacets, orderFacets } from './lists/facets';
import { salesOrders } from './lists/search-orders';
import { purchases } from './lists/search-purchase-orders';
import { mergeOrders, previewMerge } from './merge/merge-orders';
import { unmergeOrder } from './merge/unmerge-order';
import { readNewsSettings, saveNewsSettings } from './news/news-settings';
import { readOrderInventory } from './order-inventory';
import { applyCredit, readOrderCredit } from './payments/order-credit';
import { listPayments, recordPayment } from './payments/payments';
import { voidPayment } from './payments/void-payment';
import { answerProblem, listProblems, listReportedProblems, reportProblem } from './problems/problems';
import { getPurchaseOrder } from './read-purchase-order';
import { getOrder } from './read-sales-order';
import { removeOrder } from './remove-order';
import { setShipDates } from './ship-dates';
import { transitionOrder } from './transition-order';

export const orderRoutes = [
  implement(orders)({
    search: salesOrders.search,
    facets: orderFacets,
    get: getOrder,
    remove: removeOrder,
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
  implement(orderEntry)({
    mergePreview: previewMerge,
    merge: mergeOrders,
    unmerge: unmergeOrder,
    clonePreview: previewClone,
    clone: cloneOrder,
    create: createOrder,
    update: updateOrder,
    shipDates: setShipDates,
    customer: getOrderCustomer,
    lineProducts: findLineProducts,
  }),
  implement(orderCredit)({ get: readOrderCredit, apply: applyCredit }),
  implement(orderDocuments)({
    print: printOrders,
    markPrinted,
    mailed: listOrderMails,
    mail: mailOrder,
    mailedFile: readMailedFile,
    purchaseInvoice: printPurchaseInvoice,
  }),
  implement(orderHistory)({ changes: listChanges, asOf: readOrderAsOf }),
  implement(orderInventory)({ get: readOrderInventory }),
  implement(orderMentions)({ people: listMentionable, get: readMention }),
  implement(orderNews)({ get: readNewsSettings, save: saveNewsSettings }),
  implement(purchaseOrders)({
    search: purchases.search,
    facets: buyerOrderFacets,
    get: getPurchaseOrder,
  }),
  implement(orderProblems)({
    reported: listReportedProblems,
    report: reportProblem,
    list: listProblems,
    answer: answerProblem,
  }),
  implement(purchaseActs)({ expectedDelivery: readExpectedDelivery }),
  implement(savedSearches)(savedViewVerbs(orderViews)),
  implement(orderExports)({ orders: exportOrders, purchaseOrders: exportPurchaseOrders }),
];
