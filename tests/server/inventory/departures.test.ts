// Over 350 lines: one world of stock, in which each way a package leaves is compared with the others.
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { bulkActs } from '../../../domain/bulk/contract';
import { products as productCalls } from '../../../domain/catalogue/contract';
import { reconciliation as calls } from '../../../domain/inventory/reconciliation/contract';
import { licenses as licenseCalls } from '../../../domain/licenses/contract';
import { orderEntry } from '../../../domain/orders/entry/contract';
import { transact } from '../../../server/db/transact';
import { openStock } from '../../../server/inventory/stock/stock';
import { loadLineRows } from '../../../server/orders/write-lines';
import { stockChanges } from '../../../server/orders/write-status';
import type { TestApp, TestCaller } from '../../support/app';
import { makeLicense, makeProduct, type SellerFixture } from '../../support/factories';
import { gramWorld } from '../../support/inventory/grams';
import { both, readOnly } from '../../support/permissions';
import { eachWithSeller, memberOf, strangerTo } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;

await eachWithSeller((now) => ({ app, seller, owner } = now));

type World = Awaited<ReturnType<typeof gramWorld>>;
type Act = 'fulfil' | 'reject' | 'ship' | 'back' | 'finish' | 'adjust' | 'split' | 'more' | 'read' | 'accept';

async function act(world: World, name: Act): Promise<void> {
  const [whole] = world.there;
  const [sold] = world.sold;
  if (whole === undefined || sold === undefined) throw new Error('A world has a package and an order');
  if (name === 'fulfil') await world.move(sold, 'FULFILLED');
  if (name === 'reject') await world.move(sold, 'REJECTED');
  if (name === 'ship') world.ship(sold);
  if (name === 'back') world.comeBack(sold);
  if (name === 'finish') world.touch(world.part(whole, 40), { list: 'inactive', quantity: 0 });
  if (name === 'adjust') world.touch(whole, { quantity: whole.quantity - 40 });
  if (name === 'split') world.part(whole, 25);
  if (name === 'more') world.put({ quantity: 20 });
  if (name === 'read') await world.read();
  if (name === 'accept') await world.acceptAll();
}

/** A package of 100 that is read, and an accepted order of 40. */
async function begun(): Promise<World> {
  const world = await gramWorld({ app, seller, owner });
  world.put({ quantity: 100 });
  await world.read();
  const [buyer] = world.buyers;
  if (buyer) await world.order(40, buyer);
  return world;
}

const untilDone = (id: number) =>
  vi.waitFor(
    async () => {
      const { state } = await owner.expectOk(bulkActs.get, { params: { id }, query: {} });
      expect(state).not.toBe('RUNNING');
    },
    { timeout: 60_000 },
  );

const settled = ['read', 'accept'] as const;

