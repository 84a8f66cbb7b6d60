import { read, write } from '../../../../domain/access/ability';
import type { Manifest } from '../../../providers/manifest';

/** Keys by which other software calls the API. */
export const apiKeys: Manifest = {
  name: 'api-keys',
  label: 'API Keys',
  app: 'account',
  requires: read('MANAGE_ROLES'),
  writes: write('MANAGE_ROLES'),
  acts: [
    {
      label: 'Make an API key',
      path: '/account/integrations/api-keys?new',
      requires: write('MANAGE_ROLES'),
      icon: 'plus',
    },
  ],
  screens: [
    {
      path: 'account/integrations/api-keys',
      title: 'API Keys',
      load: () => import('./ApiKeyList'),
      action: 'list',
      nav: { icon: 'lock', order: 4 },
    },
    {
      path: 'account/integrations/api-keys/:id',
      title: 'API Key',
      load: () => import('./ApiKeyPage'),
      action: 'show',
    },
  ],
};
