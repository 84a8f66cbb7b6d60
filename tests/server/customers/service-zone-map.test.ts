import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { customerServiceZones, customers as customersContract } from '../../../domain/customers/contract';
import { customerImports } from '../../../domain/customers/import-contract';
import { serviceZoneMap } from '../../../domain/customers/zone-contract';
import { geography } from '../../../domain/geography/contract';
import { licenses } from '../../../domain/licenses/contract';
import { zonesOf } from '../../../server/customers/zones/follow-zones';
import { holdAlone } from '../../../server/db/hold';
import { auditLog, customers, serviceZoneAreas } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import { countWaiting } from '../../support/cluster';
import {
  type BuyerFixture,
  makeBuyer,
  makeCustomer,
  makeMember,
  makeSeller,
  makeServiceZone,
  type SellerFixture,
} from '../../support/factories';
import { eachWithSeller } from '../../support/seller-app';

const OAKLAND = '400 14th Street, Oakland, CA 94612';
const ALAMEDA = '06001';
const SAN_FRANCISCO = '06075';

const waiting = () => countWaiting(app.database);

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;
let scope: { orgId: number; companyId: number };
let east: number;
let west: number;

await eachWithSeller((now) => ({ app, seller, owner } = now));
beforeEach(async () => {
  const { db } = app.database;
  scope = { orgId: seller.org.id, companyId: seller.company.id };
  east = (await makeServiceZone(db, seller, { name: 'East' })).id;
  west = (await makeServiceZone(db, seller, { name: 'West' })).id;
});

const area = (id: number, counties: string[], postalCodes: string[] = [], version = 0) => ({
  params: { id },
  body: { counties, postalCodes, version },
});
const save = (...given: Parameters<typeof area>) => owner.expectOk(serviceZoneMap.updateArea, area(...given));
const zoneOf = async (id: number) => {
  const [found] = await app.database.db.select().from(customers).where(eq(customers.id, id));
  return [found?.serviceZoneId, found?.serviceZoneByHand];
};
/** Gives a buyer's license another ZIP code. */
const move = async ({ owner: { user }, org, license: { id } }: BuyerFixture, postalCode: string) => {
  const shopper = await app.as(user, org);
  const { version, isPublic, address } = await shopper.expectOk(licenses.get, { params: { id } });
  const body = { version, isPublic, address: { ...address, postalCode } };
  return shopper.expectOk(licenses.update, { params: { id }, body });
};
const add = (values: object) =>
  owner.expectOk(customersContract.create, { body: { ...scope, name: 'Cedar', ...values } });

test('a state’s map has its counties and ZIP codes, each in its county', async () => {
  const map = await owner.expectOk(geography.stateMap, { params: { state: 'CA' } });
  expect(map.counties).toHaveLength(58);
  const names = new Map(map.counties.map(({ id, name }) => [id, name]));
  const countyOf = (code: string) => names.get(map.postalCodes.find((one) => one.code === code)?.countyId ?? '');
  expect(['94612', '94103', '95521', '90013', '92262'].map(countyOf)).toEqual([
    'Alameda',
    'San Francisco',
    'Humboldt',
    'Los Angeles',
    'Riverside',
  ]);
  expect(map.postalCodes.length).toBeGreaterThan(1600);
  expect(map.postalCodes.some(({ code }) => code === '97205')).toBe(false);
  for (const { x, y } of map.postalCodes) {
    expect(x >= 0 && x <= map.width && y >= 0 && y <= map.height).toBe(true);
  }
});

