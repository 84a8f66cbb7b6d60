import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { tracking } from '../../../domain/integrations/contract';
import { licenseSyncs, licenses, productStock, sandboxPackages, trackingRecords } from '../../../server/db/schema';
import { demoTrackingKey } from '../../../server/sandbox/demo-keys';
import type { TestApp, TestCaller } from '../../support/app';
import { makeItem, makeLicense, makeProduct, makeSeller, type SellerFixture } from '../../support/factories';
import { press } from '../../support/integrations/sandboxes';
import {
  addTheirs,
  changeTheirs,
  compareNow,
  connectNow,
  differencesOf,
  expectSettled,
  oursOf,
  shortenPauses,
  syncNow,
  theirsOf,
  toggleFault,
  untilQuiet,
} from '../../support/inventory/tracking-state';
import { eachWithSeller } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;

await eachWithSeller((now) => ({ app, seller, owner } = now));
shortenPauses();

const db = () => app.database.db;
const sync = () => syncNow(app, owner, seller);
const connect = () => connectNow(app, owner, seller);
const compareAll = () => compareNow(app, owner, seller);
const many = (count: number, values: Partial<typeof sandboxPackages.$inferSelect> = {}) =>
  Array.from({ length: count }, () => values);
const longAgo = new Date('2020-03-01T12:00:00Z');

/** A seller's license, connected, with these packages at the tracking system, all read. */
async function connected(values: Parameters<typeof addTheirs>[2]) {
  const theirs = await addTheirs(db(), seller, values);
  await connect();
  return theirs;
}

describe('the first sync of a license', () => {
  test('reads its packages of all lists, with their items, and only then says it is online', async () => {
    const lists = ['active', 'onhold', 'inactive', 'intransit', 'labsamples', 'transferred'];
    await connected(lists.flatMap((list) => many(23, { list, modifiedAt: longAgo })));
    await expectSettled(db(), seller);
    const ours = await oursOf(db(), seller);
    expect(ours).toHaveLength(138);
    expect(ours.every(({ seenAt, quantity, trackingQuantity }) => seenAt && quantity === trackingQuantity)).toBe(true);
    const [license] = await db().select().from(licenses).where(eq(licenses.id, seller.license.id));
    expect(license).toMatchObject({ historicalSyncDone: true, syncActive: true });
    const [state] = await db().select().from(licenseSyncs).where(eq(licenseSyncs.licenseId, seller.license.id));
    expect(state).toMatchObject({ roundBeganAt: null, comparedAt: expect.any(Date) });
  });

  test('reads in parts what is too much for one window', async () => {
    const from = longAgo.getTime();
    const values = Array.from({ length: 2_300 }, (_, n) => ({ modifiedAt: new Date(from + n * 3_600_000) }));
    await connected(values);
    await expectSettled(db(), seller);
  });

  test('takes nothing of another organization’s license', async () => {
    await connected(many(2));
    expect(await oursOf(db(), seller)).toHaveLength(2);
    const { rows } = await app.database.pool.query('select count(distinct org_id)::int as orgs from packages');
    expect(rows[0].orgs).toBe((await db().selectDistinct({ orgId: licenseSyncs.orgId }).from(licenseSyncs)).length);
  });
});

