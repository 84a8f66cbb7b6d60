import type { World } from '../contract-world';
import { unique } from '../factories';
import { PICTURE } from '../pictures';
import { CATEGORY, nothing, org, selling } from './inputs';
import type { Extras, Samples } from './sample';

const product = ({ productId }: World) => ({ params: { id: productId } });

const fields = (w: World) => ({
  brandId: w.seller.brand.id,
  name: 'Gelato Eighth',
  sku: `GEL-${w.productId}`,
  category: 'Buds (prepackaged)' as const,
  wholesalePrice: '24.00',
  unitOfMeasure: 'Unit' as const,
  sellInUnitOfMeasure: 'Unit' as const,
});
const belonging = (w: World) => ({
  ...fields(w),
  sku: `GEL-CHILD-${w.productId}`,
  subcategoryId: 5,
  productLineId: w.seller.productLine.id,
  strainId: w.strainId,
  parentId: w.parentProductId,
});
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
const repricing = (w: World) => ({ patches: [{ id: w.productId, patch: { wholesalePrice: '21.00' } }] });
const schedule = ({ priceScheduleId }: World) => ({ params: { id: priceScheduleId } });
const repriced = (w: World) => ({
  customerIds: [w.customerId],
  productRules: [{ productId: w.productId, price: '17.00' }],
  productLineRules: [{ productLineId: w.seller.productLine.id, percentDiscount: '0.1' }],
});
const packagesFor = (w: World) => ({
  filters: { ...narrowed(w), licenseIds: [w.seller.license.id], brandIds: [w.seller.brand.id] },
  sortBy: 'label' as const,
  sortDesc: false,
});
const searchFor = (filters: object) => ({ filters, sortBy: 'name' as const, sortDesc: false });
const imported = (w: World) => ({
  sku: `GEL-FILE-${w.productId}`,
  name: 'Gelato from a file',
  brand: w.seller.brand.name,
  category: 'Buds (prepackaged)',
  wholesalePrice: '24',
});
const filters = (w: World) => ({
  verdantBrandIds: [w.seller.brand.id],
  productLineIds: [w.seller.productLine.id],
  productCategoryIds: [2],
  distributorIds: [w.seller.company.id],
  productIds: [w.productId],
});

/** Valid calls of the catalogue. */
export const catalogueSamples: Pick<
  Samples,
  | 'productLists'
  | 'products'
  | 'productDetails'
  | 'productChanges'
  | 'productImports'
  | 'productSearches'
  | 'productItems'
  | 'trackingItems'
  | 'inventory'
  | 'reconciliation'
  | 'heldItems'
  | 'itemRules'
  | 'packageBulk'
  | 'packageSearches'
  | 'productLab'
  | 'productLines'
  | 'strains'
  | 'priceSchedules'
  | 'productPrices'
