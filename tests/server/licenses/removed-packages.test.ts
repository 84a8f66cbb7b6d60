import { and, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { licenses as calls } from '../../../domain/licenses/contract';
import { licenseSyncs, licenses, packages, trackingWrites } from '../../../server/db/schema';
import { inPortions } from '../../../server/inventory/tracking/read-in-portions';
import type { TestApp, TestCaller } from '../../support/app';
import {
  makeDifference,
  makeItem,
  makeLicense,
  makePackage,
  makeProduct,
  makeSeller,
  type SellerFixture,
} from '../../support/factories';
import { differencesOf } from '../../support/inventory/tracking-state';
import { readLedger } from '../../support/orders/ledger';
import { eachWithSeller } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;

await eachWithSeller((now) => ({ app, seller, owner } = now));
const db = () => app.database.db;

test('a removed license’s packages stop counting as stock at once, unsent changes and differences end, others stay', async () => {
  const license = await makeLicense(db(), seller.org);
  const product = await makeProduct(db(), seller, { inventoryManagement: 'METRC', quantity: '70' });
  const [kept, removed] = [
    await makeItem(db(), seller, { productId: product.id, packages: [{ quantity: '30' }] }),
    await makeItem(db(), { org: seller.org, license }, { productId: product.id }),
  ];
  const own = await makePackage(db(), removed, { quantity: '40' });
  await makeDifference(db(), own, '38');
  await db().insert(trackingWrites).values({
    orgId: seller.org.id,
    licenseId: license.id,
    packageId: own.id,
    madeId: own.id,
    body: {},
    orgUserId: seller.owner.orgUserId,
  });
  const { going } = await owner.expectOk(calls.dependents, { params: { id: license.id } });
  expect(going).toMatchObject([
    { kind: 'packages', count: 1 },
    { kind: 'trackedProducts', count: 1 },
    { kind: 'trackingWrites', count: 1 },
  ]);
  const other = await makeSeller(db());
  const stranger = await app.as(other.owner.user, other.org);
  expect((await stranger.call(calls.remove, { params: { id: license.id } })).status).toBe(404);
  expect((await readLedger(db(), product.id)).row).toEqual({ quantity: 70, reserved: 0 });

  await owner.expectOk(calls.remove, { params: { id: license.id } });
  const { row, sums } = await readLedger(db(), product.id);
  expect(row).toEqual({ quantity: 30, reserved: 0 });
  expect(sums).toEqual(row);
  const held = await db()
    .select()
    .from(packages)
    .where(and(eq(packages.orgId, seller.org.id), eq(packages.status, 'ACTIVE')));
  expect(held.map(({ itemId }) => itemId)).toEqual([kept.id]);
  expect(await differencesOf(db(), seller)).toMatchObject([{ settlement: 'LAPSED' }]);
  const writes = await db().select().from(trackingWrites).where(eq(trackingWrites.orgId, seller.org.id));
  expect(writes).toMatchObject([{ state: 'REFUSED' }]);
});

test.each([
  ['stays', false],
  ['is removed meanwhile', true],
])('what was asked about a license that %s', async (_what, isRemoved) => {
  const license = await makeLicense(db(), seller.org);
  const ids = { orgId: seller.org.id, licenseId: license.id };
  const online = { syncNotFound: false, historicalSyncDone: true, syncActive: true };
  await db().update(licenses).set(online).where(eq(licenses.id, license.id));
  await db()
    .insert(licenseSyncs)
    .values({ ...ids, sealedKey: 'sealed', lastFour: '1234' });
  const kept: number[] = [];
  const read = inPortions<number, string>({
    queue: 'read-lab-results',
    lacking: async () => [1, 2].slice(kept.length),
    ask: async (_tools, _at, one) => {
      if (isRemoved && one === 1) await owner.expectOk(calls.remove, { params: { id: license.id } });
      return 'found';
    },
    keep: async (_db, _license, { one }) => void kept.push(one),
  });
  const integrations = { vault: { open: () => 'key' } };
  const tools = { database: app.database, integrations, jobs: { enqueue: async () => {} } };
  await read(tools as never, ids);
  expect(kept).toEqual(isRemoved ? [] : [1, 2]);
});