describe('what only some licenses have', () => {
  const recordsOf = async (list: string) => {
    const { orgId, licenseId } = trackingRecords;
    const mine = and(eq(orgId, seller.org.id), eq(licenseId, seller.license.id), eq(trackingRecords.list, list));
    return db().select().from(trackingRecords).where(mine);
  };
  const isKind = (licenseType: string) =>
    db().update(licenses).set({ licenseType }).where(eq(licenses.id, seller.license.id));

  test('a license to grow has its plants, harvests and kinds of waste read', async () => {
    await isKind('CULTIVATOR');
    await connect();
    expect(await recordsOf('plants flowering')).toHaveLength(240);
    expect((await recordsOf('harvests active')).map(({ data }) => data)).toContainEqual(
      expect.objectContaining({ HarvestType: 'Product', UnitOfWeightName: 'Grams' }),
    );
    const waste = await recordsOf('waste types');
    expect(waste.map(({ data }) => data)).toContainEqual({ Id: 1, Name: 'Fibrous' });
    expect((await recordsOf('units')).map(({ data }) => data)).toContainEqual(
      expect.objectContaining({ Name: 'Pounds', Abbreviation: 'lb' }),
    );
  });

  test('a license that may not grow is online without them, and gets them all once it may', async () => {
    await isKind('DISTRIBUTOR');
    await connect();
    const [license] = await db().select().from(licenses).where(eq(licenses.id, seller.license.id));
    expect(license).toMatchObject({ historicalSyncDone: true, syncActive: true });
    expect(await recordsOf('harvests active')).toEqual([]);
    await isKind('CULTIVATOR');
    await sync();
    expect(await recordsOf('harvests active')).toHaveLength(3);
  });
});

describe('what changes afterwards', () => {
  test('whatever happens there without anybody asking is found, and what isn’t ours to take over is a difference', async () => {
    await connected(many(60, { quantity: '40' }));
    await press(app, 'tracking/move', seller.license.licenseNumber);
    await sync();
    const theirs = await theirsOf(db(), seller);
    expect(theirs.filter(({ list, quantity }) => list !== 'active' || quantity !== '40').length).toBeGreaterThan(0);
    await expectSettled(db(), seller);
  });

  test('a quantity that moved there stays as it is here, and is a difference until both agree again', async () => {
    const [one] = await connected(many(1, { quantity: '40' }));
    if (one === undefined) throw new Error('There is a package');
    await changeTheirs(db(), one, { quantity: '36.5' });
    await sync();
    const [own] = await oursOf(db(), seller);
    expect(own).toMatchObject({ quantity: '40', trackingQuantity: '36.5' });
    const [difference] = await differencesOf(db(), seller);
    expect(difference).toMatchObject({
      kind: 'QUANTITY',
      ours: '40 ea',
      theirs: '36.5 ea',
      cause: 'ADJUSTED',
      settledAt: null,
    });
    await changeTheirs(db(), one, { quantity: '35' });
    await sync();
    expect(await differencesOf(db(), seller)).toMatchObject([{ id: difference?.id, theirs: '35 ea', settledAt: null }]);
    await changeTheirs(db(), one, { quantity: '40' });
    await sync();
    expect(await differencesOf(db(), seller)).toMatchObject([{ settlement: 'AGREED', settledAt: expect.any(Date) }]);
    await expectSettled(db(), seller);
  });

  test('a quantity that went into packages made of it there is known as a split', async () => {
    const [parent] = await connected(many(1, { quantity: '64' }));
    if (parent === undefined) throw new Error('There is a package');
    const data = { SourcePackageLabels: parent.label };
    await addTheirs(db(), seller, [
      { quantity: '32', data },
      { quantity: '8', data },
    ]);
    await changeTheirs(db(), parent, { quantity: '24' });
    await sync();
    expect(await differencesOf(db(), seller)).toMatchObject([{ label: parent.label, cause: 'SPLIT', theirs: '24 ea' }]);
  });

  test('a package held there can no longer be sold here, and again when it is released', async () => {
    const product = await makeProduct(db(), seller, { inventoryManagement: 'METRC', quantity: '0' });
    const item = await makeItem(db(), seller, { trackingId: 900_001, productId: product.id });
    const data = {
      Item: { Id: 900_001, Name: item.name, ProductCategoryName: item.categoryName, UnitOfMeasureName: 'Each' },
    };
    const [one] = await connected([
      { quantity: '12', data },
      { quantity: '30', data },
    ]);
    if (one === undefined) throw new Error('There is a package');
    const stock = async () => {
      const where = and(eq(productStock.orgId, seller.org.id), eq(productStock.productId, product.id));
      return (await db().select().from(productStock).where(where))[0]?.quantity;
    };
    expect(await stock()).toBe('42');
    await changeTheirs(db(), one, { list: 'onhold' });
    await sync();
    expect(await stock()).toBe('30');
    await changeTheirs(db(), one, { list: 'active' });
    await sync();
    expect(await stock()).toBe('42');
  });

  test('a package that is there no longer is missed by the nightly comparison, and found again', async () => {
    const theirs = await connected(many(3, { modifiedAt: longAgo }));
    const [gone] = theirs;
    if (gone === undefined) throw new Error('There is a package');
    await db().delete(sandboxPackages).where(eq(sandboxPackages.id, gone.id));
    await sync();
    expect(await differencesOf(db(), seller)).toEqual([]);
    await compareAll();
    expect(await differencesOf(db(), seller)).toMatchObject([{ kind: 'GONE', label: gone.label, cause: 'REMOVED' }]);
    await expectSettled(db(), seller);
    const { id: _, ...again } = gone;
    await db().insert(sandboxPackages).values(again);
    await compareAll();
    await expectSettled(db(), seller);
  });

  test('a record that can’t be read holds up none of the others, and is a difference of its own', async () => {
    const [odd, ...others] = await connected(many(4));
    if (odd === undefined) throw new Error('There is a package');
    await changeTheirs(db(), odd, { data: { ...(odd.data as object), UnitOfMeasureName: 'Bushels' } });
    for (const one of others) await changeTheirs(db(), one, { quantity: '1' });
    await sync();
    const open = await differencesOf(db(), seller);
    expect(open.filter(({ kind }) => kind === 'UNREADABLE')).toMatchObject([
      { label: odd.label, theirs: expect.stringContaining('Bushels') },
    ]);
    const ours = await oursOf(db(), seller);
    expect(ours.filter(({ trackingQuantity }) => trackingQuantity === '1')).toHaveLength(3);
  });
});

