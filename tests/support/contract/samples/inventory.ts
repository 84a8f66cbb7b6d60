import { unique } from '../../factories';
import type { World } from '../world';
import { org, selling } from './inputs';
import type { Extras, Samples } from './sample';

const ofLicense = (w: World) => ({ query: { licenseId: w.seller.license.id } });
const inCalifornia = (w: World) => ({
  ...org(w),
  usState: 'CA',
  licenseIds: [w.seller.license.id],
  brandIds: [w.seller.brand.id],
});
const narrowed = (w: World) => ({
  selectedHolders: [w.seller.license.id],
  selectedOwners: [w.seller.brand.id],
  selectedLocations: [w.packageId],
  selectedMetrcOwners: [w.packageId],
  selectedTransfers: [w.transferId],
});
const flower = (w: World) => ({
  name: `Gelato Flower ${unique()}`,
  categoryName: 'Buds',
  strainName: 'Gelato',
  unitOfMeasure: 'lb' as const,
  brandId: w.seller.brand.id,
});
const packagesFor = (w: World) => ({
  filters: { ...narrowed(w), licenseIds: [w.seller.license.id], brandIds: [w.seller.brand.id] },
  sortBy: 'label' as const,
  sortDesc: false,
});
/** What stands for the owner of the world's package: `Lost Coast Cultivation`. */
const LOST_COAST = 47_365_890_507_106;

/** Valid calls about what the tracking system keeps. */
export const inventorySamples = {
  trackingItems: {
    list: { as: 'seller', input: ofLicense },
    categories: { as: 'seller', input: ofLicense },
    strains: { as: 'seller', input: ofLicense },
    create: {
      as: 'seller',
      input: (w) => ({ body: { licenseId: w.seller.license.id, items: [flower(w)] } }),
    },
  },
  inventory: {
    list: { as: 'seller', input: (w) => ({ query: { ...inCalifornia(w), ...narrowed(w) } }) },
    facets: { as: 'seller', input: (w) => ({ query: inCalifornia(w) }) },
    itemNames: { as: 'seller', input: (w) => ({ query: { ...inCalifornia(w), searchTerm: 'Gelato' } }) },
    export: { as: 'seller', input: (w) => ({ query: { ...inCalifornia(w), ...narrowed(w) } }) },
    composite: { as: 'seller', input: (w) => ({ query: { ...inCalifornia(w), ...narrowed(w) } }) },
    compositeExport: { as: 'seller', input: (w) => ({ query: { ...inCalifornia(w), ...narrowed(w) } }) },
    compositePackages: {
      as: 'seller',
      input: (w) => ({
        query: {
          ...inCalifornia(w),
          ...narrowed(w),
          key: `${w.itemId}-1-${w.seller.license.id}-ea`,
        },
      }),
    },
    get: { as: 'seller', input: (w) => ({ params: { id: w.packageId } }) },
    tags: {
      as: 'seller',
      input: (w) => ({ params: { licenseId: w.seller.license.id }, query: { count: 3 } }),
    },
    split: {
      as: 'seller',
      input: (w) => ({
        params: { licenseId: w.seller.license.id, label: w.packageLabel },
        body: {
          newPackages: [{ label: `1A40603SPLIT0${String(unique()).padStart(11, '0')}`, quantity: '2' }],
          unitOfMeasureAbbreviation: 'ea' as const,
          actualDate: '2026-11-20',
          tradeSample: false,
        },
      }),
    },
    testResults: { as: 'seller', input: (w) => ({ params: { label: w.packageLabel } }) },
    certificate: { as: 'seller', input: (w) => ({ params: { label: w.packageLabel, documentId: w.packageId } }) },
    setNotes: {
      as: 'seller',
      input: (w) => ({
        params: org(w),
        body: { packageLabels: [w.packageLabel], state: 'CA', notes: 'For the spring order' },
      }),
    },
  },
  packageSearches: {
    list: { as: 'seller', input: (w) => ({ query: selling(w) }) },
    get: { as: 'seller', input: (w) => ({ params: { id: w.packageSearchId } }), onesOwn: true },
    create: { as: 'seller', input: (w) => ({ body: { ...selling(w), name: 'Ours', search: packagesFor(w) } }) },
    update: {
      as: 'seller',
      input: (w) => ({
        params: { id: w.packageSearchId },
        body: { name: 'Ours now', search: packagesFor(w), version: 0 },
      }),
    },
    remove: { as: 'seller', input: (w) => ({ params: { id: w.packageSearchId } }) },
  },
  productLab: {
    ofBrand: { as: 'buyer', input: (w) => ({ params: { id: w.seller.brand.id } }), shared: true },
    result: {
      as: 'buyer',
      input: (w) => ({ params: { id: w.seller.brand.id, productId: w.picturedProductId } }),
      shared: true,
    },
  },
  packageBulk: {
    locations: { as: 'seller', input: (w) => ({ query: inCalifornia(w) }) },
    start: {
      as: 'seller',
      input: (w) => ({
        body: {
          ...inCalifornia(w),
          selection: {
            filters: { licenseIds: [w.seller.license.id], selectedHolders: [w.seller.license.id] },
            except: [w.packageId],
          },
          act: { name: 'setNotes', notes: 'For the spring order' },
        },
      }),
    },
  },
  itemRules: {
    list: { as: 'seller', input: (w) => ({ query: { ...org(w), usState: 'CA' } }) },
    preview: {
      as: 'seller',
      input: (w) => ({
        query: {
          ...org(w),
          usState: 'CA',
          brandId: w.seller.brand.id,
          searchText: 'Dream',
          licenseIds: [w.seller.license.id],
        },
      }),
    },
    create: {
      as: 'seller',
      input: (w) => ({
        body: {
          ...org(w),
          usState: 'CA',
          brandId: w.seller.brand.id,
          searchText: 'Dream',
          licenseIds: [w.seller.license.id],
        },
      }),
    },
    remove: { as: 'seller', input: (w) => ({ params: { ruleId: w.itemRuleId } }) },
    recommendedBrands: { as: 'seller', input: (w) => ({ query: { ...org(w), usState: 'CA' } }) },
  },
  heldItems: {
    list: {
      as: 'seller',
      input: (w) => ({
        query: { ...org(w), usState: 'CA', licenseIds: [w.seller.license.id], brandIds: [w.seller.brand.id] },
      }),
    },
    facets: {
      as: 'seller',
      input: (w) => ({
        query: { ...org(w), usState: 'CA', licenseIds: [w.seller.license.id], brandIds: [w.seller.brand.id] },
      }),
    },
    assign: {
      as: 'seller',
      input: (w) => ({ params: { id: w.itemId }, body: { brandId: w.seller.brand.id } }),
    },
    assignHeld: {
      as: 'seller',
      input: (w) => ({
        body: {
          ...org(w),
          licenseIds: [w.seller.license.id],
          includedItemIds: [w.itemId],
          brandId: w.seller.brand.id,
        },
      }),
    },
    unassignHeld: {
      as: 'seller',
      input: (w) => ({
        body: { ...org(w), licenseIds: [w.seller.license.id], excludedItemIds: [w.itemId] },
      }),
    },
    setNotes: {
      as: 'seller',
      input: (w) => ({ params: { ...org(w), id: w.itemId }, body: { notes: 'Ask the lab' } }),
    },
  },
  reconciliation: {
    search: {
      as: 'seller',
      input: (w) => ({ body: { ...selling(w), filters: { licenseIds: [w.seller.license.id] } } }),
    },
    facets: { as: 'seller', input: (w) => ({ query: selling(w) }) },
    summary: { as: 'seller', input: (w) => ({ query: org(w) }) },
    adjust: {
      as: 'seller',
      input: (w) => ({ params: { id: w.differenceId }, body: { reason: 'Entry Error', date: '2026-11-20' } }),
    },
    adjustmentReasons: { as: 'seller', input: (w) => ({ params: { licenseId: w.seller.license.id } }) },
    shortages: { as: 'seller', input: (w) => ({ query: org(w) }) },
    leaving: { as: 'seller', input: (w) => ({ query: org(w) }) },
    markLeft: {
      as: 'seller',
      input: (w) => ({ body: { ...org(w), productId: w.productId, orderId: w.orderId } }),
    },
    colleagues: { as: 'seller', input: (w) => ({ params: { id: w.differenceId } }) },
    ask: {
      as: 'seller',
      input: (w) => ({
        params: { id: w.otherDifferenceId },
        body: { orgUserId: w.colleague.orgUserId, question: 'Did we count it?' },
      }),
    },
    accept: { as: 'seller', input: (w) => ({ params: { id: w.differenceId } }) },
    note: { as: 'seller', input: (w) => ({ params: { id: w.refusalId } }) },
    correct: {
      as: 'seller',
      input: (w) => ({ params: { id: w.otherDifferenceId }, body: { quantity: '5.5' } }),
    },
    bulk: {
      as: 'seller',
      input: (w) => ({
        body: {
          ...selling(w),
          selection: { filters: { licenseIds: [w.seller.license.id] }, except: [w.differenceId] },
          act: { name: 'accept' },
        },
      }),
    },
  },
} satisfies Partial<Samples>;

