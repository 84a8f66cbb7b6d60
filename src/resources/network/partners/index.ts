import { onPlan, read, write } from '../../../../domain/access/ability';
import type { Manifest } from '../../../providers/manifest';

const requires = read('ITEM_OWNERS');
const writes = onPlan('partner-network', write('ITEM_OWNERS'));

/** Who works with the organization's brands. */
export const brandPartners: Manifest = {
  name: 'brand-partners',
  label: 'Partners',
  app: 'network',
  requires,
  writes,
  acts: [{ label: 'Add a partner', path: '/network/partners?new', requires: writes, icon: 'plus' }],
  screens: [
    {
      path: 'network/partners',
      title: 'Partners',
      load: async () => ({ default: (await import('./PartnerLists')).BrandPartners }),
      action: 'list',
      nav: { icon: 'building', order: 4, needs: ['seller-company'] },
    },
  ],
};

/** Whose brands the organization works with. */
export const partnerBrands: Manifest = {
  name: 'partner-brands',
  label: 'Partner Brands',
  app: 'inventory',
  requires,
  writes,
  acts: [
    {
      label: 'Ask to work with a brand',
      path: '/inventory/sharing/partners?new',
      requires: writes,
      icon: 'plus',
    },
  ],
  screens: [
    {
      path: 'inventory/sharing/partners',
      title: 'Partner Brands',
      load: async () => ({ default: (await import('./PartnerLists')).PartnerBrands }),
      action: 'list',
      nav: { icon: 'building', order: 8 },
    },
  ],
};
