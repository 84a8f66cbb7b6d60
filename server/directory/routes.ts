import { boughtBefore } from '../../domain/directory/bought-contract';
import { brands, directory } from '../../domain/directory/contract';
import { follows } from '../../domain/directory/follow-contract';
import { marketHome, marketSettings } from '../../domain/directory/home-contract';
import { directoryLists } from '../../domain/directory/lists';
import { productLab } from '../../domain/inventory/lab-summary';
import { implement } from '../implement';
import { chooseFollowMail, findFollow, followProduct, listFollows, showFollows, unfollowProduct } from './follows';
import { getFoundProducts } from './found-products';
import { getHome, getSettings, noteOpened, noteVisit, saveSettings } from './home';
import { getLabResult, listLabResults } from './lab-result';
import { listPurchases } from './list-bought';
import { listFeatured, listFeaturedBrands } from './list-featured';
import { addListing, createList, dropListing, getList, listLists, removeList, renameList } from './lists';
import { getFacets, getMenu, getProducts } from './menu';
import { printMenu } from './menu-pdf';
import { listMenuTerms } from './menu-terms';
import { getBrand, getBrandBySlug } from './read-brand';
import { autocompleteListings, listSortableFields, searchListings } from './search-listings';

export const directoryRoutes = [
  implement(directory)({
    search: searchListings,
    products: getFoundProducts,
    autocomplete: autocompleteListings,
    featured: listFeatured,
    sortableFields: listSortableFields,
  }),
  implement(directoryLists)({
    list: listLists,
    get: getList,
    create: createList,
    update: renameList,
    remove: removeList,
    add: addListing,
    drop: dropListing,
  }),
  implement(brands)({
    get: getBrand,
    bySlug: getBrandBySlug,
    featured: listFeaturedBrands,
    menu: getMenu,
    terms: listMenuTerms,
    menuPdf: printMenu,
    products: getProducts,
    facets: getFacets,
  }),
  implement(marketHome)({ get: getHome, visit: noteVisit, open: noteOpened }),
  implement(marketSettings)({ get: getSettings, save: saveSettings }),
  implement(follows)({
    list: listFollows,
    of: findFollow,
    create: followProduct,
    seen: showFollows,
    mail: chooseFollowMail,
    remove: unfollowProduct,
  }),
  implement(productLab)({ ofBrand: listLabResults, result: getLabResult }),
  implement(boughtBefore)({ product: listPurchases }),
];