test('an area is previewed, then saved, moving the customers of its addresses, but those moved by hand', async () => {
  const { db } = app.database;
  const near = await makeCustomer(db, seller, { name: 'Near', address: OAKLAND });
  const byHand = await makeCustomer(db, seller, { address: OAKLAND, serviceZoneId: west, serviceZoneByHand: true });
  const far = await makeCustomer(db, seller, { address: 'Market Street, San Francisco, CA 94103' });
  const { version: _, ...body } = area(east, [ALAMEDA]).body;
  const preview = await owner.expectOk(serviceZoneMap.previewArea, { params: { id: east }, body });
  const to = { id: east, name: 'East' };
  expect(preview).toEqual({
    moveCount: 1,
    groups: [{ from: null, to, customerCount: 1 }],
    moves: [{ id: near.id, name: 'Near', from: null, to }],
    keptByHand: 1,
  });
  expect(await zoneOf(near.id)).toEqual([null, false]);

  const saved = await save(east, [ALAMEDA]);
  expect(saved).toMatchObject({ moveCount: 1, zone: { counties: [ALAMEDA], postalCodes: [], version: 1 } });
  expect(await zoneOf(near.id)).toEqual([east, false]);
  expect(await zoneOf(byHand.id)).toEqual([west, true]);
  expect(await zoneOf(far.id)).toEqual([null, false]);
  const map = await owner.expectOk(serviceZoneMap.get, { query: scope });
  expect(map.usState).toBe('CA');
  expect(map.zones.map(({ name, counties, customerCount }) => [name, counties, customerCount])).toEqual([
    ['East', [ALAMEDA], 1],
    ['West', [], 1],
  ]);
  expect(map.places).toEqual([
    { postalCode: '94103', serviceZoneId: null, customerCount: 1 },
    { postalCode: '94612', serviceZoneId: east, customerCount: 1 },
    { postalCode: '94612', serviceZoneId: west, customerCount: 1 },
  ]);
  const logged = await db
    .select()
    .from(auditLog)
    .where(eq(auditLog.entityId, String(east)));
  expect(logged.at(-1)).toMatchObject({
    entity: 'customer-service-zone',
    before: { counties: [] },
    after: { counties: [ALAMEDA], moveCount: 1 },
  });
});

test('an area can’t take what another zone has, or leave the state; an outdated one is refused', async () => {
  await save(east, [ALAMEDA], ['94103']);
  const refused = async (...given: Parameters<typeof area>) => {
    const asked = area(...given);
    const saved = await owner.call(serviceZoneMap.updateArea, asked);
    const previewed = await owner.call(serviceZoneMap.previewArea, asked);
    expect(saved.status).toBe(400);
    expect(saved.body).toMatchObject({ errors: (previewed.body as { errors: object }).errors });
    return (saved.body as { errors: object }).errors;
  };
  expect(await refused(west, [ALAMEDA])).toEqual({ counties: 'Alameda is in East. Remove it there first.' });
  expect(await refused(west, [], ['94103'])).toEqual({ postalCodes: '94103 is in East. Remove it there first.' });
  expect(await refused(west, ['41051'])).toEqual({ counties: 'Choose counties in CA' });
  expect(await refused(west, [], ['97205'])).toEqual({ postalCodes: '97205 isn’t a ZIP code in CA' });
  expect(await refused(west, [], ['9410'])).toMatchObject({ 'postalCodes.0': expect.stringContaining('5 digits') });
  await save(west, [SAN_FRANCISCO], ['94612']);
  expect(await owner.call(serviceZoneMap.updateArea, area(west, []))).toMatchObject({
    status: 409,
    body: { message: 'STALE', errorObject: { currentVersion: 1 } },
  });
});

test('a new customer is in the zone of its address, else of its license; a chosen zone stays', async () => {
  await save(east, [ALAMEDA]);
  expect(await add({ address: OAKLAND })).toMatchObject({ serviceZoneId: east, serviceZoneByHand: false });
  expect(await add({ address: OAKLAND, serviceZoneId: west })).toMatchObject({
    serviceZoneId: west,
    serviceZoneByHand: true,
  });
  expect(await add({ licenseId: seller.license.id })).toMatchObject({
    serviceZoneId: seller.license.postalCode === '94612' ? east : expect.anything(),
  });
});

