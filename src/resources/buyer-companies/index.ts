import { manifestOf } from '../../providers/manifest';
import { readList } from '../../providers/resource';
import { nameOf } from './buyer-company.text';
import { buyerCompanies as resource } from './resource';

const BUYER_COMPANIES = 'account/manage/buyer-companies';

/** The companies the organization buys with, and their licenses. */
export const buyerCompanies = manifestOf(resource, {
  label: 'Buyer Companies',
  app: 'account',
  finds: async (text, scope, options) => {
    const { results } = await readList(resource, {}, scope, options);
    return results
      .filter((company) => nameOf(company).toLowerCase().includes(text.toLowerCase()))
      .map((company) => ({ path: `/${BUYER_COMPANIES}/${company.id}`, label: nameOf(company), hint: 'Buyer company' }));
  },
  screens: [
    { path: BUYER_COMPANIES, title: 'Buyer Companies', load: () => import('./BuyerCompanyList'), action: 'list' },
    {
      path: `${BUYER_COMPANIES}/:slug`,
      title: 'Buyer Company',
      load: () => import('./BuyerCompanyShow'),
      action: 'show',
    },
  ],
});
