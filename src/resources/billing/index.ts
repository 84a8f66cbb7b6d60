import { read } from '../../../domain/access/ability';
import type { Manifest } from '../../providers/manifest';

/** The organization's plan and upgrades. */
export const billing: Manifest = {
  name: 'billing',
  label: 'Billing',
  app: 'account',
  part: 'billing',
  requires: read('MANAGE_BILLING'),
  screens: [
    {
      path: 'account/billing',
      title: 'Billing',
      load: () => import('./Billing'),
      action: 'list',
      nav: { icon: 'chart', order: 5 },
    },
  ],
};
