import { billing as calls } from '../../../domain/billing/contract';
import type { Manifest } from '../../providers/manifest';

/** The organization's plan, what it holds, and the way to a greater one. */
export const billing: Manifest = {
  name: 'billing',
  label: 'Billing',
  app: 'account',
  requires: calls.subscription.requires,
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
