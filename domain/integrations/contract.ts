import { z } from 'zod';
import { member, onPlan, read, write } from '../access/ability';
import { Done, del, get, Id, OrgScope, post } from '../contract/endpoint';
import { SecretKey, TrackingKey, TrackingLicenseSync, UsState, WholesaleSync } from './integrations';
import { TrackingListRead } from './tracking-lists';

export const tracking = {
  licenseSyncs: get('/orgs/:orgId/metrc-license-syncs', {
    part: 'tracking',
    summary: 'Tracking system status of each license',
    params: OrgScope,
    returns: z.array(TrackingLicenseSync),
    requires: read('MANAGE_LICENSES'),
  }),
  licenseLists: get('/orgs/:orgId/metrc-license-syncs/:licenseId/lists', {
    part: 'tracking',
    summary: 'What a synced license’s key may read at the tracking system, list by list',
    params: OrgScope.extend({ licenseId: Id }),
    returns: z.array(TrackingListRead),
    requires: read('MANAGE_LICENSES'),
  }),
  startLicenseSync: post('/orgs/:orgId/metrc-license-syncs', {
    part: 'tracking',
    summary: 'Sync a license with the tracking system; with the given key or your own for its state',
    params: OrgScope,
    body: z.object({ licenseId: Id, metrcApiKey: SecretKey.optional() }),
    returns: TrackingLicenseSync,
    refuses: ['TRACKING_KEY_REQUIRED'],
    requires: onPlan('tracking-sync', write('MANAGE_LICENSES')),
    audit: 'license-sync',
    transaction: 'each',
    limited: true,
  }),
  stopLicenseSync: del('/orgs/:orgId/metrc-license-syncs/:licenseId', {
    part: 'tracking',
    summary: 'Stop syncing a license with the tracking system; a key entered for it is deleted',
    params: OrgScope.extend({ licenseId: Id }),
    returns: TrackingLicenseSync,
    requires: write('MANAGE_LICENSES'),
    audit: 'license-sync',
  }),
  keys: get('/org-users/me/metrc-api-keys', {
    part: 'tracking',
    summary: 'States you have a tracking system key for',
    returns: z.array(TrackingKey),
    requires: member,
  }),
  saveKey: post('/org-users/me/metrc-api-keys', {
    part: 'tracking',
    summary: 'Save a tracking system key; your own for a state, once the tracking system accepts it',
    body: z.object({ usState: UsState, metrcApiKey: SecretKey }),
    returns: TrackingKey,
    requires: member,
    audit: 'tracking-key',
    transaction: 'each',
    inPersonOnly: true,
    limited: true,
  }),
  removeKey: del('/org-users/me/metrc-api-keys/:usState', {
    part: 'tracking',
    summary: 'Remove a tracking system key; licenses synced with it go offline',
    params: z.object({ usState: UsState }),
    returns: Done,
    requires: member,
    audit: 'tracking-key',
    inPersonOnly: true,
  }),
};

export const wholesale = {
  syncs: get('/orgs/:orgId/leaflink-syncs', {
    part: 'wholesale',
    summary: 'Wholesale marketplace connections, by state',
    params: OrgScope,
    returns: z.array(WholesaleSync),
    requires: read('EDIT_ORGANIZATION'),
  }),
  connect: post('/orgs/:orgId/leaflink-syncs', {
    part: 'wholesale',
    summary: 'Connect the wholesale marketplace; for a state, or replace its key',
    params: OrgScope,
    body: z.object({ orgId: Id, stateAbbv: UsState, apiKey: SecretKey }),
    returns: WholesaleSync,
    requires: onPlan('marketplace-sync', write('EDIT_ORGANIZATION')),
    audit: 'wholesale-sync',
    transaction: 'each',
    limited: true,
    byKey: false,
  }),
  disable: post('/orgs/:orgId/leaflink-syncs/:id/disable', {
    part: 'wholesale',
    summary: 'Disconnect the wholesale marketplace; and delete its key',
    params: OrgScope.extend({ id: Id }),
    returns: WholesaleSync,
    requires: write('EDIT_ORGANIZATION'),
    audit: 'wholesale-sync',
  }),
};
