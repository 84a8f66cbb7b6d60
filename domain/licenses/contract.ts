import { z } from 'zod';
import { publicly, read, write } from '../access/ability';
import { Done, del, get, Id, IdParams, OrgScope, page, paging, post, put, search } from '../contract/endpoint';
import { exportCall } from '../contract/list';
import { SecretKey, UsState } from '../integrations/integrations';
import { Dependents } from '../organization/dependents';
import { LICENSE_COLUMNS } from './export';
import { licenseFilters } from './filters';
import { ClaimableLicense, LicenseDraft, LicenseEdit, LicenseFacets, LicenseProfile, LicenseRow } from './license';

export const LICENSE_SORTS = [
  'name',
  'state',
  'licenseNumber',
  'licenseType',
  'connectionStatus',
  'expiresOn',
  'checkedAt',
] as const;

const readsLicenses = read('MANAGE_LICENSES');

const searchLicenses = search('/licenses/search', {
  summary: 'Search the organization’s licenses',
  body: OrgScope.extend({
    filters: licenseFilters.schema.default({}),
    ...paging(LICENSE_SORTS, 'state', false),
  }),
  returns: page(LicenseRow),
  requires: readsLicenses,
  mayLag: true,
});

export const licenses = {
  search: searchLicenses,
  facets: get('/licenses/facets', {
    summary: 'License filter choices',
    query: OrgScope,
    returns: LicenseFacets,
    requires: readsLicenses,
    mayLag: true,
  }),
  export: exportCall('/licenses/search/export', {
    summary: 'Export licenses as csv',
    of: searchLicenses,
    columns: LICENSE_COLUMNS,
  }),
  get: get('/licenses/:id', {
    summary:
      'One license: any public one, visitors without its address and phone, and the caller’s own with its tracking system status',
    params: IdParams,
    returns: LicenseProfile,
    requires: publicly,
    saysWho: true,
  }),
  create: post('/licenses', {
    summary: 'Add a license; by hand, unless an organization already has its number',
    body: LicenseDraft,
    returns: LicenseRow,
    requires: write('CLAIM_LICENSE'),
    audit: 'license',
    idempotent: true,
  }),
  update: put('/licenses/:id', {
    summary: 'Change a license',
    params: IdParams,
    body: LicenseEdit,
    returns: LicenseRow,
    requires: write('MANAGE_LICENSES'),
    audit: 'license',
  }),
  dependents: get('/licenses/:id/dependents', {
    summary: 'What must be settled before a license is removed, and what goes with it',
    params: IdParams,
    returns: Dependents,
    requires: write('MANAGE_LICENSES'),
  }),
  remove: del('/licenses/:id', {
    summary:
      'Remove a license; only one that nothing depends on; orders placed for it stay, and its number can be claimed again',
    params: IdParams,
    returns: Done,
    requires: write('MANAGE_LICENSES'),
    audit: 'license',
  }),
  claimable: search('/licenses/claimable', {
    part: 'tracking',
    summary:
      'Licenses a tracking system key can access, and which can be claimed; with the caller’s own key by default',
    body: z.object({ state: UsState, metrcApiKey: SecretKey.optional() }),
    returns: z.array(ClaimableLicense),
    refuses: ['TRACKING_KEY_REQUIRED'],
    requires: write('CLAIM_LICENSE'),
    limited: true,
  }),
  claim: post('/licenses/claim', {
    part: 'tracking',
    summary: 'Claim licenses; those a tracking system key can access, synced unless opted out',
    body: z.object({
      state: UsState,
      metrcApiKey: SecretKey.optional(),
      /** As `claimable` gives them. */
      licenseIds: z.array(Id).min(1, 'Choose at least one license').max(200, 'Choose up to 200 licenses at a time'),
      optOutOfMetrcSyncs: z.boolean().default(false),
    }),
    returns: z.array(LicenseRow),
    refuses: ['TRACKING_KEY_REQUIRED', 'UPGRADE_REQUIRED'],
    requires: write('CLAIM_LICENSE'),
    audit: 'license',
    transaction: 'each',
    idempotent: true,
    limited: true,
  }),
};
