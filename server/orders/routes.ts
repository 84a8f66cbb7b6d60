import { orders, purchaseOrders } from '../../domain/orders/contract';
import { orderCredit } from '../../domain/orders/credit-contract';
import { orderDocuments } from '../../domain/orders/documents-contract';
import { orderEntry } from '../../domain/orders/entry-contract';
import { orderExports } from '../../domain/orders/export-contract';
import { orderHistory } from '../../domain/orders/history-contract';
import { orderInventory } from '../../domain/orders/inventory-contract';
import { orderMentions } from '../../domain/orders/mention-contract';
import { orderProblems } from '../../domain/orders/problems-contract';
import { purchaseActs } from '../../domain/orders/purchase-contract';
import { orderViews, savedSearches } from '../../domain/orders/saved-searches';
import { startBulkAct } from '../bulk/start-bulk-act';
import { implement } from '../implement';
import { savedViewVerbs } from '../views/saved-views';
import { bulkOrders } from './bulk-orders';
import { cloneOrder, previewClone } from './clone-order';
import { addComment, editComment, listComments, removeComment } from './comments';
import { countWaiting } from './count-waiting';
import { listOrderMails, mailOrder, readMailedFile } from './documents/mail';
import { markPrinted, printOrders, printPurchaseInvoice } from './documents/print';
import { readExpectedDelivery } from './expected-delivery';
import { exportOrders, exportPurchaseOrders } from './export-orders';
import { buyerOrderFacets, orderFacets } from './facets';
import { getOrder } from './get-order';
import { getPurchaseOrder } from './get-purchase-order';
import { findLineProducts } from './line-products';
import { listMentionable, readMention } from './mentions';
import { mergeOrders, previewMerge } from './merge-orders';
import { applyCredit, readOrderCredit } from './order-credit';
import { getOrderCustomer } from './order-customer';
import { listChanges, readOrderAsOf } from './order-history';
import { readOrderInventory } from './order-inventory';
import { listPayments, recordPayment, voidPayment } from './payments';
import { answerProblem, listProblems, listReportedProblems, reportProblem } from './problems';
import { removeOrder } from './remove-order';
import { createOrder, updateOrder } from './save-order';
import { salesOrders } from './search-orders';
import { purchases } from './search-purchase-orders';
import { setShipDates } from './ship-dates';
import { transitionOrder } from './transition-order';
import { unmergeOrder } from './unmerge-order';
import { updateBasicInfo } from './update-basic-info';

export const orderRoutes = [
  implement(orders)({
    search: salesOrders.search,
    facets: orderFacets,
    waiting: countWaiting,
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
