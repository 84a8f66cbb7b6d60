import { read, write } from '../../../../domain/access/ability';
import type { Manifest } from '../../../providers/manifest';

const BUYER_COMPANIES = 'account/manage/buyer-companies';

/** The companies the organization buys with, and their licenses. */
export const buyerCompanies: Manifest = {
  name: 'buyer-companies',
  label: 'Buyer Companies',
  app: 'account',
  requires: read('EDIT_ORGANIZATION'),
  writes: write('EDIT_ORGANIZATION'),
  finds: async (...asked) => (await import('./find')).findBuyerCompanies(...asked),
  screens: [
    { path: BUYER_COMPANIES, title: 'Buyer Companies', load: () => import('./BuyerCompanyList'), action: 'list' },
    {
      path: `${BUYER_COMPANIES}/:slug`,
      title: 'Buyer Company',
      load: () => import('./BuyerCompanyShow'),
      action: 'show',
    },
  ],
};
