import type { CompanyType } from '../../domain/access/vocabulary';
import { lastFourOf } from '../../domain/integrations/integrations';
import { HISTORY_BEGINS } from '../../domain/integrations/tracking-reads';
import { openCredentialEncryption, places, type Vault } from '../integrations/credential-encryption';
import { TRACKED } from '../inventory/tracking/tracked-lists';
import { demoTrackingKey, demoWholesaleKey, UNCLAIMED, type UnclaimedLicense } from '../sandbox/demo-keys';
import { isForHarvests, locationsOf } from '../sandbox/tracking/items';
import { orgIdOf } from './parties/organizations';
import { daysBefore, HOUR_MS, nextId, type World } from './world';

/** Licenses use keys the sandbox knows; offline ones use an unknown key. */
export function addIntegrations(world: World, credentialsKey: string): void {
  const vault = openCredentialEncryption(credentialsKey);
  addLicenseSyncs(world, vault);
  addOwnKey(world, vault, 'admin@fernhollow.example', 'CA');
  addUnclaimedLicenses(world);
  addWholesale(world, vault, { org: 'fernhollow', usState: 'CA', access: 'WRITE' });
  addWholesale(world, vault, { org: 'tidemark', usState: 'CA', access: 'READ' });
}

function addLicenseSyncs({ now, rows }: World, vault: Vault): void {
  for (const { id: licenseId = 0, orgId, usState, ...license } of rows.licenses) {
    if (license.syncNotFound) continue;
    const isOffline = license.historicalSyncDone && !license.syncActive;
    const readAt = new Date(now.getTime() - HOUR_MS / 4);
    for (const { name: list } of TRACKED.lists) {
      // The rest is read with the first sync.
      const readUntil = /^(items|packages|locations)/.test(list) ? readAt : new Date(HISTORY_BEGINS);
      rows.trackingReads.push({ orgId, licenseId, list, readUntil, readAt, roundUntil: null });
    }
    for (const { Id, Name } of locationsOf(license.licenseNumber)) {
      const data = { Id, Name, ForHarvests: isForHarvests({ Name }), ForPackages: true };
      rows.trackingRecords.push({ orgId, licenseId, list: 'locations', trackingId: Id, data, seenAt: readAt });
    }
    const key = demoTrackingKey(orgId, isOffline ? `${usState} once` : usState);
    rows.licenseSyncs.push({
      licenseId,
      orgId,
      sealedKey: vault.seal(key, places.license(licenseId)),
      lastFour: lastFourOf(key),
      checkedAt: readAt,
      comparedAt: license.historicalSyncDone ? daysBefore(now, 1) : null,
      problem: isOffline ? 'The tracking system no longer accepts its key. Connect it again.' : null,
      updatedAt: now,
    });
  }
}

function addOwnKey({ now, rows }: World, vault: Vault, email: string, usState: string): void {
  const place = rows.orgUsers.find((one) => one.email === email);
  if (!place?.id) throw new Error(`${email} has no membership`);
  const key = demoTrackingKey(place.orgId, usState);
  rows.trackingKeys.push({
    orgId: place.orgId,
    orgUserId: place.id,
    usState,
    sealedKey: vault.seal(key, places.ownKey(place.id, usState)),
    lastFour: lastFourOf(key),
    updatedAt: daysBefore(now, 60),
  });
}

/** Licenses at the tracking system that no organization has added yet, and one that another organization has. */
function addUnclaimedLicenses({ now, rows }: World): void {
  const add = (org: string, usState: string, licenseNumber: string, name: string, licenseType: CompanyType) => {
    const data: UnclaimedLicense = { orgId: orgIdOf(org), usState, licenseNumber, name, licenseType };
    const id = nextId(rows.sandboxRecords);
    rows.sandboxRecords.push({
      id,
      standIn: 'tracking',
      kind: UNCLAIMED,
      subject: licenseNumber,
      data,
      createdAt: now,
    });
  };
  add('fernhollow', 'CA', 'C11-0000733-LIC', 'Fernhollow Transport', 'DISTRIBUTOR');
  add('fernhollow', 'CA', 'CCL21-0002204', 'Fernhollow Nursery', 'CULTIVATOR');
  add('fernhollow', 'CA', 'C11-0000217-LIC', 'Tidemark Dock', 'DISTRIBUTOR');
  add('fernhollow', 'OR', '020 10044471802', 'Fernhollow Rogue Valley', 'CULTIVATOR');
  add('tidemark', 'CA', 'C11-0000840-LIC', 'Tidemark South Bay', 'DISTRIBUTOR');
}

type Link = { org: string; usState: string; access: 'READ' | 'WRITE' };

function addWholesale({ now, rows }: World, vault: Vault, { org, usState, access }: Link): void {
  const orgId = orgIdOf(org);
  const key = demoWholesaleKey(orgId, usState, access);
  rows.wholesaleSyncs.push({
    id: nextId(rows.wholesaleSyncs),
    orgId,
    usState,
    sealedKey: vault.seal(key, places.wholesale(orgId, usState)),
    lastFour: lastFourOf(key),
    access,
    checkedAt: daysBefore(now, 30),
    createdAt: daysBefore(now, 200),
    updatedAt: daysBefore(now, 30),
  });
}