> = {
  productLists: {
    categories: { as: 'buyer', input: nothing, shared: true },
    subcategories: { as: 'buyer', input: nothing, shared: true },
    units: { as: 'buyer', input: nothing, shared: true },
  },
  products: {
    search: { as: 'seller', input: (w) => ({ body: { ...org(w), filters: {} } }) },
    facets: { as: 'seller', input: (w) => ({ query: selling(w) }) },
    export: { as: 'seller', input: (w) => ({ body: { ...org(w), filters: {} } }) },
    get: { as: 'seller', input: product },
    create: { as: 'seller', input: (w) => ({ body: { ...selling(w), ...fields(w) } }) },
    update: {
      as: 'seller',
      input: (w) => ({ ...product(w), body: { ...fields(w), sku: `GEL-B-${w.productId}`, version: 0 } }),
    },
    archive: { as: 'seller', input: product },
    restore: { as: 'seller', input: (w) => ({ params: { id: w.archivedProductId } }) },
  },
  productDetails: {
    addImage: { as: 'seller', input: (w) => ({ ...product(w), file: PICTURE }) },
    setImages: {
      as: 'seller',
      input: (w) => ({
        params: { id: w.picturedProductId },
        body: { images: [{ id: w.productImageId, alt: 'A jar' }], version: 0 },
      }),
    },
    stock: { as: 'seller', input: (w) => ({ ...product(w), query: {} }) },
    setStock: {
      as: 'seller',
      input: (w) => ({ params: { id: w.picturedProductId }, body: { inventoryItems: [{ quantity: '640' }] } }),
    },
    logs: { as: 'seller', input: (w) => ({ ...product(w), query: {} }) },
    asOf: { as: 'seller', input: (w) => ({ ...product(w), query: { at: '2026-01-01T00:00:00Z' } }) },
  },
  productLines: {
    search: { as: 'seller', input: (w) => ({ body: org(w) }) },
    create: { as: 'seller', input: (w) => ({ body: { ...org(w), brandId: w.seller.brand.id, name: 'Rosins' } }) },
    update: { as: 'seller', input: (w) => ({ params: { id: w.seller.productLine.id }, body: { name: 'Top shelf' } }) },
    setPositions: {
      as: 'seller',
      input: (w) => ({ body: { ...org(w), brandId: w.menuBrandId, positions: [w.spareLineId] } }),
    },
    remove: { as: 'seller', input: (w) => ({ params: { id: w.spareLineId } }) },
  },
  strains: {
    search: { as: 'seller', input: (w) => ({ body: org(w) }) },
    create: {
      as: 'seller',
      input: (w) => ({ body: { ...org(w), name: `Sour Diesel ${unique()}`, strainClassification: 'SATIVA' } }),
    },
  },
  productItems: {
    mapped: { as: 'seller', input: (w) => ({ query: { productId: w.picturedProductId } }) },
    search: { as: 'seller', input: (w) => ({ query: { productId: w.picturedProductId, searchTerm: 'Bags' } }) },
    assign: {
      as: 'seller',
      input: (w) => ({ params: { id: w.picturedProductId }, body: { verdantItemIds: [w.itemId] } }),
    },
    unassign: {
      as: 'seller',
      input: (w) => ({ params: { id: w.picturedProductId }, body: { productItemIds: [w.productItemId] } }),
    },
  },
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
    result: {
      as: 'buyer',
      input: (w) => ({ params: { id: w.seller.brand.id, productId: w.picturedProductId } }),
      shared: true,
    },
  },
  packageBulk: {
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
    facets: { as: 'seller', input: (w) => ({ query: { ...org(w), usState: 'CA' } }) },
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
    accept: { as: 'seller', input: (w) => ({ params: { id: w.differenceId } }) },
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
  priceSchedules: {
    list: { as: 'seller', input: (w) => ({ query: selling(w) }) },
    lines: { as: 'seller', input: (w) => ({ query: selling(w) }) },
    match: { as: 'seller', input: (w) => ({ body: { ...selling(w), texts: ['BD-1'] } }) },
    get: { as: 'seller', input: schedule },
    create: { as: 'seller', input: (w) => ({ body: { ...selling(w), name: `Volume ${unique()}` } }) },
    update: { as: 'seller', input: (w) => ({ ...schedule(w), body: { ...repriced(w), version: 0 } }) },
    setCustomers: { as: 'seller', input: (w) => ({ ...schedule(w), body: { customerIds: [w.otherCustomerId] } }) },
    addRule: { as: 'seller', input: (w) => ({ ...schedule(w), body: { productId: w.productId, price: '15.00' } }) },
    remove: { as: 'seller', input: (w) => ({ params: { id: w.sparePriceScheduleId } }) },
    preview: { as: 'seller', input: (w) => ({ ...schedule(w), body: repriced(w) }) },
  },
  productPrices: { get: { as: 'seller', input: product } },
  productChanges: {
    preview: { as: 'seller', input: (w) => ({ body: { ...org(w), change: repricing(w) } }) },
    apply: { as: 'seller', input: (w) => ({ body: { ...org(w), change: repricing(w) } }) },
    undo: { as: 'seller', input: (w) => ({ params: { id: w.productChangeId } }), onesOwn: true },
  },
  productImports: {
    preview: { as: 'seller', input: (w) => ({ body: { ...selling(w), rows: [imported(w)] } }) },
    apply: { as: 'seller', input: (w) => ({ body: { ...selling(w), rows: [imported(w)] } }) },
    get: { as: 'seller', input: (w) => ({ params: { id: w.productChangeId } }), onesOwn: true },
  },
  productSearches: {
    list: { as: 'seller', input: (w) => ({ query: selling(w) }) },
    get: { as: 'seller', input: (w) => ({ params: { id: w.productSearchId } }), onesOwn: true },
    create: { as: 'seller', input: (w) => ({ body: { ...selling(w), name: 'On sale', search: searchFor({}) } }) },
    update: {
      as: 'seller',
      input: (w) => ({
        params: { id: w.productSearchId },
        body: { name: 'Parents', search: searchFor({ parent: true }), version: 0 },
      }),
    },
    remove: { as: 'seller', input: (w) => ({ params: { id: w.productSearchId } }) },
  },
};

