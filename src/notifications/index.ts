import { signedIn } from '../../domain/access/ability';
import type { Manifest } from '../providers/manifest';

/** The signed-in person's notifications, in the bell of the app bar. */
export const notifications: Manifest = {
  name: 'notifications',
  label: 'Notifications',
  app: 'profile',
  part: 'feed',
  requires: signedIn,
  screens: [],
  slots: { feed: () => import('./FeedMenu') },
};