test('a changed address changes the zone, unless people chose it; giving it back to the address does too', async () => {
  await save(east, [ALAMEDA]);
  await save(west, [SAN_FRANCISCO]);
  const edit = async (id: number, values: object) => {
    const { version, name } = await owner.expectOk(customersContract.get, { params: { id } });
    return owner.expectOk(customersContract.update, { params: { id }, body: { name, version, ...values } });
  };
  const { id } = await add({ address: OAKLAND });
  const moved = 'Market Street, San Francisco, CA 94103';
  expect(await edit(id, { address: moved, serviceZoneId: east })).toMatchObject({ serviceZoneId: west });
  expect(await edit(id, { address: moved, serviceZoneId: east })).toMatchObject({
    serviceZoneId: east,
    serviceZoneByHand: true,
  });
  expect(await edit(id, { address: OAKLAND, serviceZoneId: null })).toMatchObject({ serviceZoneId: null });
  expect(await edit(id, { address: OAKLAND, serviceZoneId: null, serviceZoneByHand: false })).toMatchObject({
    serviceZoneId: east,
    serviceZoneByHand: false,
  });
});

test('imported customers follow their addresses, and an undone import gives the zone back', async () => {
  await save(east, [ALAMEDA]);
  const { id } = await add({ name: 'Standing', email: 'buy@standing.example' });
  const rows = [
    { name: 'New', address: OAKLAND },
    { name: 'Chosen', address: OAKLAND, serviceZone: 'West' },
    { name: 'Standing', email: 'buy@standing.example', address: OAKLAND },
  ];
  const done = await owner.expectOk(customerImports.apply, { body: { ...scope, fileName: 'customers.csv', rows } });
  const found = await owner.expectOk(customersContract.search, { body: scope });
  const zones = new Map(found.results.map(({ name, serviceZone }) => [name, serviceZone?.id]));
  expect(Object.fromEntries(zones)).toEqual({ New: east, Chosen: west, Standing: east });
  await owner.expectOk(customerImports.undo, { params: { id: done.id } });
  expect(await zoneOf(id)).toEqual([null, false]);
});

test('deleting a zone with an area says so, and moves the area with the customers', async () => {
  await save(east, [ALAMEDA], ['94103']);
  const remove = (moveTo?: number | 'none') =>
    owner.call(customerServiceZones.remove, { params: { id: east }, query: { ...scope, ...(moveTo && { moveTo }) } });
  expect(await remove()).toMatchObject({
    status: 409,
    body: { errors: { moveTo: 'It covers 2 counties and ZIP codes. Choose what to move them to.' } },
  });
  expect(await remove(west)).toMatchObject({ ok: true });
  const { zones } = await owner.expectOk(serviceZoneMap.get, { query: scope });
  expect(zones).toMatchObject([{ id: west, counties: [ALAMEDA], postalCodes: ['94103'] }]);
  const removed = await owner.call(customerServiceZones.remove, {
    params: { id: west },
    query: { ...scope, moveTo: 'none' },
  });
  expect(removed).toMatchObject({ ok: true });
  expect(await add({ address: OAKLAND })).toMatchObject({ serviceZoneId: null });
});

test('areas are read with the feature and changed with write on it, for assigned companies only', async () => {
  const { db } = app.database;
  const as = async (write: boolean, companyIds: number[]) => {
    const features = { CUSTOMERS: { read: true, write } };
    const { user } = await makeMember(db, seller.org, { features, companyIds });
    return app.as(user, seller.org);
  };
  const stranger = await makeSeller(db);
  const statuses = async (caller: TestCaller, orgId = scope.orgId) => {
    const asked = area(east, [ALAMEDA]);
    return [
      await caller.call(serviceZoneMap.get, { query: { ...scope, orgId } }),
      await caller.call(serviceZoneMap.previewArea, asked),
      await caller.call(serviceZoneMap.updateArea, asked),
    ].map(({ status }) => status);
  };
  expect(await statuses(await as(false, [scope.companyId]))).toEqual([200, 200, 403]);
  expect(await statuses(await as(true, []))).toEqual([404, 404, 404]);
  expect(await statuses(await app.as(stranger.owner.user, stranger.org), stranger.org.id)).toEqual([404, 404, 404]);
  expect(await statuses(await as(true, [scope.companyId]))).toEqual([200, 200, 200]);
});

