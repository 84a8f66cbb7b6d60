import { and, asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { heldItems as calls } from '../../../../domain/inventory/items/held-items-contract';
import { inventory } from '../../../../domain/inventory/packages/contract';
import { trackingItems } from '../../../../server/db/schema';
import type { TestApp, TestCaller } from '../../../support/app';
import {
  makeBrand,
  makeItem,
  makeLicense,
  makePartner,
  makeSeller,
  type SellerFixture,
} from '../../../support/factories';
import { both, readOnly } from '../../../support/permissions';
import { eachWithSeller, memberOf } from '../../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;
let ids: number[];

await eachWithSeller((now) => ({ app, seller, owner } = now));
beforeEach(async () => {
  ids = [];
  for (const name of ['Blue Dream Jar', 'Blue Dream Pre-Roll', 'Gelato Jar'])
    ids.push((await makeItem(app.database.db, seller, { name, packages: [{ quantity: '10' }] })).id);
});

const context = () => ({ orgId: seller.org.id, usState: 'CA' });
const list = async (query: object = {}, caller = owner) =>
  (await caller.expectOk(calls.list, { query: { ...context(), ...query } })).results;
const chosen = (rest: object = {}) => ({ orgId: seller.org.id, licenseIds: [seller.license.id], ...rest });
const assign = (rest: object, caller = owner) =>
  caller.call(calls.assignHeld, { body: { ...chosen(), brandId: seller.brand.id, ...rest } });
const brandsNow = async () =>
  (
    await app.database.db
      .select()
      .from(trackingItems)
      .where(and(eq(trackingItems.orgId, seller.org.id)))
      .orderBy(asc(trackingItems.id))
  ).map(({ brandId }) => brandId);

describe('held items', () => {
  test('are listed with their brand, packages and product, and found by filters', async () => {
    expect(await list()).toMatchObject([
      { name: 'Blue Dream Jar', assignedOwner: null, packageCount: 1, quantity: '10', product: null },
      { name: 'Blue Dream Pre-Roll' },
      { name: 'Gelato Jar' },
    ]);
    expect(await list({ searchTerm: 'dream' })).toHaveLength(2);
    expect(await list({ branded: 'true' })).toEqual([]);
    expect(await list({ sortBy: 'name', sortDirection: 'desc' })).toMatchObject([{ name: 'Gelato Jar' }, {}, {}]);
    const facets = await owner.expectOk(calls.facets, { query: context() });
    expect(facets.brands).toContainEqual({ searchId: seller.brand.id, name: seller.brand.name, count: 0 });
    expect(facets.licenses).toMatchObject([{ id: seller.license.id, count: 3 }]);
    const categories = async (asked: object) =>
      (await owner.expectOk(calls.facets, { query: { ...context(), ...asked } })).categories.map(({ count }) => count);
    expect(await categories({})).toEqual([3]);
    expect(await categories({ licenseIds: [seller.license.id] })).toEqual([3]);
    expect(await categories({ brandIds: [seller.brand.id] })).toEqual([]);
    const other = await makeSeller(app.database.db);
    await makeItem(app.database.db, other);
    expect(await categories({ licenseIds: [other.license.id] })).toEqual([]);
  });

  test('are counted by brand within the licenses asked for, by license within the brands, and every choice is kept', async () => {
    const second = await makeLicense(app.database.db, seller);
    const held = { org: seller.org, license: second };
    const there = await makeItem(app.database.db, held, { name: 'Kush Jar' });
    for (const id of [ids[0], there.id])
      await app.database.db
        .update(trackingItems)
        .set({ brandId: seller.brand.id })
        .where(and(eq(trackingItems.orgId, seller.org.id), eq(trackingItems.id, id ?? 0)));
    const counts = async (asked: object) => {
      const { licenses, brands } = await owner.expectOk(calls.facets, { query: { ...context(), ...asked } });
      const licenseOf = (id: number) => licenses.find((one) => one.id === id)?.count;
      return {
        licenses: [licenseOf(seller.license.id), licenseOf(second.id)],
        brand: brands.find(({ searchId }) => searchId === seller.brand.id)?.count,
      };
    };
    expect(await counts({})).toEqual({ licenses: [3, 1], brand: 2 });
    expect(await counts({ licenseIds: [seller.license.id] })).toEqual({ licenses: [3, 1], brand: 1 });
    expect(await counts({ brandIds: [seller.brand.id] })).toEqual({ licenses: [1, 1], brand: 2 });
  });

  test('have notes of their own', async () => {
    const [first = 0] = ids;
    const params = { orgId: seller.org.id, id: first };
    const noted = await owner.expectOk(calls.setNotes, { params, body: { notes: '  Ask the lab ' } });
    expect(noted.notes).toBe('Ask the lab');
    expect(await owner.call(calls.setNotes, { params, body: { notes: 'x'.repeat(1001) } })).toMatchObject({
      status: 400,
      body: { errors: { notes: 'Must be 1,000 characters or fewer' } },
    });
  });
});

describe('assigning to a brand', () => {
  test('one item, and none again', async () => {
    const [first = 0] = ids;
    const call = (brandId: number | null) => owner.call(calls.assign, { params: { id: first }, body: { brandId } });
    expect(await call(seller.brand.id)).toMatchObject({ body: { assignedOwner: { id: seller.brand.id } } });
    expect(await call(null)).toMatchObject({ body: { assignedOwner: null } });
  });

  test('those included, or else all that match but those excluded', async () => {
    const [first, second, third] = ids;
    expect(await assign({ includedItemIds: [first] })).toMatchObject({ status: 200, body: { changed: 1 } });
    expect(await brandsNow()).toEqual([seller.brand.id, null, null]);
    expect(await assign({ excludedItemIds: [third] })).toMatchObject({ body: { changed: 1 } });
    expect(await brandsNow()).toEqual([seller.brand.id, seller.brand.id, null]);
    const unassign = await owner.expectOk(calls.unassignHeld, {
      body: chosen({ excludedItemIds: [], filters: { searchTerm: 'pre-roll' } }),
    });
    expect(unassign.changed).toBe(1);
    expect(await brandsNow()).toEqual([seller.brand.id, null, null]);
    expect(second).toBeDefined();
  });

  test('needs a license, one’s own, and one’s own brand', async () => {
    expect(await assign({ licenseIds: [] })).toMatchObject({
      status: 400,
      body: { errors: { licenseIds: 'License selection required' } },
    });
    const other = await makeSeller(app.database.db);
    expect(await assign({ licenseIds: [other.license.id] })).toMatchObject({
      body: { errors: { licenseIds: 'Choose your own licenses' } },
    });
    expect(await assign({ brandId: other.brand.id, includedItemIds: ids })).toMatchObject({
      body: { errors: { brandId: 'Choose one of your brands' } },
    });
    const theirs = await makeItem(app.database.db, other);
    expect(await assign({ includedItemIds: [theirs.id] })).toMatchObject({ body: { changed: 0 } });
    expect(await brandsNow()).toEqual([null, null, null]);
  });

  test('reaches another organization’s brand once its owner has agreed', async () => {
    const [hidden, shown] = [await makeSeller(app.database.db), await makeSeller(app.database.db)];
    const asked = {
      status: 'REQUESTED',
      requestedAt: new Date(),
      expiresAt: new Date(Date.now() + 86_400_000),
    } as const;
    await makePartner(app.database.db, seller, hidden.brand, { ...asked, canViewPackages: true });
    await makePartner(app.database.db, seller, shown.brand);
    const facets = await owner.expectOk(calls.facets, { query: context() });
    const offered = facets.brands.map(({ searchId }) => searchId);
    expect(offered).toContain(shown.brand.id);
    expect(offered).not.toContain(hidden.brand.id);
    expect(await assign({ brandId: hidden.brand.id, includedItemIds: ids })).toMatchObject({ status: 400 });
    expect(await assign({ brandId: shown.brand.id, includedItemIds: ids })).toMatchObject({ body: { changed: 3 } });
    expect(await brandsNow()).toEqual(ids.map(() => shown.brand.id));
  });

  test('requires write on branding, and reaches only items of licenses and brands the person sees', async () => {
    const reader = await memberOf({ app, seller }, { features: { INVENTORY: readOnly, ITEM_BRANDING: readOnly } });
    expect((await assign({ includedItemIds: ids }, reader)).status).toBe(403);
    const elsewhere = await makeLicense(app.database.db, seller);
    const features = { INVENTORY: both, ITEM_BRANDING: both };
    const blind = await memberOf({ app, seller }, { features, licenseIds: [elsewhere.id] });
    expect(await list({}, blind)).toEqual([]);
    expect((await assign({ includedItemIds: ids }, blind)).status).toBe(400);
    const hidden = await makeBrand(app.database.db, seller);
    await app.database.db
      .update(trackingItems)
      .set({ brandId: hidden.id })
      .where(eq(trackingItems.id, ids[0] ?? 0));
    const clerk = await memberOf({ app, seller }, { features });
    expect(await assign({ includedItemIds: ids }, clerk)).toMatchObject({ body: { changed: 2 } });
    expect(await brandsNow()).toEqual([hidden.id, seller.brand.id, seller.brand.id]);
  });

  test('decides who sees its packages', async () => {
    const clerk = await memberOf({ app, seller }, { features: { INVENTORY: readOnly } });
    const seen = async () =>
      (await clerk.expectOk(inventory.list, { query: { ...context() } })).results.map(({ itemName }) => itemName);
    expect(await seen()).toHaveLength(3);
    const hidden = await makeBrand(app.database.db, seller);
    await assign({ brandId: hidden.id, includedItemIds: [ids[2]] });
    expect((await seen()).sort()).toEqual(['Blue Dream Jar', 'Blue Dream Pre-Roll']);
  });
});
