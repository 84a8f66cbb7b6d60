import { manifestOf } from '../../providers/manifest';
import { customerStatuses as statuses, customerServiceZones as zones } from './resource';

/** A company's own customer statuses, in its order. */
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

/** A company's delivery zones, in route order. */
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
