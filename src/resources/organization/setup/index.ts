import { member, read } from '../../../../domain/access/ability';
import type { Manifest } from '../../../providers/manifest';

/** Where an organization is set up: what it has, and what it still needs. */
export const setup: Manifest = {
  name: 'setup',
  label: 'Setup',
  app: 'account',
  requires: read('EDIT_ORGANIZATION'),
  screens: [
    {
      path: 'account',
      title: 'Organization',
      load: () => import('./Account'),
      requires: member,
      isUnlisted: true,
    },
    {
      path: 'account/manage',
      title: 'Setup',
      load: () => import('./Setup'),
      nav: { icon: 'building', order: 1 },
    },
  ],
};
