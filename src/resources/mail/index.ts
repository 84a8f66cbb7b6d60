import { admin } from '../../../domain/access/ability';
import type { Manifest } from '../../providers/manifest';

/** The organization's emails that couldn't be sent, for its owner and admins. */
export const unsentEmails: Manifest = {
  name: 'unsent-emails',
  label: 'Unsent Emails',
  app: 'account',
  requires: admin,
  screens: [
    {
      path: 'account/unsent-emails',
      title: 'Unsent Emails',
      load: () => import('./UnsentEmails'),
      action: 'list',
      nav: { icon: 'warning', order: 7 },
    },
  ],
};
