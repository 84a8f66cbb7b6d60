import type { OrderFilters, PurchaseOrderFilters } from '../../../../domain/orders/filters';
import type { World } from '../world';
import { buying, CATEGORY, selling } from './inputs';
import type { Extras } from './sample';

export const orderFilters = (w: World): OrderFilters => ({
  sellerOrderNumber: w.orderNumber,
  salesRepIds: [w.seller.owner.orgUserId],
  brandIds: [w.seller.brand.id],
  customerStatusIds: [w.customerStatusId],
  serviceZoneIds: [w.serviceZoneId],
  productCategoryIds: [2],
  productLineIds: [w.seller.productLine.id],
  customerLicenseIds: [w.buyer.license.id],
  customerIds: [w.customerId],
});
const pivot = (w: World) => ({
  ...selling(w),
  filters: { ...orderFilters(w), createdRel: 'LAST_30_DAYS' as const },
  viewOptions: { x1Field: 'CUSTOMER' as const, y1Field: 'STATUS' as const },
});
const purchaseFilters = (w: World): PurchaseOrderFilters => ({
  sellerIds: [w.seller.company.id],
  sellerOrderNumber: w.orderNumber,
  productCategoryIds: [2],
  brandIds: [w.seller.brand.id],
  productLineIds: [w.seller.productLine.id],
});
const view = (w: World) => ({ filters: orderFilters(w), sortBy: 'created' as const, sortDesc: true });
const toDraft = { name: 'transition', status: 'DRAFT' } as const;
export const categories = (...paths: string[]) =>
  Object.fromEntries(paths.map((path) => [`${path}.productCategoryIds[]`, CATEGORY]));

/** By call about orders, what its sample lacks. */
export const orderExtras = {
  badges: {
    count: {
      calls: [(w) => ({ query: { ...selling(w), of: 'orders,approvals', buyerCompanyId: w.buyer.buyerCompany.id } })],
    },
  },
  needs: { count: { calls: [(w) => ({ query: selling(w) })] } },
  orders: {
    search: {
      calls: [(w) => ({ body: { ...selling(w), filters: orderFilters(w) } })],
      common: categories('body.filters'),
    },
    facets: { calls: [(w) => ({ query: selling(w) })] },
    bulk: {
      calls: [
        (w) => ({ body: { ...selling(w), selection: { ids: [w.orderId] }, act: toDraft } }),
        (w) => ({
          body: {
            ...selling(w),
            selection: { ids: [w.otherOrderId] },
            act: { name: 'addSalesRep', salesRepId: w.seller.owner.orgUserId },
          },
        }),
        (w) => ({
          body: {
            ...selling(w),
            selection: { ids: [w.otherOrderId] },
            act: { name: 'removeSalesRep', salesRepId: w.seller.owner.orgUserId },
          },
        }),
        (w) => ({
          body: { ...selling(w), selection: { filters: orderFilters(w), except: [w.otherOrderId] }, act: toDraft },
        }),
      ],
      common: categories('body.selection.filters'),
    },
  },
  purchaseOrders: {
    search: {
      calls: [(w) => ({ body: { ...buying(w), filters: purchaseFilters(w) } })],
      common: categories('body.filters'),
    },
    facets: { calls: [(w) => ({ query: buying(w) })] },
    get: { calls: [(w) => ({ params: { orderId: w.orderId }, query: buying(w) })] },
  },
  savedSearches: {
    create: {
      calls: [(w) => ({ body: { ...selling(w), name: 'All of it', search: view(w) } })],
      common: categories('body.search.filters'),
    },
    update: {
      calls: [(w) => ({ params: { id: w.savedSearchId }, body: { name: 'All of it', search: view(w), version: 0 } })],
      common: categories('body.search.filters'),
    },
  },
  orderExports: {
    orders: {
      calls: [
        (w) => ({ body: { ...selling(w), filters: orderFilters(w) } }),
        (w) => ({ body: { ...selling(w), exportLineItems: true, orderNumbers: [w.orderNumber] } }),
        (w) => ({ body: { ...selling(w), exportLineItems: true, allMatching: true, except: [w.otherOrderId] } }),
      ],
      common: categories('body.filters'),
    },
    purchaseOrders: {
      calls: [(w) => ({ body: { ...buying(w), filters: purchaseFilters(w) } })],
      common: categories('body.filters'),
    },
  },
  orderReports: {
    make: {
      calls: [(w) => ({ body: { ...selling(w), filters: orderFilters(w), viewOptions: { reportType: 'REVENUE' } } })],
      common: categories('body.filters'),
    },
    export: {
      calls: [(w) => ({ body: { ...selling(w), filters: orderFilters(w), viewOptions: { reportType: 'REVENUE' } } })],
      common: categories('body.filters'),
    },
  },
  pivotReports: {
    make: { calls: [(w) => ({ body: pivot(w) })], common: categories('body.filters') },
    export: { calls: [(w) => ({ body: pivot(w) })], common: categories('body.filters') },
    behind: {
      calls: [(w) => ({ body: { ...pivot(w), place: { row: [], column: [] } } })],
      common: categories('body.filters'),
    },
  },
  reportMailings: {
    create: {
      calls: [
        (w) => ({
          body: {
            ...selling(w),
            name: 'All of it',
            search: { filters: orderFilters(w), viewOptions: { reportType: 'REVENUE' } },
            schedule: { repeat: 'DAY', hour: 7 },
            timeZone: 'UTC',
            recipientIds: [w.seller.owner.orgUserId],
          },
        }),
      ],
      common: categories('body.search.filters'),
    },
  },
} satisfies Extras;
