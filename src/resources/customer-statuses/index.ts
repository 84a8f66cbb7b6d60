import { manifestOf } from '../../providers/manifest';
import { customerStatuses as resource } from './resource';

/** Where a company's customers stand with it, in its own words and order. */
export const customerStatuses = manifestOf(resource, {
  label: 'Customer Statuses',
  app: 'account',
  screens: [
    {
      path: 'account/manage/companies/:slug/customer-statuses',
      title: 'Customer Statuses',
      load: () => import('./StatusList'),
      action: 'list',
      isUnlisted: true,
    },
  ],
});
