import { read, write } from '../../../domain/access/ability';
import type { Manifest } from '../../providers/manifest';

const requires = read('OFFERS');

/** Offers one can bid on, and any offer's page. */
export const openOffers: Manifest = {
  name: 'open-offers',
  label: 'Offers',
  app: 'deals',
  requires,
  days: 'reader',
  screens: [
    {
      path: 'deals',
      title: 'Offers',
      load: () => import('./OpenOffers'),
      action: 'list',
      nav: { icon: 'store', order: 1, needs: ['buyer-company'] },
    },
  ],
};

/** The organization's own offers. */
export const offers: Manifest = {
  name: 'offers',
  label: 'Our Offers',
  app: 'deals',
  requires,
  writes: write('OFFERS'),
  acts: [{ label: 'Make an offer', path: '/deals/ours?new', requires: write('OFFERS'), icon: 'plus' }],
  days: 'company',
  screens: [
    {
      path: 'deals/ours',
      title: 'Our Offers',
      load: () => import('./OwnOffers'),
      action: 'list',
      nav: { icon: 'orders', order: 2, needs: ['seller-company'] },
    },
    { path: 'deals/:slug', title: 'Offer', load: () => import('./OfferShow'), action: 'show' },
  ],
};

/** Bids of both sides. */
export const bids: Manifest = {
  name: 'bids',
  label: 'Bids',
  app: 'deals',
  requires: read('BIDS'),
  days: 'reader',
  screens: [
    {
      path: 'deals/bids',
      title: 'Bids',
      load: async () => ({ default: (await import('./BidLists')).Bids }),
      action: 'list',
      nav: { icon: 'chat', order: 3 },
    },
  ],
};

/** Orders that came from deals. */
export const dealOrders: Manifest = {
  name: 'deal-orders',
  label: 'Deal Orders',
  app: 'deals',
  requires: read('ORDERS'),
  days: 'reader',
  screens: [
    {
      path: 'deals/orders',
      title: 'Deal Orders',
      load: async () => ({ default: (await import('./BidLists')).DealOrders }),
      action: 'list',
      nav: { icon: 'check', order: 4 },
    },
  ],
};
