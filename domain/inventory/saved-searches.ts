import { savedViewCalls, viewsOf } from '../views/saved-view';
import { packageFilters } from './package-filters';
import { inventory, PACKAGE_SORTS } from './packages-contract';

/** Saved searches of packages. */
export const packageViews = viewsOf({
  list: 'packages',
  filters: packageFilters,
  sorts: PACKAGE_SORTS,
  sortBy: 'lastActivity',
});

export const packageSearches = savedViewCalls('/package-searches', {
  views: packageViews,
  of: 'packages',
  requires: inventory.list.requires,
});
