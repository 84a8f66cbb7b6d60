import { anyOf, read } from '../../../domain/access/ability';
import type { Manifest } from '../../providers/manifest';

const PATH = 'account/integrations/accounting/:companyId';

/** A company and its books: what is mapped, how both compare, and what was changed there. */
export const accounting: Manifest = {
  name: 'accounting',
  label: 'Accounting',
  app: 'account',
  part: 'accounting',
  requires: anyOf(read('ORDER_PAYMENTS'), read('EDIT_ORGANIZATION')),
  screens: [
    {
      path: `${PATH}/problems`,
      title: 'Not Sent to the Books',
      load: () => import('./ProblemList'),
      requires: read('ORDER_PAYMENTS'),
      isUnlisted: true,
    },
    {
      path: `${PATH}/customers`,
      title: 'Customers in the Books',
      load: () => import('./mapping/CustomerMappings'),
      requires: read('EDIT_ORGANIZATION'),
      isUnlisted: true,
    },
    {
      path: `${PATH}/products`,
      title: 'Products in the Books',
      load: () => import('./mapping/ProductMappings'),
      requires: read('EDIT_ORGANIZATION'),
      isUnlisted: true,
    },
    {
      path: `${PATH}/audit`,
      title: 'Compare with the Books',
      load: () => import('./audit/AuditPage'),
      requires: read('ORDER_PAYMENTS'),
      isUnlisted: true,
    },
    {
      path: `${PATH}/changes`,
      title: 'Changes in the Books',
      load: () => import('./changes/ChangeList'),
      requires: read('ORDER_PAYMENTS'),
      isUnlisted: true,
    },
  ],
};