// One file over 350 lines: its cases are rows of acts on one world, which is read together with them.
describe('goods of a product that follows the tracking system', () => {
  test.each<[string, Act[], { quantity: number; reserved: number }]>([
    ['fulfilled, not yet gone', ['fulfil'], { quantity: 100, reserved: 40 }],
    ['fulfilled, before another package is read', ['fulfil', 'more', 'read'], { quantity: 120, reserved: 40 }],
    ['fulfilled, then gone', ['fulfil', 'ship', ...settled], { quantity: 60, reserved: 0 }],
    ['fulfilled, then gone, before the split is accepted', ['fulfil', 'ship', 'read'], { quantity: 60, reserved: 0 }],
    ['gone, then fulfilled', ['ship', ...settled, 'fulfil'], { quantity: 60, reserved: 0 }],
    ['gone, but not fulfilled yet', ['ship', ...settled], { quantity: 60, reserved: 0 }],
    ['gone, but read after they were fulfilled', ['ship', 'fulfil', ...settled], { quantity: 60, reserved: 0 }],
    ['fulfilled, then adjusted', ['fulfil', 'adjust', ...settled], { quantity: 60, reserved: 0 }],
    ['adjusted, then fulfilled', ['adjust', ...settled, 'fulfil'], { quantity: 60, reserved: 0 }],
    ['adjusted, but not fulfilled yet', ['adjust', ...settled], { quantity: 60, reserved: 40 }],
    ['fulfilled, then split', ['fulfil', 'split', ...settled], { quantity: 100, reserved: 40 }],
    ['split, but not accepted', ['split', 'read'], { quantity: 100, reserved: 40 }],
    ['fulfilled, gone and back', ['fulfil', 'ship', ...settled, 'back', ...settled], { quantity: 100, reserved: 40 }],
    ['gone, back, then fulfilled', ['ship', ...settled, 'back', ...settled, 'fulfil'], { quantity: 100, reserved: 40 }],
    ['fulfilled, then rejected', ['fulfil', 'reject'], { quantity: 100, reserved: 0 }],
    ['gone, rejected, then back', ['ship', ...settled, 'reject', 'back', ...settled], { quantity: 100, reserved: 0 }],
    [
      'fulfilled, gone, rejected and back',
      ['fulfil', 'ship', ...settled, 'reject', 'back', ...settled],
      { quantity: 100, reserved: 0 },
    ],
    ['fulfilled, adjusted and rejected', ['fulfil', 'adjust', ...settled, 'reject'], { quantity: 60, reserved: 0 }],
  ])('are counted once: %s', async (_when, acts, expected) => {
    const world = await begun();
    for (const name of acts) await act(world, name);
    const { row, sums } = await world.ledger();
    expect(row).toEqual(expected);
    expect(sums).toEqual(row);
  });

  test('that went to another license are no order’s, nor those that left before it', async () => {
    const world = await gramWorld({ app, seller, owner });
    world.put({ quantity: 60 });
    const away = world.put({ quantity: 40 });
    await world.read();
    const [first, second] = world.buyers;
    if (!first || !second) throw new Error('There are two buyers');
    await world.order(30, first);
    for (const sold of world.sold) await world.move(sold, 'FULFILLED');
    world.touch(away, { list: 'intransit', buyer: second });
    await world.read();
    expect((await world.ledger()).row).toEqual({ quantity: 60, reserved: 30 });
    await world.order(20, second);
    for (const sold of world.sold.slice(1)) await world.move(sold, 'FULFILLED');
    await world.read();
    expect((await world.ledger()).row).toEqual({ quantity: 60, reserved: 50 });
  });

  test('that went to somebody without an order come back as no order’s, though nothing was kept when they went', async () => {
    const world = await begun();
    for (const name of ['fulfil', 'adjust', ...settled] as const) await act(world, name);
    for (const whole of world.active()) world.sendAway(whole);
    await world.read();
    expect((await world.ledger()).row).toEqual({ quantity: 0, reserved: 0 });
    world.comeBackAway();
    await world.read();
    const { row, sums } = await world.ledger();
    expect(row).toEqual({ quantity: 60, reserved: 0 });
    expect(sums).toEqual(row);
  });

  test('are listed until a person says they have left, who may change packages and sees the order', async () => {
    const world = await begun();
    const { product } = world;
    const [sold] = world.sold;
    const query = { orgId: seller.org.id };
    expect(await owner.expectOk(calls.leaving, { query })).toEqual([]);
    await act(world, 'fulfil');
    const found = await owner.expectOk(calls.leaving, { query });
    expect(found).toMatchObject([
      { productId: product.id, name: product.name, order: { id: sold?.id, status: 'FULFILLED', quantity: '40' } },
    ]);
    const body = { ...query, productId: product.id, orderId: sold?.id ?? 0 };
    const reader = await memberOf(
      { app, seller },
      { features: { INVENTORY: readOnly, PRODUCTS: both, BROWSE_ORDERS: both } },
    );
    expect((await reader.call(calls.markLeft, { body })).status).toBe(403);
    const stranger = await strangerTo({ app });
    expect((await stranger.call(calls.markLeft, { body })).status).toBeGreaterThanOrEqual(403);
    expect((await world.ledger()).row).toEqual({ quantity: 100, reserved: 40 });
    expect(await owner.expectOk(calls.markLeft, { body })).toEqual([]);
    expect(await owner.expectOk(calls.markLeft, { body })).toEqual([]);
    expect((await world.ledger()).row).toEqual({ quantity: 100, reserved: 0 });
    await act(world, 'adjust');
    for (const name of settled) await act(world, name);
    expect((await world.ledger()).row).toEqual({ quantity: 60, reserved: 0 });
  });

  test('stay those of orders that are merged, and go back to them when that is undone', async () => {
    const world = await begun();
    const [buyer] = world.buyers;
    if (buyer) await world.order(20, buyer);
    await act(world, 'ship');
    for (const name of settled) await act(world, name);
    expect((await world.ledger()).row).toEqual({ quantity: 60, reserved: 20 });
    const merged = await owner.expectOk(orderEntry.merge, { body: { orderIds: world.sold.map(({ id }) => id) } });
    expect((await world.ledger()).row).toEqual({ quantity: 60, reserved: 20 });
    await owner.expectOk(orderEntry.unmerge, { body: { orderId: merged.id } });
    const { row, sums } = await world.ledger();
    expect(row).toEqual({ quantity: 60, reserved: 20 });
    expect(sums).toEqual(row);
    for (const sold of world.sold) await world.move(sold, 'FULFILLED');
    expect((await world.ledger()).row).toEqual({ quantity: 60, reserved: 20 });
  });

  test('go back to merged orders when that is undone, also when all the rest was promised meanwhile', async () => {
    const world = await begun();
    const [buyer] = world.buyers;
    if (buyer) await world.order(20, buyer);
    for (const name of ['ship', ...settled] as const) await act(world, name);
    const merged = await owner.expectOk(orderEntry.merge, { body: { orderIds: world.sold.map(({ id }) => id) } });
    if (buyer) await world.order(40, buyer);
    expect((await world.ledger()).row).toEqual({ quantity: 60, reserved: 60 });
    await owner.expectOk(orderEntry.unmerge, { body: { orderId: merged.id } });
    const { row, sums } = await world.ledger();
    expect(row).toEqual({ quantity: 60, reserved: 60 });
    expect(sums).toEqual(row);
    for (const sold of world.sold) await world.move(sold, 'FULFILLED');
    expect((await world.ledger()).row).toEqual({ quantity: 60, reserved: 60 });
  });

  test('that left by an adjustment for an order reopened since stay its own through a merge and its undoing', async () => {
    const world = await begun();
    const [buyer] = world.buyers;
    if (buyer) await world.order(20, buyer);
    for (const name of ['fulfil', 'adjust', ...settled] as const) await act(world, name);
    const [sold] = world.sold;
    if (sold) await world.move(sold, 'ACCEPTED');
    expect((await world.ledger()).row).toEqual({ quantity: 60, reserved: 20 });
    const merged = await owner.expectOk(orderEntry.merge, { body: { orderIds: world.sold.map(({ id }) => id) } });
    if (buyer) await world.order(40, buyer);
    await owner.expectOk(orderEntry.unmerge, { body: { orderId: merged.id } });
    const { row, sums } = await world.ledger();
    expect(row).toEqual({ quantity: 60, reserved: 60 });
    expect(sums).toEqual(row);
  });

  test('that left before orders were merged, even twice, are the merged order’s once it is fulfilled', async () => {
    const world = await begun();
    const [buyer] = world.buyers;
    if (buyer) for (const quantity of [20, 10]) await world.order(quantity, buyer);
    for (const name of ['adjust', ...settled] as const) await act(world, name);
    expect((await world.ledger()).row).toEqual({ quantity: 60, reserved: 70 });
    const [first, second, third] = world.sold.map(({ id }) => id);
    const merge = (...orderIds: (number | undefined)[]) =>
      owner.expectOk(orderEntry.merge, { body: { orderIds: orderIds.map((id = 0) => id) } });
    const { id } = await merge((await merge(first, second)).id, third);
    const [sold] = world.sold;
    if (sold) await world.move({ ...sold, id }, 'FULFILLED');
    const { row, sums } = await world.ledger();
    expect(row).toEqual({ quantity: 60, reserved: 30 });
    expect(sums).toEqual(row);
  });

  test('that lie in a package made of another are counted once after accepting its figure is undone', async () => {
    const world = await gramWorld({ app, seller, owner });
    const whole = world.put({ quantity: 100 });
    await world.read();
    world.part(whole, 40);
    await world.read();
    const selection = { filters: {}, except: [] };
    const body = { orgId: seller.org.id, selection, act: { name: 'accept' as const } };
    const { id } = await owner.expectOk(calls.bulk, { body });
    await untilDone(id);
    expect((await world.ledger()).row).toEqual({ quantity: 100, reserved: 0 });
    await untilDone((await owner.expectOk(bulkActs.undo, { params: { id } })).id);
    expect((await world.ledger()).row).toEqual({ quantity: 100, reserved: 0 });
    await world.acceptAll();
    const { row, sums } = await world.ledger();
    expect(row).toEqual({ quantity: 100, reserved: 0 });
    expect(sums).toEqual(row);
  });

  test('stay gone when their package’s license is removed and read again', async () => {
    const { db } = app.database;
    const license = await makeLicense(db, seller.org);
    const world = await gramWorld({ app, seller: { ...seller, license }, owner });
    const whole = world.put({ quantity: 100 });
    await world.read();
    const [buyer] = world.buyers;
    if (buyer) await world.order(40, buyer);
    for (const name of ['fulfil', 'adjust', ...settled] as const) await act(world, name);
    expect((await world.ledger()).row).toEqual({ quantity: 60, reserved: 0 });
    await owner.expectOk(licenseCalls.remove, { params: { id: license.id } });
    expect((await world.ledger()).row).toEqual({ quantity: 0, reserved: 0 });
    world.touch(whole, {});
    await world.read();
    const { row, sums } = await world.ledger();
    expect(row).toEqual({ quantity: 60, reserved: 0 });
    expect(sums).toEqual(row);
  });

  test('are the next order’s when one that was to be fulfilled with it is refused', async () => {
    const { db } = app.database;
    const world = await begun();
    const [buyer] = world.buyers;
    if (buyer) await world.order(40, buyer);
    for (const name of ['adjust', ...settled] as const) await act(world, name);
    const scarce = await makeProduct(db, seller, { quantity: '0' });
    const fulfilled = await Promise.all(
      world.sold.map(async ({ id }) => {
        const lines = await loadLineRows(db, { id, orgId: seller.org.id });
        return { orderId: id, changes: stockChanges({ status: 'ACCEPTED' }, lines, 'FULFILLED') };
      }),
    );
    fulfilled[0]?.changes.push({ productId: scarce.id, quantity: '0', reserved: '5' });
    const [first = 0, second = 0] = world.sold.map(({ id }) => id);
    await transact(db, async (tx) => {
      const ctx = { db: tx, person: { userId: null }, membershipOrNull: null, publish: async () => {} };
      const stock = await openStock(ctx, seller.org.id, fulfilled);
      expect(() => stock.move(first)).toThrow();
      stock.move(second);
      await stock.write();
    });
    const { row, sums } = await world.ledger();
    expect(row).toEqual({ quantity: 60, reserved: 40 });
    expect(sums).toEqual(row);
  });

  test('are taken from the stock when it no longer comes from the tracking system', async () => {
    const world = await begun();
    await act(world, 'fulfil');
    const params = { id: world.product.id };
    const product = await owner.expectOk(productCalls.get, { params });
    await owner.expectOk(productCalls.update, {
      params,
      body: { ...product, inventoryManagement: 'MANUAL' } as never,
    });
    const { row, sums } = await world.ledger();
    expect(row).toEqual({ quantity: 60, reserved: 0 });
    expect(sums).toEqual(row);
    await act(world, 'reject');
    expect((await world.ledger()).row).toEqual({ quantity: 100, reserved: 0 });
  });

  test('end with each gram counted once, whatever happened in whatever order', async () => {
    const step = fc.record({
      what: fc.constantFrom(
        'order',
        'order',
        'fulfil',
        'fulfil',
        'ship',
        'ship',
        'reject',
        'back',
        'away',
        'home',
        'split',
        'adjust',
        'more',
        'read',
        'read',
        'accept',
      ),
      n: fc.integer({ min: 1, max: 40 }),
      at: fc.nat(20),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const world = await gramWorld({ app, seller, owner });
        world.put({ quantity: 100 });
        await world.read();
        let isAdjusted = false;
        const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % Math.max(all.length, 1)];
        const shippable = () =>
          world.sold
            .filter((one) => one.status !== 'REJECTED' && one.shipped < one.quantity)
            .toSorted((a, b) => Number(b.status === 'FULFILLED') - Number(a.status === 'FULFILLED') || a.id - b.id);
        for (const { what, n, at } of steps) {
          const buyer = pick(world.buyers, at);
          const whole = pick(world.active(), at);
          if (what === 'order' && buyer) await world.order(n, buyer);
          const accepted = pick(
            world.sold.filter(({ status }) => status === 'ACCEPTED'),
            at,
          );
          if (what === 'fulfil' && accepted) await world.move(accepted, 'FULFILLED');
          const open = pick(
            world.sold.filter(({ status }) => status !== 'REJECTED'),
            at,
          );
          if (what === 'reject' && open) await world.move(open, 'REJECTED');
          const next = shippable().find((one) => one.buyer === buyer);
          if (what === 'ship' && next) world.ship(next);
          if (what === 'back' && open) world.comeBack(open);
          if (what === 'away' && whole) world.sendAway(whole, n);
          if (what === 'home') world.comeBackAway();
          if (what === 'split' && whole && whole.quantity > 1) world.part(whole, Math.min(n, whole.quantity - 1));
          if (what === 'adjust' && whole && whole.quantity > 5) {
            world.touch(whole, { quantity: whole.quantity - 5 });
            isAdjusted = true;
          }
          if (what === 'more') world.put({ quantity: n });
          if (what === 'read') await world.read(at % 2 ? (a, b) => b.id - a.id : undefined);
          if (what === 'accept') await world.acceptAll();
          const { row, sums } = await world.ledger();
          expect(sums).toEqual(row);
          if (what === 'accept' && !isAdjusted) {
            await world.read();
            await world.acceptAll();
            expect(await world.available()).toBeLessThanOrEqual(world.truth());
          }
        }
        for (const one of world.sold.filter(({ status }) => status === 'REJECTED')) world.comeBack(one);
        for (const one of world.sold.filter(({ status }) => status === 'ACCEPTED')) await world.move(one, 'FULFILLED');
        const missing = world.truth();
        if (missing < 0) world.put({ quantity: -missing });
        for (const one of shippable()) world.ship(one);
        await world.read();
        await world.acceptAll();
        await world.read();
        const here = world.active().reduce((sum, one) => sum + one.quantity, 0);
        expect((await world.ledger()).row).toEqual({ quantity: here, reserved: 0 });
      }),
      {
        numRuns: 10,
        // A package is made of one that is then sent away in part, before any of it is read.
        examples: [
          [
            [
              { what: 'split', n: 20, at: 0 },
              { what: 'order', n: 1, at: 0 },
              { what: 'fulfil', n: 1, at: 1 },
              { what: 'away', n: 19, at: 17 },
              { what: 'accept', n: 1, at: 0 },
            ],
          ],
        ],
      },
    );
  }, 240_000);
});
