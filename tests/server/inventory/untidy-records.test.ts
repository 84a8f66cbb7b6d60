import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { packageBulk } from '../../../domain/inventory/packages/bulk-contract';
import { inventory as calls } from '../../../domain/inventory/packages/contract';
import { TAG_USED_AGAIN, voidedLabel } from '../../../domain/inventory/packages/package';
import { packages, sandboxPackages, trackingWrites, transferPackages } from '../../../server/db/schema';
import { readPackages } from '../../../server/inventory/tracking/tracked-package';
import type { TestApp, TestCaller } from '../../support/app';
import { makeProduct, makeSeller, type SellerFixture, unique } from '../../support/factories';
import {
  addTheirs,
  changeTheirs,
  compareNow,
  connectNow,
  differencesOf,
  oursOf,
  shortenPauses,
  syncNow,
  toggleFault,
} from '../../support/inventory/tracking-state';
import { eachWithSeller } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;

await eachWithSeller((now) => ({ app, seller, owner } = now));
shortenPauses();

const db = () => app.database.db;
const sync = () => syncNow(app, owner, seller);
const compareAll = () => compareNow(app, owner, seller);
type Theirs = Awaited<ReturnType<typeof addTheirs>>[number];

async function connected(values: Partial<Theirs>[]): Promise<Theirs[]> {
  const theirs = await addTheirs(db(), seller, values);
  await connectNow(app, owner, seller);
  return theirs;
}

const ourOf = async (label: string) => (await oursOf(db(), seller)).find((one) => one.label === label);
const openOf = async () =>
  (await differencesOf(db(), seller))
    .filter(({ settledAt }) => settledAt === null)
    .map(({ kind, label }) => [kind, label]);
const change = (one: Theirs, data: object, rest: Partial<Theirs> = {}) =>
  changeTheirs(db(), one, { data: { ...(one.data as object), ...data }, ...rest });
const rowOf = async (label: string) => (await owner.expectOk(calls.get, { params: { id: label } })).package;

const item = (values: object) => ({ Item: { Id: 700_900, Name: 'Gelato', ProductCategoryName: 'Buds', ...values } });

describe('a package of which something can’t be read', () => {
  test.each<[string, object]>([
    ['a unit we don’t know', { UnitOfMeasureName: 'Bushels' }],
    ['no unit', { UnitOfMeasureName: '' }],
    ['a quantity below 0', { Quantity: -4 }],
    ['a quantity in words', { Quantity: 'some' }],
    ['an item without a name', item({ UnitOfMeasureName: 'Each', Name: ' ' })],
  ])('%s: is seen, follows its list, keeps what we hold, and the night doesn’t miss it', async (_, odd) => {
    const [one] = await connected([{ quantity: '40' }]);
    if (one === undefined) throw new Error('There is a package');
    const before = await ourOf(one.label);
    expect(before).toBeDefined();
    await change(one, odd, { list: 'onhold' });
    await compareAll();
    expect(await ourOf(one.label)).toMatchObject({
      status: 'ON_HOLD',
      quantity: '40',
      unitOfMeasure: 'ea',
      trackingQuantity: '40',
      itemId: before?.itemId,
    });
    expect(await differencesOf(db(), seller)).toMatchObject([
      { kind: 'UNREADABLE', label: one.label, packageId: before?.id, settledAt: null },
    ]);
    await change(one, {});
    await sync();
    expect(await openOf()).toEqual([]);
  });

  test('is told without a package while it is none of ours, and another’s of the same tag is left alone', async () => {
    const other = await makeSeller(db());
    const [theirs] = await addTheirs(db(), other, [{ quantity: '7' }]);
    const them = await app.as(other.owner.user, other.org);
    await connectNow(app, them, other);
    const [one] = await connected([{ quantity: '40', data: { UnitOfMeasureName: 'Bushels', ...item({}) } }]);
    expect(await oursOf(db(), seller)).toEqual([]);
    expect(await differencesOf(db(), seller)).toMatchObject([
      { kind: 'UNREADABLE', label: one?.label, packageId: null },
    ]);
    expect(await oursOf(db(), other)).toMatchObject([{ label: theirs?.label, quantity: '7' }]);
    expect(await differencesOf(db(), other)).toEqual([]);
  });
});

