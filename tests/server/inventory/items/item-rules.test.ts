import { and, asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { CallInput } from '../../../../domain/contract/endpoint';
import { itemRules as calls, heldItems } from '../../../../domain/inventory/items/held-items-contract';
import { brands, trackingItems } from '../../../../server/db/schema';
import { storeItems } from '../../../../server/inventory/tracking/store-items';
import type { TestApp, TestCaller } from '../../../support/app';
import { makeBrand, makeItem, makeLicense, makeSeller, type SellerFixture } from '../../../support/factories';
import { both, readOnly } from '../../../support/permissions';
import { eachWithSeller, memberOf } from '../../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;

await eachWithSeller((now) => ({ app, seller, owner } = now));
beforeEach(async () => {
  for (const name of ['Blue Dream Jar', 'Blue Dream Pre-Roll', 'Gelato Jar'])
    await makeItem(app.database.db, seller, { name });
});

type Draft = CallInput<typeof calls.create>['body'];
const context = () => ({ orgId: seller.org.id, usState: 'CA' });
const draft = (rest: Partial<Draft> = {}): Draft => ({
  ...context(),
  brandId: seller.brand.id,
  searchText: 'blue dream',
  licenseIds: [],
  ...rest,
});
const add = (rest: Partial<Draft> = {}, caller = owner) => caller.call(calls.create, { body: draft(rest) });
const list = (caller = owner) => caller.expectOk(calls.list, { query: context() });
const itemsNow = () =>
  app.database.db
    .select({ name: trackingItems.name, brandId: trackingItems.brandId })
    .from(trackingItems)
    .where(eq(trackingItems.orgId, seller.org.id))
    .orderBy(asc(trackingItems.id));

/** Items as a read of the tracking system brings them. */
const read = (...names: string[]) => {
  const from = { orgId: seller.org.id, licenseId: seller.license.id, seenAt: new Date() };
  const records = names.map((Name, at) => ({
    Id: 900_000 + at,
    Name,
    ProductCategoryName: 'Buds (prepackaged)',
    StrainName: null,
    UnitOfMeasureName: 'Each',
  }));
  const told = { publish: async () => {}, enqueue: async () => {} };
  return storeItems({ db: app.database.db, ...told }, from, records);
};

describe('a rule', () => {
  test('assigns items without a brand at once, and those that are read later', async () => {
    const made = await add();
    expect(made).toMatchObject({
      status: 200,
      body: { searchText: 'blue dream', brandName: seller.brand.name, found: 2, assigned: 2, rank: 1, conflicts: [] },
    });
    expect((await itemsNow()).map(({ brandId }) => brandId)).toEqual([seller.brand.id, seller.brand.id, null]);
    await read('BLUE DREAM Cartridge', 'Sour Diesel Cartridge');
    expect((await itemsNow()).slice(3)).toEqual([
      { name: 'BLUE DREAM Cartridge', brandId: seller.brand.id },
      { name: 'Sour Diesel Cartridge', brandId: null },
    ]);
    const { results } = await owner.expectOk(heldItems.list, { query: { ...context(), searchTerm: 'cartridge' } });
    expect(results.map(({ rule }) => rule?.searchText)).toEqual(['blue dream', undefined]);
  });

  test('leaves items people assigned, and those a rule before it decides', async () => {
    const other = await makeBrand(app.database.db, seller);
    await add({ searchText: 'pre-roll', brandId: other.id });
    expect(await add({ searchText: 'blue' })).toMatchObject({
      body: {
        found: 2,
        assigned: 1,
        rank: 2,
        conflicts: [{ searchText: 'pre-roll', brandName: other.name, items: 1 }],
      },
    });
    await read('Blue Pre-Roll Five');
    expect((await itemsNow()).map(({ brandId }) => brandId)).toEqual([seller.brand.id, other.id, null, other.id]);
  });

  test('isn’t undone by reading an item again that somebody took from its brand', async () => {
    await read('Blue Dream Wax');
    await add();
    const [wax] = (await owner.expectOk(heldItems.list, { query: { ...context(), searchTerm: 'wax' } })).results;
    await owner.expectOk(heldItems.assign, { params: { id: wax?.id ?? 0 }, body: { brandId: null } });
    await read('Blue Dream Wax');
    expect((await itemsNow()).at(-1)).toEqual({ name: 'Blue Dream Wax', brandId: null });
  });

  test('is shown before it is added, without doing anything', async () => {
    const query = { ...context(), brandId: seller.brand.id, searchText: 'jar' };
    expect(await owner.expectOk(calls.preview, { query })).toEqual({
      found: 2,
      toAssign: 2,
      alreadyOfBrand: 0,
      ofOtherBrands: 0,
      leftToOthers: 0,
      names: ['Blue Dream Jar', 'Gelato Jar'],
    });
    expect((await itemsNow()).every(({ brandId }) => brandId === null)).toBe(true);
    expect(await list()).toEqual([]);
  });

  test('says at its field what is wrong, and is added once', async () => {
    expect(await add({ searchText: ' a ' })).toMatchObject({
      status: 400,
      body: { errors: { searchText: 'Enter at least 2 characters' } },
    });
    const elsewhere = await makeLicense(app.database.db, seller, { usState: 'CO' });
    expect(await add({ licenseIds: [elsewhere.id] })).toMatchObject({
      body: { errors: { licenseIds: 'Choose your own licenses in CA' } },
    });
    await add();
    expect(await add({ searchText: 'BLUE Dream' })).toMatchObject({
      body: { errors: { searchText: 'A rule for this text and these licenses exists already' } },
    });
    expect(await list()).toHaveLength(1);
  });

  test('stops when deleted; what it assigned stays', async () => {
    const { id } = await owner.expectOk(calls.create, { body: draft() });
    await owner.expectOk(calls.remove, { params: { ruleId: id } });
    expect(await list()).toEqual([]);
    await read('Blue Dream Cartridge');
    expect((await itemsNow()).map(({ brandId }) => brandId)).toEqual([seller.brand.id, seller.brand.id, null, null]);
  });

  test('does nothing for a brand that went to another organization', async () => {
    await add();
    const other = await makeSeller(app.database.db);
    await app.database.db.update(brands).set({ orgId: other.org.id }).where(eq(brands.id, seller.brand.id));
    await read('Blue Dream Cartridge');
    expect((await itemsNow()).at(-1)?.brandId).toBeNull();
    expect(await list()).toEqual([]);
  });
});

describe('who has rules', () => {
  test('one’s own organization, for its own brands', async () => {
    const other = await makeSeller(app.database.db);
    const them = await app.as(other.owner.user, other.org);
    await add();
    const [rule] = await list();
    expect(await them.expectOk(calls.list, { query: { orgId: other.org.id, usState: 'CA' } })).toEqual([]);
    expect((await them.call(calls.remove, { params: { ruleId: rule?.id ?? 0 } })).status).toBe(404);
    expect(await add({ brandId: other.brand.id })).toMatchObject({
      body: { errors: { brandId: 'Choose one of your brands' } },
    });
  });

  test('those who may write; others read those of the brands and items they see', async () => {
    const hidden = await makeBrand(app.database.db, seller);
    await add({ searchText: 'gelato', brandId: hidden.id });
    await add();
    const reader = await memberOf({ app, seller }, { features: { INVENTORY: readOnly, ITEM_BRANDING: readOnly } });
    expect(await list(reader)).toMatchObject([{ searchText: 'blue dream', found: 2 }]);
    expect((await add({ searchText: 'jar' }, reader)).status).toBe(403);
    const clerk = await memberOf({ app, seller }, { features: { INVENTORY: both, ITEM_BRANDING: both } });
    expect((await add({ searchText: 'jar', brandId: hidden.id }, clerk)).status).toBe(400);
    const idOf = async (text: string) => (await list()).find(({ searchText }) => searchText === text)?.id ?? 0;
    const remove = async (text: string) => clerk.call(calls.remove, { params: { ruleId: await idOf(text) } });
    expect((await remove('gelato')).status).toBe(404);
    expect((await remove('blue dream')).status).toBe(200);
    expect(await list()).toMatchObject([{ searchText: 'gelato' }]);
  });
});

test('brands whose names are in those of items without one are recommended, with the licenses that hold them', async () => {
  const { db } = app.database;
  await db.update(brands).set({ name: 'Gelató' }).where(eq(brands.id, seller.brand.id));
  const recommended = () => owner.expectOk(calls.recommendedBrands, { query: context() });
  expect(await recommended()).toMatchObject([
    { id: seller.brand.id, name: 'Gelató', recommendedForLicenseIds: [seller.license.id], items: 1 },
  ]);
  await db
    .update(trackingItems)
    .set({ brandId: seller.brand.id })
    .where(and(eq(trackingItems.orgId, seller.org.id), eq(trackingItems.name, 'Gelato Jar')));
  expect(await recommended()).toEqual([]);
});
