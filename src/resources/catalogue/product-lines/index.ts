import { read, write } from '../../../../domain/access/ability';
import type { Manifest } from '../../../providers/manifest';

/** The groups of a brand's products on its menu. */
export const productLines: Manifest = {
  name: 'product-lines',
  label: 'Product lines',
  app: 'inventory',
  requires: read('PRODUCTS'),
  writes: write('PRODUCTS'),
  screens: [
    {
      path: 'inventory/product-lines',
      title: 'Product lines',
      load: () => import('./ProductLineList'),
      action: 'list',
      isUnlisted: true,
    },
  ],
};
