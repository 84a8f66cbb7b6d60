import { read, write } from '../../../../domain/access/ability';
import type { Manifest } from '../../../providers/manifest';

const COMPANIES = 'account/manage/companies';

/** The organization's seller companies: people, locations, payment options and emails. */
export const companies: Manifest = {
  name: 'companies',
  label: 'Companies',
  app: 'account',
  requires: read('EDIT_ORGANIZATION'),
  writes: write('EDIT_ORGANIZATION'),
  finds: async (...asked) => (await import('./find')).findCompanies(...asked),
  screens: [
    { path: COMPANIES, title: 'Companies', load: () => import('./CompanyList'), action: 'list' },
    { path: `${COMPANIES}/:slug`, title: 'Company', load: () => import('./CompanyShow'), action: 'show' },
    {
      path: `${COMPANIES}/:slug/notification-settings`,
      title: 'Notification Settings',
      load: () => import('./NotificationSettings'),
      isUnlisted: true,
    },
  ],
};
