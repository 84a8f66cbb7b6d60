import { unique } from '../../factories';
import { PICTURE } from '../../files/pictures';
import type { World } from '../world';
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
const repricing = (w: World) => ({ patches: [{ id: w.productId, patch: { wholesalePrice: '21.00' } }] });
const schedule = ({ priceScheduleId }: World) => ({ params: { id: priceScheduleId } });
const repriced = (w: World) => ({
  customerIds: [w.customerId],
  productRules: [{ productId: w.productId, price: '17.00' }],
  productLineRules: [{ productLineId: w.seller.productLine.id, percentDiscount: '0.1' }],
});
const searchFor = (filters: object) => ({ filters, sortBy: 'name' as const, sortDesc: false });
const imported = (w: World) => ({
  sku: `GEL-FILE-${w.productId}`,
  name: 'Gelato from a file',
  brand: w.seller.brand.name,
  category: 'Buds (prepackaged)',
  wholesalePrice: '24',
});
export const productFilters = (w: World) => ({
  verdantBrandIds: [w.seller.brand.id],
  productLineIds: [w.seller.productLine.id],
  productCategoryIds: [2],
  distributorIds: [w.seller.company.id],
  productIds: [w.productId],
});

/** Valid calls of the catalogue. */
export const catalogueSamples = {
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
} satisfies Partial<Samples>;

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
        selection: { filters: productFilters(w), except: [w.archivedProductId] },
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
      calls: [(w) => ({ body: { ...selling(w), filters: productFilters(w) } })],
      common: { 'body.filters.productCategoryIds[]': CATEGORY },
    },
    export: {
      calls: [(w) => ({ body: { ...selling(w), filters: productFilters(w) } })],
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
      calls: [(w) => ({ body: { ...selling(w), name: 'All of it', search: searchFor(productFilters(w)) } })],
      common: { 'body.search.filters.productCategoryIds[]': CATEGORY },
    },
    update: {
      calls: [
        (w) => ({
          params: { id: w.productSearchId },
          body: { name: 'All of it', search: searchFor(productFilters(w)), version: 0 },
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