const KIND = 'subcategories are the same for everybody';
const changing = [
  (w: World) => ({
    body: {
      ...selling(w),
      change: { patches: [{ id: w.productId, patch: { productLineId: w.seller.productLine.id } }] },
    },
  }),
  (w: World) => ({
    body: {
      ...selling(w),
      change: {
        selection: { ids: [w.productId] },
        act: { name: 'setProductLine' as const, productLineId: w.seller.productLine.id },
      },
    },
  }),
  (w: World) => ({
    body: {
      ...selling(w),
      change: {
        selection: { filters: filters(w), except: [w.archivedProductId] },
        act: { name: 'endSale' as const },
      },
    },
  }),
];
const inFilters = { 'body.change.selection.filters.productCategoryIds[]': CATEGORY };

/** What those samples lack about the ids they take. */
export const catalogueExtras: Extras = {
  products: {
    search: {
      calls: [(w) => ({ body: { ...selling(w), filters: filters(w) } })],
      common: { 'body.filters.productCategoryIds[]': CATEGORY },
    },
    export: {
      calls: [(w) => ({ body: { ...selling(w), filters: filters(w) } })],
      common: { 'body.filters.productCategoryIds[]': CATEGORY },
    },
    create: {
      calls: [(w) => ({ body: { ...selling(w), ...belonging(w), copiedFrom: w.productId } })],
      common: { 'body.subcategoryId': KIND },
    },
    update: {
      calls: [(w) => ({ ...product(w), body: { ...belonging(w), version: 0 } })],
      common: { 'body.subcategoryId': KIND },
    },
  },
  productItems: {
    search: { calls: [(w) => ({ query: { productId: w.picturedProductId, itemIds: [w.itemId] } })] },
  },
  productLines: {
    search: {
      calls: [
        (w) => ({ body: { ...org(w), brandIds: [w.seller.brand.id], productLineIds: [w.seller.productLine.id] } }),
      ],
    },
  },
  productSearches: {
    create: {
      calls: [(w) => ({ body: { ...selling(w), name: 'All of it', search: searchFor(filters(w)) } })],
      common: { 'body.search.filters.productCategoryIds[]': CATEGORY },
    },
    update: {
      calls: [
        (w) => ({
          params: { id: w.productSearchId },
          body: { name: 'All of it', search: searchFor(filters(w)), version: 0 },
        }),
      ],
      common: { 'body.search.filters.productCategoryIds[]': CATEGORY },
    },
  },
  productChanges: {
    preview: { calls: changing, common: inFilters },
    apply: { calls: changing, common: inFilters },
  },
};
