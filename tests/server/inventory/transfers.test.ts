import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { inventory as calls } from '../../../domain/inventory/packages/contract';
import { packages, transfers } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import { makeItem, makeLicense, makePackage, makeSeller, type SellerFixture } from '../../support/factories';
import { addTheirs, changeTheirs, connectNow, oursOf, syncNow } from '../../support/inventory/tracking-state';
import { readOnly } from '../../support/permissions';
import { eachWithSeller, memberOf } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;

await eachWithSeller((now) => ({ app, seller, owner } = now));

const db = () => app.database.db;
const context = () => ({ orgId: seller.org.id, usState: 'CA' });
const connect = () => connectNow(app, owner, seller);
const list = async (query: object = {}, caller = owner) =>
  (await caller.expectOk(calls.list, { query: { ...context(), ...query } })).results.map(({ label }) => label);
const facets = (caller = owner) => caller.expectOk(calls.facets, { query: context() });
const storyOf = async (label: string) => {
  const own = (await oursOf(db(), seller)).find((one) => one.label === label);
  return owner.expectOk(calls.get, { params: { id: own?.id ?? 0 } });
};

const incoming = {
  ReceivedFromManifestNumber: '0000004411',
  ReceivedFromFacilityName: 'Lost Coast Cultivation',
  ReceivedDateTime: '2026-11-20T17:00:00Z',
};
const outgoing = { ManifestNumber: '0000009122', RecipientFacilityName: 'Evergreen Corner' };

/** Two packages that came with one manifest, one on its way with another, and one that never moved. */
async function connected() {
  const made = await addTheirs(db(), seller, [
    { data: incoming },
    { data: incoming },
    { list: 'intransit', data: outgoing },
    {},
  ]);
  await connect();
  const [first, second, third, fourth] = made.map(({ label }) => label);
  return { made, labels: { first, second, third, fourth } as Record<'first' | 'second' | 'third' | 'fourth', string> };
}

describe('transfers', () => {
  test('are read with their deliveries and packages, and say whom a package came from or goes to', async () => {
    const { labels } = await connected();
    const rows = await db().select().from(transfers).where(eq(transfers.orgId, seller.org.id));
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual(
      expect.objectContaining({
        direction: 'OUTGOING',
        manifestNumber: '0000009122',
        recipientName: 'Evergreen Corner',
        packageCount: 1,
        packagesReadAt: expect.any(Date),
      }),
    );
    expect((await storyOf(labels.first)).transfers).toMatchObject([
      { manifestNumber: '0000004411', direction: 'INCOMING', otherParty: 'Lost Coast Cultivation', state: 'ACCEPTED' },
    ]);
    const gone = await storyOf(labels.third);
    expect(gone.transfers).toMatchObject([{ direction: 'OUTGOING', otherParty: 'Evergreen Corner', state: 'SHIPPED' }]);
    expect(gone.package).toMatchObject({ transferState: 'SHIPPED', recipient: 'Evergreen Corner' });
    expect((await storyOf(labels.fourth)).transfers).toEqual([]);
  });

  test('follow what becomes of them', async () => {
    const { made, labels } = await connected();
    const third = made.find(({ label }) => label === labels.third);
    if (third === undefined) throw new Error('It was made');
    await changeTheirs(db(), third, { list: 'transferred' });
    await syncNow(app, owner, seller);
    const { transfers: told, package: one } = await storyOf(labels.third);
    expect(told).toMatchObject([{ state: 'ACCEPTED' }]);
    expect(one).toMatchObject({ transferState: 'ACCEPTED', recipient: 'Evergreen Corner' });
  });

  test('that change while they are asked about are asked about again, though they are listed later', async () => {
    const minutesAgo = (count: number) => new Date(Date.now() - count * 60_000);
    const [one] = await addTheirs(db(), seller, [{ list: 'intransit', data: outgoing, modifiedAt: minutesAgo(6) }]);
    if (one === undefined) throw new Error('It was made');
    await connect();
    expect((await storyOf(one.label)).transfers).toMatchObject([{ state: 'SHIPPED' }]);
    await changeTheirs(db(), one, { list: 'transferred', modifiedAt: minutesAgo(5) });
    await syncNow(app, owner, seller);
    expect((await storyOf(one.label)).transfers).toMatchObject([{ state: 'ACCEPTED' }]);
  });

  test('find the packages that were part of them', async () => {
    const { labels } = await connected();
    const { transfers: offered } = await facets();
    const came = offered.find(({ manifestNumber }) => manifestNumber === '0000004411');
    const left = offered.find(({ manifestNumber }) => manifestNumber === '0000009122');
    expect(came).toMatchObject({ displayName: '0000004411 from Lost Coast Cultivation' });
    expect(left).toMatchObject({ recipient: 'Evergreen Corner', displayName: '0000009122 to Evergreen Corner' });
    expect((await list({ selectedTransfers: [came?.transferId] })).sort()).toEqual(
      [labels.first, labels.second].sort(),
    );
    expect(await list({ selectedTransfers: [left?.transferId] })).toEqual([labels.third]);
    expect(await list({ selectedTransfers: [left?.transferId], includeInactive: 'false' })).toEqual([]);
    expect(await list({ selectedTransfers: [left?.transferId], includeInactive: 'true' })).toEqual([labels.third]);
  });

  test('of another organization or license are nobody else’s', async () => {
    const { labels } = await connected();
    const [came] = (await facets()).transfers;
    const other = await makeSeller(db());
    const item = await makeItem(db(), other);
    const theirs = await makePackage(db(), item, { quantity: '3' });
    await db().update(packages).set({ label: labels.first }).where(eq(packages.id, theirs.id));
    const them = await app.as(other.owner.user, other.org);
    const query = { orgId: other.org.id, usState: 'CA' };
    expect((await them.expectOk(calls.facets, { query })).transfers).toEqual([]);
    const filtered = { ...query, selectedTransfers: [came?.transferId ?? 0] };
    expect((await them.expectOk(calls.list, { query: filtered })).results).toEqual([]);
    expect((await them.expectOk(calls.get, { params: { id: theirs.id } })).transfers).toEqual([]);
    const elsewhere = await makeLicense(db(), seller);
    const blind = await memberOf({ app, seller }, { features: { INVENTORY: readOnly }, licenseIds: [elsewhere.id] });
    expect((await facets(blind)).transfers).toEqual([]);
  });
});

test('packages are found by where they lie and whose they are', async () => {
  await addTheirs(db(), seller, [
    { data: { LocationId: 31, LocationName: 'Vault', ItemFromFacilityName: 'Smith, Jones & Co.' } },
    { data: { LocationId: 32, LocationName: 'Cold room', ItemFromFacilityName: 'Smith, Jones & Co.' } },
    { data: { LocationId: 32, LocationName: 'Cold room', ItemFromFacilityName: 'Lost Coast Cultivation' } },
  ]);
  await connect();
  const { locations, metrcOwners } = await facets();
  expect(locations).toMatchObject([
    { id: 32, name: 'Cold room', licenseNumber: seller.license.licenseNumber, count: 2 },
    { id: 31, name: 'Vault', count: 1 },
  ]);
  expect(metrcOwners).toMatchObject([
    { name: 'Lost Coast Cultivation', count: 1 },
    { name: 'Smith, Jones & Co.', count: 2 },
  ]);
  const smith = metrcOwners[1]?.searchId;
  expect(await list({ selectedLocations: [32] })).toHaveLength(2);
  expect(await list({ selectedMetrcOwners: [smith] })).toHaveLength(2);
  expect(await list({ selectedMetrcOwners: [smith], selectedLocations: [32] })).toHaveLength(1);
});
