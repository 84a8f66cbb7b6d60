import { manifestOf } from '../../providers/manifest';
import { subscriptions } from './resource';

/** The organization's plan and upgrades. */
export const billing = manifestOf(subscriptions, {
  label: 'Billing',
  app: 'account',
  screens: [
    {
      path: 'account/billing',
      title: 'Billing',
      load: () => import('./Billing'),
      action: 'list',
      nav: { icon: 'chart', order: 5 },
    },
  ],
});
