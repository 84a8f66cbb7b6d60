import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ERROR_CODES } from '../../../domain/errors';
import { inventory } from '../../../domain/inventory/packages/contract';
import { packages, productStock, sandboxPackages, trackingWrites } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import { makeItem, makePackage, makeProduct, type SellerFixture, unique } from '../../support/factories';
import { whileOut } from '../../support/integrations/sandboxes';
import { connectNow, differencesOf, expectSettled, syncNow, toggleFault } from '../../support/inventory/tracking-state';
import { readOnly } from '../../support/permissions';
import { eachWithSeller, memberOf, strangerTo } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;
let product: { id: number };
let own: typeof packages.$inferSelect;

await eachWithSeller((now) => ({ app, seller, owner } = now));
beforeEach(async () => {
  product = await makeProduct(db(), seller, { inventoryManagement: 'METRC', quantity: '64' });
  const item = await makeItem(db(), seller, { productId: product.id });
  own = await makePackage(db(), item, { quantity: '64' });
});

const db = () => app.database.db;
const connect = () => connectNow(app, owner, seller);
const tag = () => `1A40603000021990${String(unique()).padStart(8, '0')}`;
type Body = Parameters<typeof owner.call<typeof inventory.split>>[1]['body'];
const split = (newPackages: Body['newPackages'], rest: Partial<Body> = {}, caller = owner) =>
  caller.call(inventory.split, {
    params: { licenseId: seller.license.id, label: own.label },
    body: { newPackages, unitOfMeasureAbbreviation: 'ea', actualDate: '2026-11-20', tradeSample: false, ...rest },
  });
const here = async (label: string) =>
  (
    await db()
      .select()
      .from(packages)
      .where(and(eq(packages.orgId, seller.org.id), eq(packages.label, label)))
  )[0];
const there = async (label: string) =>
  (await db().select().from(sandboxPackages).where(eq(sandboxPackages.label, label)))[0];
const stock = async () => {
  const where = and(eq(productStock.orgId, seller.org.id), eq(productStock.productId, product.id));
  return (await db().select().from(productStock).where(where))[0]?.quantity;
};
const untilSent = (states: string[] = ['SENT']) =>
  vi.waitFor(
    async () => {
      const all = await db().select().from(trackingWrites).where(eq(trackingWrites.orgId, seller.org.id));
      expect(new Set(all.map(({ state }) => state))).toEqual(new Set(states));
    },
    { timeout: 60_000, interval: 100 },
  );

describe('a split', () => {
  test('makes packages of a part here and at the tracking system, and loses nothing', async () => {
    await connect();
    const [one, two] = [tag(), tag()];
    const answer = await split([
      { label: one, quantity: '32' },
      { label: two, quantity: '8' },
    ]);
    expect(answer).toMatchObject({ status: 200 });
    if (!answer.ok) return;
    expect(answer.body.modifiedPackages.map(({ label, quantity }) => [label, quantity])).toEqual([
      [own.label, '24'],
      [one, '32'],
      [two, '8'],
    ]);
    expect(await stock()).toBe('64');
    await untilSent();
    expect(await there(own.label)).toMatchObject({ quantity: '24' });
    expect(await there(one)).toMatchObject({ quantity: '32', data: { SourcePackageLabels: own.label } });
    await syncNow(app, owner, seller);
    await expectSettled(db(), seller);
    expect(await differencesOf(db(), seller)).toEqual([]);
    const story = await owner.expectOk(inventory.get, { params: { id: own.id } });
    expect(story.madeOfIt.map(({ label }) => label)).toEqual([one, two]);
    expect(story.unsent).toEqual([]);
  });

  test('is made once although the answer is lost', async () => {
    await connect();
    await toggleFault(app, 'mute');
    const one = tag();
    try {
      expect((await split([{ label: one, quantity: '10' }])).status).toBe(200);
      await untilSent();
    } finally {
      await toggleFault(app, 'mute');
    }
    expect(await there(own.label)).toMatchObject({ quantity: '54' });
    expect(await there(one)).toMatchObject({ quantity: '10' });
  });

  test('waits while the tracking system is down, without a difference, and is sent then', async () => {
    await connect();
    const one = tag();
    await whileOut(app, 'tracking', async () => {
      expect((await split([{ label: one, quantity: '10' }])).status).toBe(200);
      const story = await owner.expectOk(inventory.get, { params: { id: own.id } });
      expect(story.unsent).toMatchObject([{ label: one }]);
    });
    await untilSent();
    expect(await differencesOf(db(), seller)).toEqual([]);
  });

  test('that the tracking system refuses is undone, and the inbox says why', async () => {
    await connect();
    const [fine, taken] = [tag(), tag()];
    const { licenseNumber } = seller.license;
    await db()
      .insert(sandboxPackages)
      .values({ licenseNumber, list: 'inactive', label: taken, quantity: '0', data: {} });
    await split([
      { label: taken, quantity: '30' },
      { label: fine, quantity: '4' },
    ]);
    await untilSent(['SENT', 'REFUSED']);
    expect(await here(own.label)).toMatchObject({ quantity: '60' });
    expect(await here(taken)).toMatchObject({ quantity: '0', status: 'INACTIVE' });
    expect(await stock()).toBe('64');
    expect(await differencesOf(db(), seller)).toMatchObject([
      { kind: 'REFUSED', label: taken, theirs: expect.stringContaining('is in use') },
    ]);
  });

  test('that was refused leaves its tag free for another', async () => {
    await connect();
    const free = tag();
    await toggleFault(app, 'conflicting');
    try {
      await split([{ label: free, quantity: '30' }]);
      await untilSent(['REFUSED']);
    } finally {
      await toggleFault(app, 'conflicting');
    }
    const answers = await Promise.all(['8', '9'].map((quantity) => split([{ label: free, quantity }])));
    const [taken] = answers.filter(({ ok }) => !ok);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(taken).toMatchObject({ body: { errors: { 'newPackages.0.label': 'A package has this tag already' } } });
    await untilSent(['REFUSED', 'SENT']);
    const made = await here(free);
    expect(made).toMatchObject({ status: 'ACTIVE', sourceLabels: [own.label] });
    expect(await there(free)).toMatchObject({ quantity: made?.quantity });
    expect(await stock()).toBe('64');
  });

  test('offers the next free tags', async () => {
    await connect();
    const ask = () => owner.expectOk(inventory.tags, { params: { licenseId: seller.license.id }, query: { count: 3 } });
    const tags = await ask();
    expect(new Set(tags).size).toBe(3);
    await split([{ label: tags[0] ?? '', quantity: '1' }]);
    expect(await ask()).not.toContain(tags[0]);
  });
});

