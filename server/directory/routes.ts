import { boughtBefore } from '../../domain/directory/bought-contract';
import { brands, directory } from '../../domain/directory/contract';
import { productLab } from '../../domain/inventory/lab-summary';
import { implement } from '../implement';
import { listPurchases } from './bought';
import { getBrand, getBrandBySlug } from './brand';
import { listFeaturedBrands } from './featured';
import { getLabResult } from './lab-result';
import { autocompleteListings, listSortableFields, searchListings } from './listings';
import { getFacets, getMenu, getProducts } from './menu';
import { printMenu } from './menu-pdf';

export const directoryRoutes = [
  implement(directory)({
    search: searchListings,
    autocomplete: autocompleteListings,
    sortableFields: listSortableFields,
  }),
  implement(brands)({
    get: getBrand,
    bySlug: getBrandBySlug,
    featured: listFeaturedBrands,
    menu: getMenu,
    menuPdf: printMenu,
    products: getProducts,
    facets: getFacets,
  }),
  implement(productLab)({ result: getLabResult }),
  implement(boughtBefore)({ product: listPurchases }),
];
