import { signedIn, support as supportStaff } from '../../domain/access/ability';
import type { Manifest } from '../providers/manifest';

/** For Verdant staff: find people and act for them, and import states' registers. */
export const support: Manifest = {
  name: 'support',
  label: 'Support',
  app: 'support',
  requires: supportStaff,
  screens: [
    {
      path: 'support',
      title: 'Support console',
      load: () => import('./SupportConsole'),
      nav: { icon: 'user', order: 1 },
    },
    {
      path: 'support/failed-jobs',
      title: 'Failed jobs',
      load: () => import('./FailedJobs'),
      nav: { icon: 'warning', order: 2 },
    },
    {
      path: 'support/registers',
      title: 'State registers',
      load: () => import('./registers/RegisterList'),
      nav: { icon: 'certificate', order: 4 },
    },
    {
      path: 'support/registers/import',
      title: 'Import a register',
      load: () => import('./registers/ImportRegister'),
      isUnlisted: true,
    },
    {
      path: 'support/registers/:slug',
      title: 'Register import',
      load: () => import('./registers/RegisterShow'),
      isUnlisted: true,
    },
    {
      path: 'support/license-disputes',
      title: 'Disputed licenses',
      load: () => import('./LicenseDisputeReview'),
      nav: { icon: 'certificate', order: 4 },
    },
    {
      path: 'support/license-proofs',
      title: 'Documents of licenses',
      load: () => import('./LicenseProofReview'),
      nav: { icon: 'check', order: 5 },
    },
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
