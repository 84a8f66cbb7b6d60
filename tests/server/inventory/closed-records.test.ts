import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { trackingItems as itemCalls, productItems } from '../../../domain/inventory/items/items-contract';
import { packageBulk } from '../../../domain/inventory/packages/bulk-contract';
import { sandboxRecords, trackingItems, trackingRecords } from '../../../server/db/schema';
import { ITEM } from '../../../server/sandbox/tracking/items';
import type { TestApp, TestCaller } from '../../support/app';
import { makeItem, makeProduct, makeSeller, type SellerFixture } from '../../support/factories';
import { compareNow, connectNow, shortenPauses, syncNow, toggleFault } from '../../support/inventory/tracking-state';
import { only } from '../../support/organization/factories';
import { eachWithSeller } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;

await eachWithSeller((now) => ({ app, seller, owner } = now));
shortenPauses();

const db = () => app.database.db;
const connect = () => connectNow(app, owner, seller);
const compareAll = () => compareNow(app, owner, seller);

/** An item in use there. */
const addTheirItem = async (Name: string, values: object = {}) =>
  only(
    await db()
      .insert(sandboxRecords)
      .values({
        standIn: 'tracking',
        kind: ITEM,
        subject: seller.license.licenseNumber,
        data: { Name, ProductCategoryName: 'Buds', UnitOfMeasureName: 'Grams', StrainName: null, ...values },
      })
      .returning(),
  );
type TheirItem = Awaited<ReturnType<typeof addTheirItem>>;

const changeTheirItem = (one: TheirItem, values: object) =>
  db()
    .update(sandboxRecords)
    .set({ data: { ...(one.data as object), ...values } })
    .where(eq(sandboxRecords.id, one.id));

const ours = async ({ id }: TheirItem) =>
  only(
    await db()
      .select()
      .from(trackingItems)
      .where(and(eq(trackingItems.orgId, seller.org.id), eq(trackingItems.trackingId, id))),
  );

