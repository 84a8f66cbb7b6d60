import { onPlan, read, signedIn, write } from '../../../../domain/access/ability';
import type { Manifest } from '../../../providers/manifest';

const requires = read('ITEM_OWNERS');
const writes = onPlan('partner-network', write('ITEM_OWNERS'));

/** Brands of others at the organization’s licenses, and its own brands at licenses of others. */
export const shares: Manifest = {
  name: 'shared-brands',
  label: 'Sharing',
  app: 'network',
  requires,
  writes,
  screens: [
    {
      path: 'network/shared-brands',
      title: 'Shared Brands',
      load: () => import('./SharedBrands'),
      nav: { icon: 'tag', order: 4, needs: ['seller-company'] },
      isDesktopOnly: true,
    },
    {
      path: 'network/shared-licenses',
      title: 'Shared Licenses',
      load: () => import('./SharedLicenses'),
      nav: { icon: 'certificate', order: 5, needs: ['seller-company'] },
      isDesktopOnly: true,
    },
    {
      path: 'network/invites/:code',
      title: 'Shared with you',
      load: () => import('./ShareInvitation'),
      requires: signedIn,
      layout: 'onboarding',
      isUnlisted: true,
    },
  ],
};

/** What each license shares, and whether it shares by itself. */
export const sharing: Manifest = {
  name: 'sharing',
  label: 'Sharing',
  app: 'inventory',
  requires,
  writes,
  screens: [
    {
      path: 'inventory/sharing',
      title: 'Sharing',
      load: () => import('./Sharing'),
      nav: { icon: 'external', order: 7, needs: ['license'] },
    },
  ],
};
