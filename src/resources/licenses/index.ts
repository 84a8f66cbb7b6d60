import { licenses as calls } from '../../../domain/licenses/contract';
import { licenseDisplayName } from '../../../domain/organization/vocabulary';
import { type Manifest, manifestOf } from '../../providers/manifest';
import { readList } from '../../providers/resource';
import { licenses as resource } from './resource';

const FOUND_AT_MOST = 5;
const LICENSES = '/account/manage/licenses';
const title = 'My Licenses';
const load = () => import('./LicenseList');

/** The organization's licenses. */
export const licenses = manifestOf(resource, {
  label: 'Licenses',
  app: 'account',
  finds: async (text, scope, options) => {
    const { results } = await readList(resource, { filters: { searchTerm: text } }, scope, options);
    return results.slice(0, FOUND_AT_MOST).map((license) => ({
      path: `${LICENSES}?edit=${license.id}`,
      label: license.dba || license.name,
      hint: `License, ${licenseDisplayName(license)}`,
    }));
  },
  acts: [
    { label: 'Add a license', path: `${LICENSES}?new`, requires: calls.create.requires, icon: 'plus' },
    { label: 'Claim licenses', path: `${LICENSES}?claim`, requires: calls.claim.requires, icon: 'check' },
  ],
  // Setup and Integrations lead here; the navigation's entry is Network's.
  screens: [{ path: 'account/manage/licenses', title, load, action: 'list', isUnlisted: true }],
});

/** The same list, as the network's. */
export const myLicenses: Manifest = {
  name: 'my-licenses',
  label: title,
  app: 'network',
  requires: resource.requires,
  screens: [{ path: 'network/licenses', title, load, nav: { icon: 'check', order: 2 } }],
};