describe('what is closed there', () => {
  test('items are no longer offered or mapped after the next whole round, and again once they are in use', async () => {
    const product = await makeProduct(db(), seller);
    const each = { UnitOfMeasureName: 'Each' };
    const [kept, closed] = [await addTheirItem('Gelato Buds', each), await addTheirItem('Kush Buds', each)];
    await connect();
    const names = async () => {
      const found = await owner.expectOk(productItems.search, { query: { productId: product.id } });
      const listed = await owner.expectOk(itemCalls.list, { query: { licenseId: seller.license.id } });
      return [found, listed].map(({ results }) => results.map(({ name }) => name).sort());
    };
    const both = ['Gelato Buds', 'Kush Buds'];
    expect(await names()).toEqual([both, both]);
    const setTheirs = (values: Partial<TheirItem>) =>
      db().update(sandboxRecords).set(values).where(eq(sandboxRecords.id, closed.id));
    await setTheirs({ subject: 'closed' });
    await compareAll();
    expect(await names()).toEqual([['Gelato Buds'], ['Gelato Buds']]);
    const map = async ({ id }: { id: number }) =>
      owner.call(productItems.assign, { params: { id: product.id }, body: { verdantItemIds: [id] } });
    expect(await map(await ours(closed))).toMatchObject({ status: 400 });
    expect(await map(await ours(kept))).toMatchObject({ status: 200 });
    await setTheirs({ subject: seller.license.licenseNumber, createdAt: new Date() });
    await syncNow(app, owner, seller);
    expect(await names()).toEqual([both, both]);
  });

  describe('the last item of a license', () => {
    let last: TheirItem;
    const isOffered = async () =>
      (await owner.expectOk(itemCalls.list, { query: { licenseId: seller.license.id } })).resultCount > 0;
    const setUse = (isInUse: boolean) =>
      db()
        .update(sandboxRecords)
        .set(isInUse ? { subject: seller.license.licenseNumber, createdAt: new Date() } : { subject: 'closed' })
        .where(eq(sandboxRecords.id, last.id));
    beforeEach(async () => {
      last = await addTheirItem('Gelato Buds');
      await connect();
      await setUse(false);
      await compareAll();
    });

    test('is no longer offered once two whole rounds in a row found none', async () => {
      expect(await isOffered()).toBe(true);
      await compareAll();
      expect(await isOffered()).toBe(false);
      await setUse(true);
      await syncNow(app, owner, seller);
      expect(await isOffered()).toBe(true);
    });

    test('stays when the list was empty for one night only, and again', async () => {
      await setUse(true);
      await compareAll();
      await setUse(false);
      await compareAll();
      expect(await isOffered()).toBe(true);
    });

    test.each([['refused'], ['failing'], ['garbled'], ['uncounted']])('stays while the list is %s', async (fault) => {
      await toggleFault(app, `${fault} /items/v2/active`);
      try {
        await compareAll();
        await compareAll();
      } finally {
        await toggleFault(app, `${fault} /items/v2/active`);
      }
      expect(await isOffered()).toBe(true);
    });
  });

  test('items that only packages named stay as they are, as do another organization’s', async () => {
    const named = await makeItem(db(), seller);
    const other = await makeItem(db(), await makeSeller(db()), { listedAt: new Date(0) });
    await addTheirItem('Gelato Buds');
    await connect();
    await compareAll();
    const all = await db().select().from(trackingItems).where(eq(trackingItems.id, named.id));
    const theirs = await db().select().from(trackingItems).where(eq(trackingItems.id, other.id));
    expect([...all, ...theirs].map(({ closedAt }) => closedAt)).toEqual([null, null]);
  });

  test('locations are no longer offered', async () => {
    await connect();
    const names = async () =>
      (await owner.expectOk(packageBulk.locations, { query: { orgId: seller.org.id, usState: 'CA' } })).map(
        ({ name }) => name,
      );
    const before = await names();
    await db()
      .insert(trackingRecords)
      .values({
        orgId: seller.org.id,
        licenseId: seller.license.id,
        list: 'locations',
        trackingId: 1,
        data: { Id: 1, Name: 'Old barn', ForPackages: true },
        seenAt: new Date(0),
      });
    expect(await names()).toContain('Old barn');
    await compareAll();
    expect(await names()).toEqual(before);
  });
});

describe('items as they are read', () => {
  const facts = {
    UnitThcContent: 10,
    UnitThcContentUnitOfMeasureName: 'Milligrams',
    UnitWeight: '3.5',
    UnitWeightUnitOfMeasureName: 'Grams',
  };

  test('keep what a unit of them holds and weighs, and say a changed unit instead of taking it over', async () => {
    const one = await addTheirItem(' Gelato Buds ', facts);
    await connect();
    const kept = {
      name: 'Gelato Buds',
      unitOfMeasure: 'g',
      unitThcContent: '10',
      unitThcContentUnitOfMeasure: 'mg',
      unitWeight: '3.5',
      unitWeightUnitOfMeasure: 'g',
    };
    expect(await ours(one)).toMatchObject({ ...kept, trackingUnit: null });
    await changeTheirItem(one, { UnitOfMeasureName: 'Ounces', UnitThcContent: null, UnitWeight: 7 });
    await compareAll();
    expect(await ours(one)).toMatchObject({ ...kept, unitWeight: '7', trackingUnit: 'oz' });
    const { results } = await owner.expectOk(itemCalls.list, { query: { licenseId: seller.license.id } });
    expect(results).toMatchObject([{ unitOfMeasure: 'g', trackingUnit: 'oz', isClosed: false }]);
    await changeTheirItem(one, { Name: 'Gelato Smalls', UnitOfMeasureName: 'Bushels' });
    await compareAll();
    expect(await ours(one)).toMatchObject({ name: 'Gelato Smalls', unitOfMeasure: 'g', trackingUnit: null });
  });
});
