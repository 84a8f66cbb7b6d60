import { manifestOf } from '../../providers/manifest';
import { subscriptions } from './resource';

/** The organization's plan, what it holds, and the way to a greater one. */
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
