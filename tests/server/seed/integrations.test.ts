import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { licenseConnectionStatus } from '../../../domain/access/vocabulary';
import { DEVELOPMENT_CREDENTIALS_KEY } from '../../../server/config';
import { licenseSyncs, licenses, trackingKeys, wholesaleSyncs } from '../../../server/db/schema';
import { openCredentialEncryption, places } from '../../../server/integrations/credential-encryption';
import { demoTrackingKey, demoWholesaleKey } from '../../../server/sandbox/demo-keys';
import { createSeededDatabase, type TestDatabase } from '../../support/database';

const vault = openCredentialEncryption(DEVELOPMENT_CREDENTIALS_KEY);

let demo: TestDatabase;
beforeAll(async () => {
  demo = await createSeededDatabase();
});
afterAll(() => demo.drop());

describe('the demo', () => {
  test('shows licenses in every connection status, with a sync only if there is a key', async () => {
    const { db } = demo.database;
    const [all, syncs] = [await db.select().from(licenses), await db.select().from(licenseSyncs)];
    const statusOf = ({ syncNotFound, historicalSyncDone, syncActive }: (typeof all)[number]) =>
      licenseConnectionStatus({ syncNotFound, historicalSyncDone, active: syncActive });
    expect([...new Set(all.map(statusOf))].sort()).toEqual([
      'OFFLINE',
      'ONLINE',
      'SYNCING_HISTORICAL_DATA',
      'SYNC_PENDING',
    ]);
    const synced = all.filter((license) => statusOf(license) !== 'SYNC_PENDING').map(({ id }) => id);
    expect(syncs.map(({ licenseId }) => licenseId).sort()).toEqual(synced.sort());
  });

  test('reads licenses with keys the sandbox accepts, except offline ones', async () => {
    const { db } = demo.database;
    for (const { licenseId, sealedKey, problem } of await db.select().from(licenseSyncs)) {
      const license = (await db.select().from(licenses)).find(({ id }) => id === licenseId);
      const key = vault.open(sealedKey ?? '', places.license(licenseId));
      const accepted = demoTrackingKey(license?.orgId ?? 0, license?.usState ?? '');
      expect({ licenseId, isAccepted: key === accepted }).toEqual({ licenseId, isAccepted: problem === null });
    }
    for (const { orgId, orgUserId, usState, sealedKey } of await db.select().from(trackingKeys)) {
      expect(vault.open(sealedKey, places.ownKey(orgUserId, usState))).toBe(demoTrackingKey(orgId, usState));
    }
  });

  test('has a seller with a read-only and one with a write key at the wholesale marketplace, both with orders from there', async () => {
    const links = await demo.database.db.select().from(wholesaleSyncs);
    expect(links.map(({ access }) => access).sort()).toEqual(['READ', 'WRITE']);
    for (const { orgId, usState, access, sealedKey } of links) {
      const key = vault.open(sealedKey ?? '', places.wholesale(orgId, usState));
      expect(key).toBe(demoWholesaleKey(orgId, usState, access as 'READ' | 'WRITE'));
      const { rows } = await demo.database.pool.query(
        `select count(*) as orders from orders o join companies c on c.id = o.company_id
          where o.org_id = $1 and c.us_state = $2 and o.order_source = 'WHOLESALE_MARKETPLACE' and o.external_id is not null`,
        [orgId, usState],
      );
      expect(rows[0].orders).toBeGreaterThan(10);
    }
  });
});
