import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { harvests as calls } from '../../../domain/harvests/contract';
import {
  harvestPackages,
  harvests,
  licenses,
  packages,
  sandboxHarvests,
  sandboxPackages,
} from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import { makeItem, makeLicense, type SellerFixture } from '../../support/factories';
import { type Grown, growTheirs, makeGrown, makeHarvest, makeHarvestPackage } from '../../support/harvests/factories';
import {
  connectNow,
  differencesOf,
  shortenPauses,
  syncNow,
  toggleFault,
  untilQuiet,
} from '../../support/inventory/tracking-state';
import { readOnly } from '../../support/permissions';
import { eachWithSeller, memberOf, strangerTo } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;
let grown: Grown;

await eachWithSeller((now) => ({ app, seller, owner } = now));
shortenPauses();
const db = () => app.database.db;
const quiet = () => untilQuiet(db(), seller.org.id);
beforeEach(async () => {
  await db().update(licenses).set({ licenseType: 'CULTIVATOR' }).where(eq(licenses.id, seller.license.id));
  await connectNow(app, owner, seller);
  grown = await makeGrown(db(), seller, { plants: 4 });
  await growTheirs(db(), seller, grown.tags);
});

/** A submitted harvest of 2,000 g with a package of 600 g, which is read from the tracking system. */
async function packaged() {
  const item = await makeItem(db(), seller, { unitOfMeasure: 'g', name: `Buds of ${seller.license.id}` });
  const harvest = await makeHarvest(db(), seller, grown, { plants: grown.tags });
  const pack = await makeHarvestPackage(db(), harvest, item.id, { weight: '600' });
  await owner.expectOk(calls.submit, { params: { id: harvest.id }, body: {} });
  await quiet();
  await syncNow(app, owner, seller);
  return { harvest, pack, params: { id: harvest.id, packageId: pack.id } };
}

const read = (id: number) => owner.expectOk(calls.get, { params: { id }, query: {} });
const theirs = async (label: string) =>
  (await db().select().from(sandboxPackages).where(eq(sandboxPackages.label, label)))[0];
const ours = async (label: string) =>
  (
    await db()
      .select()
      .from(packages)
      .where(and(eq(packages.orgId, seller.org.id), eq(packages.label, label)))
  )[0];

test('a package that nothing happened to is discontinued there and here, once although the answer is lost', async () => {
  const { harvest, pack, params } = await packaged();
  expect(await read(harvest.id)).toMatchObject({
    balance: { packaged: '600', current: '1400' },
    packages: [{ state: 'SENT', touched: null }],
  });
  expect(await ours(pack.label)).toMatchObject({ status: 'ACTIVE', quantity: '600' });
  await toggleFault(app, 'mute');
  try {
    const left = await owner.expectOk(calls.discontinuePackage, { params });
    expect(left).toMatchObject({ balance: { packaged: '0', current: '2000' } });
    // A second click finds it discontinued.
    expect(await owner.call(calls.discontinuePackage, { params })).toMatchObject({ status: 409 });
    await quiet();
  } finally {
    await toggleFault(app, 'mute');
  }
  expect(await theirs(pack.label)).toMatchObject({ list: 'inactive', quantity: '0' });
  const [there] = await db().select().from(sandboxHarvests).where(eq(sandboxHarvests.name, harvest.name));
  expect([Number(there?.packaged), there?.packageCount]).toEqual([0, 0]);
  expect(await ours(pack.label)).toMatchObject({ status: 'INACTIVE', quantity: '0' });
  await syncNow(app, owner, seller);
  expect(await ours(pack.label)).toMatchObject({ status: 'INACTIVE', quantity: '0' });
  expect(await differencesOf(db(), seller)).toEqual([]);
  expect(await read(harvest.id)).toMatchObject({ balance: { packaged: '0', current: '2000' } });
});

