import { read } from '../../../../domain/access/ability';
import type { Manifest } from '../../../providers/manifest';

const requires = read('ITEM_OWNERS');

/** A brand's packages at all holders who show them, and one's own. */
export const brandStock: Manifest = {
  name: 'brand-stock',
  label: 'Brand Stock',
  app: 'network',
  requires,
  days: 'reader',
  screens: [
    {
      path: 'network/stock',
      title: 'Brand Stock',
      load: () => import('./BrandStock'),
      action: 'list',
      nav: { icon: 'layers', order: 6, needs: ['seller-company'] },
      isDesktopOnly: true,
    },
  ],
};

/** Who read packages of another organization. */
export const accessLog: Manifest = {
  name: 'access-log',
  label: 'Access Log',
  app: 'network',
  requires,
  days: 'reader',
  screens: [
    {
      path: 'network/access-log',
      title: 'Access Log',
      load: () => import('./AccessLog'),
      action: 'list',
      nav: { icon: 'clock', order: 7, needs: ['seller-company'] },
      isDesktopOnly: true,
    },
  ],
};
