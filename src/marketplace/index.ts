import { read, signedIn } from '../../domain/access/ability';
import type { Manifest } from '../providers/manifest';

export const marketplace: Manifest = {
  name: 'marketplace',
  label: 'Marketplace',
  app: 'marketplace',
  requires: signedIn,
  finds: async (...asked) => (await import('./find')).findBrands(...asked),
  days: 'reader',
  screens: [
    {
      path: 'marketplace',
      title: 'Marketplace',
      load: () => import('./home/MarketplaceHome'),
      nav: { icon: 'store' },
      forVisitors: true,
    },
    {
      path: 'marketplace/cart',
      title: 'Cart',
      load: () => import('./carts/CartPage'),
      requires: read('PURCHASE_ORDERS'),
    },
    {
      path: 'marketplace/following',
      title: 'Following',
      load: () => import('./following/FollowingPage'),
      requires: read('PURCHASE_ORDERS'),
    },
    { path: 'marketplace/brands/*', title: 'Brand', load: () => import('./menus/BrandPage'), forVisitors: true },
  ],
  slots: { search: () => import('./home/SearchSlot'), cart: () => import('./carts/CartMenu') },
};
