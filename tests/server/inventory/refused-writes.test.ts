import { and, eq, isNull } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { packageBulk } from '../../../domain/inventory/packages/bulk-contract';
import { inventory } from '../../../domain/inventory/packages/contract';
import { reconciliation as calls } from '../../../domain/inventory/reconciliation/contract';
import {
  packages,
  productStock,
  sandboxPackages,
  trackingDifferences,
  trackingWrites,
} from '../../../server/db/schema';
import { saveGone } from '../../../server/inventory/reconciliation/store-differences';
import type { TestApp, TestCaller } from '../../support/app';
import { makeItem, makePackage, makeProduct, type SellerFixture, unique } from '../../support/factories';
import { whileOut } from '../../support/integrations/sandboxes';
import {
  changeTheirs,
  connectNow,
  differencesOf,
  syncNow,
  toggleFault,
  untilQuiet,
} from '../../support/inventory/tracking-state';
import { readOnly } from '../../support/permissions';
import { eachWithSeller, memberOf, strangerTo } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;
let product: { id: number };
let item: Awaited<ReturnType<typeof makeItem>>;
let own: typeof packages.$inferSelect;

await eachWithSeller((now) => ({ app, seller, owner } = now));
beforeEach(async () => {
  product = await makeProduct(db(), seller, { inventoryManagement: 'METRC', quantity: '64' });
  item = await makeItem(db(), seller, { productId: product.id });
  own = await makePackage(db(), item, { quantity: '64' });
});

const db = () => app.database.db;
const connect = () => connectNow(app, owner, seller);
/** Ends with a 1, or with another digit that is asked for. */
const tag = (last = 1) => `1A4060300002199${String(unique()).padStart(8, '0')}${last}`;
const split = (label: string, made: Record<string, string>) =>
  owner.expectOk(inventory.split, {
    params: { licenseId: seller.license.id, label },
    body: {
      newPackages: Object.entries(made).map(([one, quantity]) => ({ label: one, quantity })),
      unitOfMeasureAbbreviation: 'ea',
      actualDate: '2026-11-20',
      tradeSample: false,
    },
  });
const finish = (id: number) =>
  owner.expectOk(packageBulk.start, {
    body: { orgId: seller.org.id, usState: 'CA', selection: { ids: [id] }, act: { name: 'finish' } },
  });
const ours = async () => {
  const found = await db().select().from(packages).where(eq(packages.orgId, seller.org.id));
  return Object.fromEntries(found.map(({ label, quantity, status }) => [label, `${quantity} ${status}`]));
};
const theirs = async (label: string) =>
  (await db().select().from(sandboxPackages).where(eq(sandboxPackages.label, label)))[0];
const writes = async () => {
  const found = await db()
    .select()
    .from(trackingWrites)
    .where(eq(trackingWrites.orgId, seller.org.id))
    .orderBy(trackingWrites.id);
  return found.map(({ kind, state }) => `${kind} ${state}`);
};
const stock = async () => {
  const where = and(eq(productStock.orgId, seller.org.id), eq(productStock.productId, product.id));
  return (await db().select().from(productStock).where(where))[0]?.quantity;
};
const quiet = () => untilQuiet(db(), seller.org.id);
const open = async () => (await differencesOf(db(), seller)).filter(({ settledAt }) => settledAt === null);
/** Takes another package’s tag there, so that no split can. */
const occupy = (label: string) =>
  db()
    .insert(sandboxPackages)
    .values({ licenseNumber: seller.license.licenseNumber, list: 'none', label, quantity: '0', data: {} });

describe('a write', () => {
  test.each([
    ['unknown', 'Not Found'],
    ['conflicting', 'The record was changed by another user.'],
    ['overfull', 'Request Entity Too Large'],
    ['wordless', 'It gave no reason (it answered 422).'],
  ])('refused in the way “%s” is undone with its reason, and what comes after it is sent', async (fault, why) => {
    await connect();
    const [refused, fine] = [tag(), tag()];
    await toggleFault(app, fault);
    try {
      await split(own.label, { [refused]: '30' });
      await expect.poll(writes, { timeout: 30_000 }).toEqual(['SPLIT REFUSED']);
    } finally {
      await toggleFault(app, fault);
    }
    await split(own.label, { [fine]: '4' });
    await quiet();
    expect(await writes()).toEqual(['SPLIT REFUSED', 'SPLIT SENT']);
    expect(await ours()).toEqual({ [own.label]: '60 ACTIVE', [refused]: '0 INACTIVE', [fine]: '4 ACTIVE' });
    expect(await stock()).toBe('64');
    expect(await open()).toMatchObject([{ kind: 'REFUSED', label: refused, theirs: why }]);
  });

  test('that never gets an answer holds up none about other packages', async () => {
    const other = await makePackage(db(), item, { quantity: '10' });
    await connect();
    const [stuck, behind, free] = [tag(7), tag(), tag()];
    await toggleFault(app, 'stuck');
    try {
      await whileOut(app, 'tracking', async () => {
        await split(own.label, { [stuck]: '30' });
        await split(own.label, { [behind]: '2' });
        await split(other.label, { [free]: '4' });
      });
      await expect.poll(() => theirs(free), { timeout: 30_000 }).toMatchObject({ quantity: '4' });
      expect(await theirs(behind)).toBeUndefined();
    } finally {
      await toggleFault(app, 'stuck');
    }
    await quiet();
    expect(await writes()).toEqual(['SPLIT SENT', 'SPLIT SENT', 'SPLIT SENT']);
    expect(await theirs(own.label)).toMatchObject({ quantity: '32' });
  });
});

