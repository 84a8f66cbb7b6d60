import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from '../../../server/config';
import {
  harvests,
  licenseSyncs,
  licenses,
  sandboxHarvests,
  sandboxPlants,
  trackingWrites,
} from '../../../server/db/schema';
import { demoTrackingKey } from '../../../server/sandbox/demo-keys';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { makeItem, makeSeller, only, type SellerFixture } from '../../support/factories';
import {
  growTheirs,
  makeGrown,
  makeHarvest,
  makeHarvestPackage,
  makeHarvestWaste,
} from '../../support/harvests/factories';
import { mintToken } from '../../support/identity/tokens';
import { releaseWrites } from '../../support/inventory/tracking-state';
import { startVerdant, type Verdant } from '../../support/process';

// The same address before and after a restart, so the token stays valid.
const PUBLIC_URL = 'http://127.0.0.1:65000';
const PLANTS = 300;
const KILLS = Number(process.env.KILLS ?? 4);

let database: TestDatabase;
let seller: SellerFixture;
let token: string;
let server: Verdant;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database.database;
  seller = await makeSeller(db);
  await db.update(licenses).set({ licenseType: 'CULTIVATOR' }).where(eq(licenses.id, seller.license.id));
  server = await start();
  token = await mintToken(db, readConfig({ DATABASE_URL: database.url, PUBLIC_URL }), seller.owner.user.subject);
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

const start = () => startVerdant({ DATABASE_URL: database.url, PUBLIC_URL });

async function post(path: string, body: object): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${server.port}/api/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'org-id': String(seller.org.id),
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  });
  expect([response.status, await response.text()]).toEqual([200, expect.anything()]);
}

test('a submission that is killed again and again sends each record once, and all of them', async () => {
  const { db } = database.database;
  const { org, license } = seller;
  const sync = () =>
    post(`orgs/${org.id}/metrc-license-syncs`, { licenseId: license.id, metrcApiKey: demoTrackingKey(org.id, 'CA') });
  await sync();
  await vi.waitFor(async () => expect(only(await db.select().from(licenseSyncs)).comparedAt).not.toBeNull(), {
    timeout: 60_000,
    interval: 100,
  });
  const grown = await makeGrown(db, seller, { plants: PLANTS });
  await growTheirs(db, seller, grown.tags);
  const item = await makeItem(db, seller, { unitOfMeasure: 'g' });
  const harvest = await makeHarvest(db, seller, grown, { plants: grown.tags });
  for (let at = 0; at < 12; at += 1) {
    await makeHarvestPackage(db, harvest, item.id, { weight: '1000', forTesting: at % 4 === 3 });
    await makeHarvestWaste(db, harvest, { weight: '100' });
  }
  await post(`harvests/${harvest.id}/submit`, {});

  const records = PLANTS + 24;
  const sent = () => db.$count(trackingWrites, eq(trackingWrites.state, 'SENT'));
  for (let kill = 1; kill <= KILLS; kill += 1) {
    // Wherever it is by then.
    const least = Math.floor(((kill - Math.random()) / KILLS) * records);
    await vi.waitFor(async () => expect(await sent()).toBeGreaterThanOrEqual(least), { timeout: 60_000, interval: 2 });
    await server.stop('SIGKILL');
    await releaseWrites(db, org.id);
    server = await start();
    await sync();
  }
  await vi.waitFor(async () => expect(await sent()).toBe(records), { timeout: 120_000, interval: 200 });
  expect(only(await db.select().from(harvests)).state).toBe('SUBMITTED');

  const there = only(await db.select().from(sandboxHarvests).where(eq(sandboxHarvests.name, harvest.name)));
  expect(there).toMatchObject({ plantCount: PLANTS, packageCount: 12 });
  expect([there.wet, there.packaged, there.waste].map(Number)).toEqual([PLANTS * 500, 12_000, 1_200]);
  const theirs = await db.select().from(sandboxPlants).where(eq(sandboxPlants.harvestId, there.id));
  expect(theirs.map(({ harvestCount }) => harvestCount)).toEqual(grown.tags.map(() => 1));
}, 300_000);
