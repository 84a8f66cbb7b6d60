import type { z } from 'zod';
import { savedViewCalls, viewsOf } from '../views/saved-view';
import { ORDER_SORTS, orders } from './contract';
import { orderFilters } from './filters';

/** Saved searches of sales orders. */
export const orderViews = viewsOf({ list: 'orders', filters: orderFilters, sorts: ORDER_SORTS, sortBy: 'created' });
export type OrderSearch = z.output<typeof orderViews.search>;

export const savedSearches = savedViewCalls('/orders/saved-searches', {
  views: orderViews,
  of: 'sales orders',
  requires: orders.search.requires,
});
