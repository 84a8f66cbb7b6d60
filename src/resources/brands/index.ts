import { read, support, write } from '../../../domain/access/ability';
import type { Manifest } from '../../providers/manifest';

const BRANDS = 'account/manage/brands';
const requires = read('MANAGE_BRANDS');
const title = 'My Brands';
const load = () => import('./BrandList');

/** The organization's brands. */
export const brands: Manifest = {
  name: 'own-brands',
  label: 'Brands',
  app: 'account',
  requires,
  writes: write('CLAIM_BRANDS'),
  finds: async (...asked) => (await import('./find')).findBrands(...asked),
  acts: [
    { label: 'Claim a brand', path: '/network/brands?new', requires: write('CLAIM_BRANDS'), icon: 'plus' },
    { label: 'Suggest a brand', path: '/network/brands?suggest', requires: write('CLAIM_BRANDS'), icon: 'plus' },
  ],
  screens: [
    // Setup leads to the network's list.
    { path: BRANDS, title, load, action: 'list', isUnlisted: true },
    { path: `${BRANDS}/:slug`, title: 'Brand', load: () => import('./BrandShow'), action: 'show' },
  ],
};

/** The same list, as the network's. */
export const myBrands: Manifest = {
  name: 'my-brands',
  label: title,
  app: 'network',
  requires,
  screens: [{ path: 'network/brands', title, load, nav: { icon: 'store', order: 3, needs: ['seller-company'] } }],
};

/** Brands offered to other businesses, and to the reader. */
export const brandInvites: Manifest = {
  name: 'brand-invites',
  label: 'Brand Invites',
  app: 'account',
  requires: read('BRAND_INVITES'),
  writes: write('BRAND_INVITES'),
  screens: [
    {
      path: 'account/manage/brand-invites',
      title: 'Brand Invites',
      load: () => import('./BrandInvites'),
      action: 'list',
    },
  ],
};

/** Suggested brands, for Verdant staff to review. */
export const brandReview: Manifest = {
  name: 'brand-review',
  label: 'Brand Review',
  app: 'support',
  requires: support,
  screens: [
    {
      path: 'support/brands',
      title: 'Brands in review',
      load: () => import('./BrandReview'),
      nav: { icon: 'store', order: 3 },
    },
  ],
};
