import { read } from '../../../domain/access/ability';
import type { Manifest } from '../../providers/manifest';

export { brandPartners, partnerBrands } from './partners';

/** What waits for the reader in the network, with the way to its lists. */
export const network: Manifest = {
  name: 'network',
  label: 'Network',
  app: 'network',
  requires: read('ITEM_OWNERS'),
  screens: [
    {
      path: 'network',
      title: 'Network Overview',
      load: () => import('./Overview'),
      nav: { icon: 'external', order: 0, needs: ['seller-company'] },
    },
  ],
};
