import { read } from '../../../../domain/access/ability';
import type { Manifest } from '../../../providers/manifest';

/** Packages of the tracking system, by the licenses that hold them. */
export const inventory: Manifest = {
  name: 'packages',
  label: 'Packages',
  app: 'inventory',
  requires: read('INVENTORY'),
  finds: async (...asked) => (await import('./find')).findPackages(...asked),
  screens: [
    {
      path: 'inventory',
      title: 'Packages',
      load: () => import('./PackageList'),
      action: 'list',
      nav: { icon: 'layers', order: 1, needs: ['license'] },
    },
  ],
};
