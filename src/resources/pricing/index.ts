import { onPlan, read, write } from '../../../domain/access/ability';
import type { Manifest } from '../../providers/manifest';

/** What the current company's customers pay instead of wholesale. */
export const priceSchedules: Manifest = {
  name: 'price-schedules',
  label: 'Pricing',
  app: 'inventory',
  requires: read('PRODUCTS'),
  writes: onPlan('price-schedules', write('PRODUCTS')),
  days: 'company',
  screens: [
    {
      path: 'inventory/pricing',
      title: 'Pricing',
      load: () => import('./PriceScheduleList'),
      action: 'list',
      nav: { icon: 'tag', order: 4, needs: ['own-prices'] },
    },
    {
      path: 'inventory/pricing/price-schedules',
      title: 'Pricing',
      load: () => import('./PriceScheduleList'),
      isUnlisted: true,
    },
    {
      path: 'inventory/pricing/price-schedules/:slug',
      title: 'Price schedule',
      load: () => import('./PriceScheduleShow'),
      action: 'show',
      isUnlisted: true,
    },
  ],
};
