import { anyOf, read } from '../../../domain/access/ability';
import type { Manifest } from '../../providers/manifest';

/** Connections: the tracking system by license, the wholesale marketplace by state, the books by company, own programs. */
export const integrations: Manifest = {
  name: 'integrations',
  label: 'Integrations',
  app: 'account',
  requires: anyOf(read('MANAGE_LICENSES'), read('EDIT_ORGANIZATION'), read('MANAGE_ROLES')),
  screens: [
    {
      path: 'account/integrations',
      title: 'Integrations',
      load: () => import('./Integrations'),
      nav: { icon: 'external', order: 4 },
    },
    {
      path: 'account/integrations/wholesale/:syncId',
      title: 'Wholesale marketplace',
      load: () => import('./wholesale/desk/MatchDesk'),
      requires: read('EDIT_ORGANIZATION'),
    },
  ],
};