describe('what only looks odd', () => {
  test('a lab test state we don’t know is shown as it came, and a known one in any writing', async () => {
    const [odd, known] = await connected([
      { data: { LabTestingState: ' Held by Lab ' } },
      { data: { LabTestingState: 'test passed' } },
    ]);
    await compareAll();
    expect(await openOf()).toEqual([]);
    expect(await rowOf(odd?.label ?? '')).toMatchObject({ currentLabTestState: 'Held by Lab' });
    expect(await rowOf(known?.label ?? '')).toMatchObject({ currentLabTestState: 'TestPassed' });
    const query = { orgId: seller.org.id, usState: 'CA', headers: ['label', 'labTest'] as never };
    const file = await owner.expectOk(calls.export, { query });
    expect(file).toContain(`${odd?.label},Held by Lab`);
    expect((await owner.expectOk(calls.testResults, { params: { label: odd?.label ?? '' } })).state).toBe(
      'Held by Lab',
    );
  });

  test('blanks, numbers as text, empty texts, the year 1 and many decimals are read for what they mean', async () => {
    const [one] = await connected([
      {
        data: {
          Quantity: '12.3456789',
          UnitOfMeasureName: ' grams ',
          LocationId: '31',
          LocationName: ' Vault ',
          PackagedDate: '0001-01-01',
          FinishedDate: '',
          ReceivedDateTime: '0001-01-01T00:00:00+00:00',
          IsTradeSample: 'true',
          ...item({ Id: '700901', Name: ' Gelato ', StrainName: '', UnitOfMeasureName: 'Grams' }),
        },
      },
    ]);
    expect(await ourOf(one?.label ?? '')).toMatchObject({
      quantity: '12.345678',
      unitOfMeasure: 'g',
      locationId: 31,
      locationName: 'Vault',
      packagedOn: null,
      finishedOn: null,
      receivedAt: null,
      isTradeSample: true,
    });
    expect(await rowOf(one?.label ?? '')).toMatchObject({ itemName: 'Gelato', strainName: null, packaged: null });
    await compareAll();
    expect(await openOf()).toEqual([]);
  });

  test('a package without a time of its own is as it was read, and one from a clock far ahead changes again', async () => {
    const [ahead] = await connected([{ quantity: '5', modifiedAt: new Date('2020-01-01T00:00:00Z') }]);
    if (ahead === undefined) throw new Error('There is a package');
    const label = eq(packages.label, ahead.label);
    const modifiedAt = new Date('2099-01-01T00:00:00Z');
    await db()
      .update(packages)
      .set({ trackingModifiedAt: modifiedAt })
      .where(and(eq(packages.orgId, seller.org.id), label));
    await changeTheirs(db(), ahead, { list: 'onhold' });
    await sync();
    expect(await ourOf(ahead.label)).toMatchObject({ status: 'ON_HOLD' });
    const { read } = readPackages([{ Id: 1, Label: ahead.label, LastModified: '0001-01-01T00:00:00+00:00' }], 'UTC');
    expect(read).toMatchObject([{ modifiedAt: null, odd: expect.any(String) }]);
  });
});

