import { signedIn } from '../../domain/access/ability';
import { carts } from '../../domain/carts/contract';
import { directory } from '../../domain/directory/contract';
import { call } from '../providers/call';
import type { Manifest } from '../providers/manifest';
import { brandPath } from './brand-path';
import { brands, brandsBySlug, featuredBrands, listings } from './resource';

const FOUND_AT_MOST = 5;

export const marketplace: Manifest = {
  name: 'marketplace',
  label: 'Marketplace',
  app: 'marketplace',
  requires: signedIn,
  resources: [listings, featuredBrands, brands, brandsBySlug],
  finds: async (searchString, _scope, options) => {
    const found = await call(directory.autocomplete, { query: { searchString } }, options);
    return found
      .slice(0, FOUND_AT_MOST)
      .map((listing) => ({ path: brandPath(listing), label: listing.name, hint: `Brand by ${listing.org.name}` }));
  },
  screens: [
    { path: 'marketplace', title: 'Marketplace', load: () => import('./MarketplaceHome'), nav: { icon: 'store' } },
    { path: 'marketplace/cart', title: 'Cart', load: () => import('./CartPage'), requires: carts.list.requires },
    { path: 'marketplace/brands/*', title: 'Brand', load: () => import('./BrandPage') },
  ],
  slots: { search: () => import('./SearchSlot'), cart: () => import('./CartMenu') },
};
