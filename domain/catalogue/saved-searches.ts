import { savedViewCalls, viewsOf } from '../views/saved-view';
import { PRODUCT_SORTS, products } from './contract';
import { productFilters } from './product-filters';

/** Saved searches of products. */
export const productViews = viewsOf({
  list: 'products',
  filters: productFilters,
  sorts: PRODUCT_SORTS,
  sortBy: 'lastEdit',
});

export const productSearches = savedViewCalls('/product-searches', {
  views: productViews,
  of: 'products',
  requires: products.search.requires,
});
