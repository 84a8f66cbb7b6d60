import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { FeatureMap } from '../../../domain/access/features';
import { inventory } from '../../../domain/inventory/packages/contract';
import { accessLog, networkPackages as calls } from '../../../domain/network/packages-contract';
import { brands, packages, partnerBrands, sharedBrands } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import {
  makeBrand,
  makeItem,
  makeLabReport,
  makeLicense,
  makeMember,
  makePartner,
  makeSeller,
  type SellerFixture,
} from '../../support/factories';
import { makePackage, makeTransfer } from '../../support/inventory/factories';
import { makeShare } from '../../support/network/factories';
import { readOnly } from '../../support/permissions';
import { eachWithSeller } from '../../support/seller-app';

let app: TestApp;
/** Has a brand and packages of it. */
let seller: SellerFixture;
let owner: TestCaller;
let other: SellerFixture;
let reader: TestCaller;

await eachWithSeller((now) => ({ app, seller, owner } = now));
beforeEach(async () => {
  other = await makeSeller(app.database.db);
  reader = await app.as(other.owner.user, other.org);
});

const search = async (caller: TestCaller, orgId: number, filters: object = {}) =>
  (await caller.expectOk(calls.search, { body: { orgId, filters } })).results;
const tagsOf = async (caller: TestCaller, orgId: number, filters: object = {}) =>
  (await search(caller, orgId, filters)).map(({ tag }) => tag);

/** A package of a brand that somebody holds. */
async function hold(holder: Pick<SellerFixture, 'org' | 'license'>, brandId: number | null, quantity = '120') {
  return makePackage(app.database.db, await makeItem(app.database.db, holder, { brandId }), { quantity });
}

describe('a partner of a brand', () => {
  test('reads what its owner holds of it while it may, and nothing else', async () => {
    const { db } = app.database;
    const one = await hold(seller, seller.brand.id);
    await hold(seller, (await makeBrand(db, seller)).id);
    await hold(seller, null);
    expect(await tagsOf(reader, other.org.id)).toEqual([]);
    const consent = await makePartner(db, other, seller.brand);
    expect(await tagsOf(reader, other.org.id)).toEqual([]);
    const set = (values: object) =>
      db
        .update(partnerBrands)
        .set(values)
        .where(and(eq(partnerBrands.orgId, other.org.id), eq(partnerBrands.id, consent.id)));
    await set({ canViewPackages: true });
    expect(await tagsOf(reader, other.org.id)).toEqual([one.label]);
    await set({ status: 'ENDED' });
    expect(await tagsOf(reader, other.org.id)).toEqual([]);
    await set({ status: 'ACCEPTED', endsAt: new Date(Date.now() - 1000) });
    expect(await tagsOf(reader, other.org.id)).toEqual([]);
    await set({ endsAt: null });
    await db.update(brands).set({ disabled: true }).where(eq(brands.id, seller.brand.id));
    expect(await tagsOf(reader, other.org.id)).toEqual([]);
  });

  test('reads one by its holder and number or tag, with what labs found; gone with the consent', async () => {
    const { db } = app.database;
    const one = await hold(seller, seller.brand.id);
    await makeLabReport(db, one);
    const get = (id: number | string, holderOrgId = seller.org.id) =>
      reader.call(calls.get, { params: { holderOrgId, id } });
    expect(await get(one.id)).toMatchObject({ ok: false, status: 404 });
    await makePartner(db, other, seller.brand, { canViewPackages: true });
    const found = await reader.expectOk(calls.get, { params: { holderOrgId: seller.org.id, id: one.label } });
    expect(found).toEqual(await reader.expectOk(calls.get, { params: { holderOrgId: seller.org.id, id: one.id } }));
    expect(found).toMatchObject({ tag: one.label, quantity: '120', isOurs: false, labReports: [{ passed: true }] });
    expect(await get(one.id, other.org.id)).toMatchObject({ ok: false, status: 404 });
    await db.delete(partnerBrands).where(eq(partnerBrands.orgId, other.org.id));
    expect(await get(one.label)).toMatchObject({ ok: false, status: 404 });
  });

  test('doesn’t see packages that are gone, nor those of the brand that a third one holds', async () => {
    const { db } = app.database;
    await makePartner(db, other, seller.brand, { canViewPackages: true });
    const third = await makeSeller(db);
    await hold(third, seller.brand.id);
    const item = await makeItem(db, seller, { brandId: seller.brand.id });
    await makePackage(db, item, { quantity: '0', status: 'INACTIVE' });
    const held = await makePackage(db, item, { quantity: '3', status: 'ON_HOLD' });
    expect(await tagsOf(reader, other.org.id)).toEqual([held.label]);
    expect(await tagsOf(await app.as(third.owner.user, third.org), third.org.id, { whose: ['OTHERS'] })).toEqual([]);
  });
});