test('one that was touched stays, and why is said', async () => {
  const { harvest, pack, params } = await packaged();
  await db().update(packages).set({ quantity: '590' }).where(eq(packages.label, pack.label));
  expect(await owner.call(calls.discontinuePackage, { params })).toMatchObject({
    status: 409,
    body: { userFriendlyMessage: 'Its weight was changed, or something was made of it.' },
  });
  expect(await theirs(pack.label)).toMatchObject({ list: 'active', quantity: '600' });
  expect(await read(harvest.id)).toMatchObject({ balance: { packaged: '600' } });
});

test('one that wasn’t read yet waits until it is: nobody knows what happened to it', async () => {
  const { harvest, pack, params } = await packaged();
  // As right after it was sent, or once the tracking system has it at another license.
  const other = await makeLicense(db(), seller);
  const at = (licenseId: number) => db().update(packages).set({ licenseId }).where(eq(packages.label, pack.label));
  await at(other.id);
  const unread = 'The tracking system hasn’t listed it yet. Try again in a few minutes.';
  expect(await read(harvest.id)).toMatchObject({ packages: [{ state: 'SENT', touched: unread }] });
  expect(await owner.call(calls.discontinuePackage, { params })).toMatchObject({
    status: 409,
    body: { userFriendlyMessage: unread },
  });
  expect(await theirs(pack.label)).toMatchObject({ list: 'active', quantity: '600' });
  await at(seller.license.id);
  await owner.expectOk(calls.discontinuePackage, { params });
  await quiet();
  expect(await theirs(pack.label)).toMatchObject({ list: 'inactive', quantity: '0' });
});

test('what the tracking system knows better is refused there and stands again here, with its reason', async () => {
  const { harvest, pack, params } = await packaged();
  await db().update(sandboxPackages).set({ quantity: '580' }).where(eq(sandboxPackages.label, pack.label));
  await owner.expectOk(calls.discontinuePackage, { params });
  await quiet();
  expect(await theirs(pack.label)).toMatchObject({ list: 'active', quantity: '580' });
  const { balance, packages: made } = await read(harvest.id);
  expect(balance).toMatchObject({ packaged: '600' });
  expect(made).toMatchObject([{ state: 'SENT', problem: expect.stringContaining('580') }]);
  expect(await differencesOf(db(), seller)).toMatchObject([{ kind: 'REFUSED', label: pack.label }]);
});

test('in Oregon it is for 48 hours, and not of a finished harvest', async () => {
  const { harvest, params } = await packaged();
  const submitted = new Date(Date.now() - 49 * 3_600_000);
  await db().update(licenses).set({ usState: 'OR' }).where(eq(licenses.id, seller.license.id));
  await db().update(harvestPackages).set({ createdAt: submitted }).where(eq(harvestPackages.id, params.packageId));
  await db().update(harvests).set({ submittedAt: submitted }).where(eq(harvests.id, harvest.id));
  expect(await owner.call(calls.discontinuePackage, { params })).toMatchObject({
    status: 409,
    body: { userFriendlyMessage: 'Oregon lets this be undone for 48 hours, and they’re over.' },
  });
  await db().update(harvests).set({ submittedAt: new Date() }).where(eq(harvests.id, harvest.id));
  await db().update(harvests).set({ state: 'FINISHED', finishedOn: '2026-11-28' }).where(eq(harvests.id, harvest.id));
  expect(await owner.call(calls.discontinuePackage, { params })).toMatchObject({ status: 409 });
});

test('who only reads harvests discontinues nothing, and of another organization’s nothing is found', async () => {
  const { pack, params } = await packaged();
  const reader = await memberOf({ app, seller }, { features: { HARVESTS: readOnly } });
  expect(await reader.call(calls.discontinuePackage, { params })).toMatchObject({ status: 403 });
  const stranger = await strangerTo({ app });
  expect(await stranger.call(calls.discontinuePackage, { params })).toMatchObject({ status: 404 });
  expect(await theirs(pack.label)).toMatchObject({ list: 'active' });
});
