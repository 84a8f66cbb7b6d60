import { read, write } from '../../../domain/access/ability';
import type { Manifest } from '../../providers/manifest';

const LICENSES = '/account/manage/licenses';
const requires = read('MANAGE_LICENSES');
const title = 'My Licenses';
const load = () => import('./LicenseList');

/** The organization's licenses. */
export const licenses: Manifest = {
  name: 'licenses',
  label: 'Licenses',
  app: 'account',
  requires,
  writes: write('CLAIM_LICENSE'),
  finds: async (...asked) => (await import('./find')).findLicenses(...asked),
  acts: [
    { label: 'Add a license', path: `${LICENSES}?new`, requires: write('CLAIM_LICENSE'), icon: 'plus' },
    { label: 'Import licenses', path: `${LICENSES}/import`, requires: write('CLAIM_LICENSE'), icon: 'arrowUp' },
    { label: 'Claim licenses', path: `${LICENSES}?claim`, requires: write('CLAIM_LICENSE'), icon: 'check' },
    { label: 'Dispute a license', path: `${LICENSES}/disputes?new`, requires: write('CLAIM_LICENSE'), icon: 'warning' },
  ],
  // Setup and Integrations lead here; the navigation leads to the list below.
  screens: [
    { path: 'account/manage/licenses', title, load, action: 'list', isUnlisted: true },
    {
      path: 'account/manage/licenses/import',
      title: 'Import Licenses',
      load: () => import('./ImportLicenses'),
      requires: write('CLAIM_LICENSE'),
      isUnlisted: true,
    },
    {
      path: 'account/manage/licenses/disputes',
      title: 'Disputed Licenses',
      load: () => import('./LicenseDisputes'),
      isUnlisted: true,
    },
  ],
};

/** The same list, in everybody's navigation; its address is from when it was the network's. */
export const myLicenses: Manifest = {
  name: 'my-licenses',
  label: title,
  app: 'account',
  requires,
  screens: [{ path: 'network/licenses', title, load, nav: { icon: 'certificate', order: 3, covers: [LICENSES] } }],
};
