import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { bulkActs } from '../../../domain/bulk/contract';
import type { CallInput } from '../../../domain/contract/endpoint';
import { packageBulk as calls } from '../../../domain/inventory/packages/bulk-contract';
import { packages, productItems, productStock, sandboxPackages, trackingItems } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import { makeBrand, makeItem, makeProduct, makeSeller, type SellerFixture } from '../../support/factories';
import { connectNow, differencesOf, syncNow, theirsOf, untilQuiet } from '../../support/inventory/tracking-state';
import { both, readOnly } from '../../support/permissions';
import { eachWithSeller, memberOf } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;
let ids: number[];

await eachWithSeller((now) => ({ app, seller, owner } = now));
const db = () => app.database.db;
const ours = () => db().select().from(packages).where(eq(packages.orgId, seller.org.id)).orderBy(asc(packages.id));
const itemsNow = () =>
  db().select().from(trackingItems).where(eq(trackingItems.orgId, seller.org.id)).orderBy(asc(trackingItems.id));

beforeEach(async () => {
  await makeItem(db(), seller, { name: 'Blue Dream Jar', packages: [{ quantity: '10' }, { quantity: '20' }] });
  await makeItem(db(), seller, { name: 'Gelato Jar', packages: [{ quantity: '5' }] });
  ids = (await ours()).map(({ id }) => id);
});

type Body = CallInput<typeof calls.start>['body'];
const begin = (act: Body['act'], selection: Body['selection'] = { ids }, caller = owner) =>
  caller.call(calls.start, { body: { orgId: seller.org.id, usState: 'CA', selection, act } });

const finished = (id: number, caller = owner) =>
  vi.waitFor(
    async () => {
      const progress = await caller.expectOk(bulkActs.get, { params: { id }, query: {} });
      expect(progress.state).not.toBe('RUNNING');
      return progress;
    },
    { timeout: 60_000, interval: 100 },
  );
async function act(what: Body['act'], selection?: Body['selection'], caller = owner) {
  const begun = await begin(what, selection, caller);
  if (!begun.ok) throw new Error(JSON.stringify(begun.body));
  return finished(begun.body.id, caller);
}
const undone = async (id: number) => finished((await owner.expectOk(bulkActs.undo, { params: { id } })).id);

describe('many packages at once', () => {
  test('get notes, and theirs back unless changed since', async () => {
    const [first = 0, second = 0] = ids;
    await db().update(packages).set({ notes: 'Old' }).where(eq(packages.id, first));
    const done = await act({ name: 'setNotes', notes: 'Spring order' });
    expect(done).toMatchObject({ succeeded: 3, failed: 0 });
    expect((await ours()).map(({ notes }) => notes)).toEqual(['Spring order', 'Spring order', 'Spring order']);
    await db().update(packages).set({ notes: 'Mine' }).where(eq(packages.id, second));
    await undone(done.id);
    expect((await ours()).map(({ notes }) => notes)).toEqual(['Old', 'Mine', '']);
  });

  test('have their items assigned to a brand', async () => {
    const [first = 0] = ids;
    const done = await act({ name: 'setBrand', brandId: seller.brand.id }, { ids: [first] });
    expect(done).toMatchObject({ succeeded: 1 });
    expect((await itemsNow()).map(({ brandId }) => brandId)).toEqual([seller.brand.id, null]);
    await undone(done.id);
    expect((await itemsNow()).map(({ brandId }) => brandId)).toEqual([null, null]);
  });

  test('have their items mapped to a product, whose stock becomes their sum', async () => {
    const product = await makeProduct(db(), seller, { inventoryManagement: 'METRC', quantity: '0' });
    const stock = async () =>
      (await db().select().from(productStock).where(eq(productStock.productId, product.id)))[0]?.quantity;
    const done = await act({ name: 'map', productId: product.id });
    expect(done).toMatchObject({ succeeded: 3, failed: 0 });
    expect(await db().$count(productItems, eq(productItems.productId, product.id))).toBe(2);
    expect(await stock()).toBe('35');
    await undone(done.id);
    expect(await db().$count(productItems, eq(productItems.productId, product.id))).toBe(0);
  });

  test('say which can’t be mapped, and map the others', async () => {
    const [other, product] = [await makeProduct(db(), seller), await makeProduct(db(), seller)];
    const [, gelato] = await itemsNow();
    await db()
      .insert(productItems)
      .values({ orgId: seller.org.id, productId: other.id, itemId: gelato?.id ?? 0 });
    const done = await act({ name: 'map', productId: product.id });
    expect(done).toMatchObject({ succeeded: 2, failed: 1 });
  });

  test('are all that match but a few, of one’s own state', async () => {
    const [first = 0] = ids;
    const elsewhere = await makeSeller(db());
    await makeItem(db(), elsewhere, { packages: [{ quantity: '3' }] });
    await act({ name: 'setNotes', notes: 'All' }, { filters: { itemSearchTerm: 'jar' }, except: [first] });
    expect((await ours()).map(({ notes }) => notes)).toEqual(['', 'All', 'All']);
    const theirs = await db().select().from(packages).where(eq(packages.orgId, elsewhere.org.id));
    expect(theirs.map(({ notes }) => notes)).toEqual(['']);
  });
});

