import { signedIn, support as supportStaff } from '../../domain/access/ability';
import type { Manifest } from '../providers/manifest';
import { asksNotToBeTracked } from './signals';

/** What is measured of how somebody works, where they and their organization agreed, and their recordings. */
export const usage: Manifest = {
  name: 'usage',
  label: 'Recordings',
  app: 'profile',
  part: 'usage',
  requires: signedIn,
  days: 'reader',
  screens: [
    {
      path: 'profile/recordings',
      title: 'Your recordings',
      load: () => import('./Recordings'),
      isUnlisted: true,
    },
    {
      path: 'profile/recordings/:slug',
      title: 'Recording',
      load: () => import('./RecordingShow'),
      isUnlisted: true,
    },
  ],
  slots: {
    beside: async () => (asksNotToBeTracked() ? { default: () => null } : import('./Usage')),
  },
};

/** The same for support staff, one at a time and for a reason. */
export const supportRecordings: Manifest = {
  name: 'support-recordings',
  label: 'Recordings',
  app: 'support',
  part: 'usage',
  requires: supportStaff,
  screens: [
    {
      path: 'support/recordings',
      title: 'Recordings of a person',
      load: () => import('./SupportRecordings'),
      isUnlisted: true,
    },
  ],
};