describe('the owner of a shared brand', () => {
  test('reads what the holder has at the license while it is shared and enabled', async () => {
    const { db } = app.database;
    const second = { org: other.org, license: await makeLicense(db, other) };
    const one = await hold(other, seller.brand.id);
    await hold(second, seller.brand.id);
    await hold(other, other.brand.id);
    const share = await makeShare(db, other, seller.brand, { enabled: false });
    expect(await tagsOf(owner, seller.org.id)).toEqual([]);
    const set = (values: object) =>
      db
        .update(sharedBrands)
        .set(values)
        .where(and(eq(sharedBrands.orgId, other.org.id), eq(sharedBrands.id, share.id)));
    await set({ enabled: true });
    expect(await tagsOf(owner, seller.org.id)).toEqual([one.label]);
    // The brand is somebody else’s now: they weren’t shared with, and its former owner is no owner.
    const heir = await makeSeller(db);
    await db.update(brands).set({ orgId: heir.org.id }).where(eq(brands.id, seller.brand.id));
    expect(await tagsOf(owner, seller.org.id)).toEqual([]);
    expect(await tagsOf(await app.as(heir.owner.user, heir.org), heir.org.id)).toEqual([]);
  });

  test('finds and sums them by brand, holder, state and text beside its own', async () => {
    const { db } = app.database;
    const own = await hold(seller, seller.brand.id, '40');
    const theirs = await hold(other, seller.brand.id, '60');
    await makeLabReport(db, theirs, { passed: false });
    await makeShare(db, other, seller.brand);
    const orgId = seller.org.id;
    expect(await tagsOf(owner, orgId)).toEqual([own.label, theirs.label].sort());
    expect(await tagsOf(owner, orgId, { whose: ['OTHERS'] })).toEqual([theirs.label]);
    expect(await tagsOf(owner, orgId, { whose: ['OURS'] })).toEqual([own.label]);
    expect(await tagsOf(owner, orgId, { holders: [other.license.id] })).toEqual([theirs.label]);
    expect(await tagsOf(owner, orgId, { labStates: ['TestFailed'] })).toEqual([theirs.label]);
    expect(await tagsOf(owner, orgId, { statuses: ['ON_HOLD'] })).toEqual([]);
    expect(await tagsOf(owner, orgId, { search: theirs.label.slice(-6) })).toEqual([theirs.label]);
    expect(await tagsOf(owner, orgId, { brandId: [other.brand.id] })).toEqual([]);
    const totals = await owner.expectOk(calls.totals, { body: { orgId } });
    expect(totals.map(({ isOurs, quantity, failed }) => ({ isOurs, quantity, failed }))).toEqual(
      expect.arrayContaining([
        { isOurs: true, quantity: '40', failed: '0' },
        { isOurs: false, quantity: '60', failed: '60' },
      ]),
    );
    const facets = await owner.expectOk(calls.facets, { query: { orgId } });
    expect(facets.brands).toEqual([{ searchId: seller.brand.id, name: seller.brand.name, count: 2 }]);
    expect(facets.holders.map(({ searchId, count }) => [searchId, count])).toEqual(
      expect.arrayContaining([
        [seller.license.id, 1],
        [other.license.id, 1],
      ]),
    );
  });

  test('sees where the holder says another amount than the last receipt it knows of', async () => {
    const { db } = app.database;
    const theirs = await hold(other, seller.brand.id, '120');
    await makeShare(db, other, seller.brand);
    const known = await makePackage(db, await makeItem(db, seller, { brandId: seller.brand.id }), {
      quantity: '200',
      status: 'INACTIVE',
    });
    await db
      .update(packages)
      .set({ label: theirs.label, packagedOn: '2026-03-01' })
      .where(and(eq(packages.orgId, seller.org.id), eq(packages.id, known.id)));
    await makeTransfer(db, { ...known, label: theirs.label });
    expect(await search(owner, seller.org.id)).toMatchObject([
      {
        tag: theirs.label,
        quantity: '120',
        known: { packaged: '2026-03-01', receipt: { quantity: '200', unit: 'ea' } },
      },
    ]);
  });
});

