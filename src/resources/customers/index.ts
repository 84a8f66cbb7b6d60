import { read, write } from '../../../domain/access/ability';
import type { Manifest } from '../../providers/manifest';

const isDesktopOnly = true;

/** The current company's customers, with their orders and credit. */
export const customers: Manifest = {
  name: 'customers',
  label: 'Customers',
  app: 'network',
  requires: read('CUSTOMERS'),
  writes: write('CUSTOMERS'),
  finds: async (...asked) => (await import('./find')).findCustomers(...asked),
  acts: [
    { label: 'Add a customer', path: '/network/customers?new', requires: write('CUSTOMERS'), icon: 'plus' },
    { label: 'Import customers', path: '/network/customers/import', requires: write('CUSTOMERS'), icon: 'arrowUp' },
  ],
  days: 'company',
  screens: [
    {
      path: 'network/customers',
      title: 'Customers',
      load: () => import('./CustomerList'),
      action: 'list',
      nav: { icon: 'user', order: 1, needs: ['seller-company'] },
      isDesktopOnly,
    },
    {
      path: 'network/customers/import',
      title: 'Import Customers',
      load: () => import('./import/ImportCustomers'),
      requires: write('CUSTOMERS'),
      isDesktopOnly,
      isUnlisted: true,
    },
    {
      path: 'network/customers/:slug',
      title: 'Customer',
      load: () => import('./CustomerShow'),
      action: 'show',
      isDesktopOnly,
    },
  ],
};