describe('a split is refused', () => {
  test.each<[string, () => Body['newPackages'], Partial<Body>, Record<string, string>]>([
    [
      'of more than there is',
      () => [{ label: tag(), quantity: '65' }],
      {},
      { 'newPackages.0.quantity': 'Only 64 ea in this package' },
    ],
    [
      'into nothing',
      () => [{ label: tag(), quantity: '0' }],
      {},
      { 'newPackages.0.quantity': 'Must be greater than 0' },
    ],
    [
      'with a short tag',
      () => [{ label: '1A', quantity: '1' }],
      {},
      { 'newPackages.0.label': 'A tag has 24 characters' },
    ],
    [
      'in a unit that measures something else',
      () => [{ label: tag(), quantity: '1' }],
      { unitOfMeasureAbbreviation: 'g' },
      { unitOfMeasureAbbreviation: 'It is measured in ea' },
    ],
  ])('%s', async (_what, made, rest, errors) => {
    await connect();
    expect(await split(made(), rest)).toMatchObject({ status: 400, body: { errors } });
    expect(await here(own.label)).toMatchObject({ quantity: '64' });
  });

  test('with a tag that is taken, here or twice in it', async () => {
    await connect();
    const twice = tag();
    expect(await split([{ label: own.label, quantity: '1' }])).toMatchObject({
      body: { errors: { 'newPackages.0.label': 'A package has this tag already' } },
    });
    const same = { label: twice, quantity: '1' };
    expect(await split([same, same])).toMatchObject({
      body: { errors: { 'newPackages.1.label': 'Each package needs its own tag' } },
    });
  });

  test('of a package on hold, for those who may only read, and for another organization', async () => {
    await connect();
    const made = () => [{ label: tag(), quantity: '1' }];
    const reader = await memberOf({ app, seller }, { features: { INVENTORY: readOnly } });
    expect((await split(made(), {}, reader)).status).toBe(403);
    expect((await split(made(), {}, await strangerTo({ app }))).status).toBe(404);
    await db().update(packages).set({ status: 'ON_HOLD' }).where(eq(packages.id, own.id));
    expect(await split(made())).toMatchObject({ status: 409 });
  });

  test('without a key, which is asked for', async () => {
    expect(await split([{ label: tag(), quantity: '1' }])).toMatchObject({
      status: 403,
      body: { internalCode: ERROR_CODES.TRACKING_KEY_REQUIRED, errorObject: { ansiAbbrevation: 'CA' } },
    });
    expect(await here(own.label)).toMatchObject({ quantity: '64' });
  });
});

test('splits at once never take more than there is', async () => {
  await connect();
  const answers = await Promise.all(Array.from({ length: 6 }, () => split([{ label: tag(), quantity: '20' }])));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(3);
  expect(await here(own.label)).toMatchObject({ quantity: '4' });
  expect(await stock()).toBe('64');
  await untilSent();
});