describe('writes of one kind', () => {
  const count = () => {
    const calls: number[] = [];
    const send = globalThis.fetch;
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
      if (init?.method === 'POST' && String(input).includes('/packages/v2/?'))
        calls.push(JSON.parse(`${init.body}`).length);
      return send(input, init);
    });
    return calls;
  };
  afterEach(() => void vi.restoreAllMocks());
  const many = (number: number) => Array.from({ length: number }, () => tag());
  const each = (tags: readonly string[]) => Object.fromEntries(tags.map((one) => [one, '2']));

  test('go ten a call', async () => {
    await connect();
    const calls = count();
    const tags = many(12);
    await split(own.label, each(tags));
    await quiet();
    expect(calls).toEqual([10, 2]);
    expect(new Set(await writes())).toEqual(new Set(['SPLIT SENT']));
    expect(await theirs(own.label)).toMatchObject({ quantity: '40' });
    for (const one of tags) expect(await theirs(one)).toMatchObject({ quantity: '2' });
  });

  test('of which one is refused are sent one by one, and only that one is undone', async () => {
    await connect();
    const calls = count();
    const [before, taken, after] = [tag(), tag(), tag()];
    await occupy(taken);
    await split(own.label, each([before, taken, after]));
    await quiet();
    expect(calls).toEqual([3, 1, 1, 1]);
    expect(await writes()).toEqual(['SPLIT SENT', 'SPLIT REFUSED', 'SPLIT SENT']);
    expect(await theirs(own.label)).toMatchObject({ quantity: '60' });
    expect(await stock()).toBe('64');
    expect(await open()).toMatchObject([{ kind: 'REFUSED', label: taken }]);
  });

  test('whose answer is lost are made once', async () => {
    await connect();
    await toggleFault(app, 'mute');
    try {
      await split(own.label, each(many(3)));
      await quiet();
    } finally {
      await toggleFault(app, 'mute');
    }
    expect(await writes()).toEqual(['SPLIT SENT', 'SPLIT SENT', 'SPLIT SENT']);
    expect(await theirs(own.label)).toMatchObject({ quantity: '58' });
  });
});

describe('what was refused', () => {
  test('stays in the inbox when the package is read again, or in no list, until somebody notes it', async () => {
    await connect();
    await db().update(packages).set({ quantity: '0' }).where(eq(packages.id, own.id));
    await finish(own.id);
    const refusal = async () => (await open()).filter(({ kind }) => kind === 'REFUSED');
    await expect.poll(refusal, { timeout: 30_000 }).toHaveLength(1);
    await quiet();
    const [there] = [await theirs(own.label)];
    if (there) await changeTheirs(db(), there, { quantity: '9' });
    await syncNow(app, owner, seller);
    const [refused] = await refusal();
    expect(refused).toMatchObject({ label: own.label, ours: 'Finish', theirs: expect.stringContaining('holds') });
    const later = new Date(Date.now() + 60_000);
    await saveGone(
      { db: db(), enqueue: async () => {} },
      { orgId: seller.org.id, licenseId: seller.license.id, roundBeganAt: later },
    );
    expect(await refusal()).toMatchObject([{ id: refused?.id }]);

    const id = refused?.id ?? 0;
    const note = (caller = owner) => caller.call(calls.note, { params: { id } });
    expect(await owner.call(calls.accept, { params: { id } })).toMatchObject({ status: 409 });
    expect((await note(await strangerTo({ app }))).status).toBe(404);
    expect((await note(await memberOf({ app, seller }, { features: { INVENTORY: readOnly } }))).status).toBe(403);
    expect(await note()).toMatchObject({ status: 200, body: { settlement: 'NOTED' } });
    expect(await note()).toMatchObject({ status: 409 });
    expect(await refusal()).toEqual([]);
    expect((await ours())[own.label]).toBe('0 ACTIVE');
  });

  test('is told each time', async () => {
    await connect();
    // Theirs isn’t empty, so that it can’t be finished there.
    await db().update(packages).set({ quantity: '0' }).where(eq(packages.id, own.id));
    for (const times of [1, 2]) {
      await finish(own.id);
      await expect
        .poll(async () => (await open()).filter(({ kind }) => kind === 'REFUSED').length, { timeout: 30_000 })
        .toBe(times);
      await quiet();
    }
    expect((await ours())[own.label]).toBe('0 ACTIVE');
  });

  test('of a split leaves nothing behind, whatever was made of the new package meanwhile', async () => {
    await connect();
    const [taken, child, grandchild] = [tag(), tag(), tag()];
    await occupy(taken);
    await whileOut(app, 'tracking', async () => {
      await split(own.label, { [taken]: '30' });
      await split(taken, { [child]: '10' });
      await split(child, { [grandchild]: '4' });
    });
    await quiet();
    expect(await ours()).toEqual({
      [own.label]: '64 ACTIVE',
      [taken]: '0 INACTIVE',
      [child]: '0 INACTIVE',
      [grandchild]: '0 INACTIVE',
    });
    expect(await stock()).toBe('64');
    expect(await writes()).toEqual(['SPLIT REFUSED', 'SPLIT REFUSED', 'SPLIT REFUSED']);
    expect(await open()).toMatchObject([{ kind: 'REFUSED', label: taken }]);
    expect(await theirs(own.label)).toMatchObject({ quantity: '64' });
  });
});

