import { and, eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { bulkActs } from '../../../domain/bulk/contract';
import { products } from '../../../domain/catalogue/contract';
import { tracking } from '../../../domain/integrations/contract';
import { productItems } from '../../../domain/inventory/items/items-contract';
import { packageBulk } from '../../../domain/inventory/packages/bulk-contract';
import { inventory } from '../../../domain/inventory/packages/contract';
import { licenses as calls } from '../../../domain/licenses/contract';
import { orders } from '../../../domain/orders/contract';
import { orderEntry } from '../../../domain/orders/entry/contract';
import { licenseSyncs, licenses, packages, trackingReads, trackingWrites } from '../../../server/db/schema';
import { changesReader } from '../../../server/integrations/tracking/read-license';
import { inPortions } from '../../../server/inventory/tracking/read-in-portions';
import { sendTrackingWrites } from '../../../server/inventory/tracking/send-writes';
import type { TestApp, TestCaller } from '../../support/app';
import {
  makeCustomer,
  makeDifference,
  makeItem,
  makeLicense,
  makePackage,
  makeProduct,
  makeSeller,
  type SellerFixture,
} from '../../support/factories';
import {
  addTheirs,
  changeTheirs,
  connectNow,
  differencesOf,
  syncNow,
  theirsOf,
} from '../../support/inventory/tracking-state';
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

test('what is asked for while its license is being removed is never sent, not with one’s own key either', async () => {
  const license = await makeLicense(db(), seller.org);
  const item = await makeItem(db(), { org: seller.org, license }, {});
  const own = await makePackage(db(), item, { quantity: '40' });
  await owner.expectOk(calls.remove, { params: { id: license.id } });
  const ids = { orgId: seller.org.id, licenseId: license.id };
  const late = { ...ids, packageId: own.id, madeId: own.id, body: {}, orgUserId: seller.owner.orgUserId };
  await db().insert(trackingWrites).values(late);
  const calledAny = new Proxy({}, { get: (_target, name) => expect.fail(`called ${String(name)}`) });
  const tools = { database: app.database, integrations: { tracking: calledAny, vault: calledAny }, jobs: calledAny };
  await sendTrackingWrites(tools as never, ids);
  const writes = await db().select().from(trackingWrites).where(eq(trackingWrites.orgId, seller.org.id));
  expect(writes).toMatchObject([{ state: 'REFUSED', problem: 'Its license was removed' }]);
  expect(await differencesOf(db(), seller)).toEqual([]);
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
  const read = inPortions<{ id: number }, string>({
    queue: 'read-lab-results',
    lacking: async () => [{ id: 1 }, { id: 2 }].slice(kept.length),
    ask: async (_tools, _at, one) => {
      if (isRemoved && one.id === 1) await owner.expectOk(calls.remove, { params: { id: license.id } });
      return 'found';
    },
    keep: async (_db, _license, { one }) => void kept.push(one.id),
  });
  const integrations = { vault: { open: () => 'key' } };
  const tools = { database: app.database, integrations, jobs: { enqueue: async () => {} } };
  await read(tools as never, ids);
  expect(kept).toEqual(isRemoved ? [] : [1, 2]);
});

test.each([
  ['stays', false],
  ['is removed while a page is read', true],
])('what changed at the tracking system of a license that %s', async (_what, isRemoved) => {
  const license = await makeLicense(db(), seller.org);
  const ids = { orgId: seller.org.id, licenseId: license.id };
  const online = { syncNotFound: false, historicalSyncDone: true, syncActive: true };
  await db().update(licenses).set(online).where(eq(licenses.id, license.id));
  await db()
    .insert(licenseSyncs)
    .values({ ...ids, sealedKey: 'sealed', lastFour: '1234' });
  const before = new Date('2026-01-05T12:00:00Z');
  await db()
    .insert(trackingReads)
    .values(['first', 'second'].map((list) => ({ ...ids, list, readUntil: before, readAt: before })));
  const kept: string[] = [];
  const list = (name: string) => ({
    name,
    path: `/${name}`,
    keep: async (_tools: unknown, _from: unknown, records: unknown[]) => void kept.push(`${name} ${records.length}`),
  });
  const readPage = async (_at: unknown, _page: number, { what }: { what: string }) => {
    if (isRemoved && what === 'second') await owner.expectOk(calls.remove, { params: { id: license.id } });
    return { records: [{ Id: 1 }], pages: 1, total: 1 };
  };
  const openedBy = async () => ({ licenseNumbers: [license.licenseNumber], theirNow: Date.now() });
  const tools = {
    database: app.database,
    integrations: { vault: { open: () => 'key' }, tracking: { readPage, openedBy } },
    jobs: { enqueue: async () => {} },
  };
  const read = changesReader({
    lists: [list('first'), list('second')],
    finishRound: async () => {},
    follow: async () => {},
  });
  await read(tools as never, ids);
  expect(kept).toEqual(isRemoved ? ['first 1'] : ['first 1', 'second 1']);
  const [position] = await db()
    .select()
    .from(trackingReads)
    .where(and(eq(trackingReads.licenseId, license.id), eq(trackingReads.list, 'second')));
  expect(position?.readUntil?.getTime() === before.getTime()).toBe(isRemoved);
});

test('another organization that claims the number sells its own packages, by the same tags, and the former owner none', async () => {
  const license = await makeLicense(db(), seller.org, { usState: 'CA' });
  const former = { ...seller, license };
  const labels = ['1A4060300002199000777001', '1A4060300002199000777002'] as const;
  await addTheirs(db(), former, [
    { label: labels[0], quantity: '30' },
    { label: labels[1], quantity: '20' },
  ]);
  await connectNow(app, owner, former);
  const lost = await trackedProduct(seller, owner, labels);
  expect(await stockOf(owner, lost)).toMatchObject({ quantity: '50', totalEffectiveInventory: '50' });
  await owner.expectOk(tracking.stopLicenseSync, { params: { orgId: seller.org.id, licenseId: license.id } });
  await owner.expectOk(calls.remove, { params: { id: license.id } });
  expect(await stockOf(owner, lost)).toMatchObject({ quantity: '0', totalEffectiveInventory: '0' });

  const next = await makeSeller(db());
  const nextOwner = await app.as(next.owner.user, next.org);
  const { licenseNumber } = license;
  const claimed = await nextOwner.expectOk(calls.create, {
    body: { licenseNumber, name: 'Next owner', state: 'CA', address: {} },
  });
  const now = { ...next, license: { ...next.license, id: claimed.id, licenseNumber } };
  await connectNow(app, nextOwner, now);
  const theirs = await trackedProduct(next, nextOwner, labels);
  expect(await stockOf(nextOwner, theirs)).toMatchObject({ quantity: '50' });

  const sell = (caller: TestCaller, of: SellerFixture, productId: number, customerId: number, quantity: string) =>
    caller.call(orderEntry.create, {
      body: { orgId: of.org.id, companyId: of.company.id, customerId, lineItems: [{ productId, quantity }] },
    });
  const accept = async (caller: TestCaller, of: SellerFixture, productId: number, quantity: string) => {
    const customer = await makeCustomer(db(), of);
    const drafted = await sell(caller, of, productId, customer.id, quantity);
    const id = drafted.ok && drafted.body.saveSuccessful ? drafted.body.id : 0;
    return caller.call(orders.transition, { params: { id }, body: { status: 'ACCEPTED' } });
  };
  expect((await accept(nextOwner, next, theirs, '50')).status).toBe(200);
  expect(await accept(owner, seller, lost, '1')).toMatchObject({ body: { message: 'SHORT_OF_STOCK' } });

  // What becomes of the packages is the new holder's alone.
  const [one] = await theirsOf(db(), now);
  if (one) await changeTheirs(db(), one, { quantity: '90' });
  await syncNow(app, nextOwner, now);
  expect(await stockOf(owner, lost)).toMatchObject({ quantity: '0' });
  const asked = { usState: 'CA', packageLabelSearchTerm: labels[0] };
  const mine = { ...asked, orgId: next.org.id };
  expect(await nextOwner.expectOk(inventory.list, { query: mine })).toMatchObject({ resultCount: 1 });
  const past = { ...asked, orgId: seller.org.id };
  expect(await owner.expectOk(inventory.list, { query: past })).toMatchObject({ resultCount: 0 });
  const { results } = await owner.expectOk(inventory.list, { query: { ...past, includeInactive: true } });
  expect(results).toMatchObject([{ label: labels[0], status: 'INACTIVE', quantity: '30' }]);

  // Nor does it count again when its former owner opens it again.
  const { id } = await owner.expectOk(packageBulk.start, {
    body: {
      orgId: seller.org.id,
      usState: 'CA',
      selection: { ids: [results[0]?.verdantId ?? 0] },
      act: { name: 'reopen' },
    },
  });
  await vi.waitFor(async () => {
    const progress = await owner.expectOk(bulkActs.get, { params: { id }, query: {} });
    expect(progress).toMatchObject({ state: 'DONE', succeeded: 0, failed: 1 });
  }, 30_000);
  expect(await stockOf(owner, lost)).toMatchObject({ quantity: '0' });
}, 120_000);

/** A product of the tracking system that the items of some packages are mapped to. */
async function trackedProduct(of: SellerFixture, caller: TestCaller, labels: readonly string[]): Promise<number> {
  const product = await makeProduct(db(), of, { inventoryManagement: 'METRC', quantity: '0' });
  const held = await db().select().from(packages).where(eq(packages.orgId, of.org.id));
  const itemIds = [...new Set(held.flatMap(({ label, itemId }) => (labels.includes(label) ? [itemId] : [])))];
  await caller.expectOk(productItems.assign, { params: { id: product.id }, body: { verdantItemIds: itemIds } });
  return product.id;
}

const stockOf = (caller: TestCaller, id: number) => caller.expectOk(products.get, { params: { id } });
