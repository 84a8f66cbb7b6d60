import { read, write } from '../../../../domain/access/ability';
import type { Manifest } from '../../../providers/manifest';

/** The current company's products. */
export const products: Manifest = {
  name: 'products',
  label: 'Products',
  app: 'inventory',
  requires: read('PRODUCTS'),
  writes: write('PRODUCTS'),
  finds: async (...asked) => (await import('./find')).findProducts(...asked),
  acts: [
    { label: 'Add a product', path: '/inventory/products/new', requires: write('PRODUCTS'), icon: 'plus' },
    { label: 'Import products', path: '/inventory/products/import', requires: write('PRODUCTS'), icon: 'arrowUp' },
  ],
  days: 'company',
  screens: [
    {
      path: 'inventory/products',
      title: 'Products',
      load: () => import('./ProductList'),
      action: 'list',
      nav: { icon: 'box', order: 3, needs: ['seller-company'] },
    },
    {
      path: 'inventory/products/new',
      title: 'New product',
      load: () => import('./NewProduct'),
      action: 'create',
      requires: write('PRODUCTS'),
      isUnlisted: true,
    },
    {
      path: 'inventory/products/import',
      title: 'Import Products',
      load: () => import('./import/ImportProducts'),
      requires: write('PRODUCTS'),
      isUnlisted: true,
    },
    { path: 'inventory/products/:slug', title: 'Product', load: () => import('./ProductPage'), action: 'show' },
  ],
};
