import { signedIn } from '../../domain/access/ability';
import type { Manifest } from '../providers/manifest';

/** What concerns the person who is signed in, whatever they work for. */
export const profile: Manifest = {
  name: 'profile',
  label: 'Profile',
  app: 'profile',
  requires: signedIn,
  screens: [
    { path: 'profile', title: 'Profile', load: () => import('./Profile') },
    { path: 'profile/settings', title: 'Profile settings', load: () => import('./Settings') },
  ],
};