test('each act needs its own permission, and reaches only packages and brands the person sees', async () => {
  const hidden = await makeBrand(db(), seller);
  const clerk = await memberOf({ app, seller }, { features: { INVENTORY: both, ITEM_BRANDING: readOnly } });
  await act({ name: 'setNotes', notes: 'Clerk' }, { ids }, clerk);
  expect((await begin({ name: 'setBrand', brandId: seller.brand.id }, { ids }, clerk)).status).toBe(403);
  const brander = await memberOf({ app, seller }, { features: { INVENTORY: both, ITEM_BRANDING: both } });
  expect(await act({ name: 'setBrand', brandId: hidden.id }, { ids }, brander)).toMatchObject({ failed: 3 });
  expect((await itemsNow()).every(({ brandId }) => brandId === null)).toBe(true);
  const other = await makeSeller(db());
  const them = await app.as(other.owner.user, other.org);
  const body = {
    orgId: other.org.id,
    usState: 'CA',
    selection: { ids },
    act: { name: 'setNotes' as const, notes: 'x' },
  };
  const begun = await them.call(calls.start, { body });
  expect(begun).toMatchObject({ ok: false, status: 404 });
  expect((await ours()).map(({ notes }) => notes)).toEqual(['Clerk', 'Clerk', 'Clerk']);
});

describe('what the tracking system is told of many packages', () => {
  const theirs = async () => new Map((await theirsOf(db(), seller)).map((one) => [one.label, one]));
  const settled = async () => {
    await untilQuiet(db(), seller.org.id);
    return theirs();
  };
  beforeEach(() => connectNow(app, owner, seller));

  test('they are moved here at once and there after that, and back again', async () => {
    const [place] = await owner.expectOk(calls.locations, { query: { orgId: seller.org.id, usState: 'CA' } });
    expect(place).toMatchObject({ licenseNumbers: [seller.license.licenseNumber] });
    const done = await act({ name: 'setLocation', locationName: 'Vault' });
    expect(done).toMatchObject({ succeeded: 3, failed: 0 });
    expect((await ours()).map(({ locationName }) => locationName)).toEqual(['Vault', 'Vault', 'Vault']);
    const there = [...(await settled()).values()].map(({ data }) => (data as { LocationName: string }).LocationName);
    expect(there).toEqual(['Vault', 'Vault', 'Vault']);

    const moved = await act({ name: 'setLocation', locationName: 'Quarantine' });
    await undone(moved.id);
    expect((await ours()).map(({ locationName }) => locationName)).toEqual(['Vault', 'Vault', 'Vault']);
    await settled();
    await syncNow(app, owner, seller);
    expect((await ours()).map(({ locationName }) => locationName)).toEqual(['Vault', 'Vault', 'Vault']);
  });

  test('only empty ones are finished, and reopened', async () => {
    const [first] = await ours();
    const where = eq(packages.id, first?.id ?? 0);
    await db().update(packages).set({ quantity: '0' }).where(where);
    await db()
      .update(sandboxPackages)
      .set({ quantity: '0' })
      .where(eq(sandboxPackages.label, first?.label ?? ''));
    const done = await act({ name: 'finish' });
    expect(done).toMatchObject({ succeeded: 1, failed: 2 });
    expect((await ours()).map(({ status }) => status)).toEqual(['INACTIVE', 'ACTIVE', 'ACTIVE']);
    expect((await settled()).get(first?.label ?? '')?.list).toBe('inactive');
    await undone(done.id);
    expect((await ours()).map(({ status }) => status)).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE']);
    expect((await settled()).get(first?.label ?? '')?.list).toBe('active');
  });

  test('an inactive one that is chosen is reopened, as the list offers', async () => {
    const [first] = await ours();
    await db()
      .update(packages)
      .set({ quantity: '0', status: 'INACTIVE', finishedOn: '2026-11-20' })
      .where(eq(packages.id, first?.id ?? 0));
    await db()
      .update(sandboxPackages)
      .set({ quantity: '0', list: 'inactive' })
      .where(eq(sandboxPackages.label, first?.label ?? ''));
    expect(await act({ name: 'reopen' }, { ids: ids.slice(0, 1) })).toMatchObject({ succeeded: 1, failed: 0 });
    expect((await settled()).get(first?.label ?? '')?.list).toBe('active');
    expect((await ours()).map(({ status }) => status)).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE']);
  });

  test('what it refuses is as before here, and the inbox says why', async () => {
    const [first] = await ours();
    // Somebody sold from it there, which we haven’t read yet.
    await db()
      .update(packages)
      .set({ quantity: '0' })
      .where(eq(packages.id, first?.id ?? 0));
    await act({ name: 'finish' }, { ids: ids.slice(0, 1) });
    await settled();
    expect((await ours()).map(({ status }) => status)).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE']);
    const open = (await differencesOf(db(), seller)).filter(({ settledAt }) => settledAt === null);
    expect(open).toContainEqual(
      expect.objectContaining({
        kind: 'REFUSED',
        label: first?.label,
        ours: 'Finish',
        theirs: expect.stringContaining('holds'),
      }),
    );
  });

  test('a location the license doesn’t have, and a person who may only read, are refused', async () => {
    expect(await act({ name: 'setLocation', locationName: 'Attic' })).toMatchObject({ succeeded: 0, failed: 3 });
    const clerk = await memberOf({ app, seller }, { features: { INVENTORY: readOnly } });
    expect((await begin({ name: 'setLocation', locationName: 'Vault' }, { ids }, clerk)).status).toBe(403);
    expect((await begin({ name: 'finish' }, { ids }, clerk)).status).toBe(403);
  });
});
