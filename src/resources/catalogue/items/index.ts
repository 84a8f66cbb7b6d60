import { read } from '../../../../domain/access/ability';
import type { Manifest } from '../../../providers/manifest';

/** Items of the tracking system, and the brands they are assigned to. */
export const items: Manifest = {
  name: 'items',
  label: 'Items',
  app: 'inventory',
  requires: read('ITEM_BRANDING'),
  screens: [
    {
      path: 'inventory/brands',
      title: 'Items',
      load: async () => ({ default: (await import('./ItemList')).AllItems }),
      action: 'list',
      nav: { icon: 'leaf', order: 2, needs: ['seller-company'] },
    },
    {
      path: 'inventory/brands/branded',
      title: 'Branded items',
      load: async () => ({ default: (await import('./ItemList')).BrandedItems }),
      isUnlisted: true,
    },
    {
      path: 'inventory/brands/rules',
      title: 'Assignment rules',
      load: () => import('./RuleList'),
      isUnlisted: true,
    },
  ],
};
