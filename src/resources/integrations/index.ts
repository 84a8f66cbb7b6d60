import { anyOf } from '../../../domain/access/ability';
import type { Manifest } from '../../providers/manifest';
import { licenseSyncs, wholesaleSyncs } from './resource';

/** Connections: the tracking system by license, the wholesale marketplace by state. */
export const integrations: Manifest = {
  name: 'integrations',
  label: 'Integrations',
  app: 'account',
  requires: anyOf(licenseSyncs.requires, wholesaleSyncs.requires),
  resources: [licenseSyncs, wholesaleSyncs],
  screens: [
    {
      path: 'account/integrations',
      title: 'Integrations',
      load: () => import('./Integrations'),
      nav: { icon: 'external', order: 4 },
    },
  ],
};