describe('a tag that is used again', () => {
  const stuckTag = () => `1A4060300002199${String(unique()).padStart(8, '0')}7`;

  /** A product's package of 40, which is voided there, and its tag put on another of 15. */
  async function reused(voids: (old: Theirs) => Promise<unknown>, values: Partial<Theirs> = {}) {
    const product = await makeProduct(db(), seller, { inventoryManagement: 'METRC', quantity: '0' });
    const data = { ReceivedFromManifestNumber: '0000004411' };
    const [old] = await connected([{ quantity: '40', data, ...values }]);
    if (old === undefined) throw new Error('There is a package');
    const before = await ourOf(old.label);
    await voids(old);
    const [next] = await addTheirs(db(), seller, [
      { label: old.label, quantity: '15', data: { UnitOfMeasureName: 'Grams' } },
    ]);
    await sync();
    return { product, old, before, next };
  }

  test('has none of what was made of the earlier one, and what is made of it', async () => {
    const made: Theirs[] = [];
    const make = async (of: string) =>
      made.push(...(await addTheirs(db(), seller, [{ quantity: '3', data: { SourcePackageLabels: of } }])));
    const { old } = await reused(async (one) => {
      await make(one.label);
      await sync();
      await db().delete(sandboxPackages).where(eq(sandboxPackages.id, one.id));
    });
    await make(old.label);
    await compareAll();
    const [earlier, later] = made;
    const childrenOf = async (label: string) =>
      (await owner.expectOk(calls.get, { params: { id: label } })).madeOfIt.map((one) => one.label);
    expect(await childrenOf(voidedLabel(old.label, old.id))).toEqual([earlier?.label]);
    expect(await childrenOf(old.label)).toEqual([later?.label]);
  });

  test('ends what waits to be written about the earlier one: it is undone here, and the inbox says so', async () => {
    // Writes of tags that end so get no answer.
    await toggleFault(app, 'stuck');
    const [tag, child] = [stuckTag(), stuckTag()];
    const { id: licenseId } = seller.license;
    const of = { orgId: seller.org.id, usState: 'CA' };
    const waiting = () =>
      db()
        .select()
        .from(trackingWrites)
        .where(and(eq(trackingWrites.orgId, seller.org.id), eq(trackingWrites.state, 'PENDING')));
    try {
      const { old } = await reused(
        async ({ id, label }) => {
          const newPackages = [{ label: child, quantity: '10' }];
          const body = {
            newPackages,
            unitOfMeasureAbbreviation: 'ea',
            actualDate: '2026-11-20',
            tradeSample: false,
          } as const;
          await owner.expectOk(calls.split, { params: { licenseId, label }, body });
          const [place] = await owner.expectOk(packageBulk.locations, { query: of });
          const act = { name: 'setLocation', locationName: place?.name ?? '' } as const;
          const ids = [(await ourOf(label))?.id ?? 0];
          await owner.expectOk(packageBulk.start, { body: { ...of, selection: { ids }, act } });
          await expect.poll(waiting, { timeout: 30_000 }).toHaveLength(2);
          await db().delete(sandboxPackages).where(eq(sandboxPackages.id, id));
        },
        { label: tag },
      );
      expect(await waiting()).toEqual([]);
      const label = voidedLabel(tag, old.id);
      expect(await ourOf(label)).toMatchObject({ quantity: '40', status: 'INACTIVE' });
      expect(await ourOf(child)).toMatchObject({ quantity: '0', status: 'INACTIVE' });
      expect(await ourOf(tag)).toMatchObject({ quantity: '15', status: 'ACTIVE' });
      const open = (await differencesOf(db(), seller)).filter(({ settledAt }) => settledAt === null);
      expect(open).toMatchObject([
        { kind: 'REFUSED', label: child, ours: `10 ea of ${label}`, theirs: TAG_USED_AGAIN },
        { kind: 'REFUSED', label, ours: expect.stringMatching(/^Move to /), theirs: TAG_USED_AGAIN },
      ]);
    } finally {
      await toggleFault(app, 'stuck');
    }
  });

  test.each<[string, (old: Theirs) => Promise<unknown>]>([
    ['gone there', (old) => db().delete(sandboxPackages).where(eq(sandboxPackages.id, old.id))],
    ['renamed there', (old) => changeTheirs(db(), old, { label: `void-${old.label}-a81`, list: 'inactive' })],
    [
      'renamed and emptied there',
      (old) => changeTheirs(db(), old, { label: `void-${old.label}-a81`, list: 'inactive', quantity: '0' }),
    ],
  ])('is a new package; the earlier one, %s, keeps its number and its history', async (_, voids) => {
    const { old, before, next } = await reused(voids);
    const label = voidedLabel(old.label, old.id);
    const now = await oursOf(db(), seller);
    expect(now).toHaveLength(2);
    expect(now).toContainEqual(
      expect.objectContaining({ id: before?.id, label, trackingId: old.id, quantity: '40', status: 'INACTIVE' }),
    );
    expect(now).toContainEqual(
      expect.objectContaining({
        label: old.label,
        trackingId: next?.id,
        quantity: '15',
        unitOfMeasure: 'g',
        status: 'ACTIVE',
      }),
    );
    expect(await openOf()).toEqual([]);
    const carried = eq(transferPackages.orgId, seller.org.id);
    expect((await db().select().from(transferPackages).where(carried)).map((one) => one.label)).toEqual([label]);
    expect(await rowOf(label)).toMatchObject({ verdantId: before?.id });
    expect(await rowOf(old.label)).toMatchObject({ quantity: '15' });
    expect((await owner.expectOk(calls.testResults, { params: { label } })).state).toBe('NotRequired');
    await compareAll();
    expect(await openOf()).toEqual([]);
    expect(await oursOf(db(), seller)).toHaveLength(2);
  });
});
