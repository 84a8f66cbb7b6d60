import { read, write } from '../../../../domain/access/ability';
import type { Manifest } from '../../../providers/manifest';

/** Where the organization's events are sent, and how that goes. */
export const webhookEndpoints: Manifest = {
  name: 'webhook-endpoints',
  label: 'Webhooks',
  app: 'account',
  requires: read('MANAGE_ROLES'),
  writes: write('MANAGE_ROLES'),
  acts: [
    {
      label: 'Add a webhook endpoint',
      path: '/account/integrations/webhooks?new',
      requires: write('MANAGE_ROLES'),
      icon: 'plus',
    },
  ],
  screens: [
    {
      path: 'account/integrations/webhooks',
      title: 'Webhooks',
      load: () => import('./EndpointList'),
      action: 'list',
    },
    {
      path: 'account/integrations/webhooks/:id',
      title: 'Webhook endpoint',
      load: () => import('./EndpointShow'),
      action: 'show',
    },
  ],
};
