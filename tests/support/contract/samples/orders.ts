import { only } from '../../factories';
import type { World } from '../world';
import { nothing, org, selling } from './inputs';
import type { Samples } from './sample';

const order = ({ orderId }: World) => ({ params: { id: orderId } });
const entered = (w: World) => ({
  customerId: w.draft.customerId,
  distributorId: w.seller.company.id,
  paymentOptionId: only(w.seller.paymentOptions.slice(0, 1)).id,
  salesRepOrgUserIds: [w.seller.owner.orgUserId],
  lineItems: [{ productId: w.productId, quantity: '2' }],
});
const searchOf = (filters: object) => ({ filters, sortBy: 'created' as const, sortDesc: true });
const pivot = (w: World) => ({
  ...org(w),
  filters: { createdRel: 'LAST_30_DAYS' as const },
  viewOptions: { x1Field: 'CUSTOMER' as const, y1Field: 'STATUS' as const },
});
const mailingTo = (w: World) => ({
  name: 'Friday revenue',
  schedule: { repeat: 'WEEK' as const, weekday: 5, hour: 16 },
  timeZone: 'America/Denver',
  recipientIds: [w.seller.owner.orgUserId],
});

/** Valid calls about orders, and the reports and saved searches of them. */
export const orderSamples = {
  badges: { count: { as: 'seller', input: (w) => ({ query: { ...org(w), of: 'orders,messages,invites' } }) } },
  needs: { count: { as: 'seller', input: (w) => ({ query: org(w) }) } },
  orders: {
    search: { as: 'seller', input: (w) => ({ body: { ...org(w), filters: {} } }) },
    facets: { as: 'seller', input: (w) => ({ query: org(w) }) },
    get: { as: 'seller', input: order },
    remove: { as: 'seller', input: (w) => ({ params: { id: w.spareDraftId } }) },
    updateBasicInfo: {
      as: 'seller',
      input: (w) => ({
        ...order(w),
        body: {
          shipDate: '2026-12-01',
          paymentDueDate: null,
          shippingDetails: '',
          notes: '',
          salesRepOrgUserIds: [w.seller.owner.orgUserId],
          version: 0,
        },
      }),
    },
    transition: { as: 'seller', input: (w) => ({ ...order(w), body: { status: 'ACCEPTED' } }) },
    // No order can become a draft, so the job changes nothing other samples use.
    bulk: {
      as: 'seller',
      input: (w) => ({
        body: { ...org(w), selection: { ids: [w.orderId] }, act: { name: 'transition', status: 'DRAFT' } },
      }),
    },
    payments: { as: 'seller', input: order },
    recordPayment: {
      as: 'seller',
      input: (w) => ({ ...order(w), body: { amount: '10.00', paymentType: 'CHECK', paymentDate: '2026-01-06' } }),
    },
    voidPayment: {
      as: 'seller',
      input: (w) => ({ params: { id: w.orderId, paymentId: w.paymentId }, query: { alsoVoid: [w.paymentId] } }),
    },
    comments: { as: 'seller', input: (w) => ({ ...order(w), query: {} }) },
    addComment: { as: 'seller', input: (w) => ({ ...order(w), body: { comment: 'Packed' } }) },
    editComment: {
      as: 'seller',
      input: (w) => ({ params: { id: w.orderId, commentId: w.commentId }, body: { comment: 'Packed and sealed' } }),
    },
    removeComment: { as: 'seller', input: (w) => ({ params: { id: w.orderId, commentId: w.commentId } }) },
  },
  purchaseOrders: {
    search: { as: 'buyer', input: (w) => ({ body: { orgId: w.buyer.org.id, filters: {} } }) },
    facets: { as: 'buyer', input: (w) => ({ query: { orgId: w.buyer.org.id } }) },
    get: {
      as: 'buyer',
      input: (w) => ({ params: { orderId: w.orderId }, query: { orgId: w.buyer.org.id } }),
    },
  },
  savedSearches: {
    list: { as: 'seller', input: (w) => ({ query: { ...org(w), companyId: w.seller.company.id } }) },
    get: { as: 'seller', input: (w) => ({ params: { id: w.savedSearchId } }), onesOwn: true },
    create: {
      as: 'seller',
      input: (w) => ({
        body: { ...org(w), companyId: w.seller.company.id, name: 'Unpaid', search: searchOf({ paid: false }) },
      }),
    },
    update: {
      as: 'seller',
      input: (w) => ({
        params: { id: w.savedSearchId },
        body: { name: 'Paid in full', search: searchOf({ paid: true }), version: 0 },
      }),
    },
    remove: { as: 'seller', input: (w) => ({ params: { id: w.savedSearchId } }) },
  },
  orderExports: {
    orders: { as: 'seller', input: (w) => ({ body: org(w) }) },
    purchaseOrders: { as: 'buyer', input: (w) => ({ body: { orgId: w.buyer.org.id } }) },
  },
  orderCredit: {
    get: { as: 'seller', input: (w) => ({ params: { id: w.orderId } }) },
    apply: { as: 'seller', input: (w) => ({ params: { id: w.creditedId }, body: { amount: '1.00' } }) },
  },
  orderDocuments: {
    print: { as: 'seller', input: (w) => ({ body: { kind: 'PICK_LIST', orderIds: [w.orderId] } }) },
    markPrinted: { as: 'seller', input: (w) => ({ body: { orderIds: [w.orderId], printed: true } }) },
    mailed: { as: 'seller', input: (w) => ({ params: { id: w.mailedOrderId } }) },
    mail: {
      as: 'seller',
      input: (w) => ({
        params: { id: w.mailedOrderId },
        body: { kinds: ['INVOICE'], recipients: ['shop@example.com'], subject: 'Your invoice' },
      }),
    },
    mailedFile: {
      as: 'seller',
      input: (w) => ({ params: { id: w.mailedOrderId, mailId: w.mailId, kind: 'INVOICE' } }),
    },
    purchaseInvoice: { as: 'buyer', input: (w) => ({ params: { orderId: w.orderId } }) },
  },
  reorders: { preview: { as: 'buyer', input: (w) => ({ params: { orderId: w.orderId }, body: {} }) } },
  orderProblems: {
    reported: { as: 'buyer', input: (w) => ({ params: { orderId: w.orderId } }) },
    report: {
      as: 'buyer',
      input: (w) => ({
        params: { orderId: w.orderId },
        body: { kind: 'LATE', lineItemIds: [w.orderLineId], message: 'Where is it?' },
      }),
    },
    list: { as: 'seller', input: (w) => ({ params: { id: w.mailedOrderId } }) },
    answer: {
      as: 'seller',
      input: (w) => ({
        params: { id: w.mailedOrderId, problemId: w.problemId },
        body: { answer: 'We’ll credit both' },
      }),
    },
  },
  purchaseActs: {
    expectedDelivery: { as: 'buyer', input: (w) => ({ params: { orderId: w.orderId } }) },
  },
  orderHistory: {
    changes: { as: 'seller', input: (w) => ({ params: { id: w.orderId }, query: {} }) },
    asOf: { as: 'seller', input: (w) => ({ params: { id: w.orderId }, query: { at: new Date().toISOString() } }) },
  },
  orderInventory: { get: { as: 'seller', input: (w) => ({ params: { n: w.orderId } }) } },
  orderMentions: {
    people: { as: 'seller', input: order },
    get: { as: 'seller', input: (w) => ({ params: { commentId: w.mentionId } }), onesOwn: true },
  },
  orderNews: {
    get: { as: 'buyer', input: nothing, shared: true },
    save: { as: 'buyer', input: () => ({ body: { orders: 'ALL', about: ['SHIPPED'] } }), shared: true },
  },
  orderEntry: {
    mergePreview: { as: 'seller', input: (w) => ({ body: { orderIds: [...w.mergeableIds] } }) },
    merge: { as: 'seller', input: (w) => ({ body: { orderIds: [...w.mergeableIds] } }) },
    unmerge: { as: 'seller', input: (w) => ({ body: { orderId: w.mergedId } }) },
    clonePreview: { as: 'seller', input: (w) => ({ body: { orderId: w.orderId, prices: 'copy' } }) },
    clone: { as: 'seller', input: (w) => ({ body: { orderId: w.orderId, prices: 'current' } }) },
    create: { as: 'seller', input: (w) => ({ body: { ...selling(w), ...entered(w) } }) },
    update: {
      as: 'seller',
      input: (w) => ({
        params: { id: w.draft.id },
        body: { ...entered(w), lineItems: [{ id: w.draft.lineId, productId: w.productId, quantity: '2' }], version: 0 },
      }),
    },
    shipDates: {
      as: 'seller',
      input: (w) => ({ body: { ...selling(w), orderIds: [w.draft.id], shipDate: '2026-12-04' } }),
    },
    customer: { as: 'seller', input: (w) => ({ params: { id: w.customerId } }) },
    lineProducts: {
      as: 'seller',
      input: (w) => ({
        body: { ...selling(w), customerId: w.customerId, productIds: [w.productId], searchTerm: 'a', skus: ['A-1'] },
      }),
    },
  },
  orderReports: {
    make: { as: 'seller', input: (w) => ({ body: { ...org(w), viewOptions: { reportType: 'REVENUE' } } }) },
    export: { as: 'seller', input: (w) => ({ body: { ...org(w), viewOptions: { reportType: 'REVENUE' } } }) },
  },
  pivotReports: {
    make: { as: 'seller', input: (w) => ({ body: pivot(w) }) },
    export: { as: 'seller', input: (w) => ({ body: pivot(w) }) },
    behind: { as: 'seller', input: (w) => ({ body: { ...pivot(w), place: { row: [], column: [] } } }) },
  },
  reportMailings: {
    list: { as: 'seller', input: (w) => ({ query: org(w) }) },
    people: { as: 'seller', input: (w) => ({ query: org(w) }) },
    create: {
      as: 'seller',
      input: (w) => ({ body: { ...org(w), ...mailingTo(w), search: { viewOptions: { reportType: 'REVENUE' } } } }),
    },
    subscribe: {
      as: 'seller',
      input: (w) => {
        const { recipientIds: _, ...times } = mailingTo(w);
        return { body: { ...org(w), ...times, savedSearchId: w.unmailedSearchId } };
      },
      onesOwn: true,
    },
    update: {
      as: 'seller',
      input: (w) => ({ params: { id: w.mailingIds.own }, body: { ...mailingTo(w), version: 0 } }),
      onesOwn: true,
    },
    pause: {
      as: 'seller',
      input: (w) => ({ params: { id: w.mailingIds.other }, body: { isPaused: true, version: 0 } }),
      onesOwn: true,
    },
    sendNow: { as: 'seller', input: (w) => ({ params: { id: w.mailingIds.own } }), onesOwn: true },
    leave: { as: 'seller', input: (w) => ({ params: { id: w.mailingIds.received } }), onesOwn: true },
    remove: { as: 'seller', input: (w) => ({ params: { id: w.mailingIds.own } }), onesOwn: true },
  },
} satisfies Partial<Samples>;