/** What those samples lack about the ids they take. */
export const inventoryExtras: Extras = {
  heldItems: {
    assignHeld: {
      calls: [
        (w) => ({
          body: {
            orgId: w.seller.org.id,
            licenseIds: [w.seller.license.id],
            excludedItemIds: [w.itemId],
            filters: { licenseIds: [w.seller.license.id], brandIds: [w.seller.brand.id] },
            brandId: w.seller.brand.id,
          },
        }),
      ],
    },
    unassignHeld: {
      calls: [
        (w) => ({
          body: {
            orgId: w.seller.org.id,
            licenseIds: [w.seller.license.id],
            includedItemIds: [w.itemId],
            filters: { licenseIds: [w.seller.license.id], brandIds: [w.seller.brand.id] },
          },
        }),
      ],
    },
  },
  packageBulk: {
    start: {
      common: { 'body.selection.filters.selectedMetrcOwners[]': 'it stands for a name, which is anybody’s' },
      calls: [
        (w) => ({
          body: {
            orgId: w.seller.org.id,
            usState: 'CA',
            selection: {
              filters: {
                brandIds: [w.seller.brand.id],
                selectedOwners: [w.seller.brand.id],
                selectedLocations: [w.packageId],
                selectedTransfers: [w.transferId],
                selectedMetrcOwners: [LOST_COAST],
              },
            },
            act: { name: 'setNotes', notes: 'For the spring order' },
          },
        }),
        (w) => ({
          body: {
            orgId: w.seller.org.id,
            usState: 'CA',
            selection: { ids: [w.packageId] },
            act: { name: 'setBrand', brandId: w.seller.brand.id },
          },
        }),
        (w) => ({
          body: {
            orgId: w.seller.org.id,
            usState: 'CA',
            selection: { ids: [w.packageId] },
            act: { name: 'map', productId: w.productId },
          },
        }),
      ],
    },
  },
  reconciliation: {
    bulk: {
      calls: [
        (w) => ({ body: { ...selling(w), selection: { ids: [w.differenceId] }, act: { name: 'accept' } } }),
        (w) => ({ body: { ...selling(w), selection: { ids: [w.refusalId] }, act: { name: 'note' } } }),
      ],
    },
  },
};
