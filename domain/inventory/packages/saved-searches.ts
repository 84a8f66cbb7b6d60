import { savedViewCalls, viewsOf } from '../../views/saved-view';
import { inventory, PACKAGE_SORTS } from './contract';
import { packageFilters } from './package-filters';

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
