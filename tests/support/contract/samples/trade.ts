import { only } from '../../factories';
import type { World } from '../world';
import { buying, nothing, org, selling } from './inputs';
import type { Samples } from './sample';

/** For the calls of one kind of customer label. */
function labelSamples(idOf: (world: World) => number): Samples['customerStatuses'] {
  const params = (w: World) => ({ id: idOf(w) });
  return {
    list: { as: 'seller', input: (w) => ({ query: selling(w) }) },
    create: { as: 'seller', input: (w) => ({ body: { ...selling(w), name: 'Prospect' } }) },
    update: { as: 'seller', input: (w) => ({ params: params(w), body: { name: 'Active', position: 0, version: 0 } }) },
    remove: { as: 'seller', input: (w) => ({ params: params(w), query: { ...selling(w), moveTo: 'none' } }) },
  };
}

const listOf = (w: World) => ({ ...org(w), id: w.directoryListId });

/** Valid calls of trade: carts, customers and bulk actions. */
export const tradeSamples = {
  directory: {
    search: { as: 'buyer', input: () => ({ query: { searchTerm: 'redwood' } }), shared: true },
    autocomplete: { as: 'buyer', input: () => ({ query: { searchString: 'redwood' } }), shared: true },
    featured: { as: 'buyer', input: nothing, shared: true },
    products: {
      as: 'buyer',
      input: (w) => ({ body: { productIds: [w.picturedProductId], buyerLicenseId: w.buyer.buyerLicense.id } }),
    },
    sortableFields: { as: 'buyer', input: nothing, shared: true },
  },
  directoryLists: {
    list: { as: 'seller', input: (w) => ({ params: org(w), query: {} }) },
    get: { as: 'seller', input: (w) => ({ params: { ...org(w), id: String(w.directoryListId) } }) },
    create: { as: 'seller', input: (w) => ({ params: org(w), body: { name: 'Shops in Denver' } }) },
    update: { as: 'seller', input: (w) => ({ params: listOf(w), body: { name: 'Growers', version: 0 } }) },
    add: {
      as: 'seller',
      input: (w) => ({ params: { ...listOf(w), listingType: 'brand', listingId: w.seller.brand.id } }),
    },
    drop: {
      as: 'seller',
      input: (w) => ({ params: { ...listOf(w), listingType: 'brand', listingId: w.seller.brand.id } }),
    },
    remove: { as: 'seller', input: (w) => ({ params: listOf(w) }) },
  },
  marketHome: {
    get: { as: 'buyer', input: () => ({ query: { usStateAbbv: 'CA' } }), shared: true },
    visit: { as: 'buyer', input: () => ({ body: {} }), shared: true },
    open: {
      as: 'buyer',
      input: (w) => ({ body: { brandId: w.seller.brand.id, productId: w.picturedProductId } }),
      shared: true,
    },
  },
  marketSettings: {
    get: { as: 'buyer', input: nothing, shared: true },
    save: { as: 'buyer', input: () => ({ body: { showsUnits: true } }), shared: true },
  },
  follows: {
    list: { as: 'buyer', input: nothing, shared: true },
    of: {
      as: 'buyer',
      input: (w) => ({
        params: { id: w.seller.brand.id, productId: w.picturedProductId },
        query: { buyerLicenseId: w.buyer.buyerLicense.id },
      }),
    },
    create: {
      as: 'buyer',
      input: (w) => ({
        body: {
          brandId: w.seller.brand.id,
          productId: w.picturedProductId,
          buyerLicenseId: w.buyer.buyerLicense.id,
        },
      }),
    },
    seen: { as: 'buyer', input: () => ({ body: {} }), shared: true },
    mail: { as: 'buyer', input: () => ({ body: { mail: 'DAILY' } }), shared: true },
    remove: { as: 'buyer', input: (w) => ({ params: { id: w.followId } }), onesOwn: true },
  },
  boughtBefore: {
    product: {
      as: 'buyer',
      input: (w) => ({ params: { id: w.seller.brand.id, productId: w.picturedProductId } }),
      shared: true,
    },
  },
  quickOrders: {
    preview: {
      as: 'buyer',
      input: (w) => ({
        body: {
          buyerLicenseId: w.buyer.buyerLicense.id,
          sellerCompanyId: w.seller.company.id,
          lines: [{ sku: 'NO-SUCH-SKU', quantity: '2' }],
        },
      }),
    },
  },
  standingLists: {
    list: { as: 'buyer', input: (w) => ({ query: buying(w) }) },
    create: { as: 'buyer', input: (w) => ({ body: { ...buying(w), cartId: w.cartId, name: 'Friday' } }) },
    update: { as: 'buyer', input: (w) => ({ params: { id: w.standingListId }, body: { name: 'Monday', version: 0 } }) },
    preview: {
      as: 'buyer',
      input: (w) => ({ params: { id: w.standingListId }, body: { buyerLicenseId: w.buyer.buyerLicense.id } }),
    },
    remove: { as: 'buyer', input: (w) => ({ params: { id: w.standingListId } }) },
  },
  approvalSettings: {
    get: { as: 'buyer', input: (w) => ({ params: { companyId: w.buyer.buyerCompany.id } }) },
    save: {
      as: 'buyer',
      input: (w) => ({
        params: { companyId: w.buyer.buyerCompany.id },
        body: {
          aboveUsd: '5000.00',
          brandIds: [w.seller.brand.id],
          approverIds: [w.buyer.owner.orgUserId],
          version: 0,
        },
      }),
    },
  },
  approvals: {
    search: { as: 'buyer', input: (w) => ({ body: { ...buying(w), filters: { status: ['WAITING'] } } }) },
    get: { as: 'buyer', input: (w) => ({ params: { id: w.approvalIds[0] } }) },
    approve: {
      as: 'buyer',
      input: (w) => ({ params: { id: w.approvalIds[0] }, body: { expectedTotal: '250.00' } }),
      notCalled: 'its cart would have to wait, which refuses the samples that change it; its own tests approve orders',
    },
    decline: {
      as: 'buyer',
      input: (w) => ({ params: { id: w.approvalIds[0] }, body: { reason: 'Wait for the new prices' } }),
    },
    withdraw: { as: 'buyer', input: (w) => ({ params: { id: w.approvalIds[1] } }) },
  },
  substitutes: {
    find: {
      as: 'buyer',
      input: (w) => ({
        body: {
          buyerLicenseId: w.buyer.buyerLicense.id,
          sellerCompanyId: w.seller.company.id,
          productId: w.productId,
          quantity: '2',
        },
      }),
    },
    use: {
      as: 'buyer',
      input: (w) => ({
        params: { id: w.cartId, itemId: w.otherCartItemId },
        body: { sellerCompanyId: w.seller.company.id, productId: w.productId, quantity: '3' },
      }),
    },
    undo: { as: 'buyer', input: (w) => ({ params: { id: w.substitutionId } }), onesOwn: true },
  },
  cartsTogether: {
    visit: {
      as: 'buyer',
      input: (w) => ({ body: { ...buying(w), page: 'page-of-sample', lineId: w.cartItemId } }),
    },
    outcome: { as: 'buyer', input: (w) => ({ params: { id: w.cartId } }) },
  },
  carts: {
    list: { as: 'buyer', input: (w) => ({ query: buying(w) }) },
    create: {
      as: 'buyer',
      input: (w) => ({
        body: {
          ...buying(w),
          buyerLicenseId: w.buyer.buyerLicense.id,
          sellerCompanyId: w.seller.company.id,
          cartItems: [{ productId: w.productId, quantity: '3' }],
        },
      }),
    },
    update: {
      as: 'buyer',
      input: (w) => ({ params: { id: w.cartId }, body: { orderNotes: 'Ring twice', deliveryPreferences: 'Mornings' } }),
    },
    upsertItems: {
      as: 'buyer',
      input: (w) => ({ params: { id: w.cartId }, body: { items: [{ productId: w.productId, quantity: '4' }] } }),
    },
    checkout: {
      as: 'buyer',
      input: (w) => ({
        body: {
          ...buying(w),
          carts: [
            {
              cartId: w.cartId,
              companyPaymentOptionId: only(w.seller.paymentOptions.slice(0, 1)).id,
              expectedTotal: '0.01',
            },
          ],
        },
      }),
    },
    removeItem: { as: 'buyer', input: (w) => ({ params: { id: w.cartId, itemId: w.cartItemId } }) },
    remove: { as: 'buyer', input: (w) => ({ params: { id: w.cartId }, query: buying(w) }) },
  },
  orderTerms: {
    list: { as: 'seller', input: (w) => ({ params: { companyId: w.seller.company.id } }) },
    save: {
      as: 'seller',
      input: (w) => ({
        params: { companyId: w.seller.company.id },
        body: {
          serviceZoneId: w.serviceZoneId,
          minimumUsd: null,
          deliveryDays: [1, 4],
          cutOff: '14:00',
          leadDays: 1,
          timeZone: 'America/Los_Angeles',
          version: null,
        },
      }),
    },
    remove: {
      as: 'seller',
      input: (w) => ({ params: { companyId: w.seller.company.id, id: w.orderTermsId } }),
    },
  },
  customers: {
    search: { as: 'seller', input: (w) => ({ body: { ...org(w), filters: {} } }) },
    facets: { as: 'seller', input: (w) => ({ query: org(w) }) },
    get: { as: 'seller', input: (w) => ({ params: { id: w.customerId } }) },
    create: { as: 'seller', input: (w) => ({ body: { ...selling(w), name: 'Cedar Apothecary' } }) },
    update: {
      as: 'seller',
      input: (w) => ({
        params: { id: w.customerId },
        body: { name: 'Cedar Collective', licenseId: w.buyer.license.id, delinquent: true, version: 0 },
      }),
    },
    ageing: { as: 'seller', input: (w) => ({ params: { id: w.customerId } }) },
    spend: { as: 'seller', input: (w) => ({ params: { id: w.customerId }, query: {} }) },
    // Its job changes the customer, so it comes after samples that use the version.
    bulk: {
      as: 'seller',
      input: (w) => ({
        body: { ...org(w), selection: { ids: [w.customerId] }, act: { name: 'setDelinquent', delinquent: false } },
      }),
    },
  },
  customerImports: {
    preview: { as: 'seller', input: (w) => ({ body: { ...selling(w), rows: [{ name: 'Juniper Garden' }] } }) },
    apply: {
      as: 'seller',
      input: (w) => ({ body: { ...selling(w), fileName: 'customers.csv', rows: [{ name: 'Juniper Garden' }] } }),
    },
    get: { as: 'seller', input: (w) => ({ params: { id: w.customerImportId } }) },
    undo: { as: 'seller', input: (w) => ({ params: { id: w.customerImportId } }) },
  },
  customerStatuses: labelSamples((w) => w.customerStatusId),
  customerServiceZones: labelSamples((w) => w.serviceZoneId),
  serviceZoneMap: {
    get: { as: 'seller', input: (w) => ({ query: selling(w) }) },
    previewArea: {
      as: 'seller',
      input: (w) => ({ params: { id: w.otherServiceZoneId }, body: { counties: ['06001'], postalCodes: [] } }),
    },
    updateArea: {
      as: 'seller',
      input: (w) => ({
        params: { id: w.otherServiceZoneId },
        body: { counties: ['06001'], postalCodes: [], version: 0 },
      }),
    },
  },
  bulkActs: {
    list: { as: 'seller', input: () => ({ query: {} }), shared: true },
    get: { as: 'seller', input: (w) => ({ params: { id: w.bulkActId }, query: {} }), onesOwn: true },
    file: { as: 'seller', input: (w) => ({ params: { id: w.bulkActId, number: 1 } }), onesOwn: true },
    stop: { as: 'seller', input: (w) => ({ params: { id: w.bulkActId } }) },
    // Its order has another ship date by now, so the job changes nothing other samples use.
    undo: { as: 'seller', input: (w) => ({ params: { id: w.undoableActId } }) },
  },
} satisfies Partial<Samples>;
