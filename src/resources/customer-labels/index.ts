import { manifestOf } from '../../providers/manifest';
import { customerStatuses as statuses, customerServiceZones as zones } from './resource';

/** Where a company's customers stand with it, in its own words and order. */
export const customerStatuses = manifestOf(statuses, {
  label: 'Customer Statuses',
  app: 'account',
  screens: [
    {
      path: 'account/manage/companies/:slug/customer-statuses',
      title: 'Customer Statuses',
      load: async () => ({ default: (await import('./screens')).StatusList }),
      action: 'list',
      isUnlisted: true,
    },
  ],
});

/** Where a company's customers are, in the order its routes are driven. */
export const customerServiceZones = manifestOf(zones, {
  label: 'Service Zones',
  app: 'account',
  screens: [
    {
      path: 'account/manage/companies/:slug/service-zones',
      title: 'Service zones',
      load: async () => ({ default: (await import('./screens')).ServiceZoneList }),
      action: 'list',
      isUnlisted: true,
    },
  ],
});
