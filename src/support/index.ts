import { signedIn, support as supportStaff } from '../../domain/access/ability';
import type { Manifest } from '../providers/manifest';

/** For Verdant staff: find people and act for them. */
export const support: Manifest = {
  name: 'support',
  label: 'Support',
  app: 'profile',
  requires: supportStaff,
  screens: [
    { path: 'support', title: 'Support console', load: () => import('./SupportConsole'), inProfileMenu: true },
    { path: 'support/failed-jobs', title: 'Failed jobs', load: () => import('./FailedJobs'), inProfileMenu: true },
    { path: 'impersonate', title: 'Act for someone', load: () => import('./Impersonate'), isUnlisted: true },
    {
      path: 'login-as-user',
      title: 'Acting for someone',
      load: () => import('./LoginAsUser'),
      requires: signedIn,
      isUnlisted: true,
    },
  ],
};
