import { lastFourOf } from '../../domain/integrations/integrations';
import { openVault, places, type Vault } from '../integrations/vault';
import { demoTrackingKey, demoWholesaleKey } from '../sandbox/demo-keys';
import { orgIdOf } from './organizations';
import { daysBefore, HOUR_MS, nextId, type World } from './world';

/** Licenses use keys the sandbox knows; offline ones use an unknown key. */
export function addIntegrations(world: World, credentialsKey: string): void {
  const vault = openVault(credentialsKey);
  addLicenseSyncs(world, vault);
  addOwnKey(world, vault, 'admin@fernhollow.example', 'CA');
  addWholesale(world, vault, { org: 'fernhollow', usState: 'CA', access: 'WRITE' });
  addWholesale(world, vault, { org: 'tidemark', usState: 'CA', access: 'READ' });
}

function addLicenseSyncs({ now, rows }: World, vault: Vault): void {
  for (const { id: licenseId = 0, orgId, usState, ...license } of rows.licenses) {
    if (license.syncNotFound) continue;
    const isOffline = license.historicalSyncDone && !license.syncActive;
    const key = demoTrackingKey(orgId, isOffline ? `${usState} once` : usState);
    rows.licenseSyncs.push({
      licenseId,
      orgId,
      sealedKey: vault.seal(key, places.license(licenseId)),
      lastFour: lastFourOf(key),
      checkedAt: new Date(now.getTime() - HOUR_MS / 4),
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
