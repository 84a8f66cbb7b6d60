import type { PackageFacets } from '../../../domain/inventory/packages/contract';
import type { License } from '../../../domain/organization/organization';

/** A license of Fernhollow's. */
export const license = (id: number, usState = 'CA'): License => ({
  id,
  orgId: 1,
  licenseNumber: `C11-000000${id}-LIC`,
  displayName: `${usState} C11-000000${id}-LIC`,
  name: `Site ${id}`,
  dba: null,
  licenseeName: 'Fernhollow LLC',
  licenseType: 'DISTRIBUTOR',
  state: { ansiAbbrevation: usState },
  address: { lineOne: '1 Main', city: 'Oakland', state: { ansiAbbrevation: usState }, postalCode: '94612' },
  phone: null,
  isPublic: true,
  connectionStatus: 'ONLINE',
});

export const NO_FACETS: PackageFacets = {
  statuses: [],
  labTestStates: [],
  holders: [],
  owners: [],
  metrcOwners: [],
  locations: [],
  transfers: [],
  categories: [],
  units: [],
};