describe('who may', () => {
  test('custom roles read the brands assigned to them; without inventory nothing; others not at all', async () => {
    const { db } = app.database;
    const second = await makeBrand(db, seller);
    const one = await hold(seller, seller.brand.id);
    await hold(seller, second.id);
    await makePartner(db, other, seller.brand, { canViewPackages: true });
    await makePartner(db, other, second, { canViewPackages: true });
    expect(await tagsOf(reader, other.org.id)).toHaveLength(2);
    const as = async (features: FeatureMap, brandIds: number[]) => {
      const { user } = await makeMember(db, other.org, { features, brandIds });
      return app.as(user, other.org);
    };
    const both = { ITEM_OWNERS: readOnly, INVENTORY: readOnly };
    expect(await tagsOf(await as(both, [seller.brand.id]), other.org.id)).toEqual([one.label]);
    expect(await tagsOf(await as(both, []), other.org.id)).toEqual([]);
    expect(await tagsOf(await as({ ITEM_OWNERS: readOnly }, [seller.brand.id]), other.org.id)).toEqual([]);
    const without = await as({ INVENTORY: readOnly }, [seller.brand.id]);
    expect(await without.call(calls.search, { body: { orgId: other.org.id } })).toMatchObject({
      ok: false,
      status: 403,
    });
  });

  test('nothing of it is among one’s own packages', async () => {
    const { db } = app.database;
    const one = await hold(seller, seller.brand.id);
    await makePartner(db, other, seller.brand, { canViewPackages: true });
    const query = { orgId: other.org.id, usState: 'CA', includeInactive: 'true' as never };
    expect((await reader.expectOk(inventory.list, { query })).results).toEqual([]);
    expect(await reader.call(inventory.get, { params: { id: one.label } })).toMatchObject({ ok: false, status: 404 });
    expect(await reader.call(inventory.testResults, { params: { label: one.label } })).toMatchObject({
      ok: false,
      status: 404,
    });
  });
});

describe('the access log', () => {
  const log = async (caller: TestCaller, orgId: number, filters: object = {}) =>
    (await caller.expectOk(accessLog.search, { body: { orgId, filters } })).results;

  test('tells both sides who read what, when and how many, and a third one nothing', async () => {
    const { db } = app.database;
    const one = await hold(seller, seller.brand.id);
    await hold(seller, seller.brand.id);
    await hold(other, other.brand.id);
    await makePartner(db, other, seller.brand, { canViewPackages: true });
    expect(await log(owner, seller.org.id)).toEqual([]);
    await search(reader, other.org.id);
    await reader.expectOk(calls.get, { params: { holderOrgId: seller.org.id, id: one.id } });
    await reader.expectOk(calls.export, { body: { orgId: other.org.id } });
    const told = await log(owner, seller.org.id);
    const { firstName, lastName } = other.owner.user;
    const reading = {
      side: 'OF_OURS',
      person: `${firstName} ${lastName}`,
      reader: { id: other.org.id },
      holder: { id: seller.org.id },
      brand: { id: seller.brand.id },
    };
    expect(told.map(({ kind, packages: many }) => [kind, many]).sort()).toEqual([
      ['FILE', 2],
      ['LIST', 2],
      ['PACKAGE', 1],
    ]);
    for (const row of told) expect(row).toMatchObject(reading);
    const theirs = await log(reader, other.org.id);
    expect(theirs.map(({ side: _, ...row }) => row)).toEqual(told.map(({ side: _, ...row }) => row));
    expect(theirs.every(({ side }) => side === 'BY_US')).toBe(true);
    expect(await log(owner, seller.org.id, { sides: ['BY_US'] })).toEqual([]);
    expect(await log(owner, seller.org.id, { kinds: ['FILE'] })).toHaveLength(1);
    const third = await makeSeller(db);
    expect(await log(await app.as(third.owner.user, third.org), third.org.id)).toEqual([]);
  });

  test('has one row an hour of each person, brand and kind, and readings close together are one', async () => {
    const { db } = app.database;
    await hold(seller, seller.brand.id);
    await makePartner(db, other, seller.brand, { canViewPackages: true });
    await Promise.all(Array.from({ length: 5 }, () => search(reader, other.org.id)));
    const told = await log(owner, seller.org.id);
    // An hour may begin in between.
    expect(told.length).toBeLessThanOrEqual(2);
    expect(told.every(({ kind, packages: many }) => kind === 'LIST' && many === 1)).toBe(true);
    // One’s own packages are nobody else’s reading.
    await search(owner, seller.org.id);
    expect(await log(owner, seller.org.id)).toHaveLength(told.length);
  });
});