test.each([
  ['is refused', true, '64', '64 ACTIVE'],
  ['is sent', false, '34', '34 ACTIVE'],
])('an adjustment behind a split that %s tells what we have then', async (_what, isRefused, there, here) => {
  await connect();
  const before = await theirs(own.label);
  if (before) await changeTheirs(db(), before, { quantity: '60' });
  await syncNow(app, owner, seller);
  const [difference] = await open();
  const made = tag();
  if (isRefused) await occupy(made);
  await whileOut(app, 'tracking', async () => {
    await split(own.label, { [made]: '30' });
    const body = { reason: 'Scale Variance', date: '2026-11-20' };
    await owner.expectOk(calls.adjust, { params: { id: difference?.id ?? 0 }, body });
  });
  await quiet();
  expect(await theirs(own.label)).toMatchObject({ quantity: there });
  expect((await ours())[own.label]).toBe(here);
});

test('an adjustment of a package that has another unit there by now is refused', async () => {
  await connect();
  const before = await theirs(own.label);
  if (before === undefined) throw new Error('There is a package');
  await changeTheirs(db(), before, { quantity: '60' });
  await syncNow(app, owner, seller);
  const [difference] = await open();
  await whileOut(app, 'tracking', async () => {
    const body = { reason: 'Scale Variance', date: '2026-11-20' };
    await owner.expectOk(calls.adjust, { params: { id: difference?.id ?? 0 }, body });
    const data = { ...(before.data as object), UnitOfMeasureName: 'Grams' };
    await changeTheirs(db(), before, { quantity: '1', data });
  });
  await quiet();
  expect(await theirs(own.label)).toMatchObject({ quantity: '1' });
  expect(await open()).toContainEqual(
    expect.objectContaining({ kind: 'REFUSED', theirs: 'It’s measured in g there, not in ea.' }),
  );
});

test('a split after an adjustment isn’t taken twice', async () => {
  await connect();
  const before = await theirs(own.label);
  if (before) await changeTheirs(db(), before, { quantity: '60' });
  await syncNow(app, owner, seller);
  const [difference] = await open();
  const made = tag();
  await whileOut(app, 'tracking', async () => {
    const body = { reason: 'Scale Variance', date: '2026-11-20' };
    await owner.expectOk(calls.adjust, { params: { id: difference?.id ?? 0 }, body });
    await split(own.label, { [made]: '30' });
  });
  await quiet();
  expect(await theirs(own.label)).toMatchObject({ quantity: '34' });
  expect(await theirs(made)).toMatchObject({ quantity: '30' });
});

test.each([
  ['after its list was read isn’t gone', 1, []],
  ['long before and still isn’t there is', -60, ['GONE']],
])('a package sent %s', async (_what, minutes, kinds) => {
  await connect();
  const made = tag();
  await split(own.label, { [made]: '30' });
  await expect.poll(writes, { timeout: 30_000 }).toEqual(['SPLIT SENT']);
  await quiet();
  const roundBeganAt = new Date();
  const sentAt = new Date(roundBeganAt.getTime() + minutes * 60_000);
  await db().update(trackingWrites).set({ updatedAt: sentAt }).where(eq(trackingWrites.orgId, seller.org.id));
  await db().update(packages).set({ seenAt: null }).where(eq(packages.label, made));
  await db()
    .update(packages)
    .set({ seenAt: new Date(roundBeganAt.getTime() + 1) })
    .where(eq(packages.id, own.id));
  await saveGone(
    { db: db(), enqueue: async () => {} },
    { orgId: seller.org.id, licenseId: seller.license.id, roundBeganAt },
  );
  const found = await db()
    .select()
    .from(trackingDifferences)
    .where(and(eq(trackingDifferences.orgId, seller.org.id), isNull(trackingDifferences.settledAt)));
  expect(found.map(({ kind }) => kind)).toEqual(kinds);
});
