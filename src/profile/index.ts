import { signedIn } from '../../domain/access/ability';
import { countOf } from '../providers/badges';
import { call } from '../providers/call';
import { onTopic } from '../providers/live';
import type { Manifest } from '../providers/manifest';

const countInvites = countOf('invites');

/** The signed-in person's own pages, whatever their organization. */
export const profile: Manifest = {
  name: 'profile',
  label: 'Profile',
  app: 'profile',
  requires: signedIn,
  badge: {
    path: '/profile/invites',
    meaning: 'awaiting your reply',
    count: async (scope, options) => {
      if (scope) return countInvites(scope, options);
      const { invitations } = await import('../../domain/team/invitation-contract');
      return (await call(invitations.waiting, {}, options)).count;
    },
    changes(again) {
      const offs = [onTopic('invitations', again), onTopic('connections', again)];
      return () => {
        for (const off of offs) off();
      };
    },
  },
  days: 'reader',
  screens: [
    {
      path: 'profile',
      title: 'Profile',
      load: () => import('./Profile'),
      nav: { icon: 'user', order: 1 },
      inProfileMenu: true,
    },
    {
      path: 'profile/connections',
      title: 'Connections',
      load: () => import('../connections/Connections'),
      nav: { icon: 'user', order: 2 },
      inProfileMenu: true,
    },
    {
      path: 'profile/connections/:slug',
      title: 'Connections',
      load: () => import('../connections/Connections'),
      isUnlisted: true,
    },
    {
      path: 'profile/invites',
      title: 'Invites',
      load: () => import('./Invites'),
      nav: { icon: 'bell', order: 3 },
      inProfileMenu: true,
    },
    {
      path: 'profile/settings',
      title: 'Settings',
      load: () => import('./Settings'),
      nav: { icon: 'tool', order: 4 },
      inProfileMenu: true,
    },
  ],
};