describe('while the tracking system misbehaves', () => {
  test.each(['limiting', 'shuffled', 'twice'])('%s: nothing is missed', async (fault) => {
    await addTheirs(db(), seller, many(70, { modifiedAt: longAgo }));
    await toggleFault(app, fault);
    try {
      await connect();
      await expectSettled(db(), seller);
    } finally {
      await toggleFault(app, fault);
    }
  });
});

test('one organization’s histories don’t hold up another’s sync', async () => {
  const key = demoTrackingKey(seller.org.id, 'CA');
  const licensed = [seller.license];
  while (licensed.length < 4) licensed.push(await makeLicense(db(), seller));
  const body = { params: { orgId: seller.org.id } };
  for (const license of licensed) {
    const values = Array.from({ length: 1_500 }, (_, n) => ({
      modifiedAt: new Date(longAgo.getTime() + n * 3_600_000),
    }));
    await addTheirs(db(), { org: seller.org, license }, values);
    await owner.expectOk(tracking.startLicenseSync, { ...body, body: { licenseId: license.id, metrcApiKey: key } });
  }
  const undone = async () =>
    db()
      .select({ id: licenses.id })
      .from(licenses)
      .where(and(eq(licenses.orgId, seller.org.id), eq(licenses.historicalSyncDone, false)));
  const neighbor = await makeSeller(db());
  const theirOwner = await app.as(neighbor.owner.user, neighbor.org);
  await addTheirs(db(), neighbor, many(30));
  await connectNow(app, theirOwner, neighbor);
  expect(await undone()).not.toEqual([]);
  await expectSettled(db(), neighbor);

  await untilQuiet(db(), seller.org.id);
  expect(await undone()).toEqual([]);
  for (const license of licensed) expect(await oursOf(db(), { org: seller.org, license })).toHaveLength(1_500);
});
