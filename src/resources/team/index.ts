import { read, write } from '../../../domain/access/ability';
import type { Manifest } from '../../providers/manifest';

/** The organization's people and invitations. */
export const team: Manifest = {
  name: 'team',
  label: 'Team',
  app: 'account',
  requires: read('MANAGE_USERS'),
  writes: write('MANAGE_USERS'),
  finds: async (...asked) => (await import('./find')).findPeople(...asked),
  acts: [
    { label: 'Invite someone', path: '/account/manage-users?new', requires: write('MANAGE_USERS'), icon: 'plus' },
    { label: 'Invite many', path: '/account/manage-users/import', requires: write('MANAGE_USERS'), icon: 'arrowUp' },
  ],
  screens: [
    {
      path: 'account/manage-users',
      title: 'Team',
      load: () => import('./TeamList'),
      action: 'list',
      nav: { icon: 'user', order: 2 },
    },
    {
      path: 'account/manage-users/import',
      title: 'Invite Many',
      load: () => import('./invitations/ImportInvites'),
      requires: write('MANAGE_USERS'),
      isUnlisted: true,
    },
  ],
};
