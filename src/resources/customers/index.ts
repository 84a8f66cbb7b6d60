import { customerImports } from '../../../domain/customers/import-contract';
import { manifestOf } from '../../providers/manifest';
import { readList } from '../../providers/resource';
import { imports, customers as resource } from './resource';

const FOUND_AT_MOST = 5;
const isDesktopOnly = true;

/** The current company's customers, with their orders and credit. */
export const customers = manifestOf(resource, {
  label: 'Customers',
  app: 'network',
  resources: [imports],
  finds: async (text, scope, options) => {
    const { results } = await readList(resource, { filters: { searchTerm: text } }, scope, options);
    return results.slice(0, FOUND_AT_MOST).map(({ id, name, license }) => ({
      path: `/network/customers/${id}`,
      label: name,
      hint: license ? `Customer, ${license.licenseNumber}` : 'Customer',
    }));
  },
  acts: [
    { label: 'Add a customer', path: '/network/customers?new', requires: resource.create.requires, icon: 'plus' },
    {
      label: 'Import customers',
      path: '/network/customers/import',
      requires: customerImports.apply.requires,
      icon: 'arrowUp',
    },
  ],
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
      load: () => import('./ImportCustomers'),
      requires: customerImports.apply.requires,
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
});