test('a customer added while an area is saved gets its zone', async () => {
  const { db } = app.database;
  let adding: Promise<unknown> | undefined;
  await db.transaction(async (tx) => {
    await holdAlone(tx, { kind: 'company labels', id: scope.companyId });
    await tx.insert(serviceZoneAreas).values({ ...scope, serviceZoneId: east, kind: 'county', code: ALAMEDA });
    adding = add({ address: OAKLAND });
    await expect.poll(waiting).toBeGreaterThan(0);
  });
  await adding;
  const [found] = await db.select().from(customers).where(eq(customers.companyId, scope.companyId));
  expect(found?.serviceZoneId).toBe(east);
});

test('a zone picked by hand while an area is saved stays', async () => {
  const { db } = app.database;
  const { id, name } = await makeCustomer(db, seller, { address: OAKLAND });
  let picking: Promise<unknown> | undefined;
  let saving: Promise<unknown> | undefined;
  await db.transaction(async (tx) => {
    const row = and(eq(customers.orgId, scope.orgId), eq(customers.id, id));
    await tx.select().from(customers).where(row).for('update');
    const body = { name, address: OAKLAND, serviceZoneId: west, version: 0 };
    picking = owner.expectOk(customersContract.update, { params: { id }, body });
    await expect.poll(waiting).toBeGreaterThan(0);
    saving = save(east, [ALAMEDA]);
    await expect.poll(waiting).toBeGreaterThan(1);
  });
  await picking;
  expect(await saving).toMatchObject({ moveCount: 0 });
  expect(await zoneOf(id)).toEqual([west, true]);
});

test('a license’s new ZIP code moves its customers everywhere, but those with an address or a chosen zone', async () => {
  const { db } = app.database;
  const buyer = await makeBuyer(db);
  const { id: licenseId } = buyer.license;
  await save(east, [ALAMEDA]);
  await save(west, [SAN_FRANCISCO]);
  /** A customer of another organization, whose only zone is San Francisco. */
  const elsewhere = async (values: object) => {
    const at = await makeSeller(db);
    const zone = await makeServiceZone(db, at);
    const claim = { serviceZoneId: zone.id, kind: 'county' as const, code: SAN_FRANCISCO };
    await db.insert(serviceZoneAreas).values({ orgId: at.org.id, companyId: at.company.id, ...claim });
    return { zone, customer: await makeCustomer(db, at, { licenseId, ...values }) };
  };
  const following = await add({ licenseId });
  const foreign = await elsewhere({});
  const chosen = await elsewhere({ serviceZoneByHand: true });
  const addressed = await elsewhere({ address: OAKLAND });
  await move(buyer, '94103');
  await expect.poll(() => zoneOf(following.id)).toEqual([west, false]);
  await expect.poll(() => zoneOf(foreign.customer.id)).toEqual([foreign.zone.id, false]);
  await move(buyer, '94612');
  await expect.poll(() => zoneOf(following.id)).toEqual([east, false]);
  await expect.poll(() => zoneOf(foreign.customer.id)).toEqual([null, false]);
  expect(await zoneOf(chosen.customer.id)).toEqual([null, true]);
  expect(await zoneOf(addressed.customer.id)).toEqual([null, false]);
});

test('a customer added by its license’s former ZIP code follows the new one', async () => {
  const { db } = app.database;
  const buyer = await makeBuyer(db);
  const { id: licenseId } = buyer.license;
  await save(east, [ALAMEDA]);
  await save(west, [SAN_FRANCISCO]);
  const id = await db.transaction(async (tx) => {
    const zoneOf = await zonesOf(tx, seller.company, [{ address: null, licenseId }]);
    await move(buyer, '94103');
    await expect.poll(waiting).toBeGreaterThan(0);
    const serviceZoneId = zoneOf?.({ address: null, licenseId }) ?? null;
    expect(serviceZoneId).toBe(east);
    return (await makeCustomer(tx, seller, { licenseId, serviceZoneId })).id;
  });
  await expect.poll(() => zoneOf(id)).toEqual([west, false]);
});
