import { manifestOf } from '../../providers/manifest';
import { readList } from '../../providers/resource';
import { notificationSettings, companies as resource } from './resource';

const COMPANIES = 'account/manage/companies';

/** The organization's seller companies: people, locations, payment options and emails. */
export const companies = manifestOf(resource, {
  label: 'Companies',
  app: 'account',
  resources: [notificationSettings],
  finds: async (text, scope, options) => {
    const { results } = await readList(resource, {}, scope, options);
    return results
      .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
      .map(({ companyId, name, state }) => ({
        path: `/${COMPANIES}/${companyId}`,
        label: name,
        hint: `Company in ${state.ansiAbbrevation}`,
      }));
  },
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
});
