import { read } from '../../../../domain/access/ability';
import type { Manifest } from '../../../providers/manifest';

/** The inbox of differences with the tracking system. */
export const reconciliation: Manifest = {
  name: 'differences',
  label: 'Reconciliation',
  app: 'inventory',
  requires: read('INVENTORY'),
  screens: [
    {
      path: 'inventory/reconciliation',
      title: 'Reconciliation',
      load: () => import('./DifferenceList'),
      action: 'list',
      nav: { icon: 'warning', order: 3, needs: ['license'] },
    },
  ],
};
