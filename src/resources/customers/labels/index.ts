import { read, write } from '../../../../domain/access/ability';
import type { Manifest } from '../../../providers/manifest';

/** A company's own customer statuses, in its order. */
export const customerStatuses: Manifest = {
  name: 'customer-statuses',
  label: 'Customer Statuses',
  app: 'account',
  requires: read('CUSTOMERS'),
  writes: write('CUSTOMERS'),
  screens: [
    {
      path: 'account/manage/companies/:slug/customer-statuses',
      title: 'Customer Statuses',
      load: async () => ({ default: (await import('./screens')).StatusList }),
      action: 'list',
      isUnlisted: true,
    },
  ],
};

/** A company's delivery zones, in route order. */
export const customerServiceZones: Manifest = {
  name: 'customer-service-zones',
  label: 'Service Zones',
  app: 'account',
  requires: read('CUSTOMERS'),
  writes: write('CUSTOMERS'),
  screens: [
    {
      path: 'account/manage/companies/:slug/service-zones',
      title: 'Service zones',
      load: async () => ({ default: (await import('./screens')).ServiceZoneList }),
      action: 'list',
      isUnlisted: true,
    },
    {
      path: 'account/manage/companies/:slug/map-service-zones',
      title: 'Service zone map',
      load: () => import('./zones/ZoneMap'),
      isUnlisted: true,
    },
  ],
};
