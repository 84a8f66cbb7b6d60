import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { wholesaleDesk } from '../../../domain/wholesale/desk-contract';
import { wholesaleStock } from '../../../domain/wholesale/stock-contract';
import { productStock, stockMovements, wholesaleHealings, wholesaleRecords } from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import { makeMember, makeProduct, makeSeller, type SellerFixture } from '../../support/factories';
import { press, whileOut } from '../../support/integrations/sandboxes';
import { readOnly } from '../../support/permissions';
import { openTheirShop } from '../../support/wholesale/shop';

const app = await openApp();
let seller: SellerFixture;
let owner: TestCaller;
let there: Awaited<ReturnType<typeof openTheirShop>>;

beforeEach(async () => {
  seller = await makeSeller(app.database.db);
  owner = await app.as(seller.owner.user, seller.org);
  there = await openTheirShop(app, seller, owner);
});

const push = (id: number, caller = owner) => caller.call(wholesaleStock.push, { params: { id } });
const pull = (id: number, caller = owner) => caller.call(wholesaleStock.sync, { params: { id } });
const pushAll = (caller = owner) =>
  caller.call(wholesaleStock.pushAll, { params: { orgId: seller.org.id, id: there.syncId } });
const stockOf = async (id: number) => {
  const [row] = await app.database.db.select().from(productStock).where(eq(productStock.productId, id));
  return row;
};
const recordOf = async (id: number) => {
  const [row] = await app.database.db.select().from(wholesaleRecords).where(eq(wholesaleRecords.ownId, id));
  return row;
};
const waitFor = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 200 });
const health = () => owner.expectOk(wholesaleDesk.health, { params: { orgId: seller.org.id, id: there.syncId } });

describe('stock that is ours', () => {
  test('is offered there as available, and what is offered there is set aside here', async () => {
    const product = await makeProduct(app.database.db, seller, { quantity: '100', reserved: '20' });
    const id = await there.match(product);
    expect(await push(product.id)).toMatchObject({ status: 200, body: { outcome: 'SENT', figure: '40' } });
    expect(await there.offered(id)).toBe('40');
    expect(await stockOf(product.id)).toMatchObject({ quantity: '100', reserved: '60', setAside: '40' });
    const movements = await app.database.db
      .select()
      .from(stockMovements)
      .where(and(eq(stockMovements.productId, product.id), eq(stockMovements.kind, 'reserve')));
    expect(movements).toMatchObject([
      { orderId: null, reservedDelta: '40', note: expect.stringContaining('Set aside') },
    ]);
  });

  test('waits for their orders before another figure is sent, and then sends it', async () => {
    const product = await makeProduct(app.database.db, seller, { quantity: '100' });
    const id = await there.match(product);
    await push(product.id);
    expect(await push(product.id)).toMatchObject({ body: { outcome: 'WAITING' } });
    await there.readOrders();
    await app.database.db.update(productStock).set({ quantity: '1000' }).where(eq(productStock.productId, product.id));
    expect(await push(product.id)).toMatchObject({ body: { outcome: 'SENT', figure: '500' } });
    expect(await there.offered(id)).toBe('500');
    expect((await stockOf(product.id))?.setAside).toBe('550');
    await there.readOrders();
    expect(await push(product.id)).toMatchObject({ body: { outcome: 'UNCHANGED' } });
    expect((await stockOf(product.id))?.setAside).toBe('500');
  });

  test('is sent by itself soon after it changes, for all products of a connection', async () => {
    const products = await Promise.all(
      ['80', '60', '40'].map((quantity) => makeProduct(app.database.db, seller, { quantity })),
    );
    for (const product of products) await there.match(product);
    expect(await pushAll()).toMatchObject({ status: 200, body: { waiting: 3 } });
    await waitFor(async () => {
      for (const { id } of products) expect((await recordOf(id))?.published).not.toBeNull();
    });
    expect(await health()).toMatchObject({ offered: 3, mayWrite: true, stockLag: { seen: 3 } });
    const list = await owner.expectOk(wholesaleStock.list, {
      params: { orgId: seller.org.id, id: there.syncId },
      query: {},
    });
    expect(list.results.map(({ published }) => published).sort()).toEqual(['20', '30', '40']);
  });

  test('stays set aside when the answer is lost, until their figure was read', async () => {
    const product = await makeProduct(app.database.db, seller, { quantity: '100' });
    const id = await there.match(product);
    await whileOut(app, 'wholesale', async () => {
      expect((await push(product.id)).status).toBe(503);
      expect(await stockOf(product.id)).toMatchObject({ setAside: '50' });
    });
    expect(await push(product.id)).toMatchObject({ body: { outcome: 'WAITING' } });
    expect(await recordOf(product.id)).toMatchObject({ isUnsure: true, shown: '0' });
    await there.readOrders();
    expect(await push(product.id)).toMatchObject({ body: { outcome: 'SENT' } });
    expect(await there.offered(id)).toBe('50');
  });

  test('is put right when somebody changed it there, and the healing is explained', async () => {
    const product = await makeProduct(app.database.db, seller, { quantity: '100' });
    const id = await there.match(product);
    await push(product.id);
    await there.readOrders();
    await push(product.id);
    const data = (await there.shop.get('product', id))?.data;
    if (data) await there.shop.put('product', id, { ...data, quantity: '90' });
    await pushAll();
    await waitFor(async () => {
      const [healing] = await app.database.db
        .select()
        .from(wholesaleHealings)
        .where(eq(wholesaleHealings.externalId, id));
      expect(healing?.reason).toContain('They offer 90, more than the 50');
    });
    expect((await stockOf(product.id))?.setAside).toBe('90');
    await there.readOrders();
    await push(product.id);
    await there.readOrders();
    await push(product.id);
    await waitFor(async () => expect(Number(await there.offered(id))).toBeLessThanOrEqual(50));
    expect(await health()).toMatchObject({ healings: [{ field: 'Stock' }] });
  });
});

describe('stock that is theirs', () => {
  test('is taken over, and never below what orders here reserve', async () => {
    const product = await makeProduct(app.database.db, seller, { quantity: '5', inventoryManagement: 'INHERITED' });
    const reserved = await makeProduct(app.database.db, seller, {
      quantity: '50',
      reserved: '30',
      inventoryManagement: 'INHERITED',
    });
    await there.match(product, '70');
    await there.match(reserved, '10');
    expect(await pull(product.id)).toMatchObject({ status: 200, body: { outcome: 'TAKEN', figure: '70' } });
    expect(await stockOf(product.id)).toMatchObject({ quantity: '70' });
    expect(await pull(product.id)).toMatchObject({ body: { outcome: 'UNCHANGED' } });
    expect(await pull(reserved.id)).toMatchObject({ body: { outcome: 'TAKEN', figure: '30' } });
  });

  test('isn’t sent, and ours isn’t taken', async () => {
    const theirs = await makeProduct(app.database.db, seller, { inventoryManagement: 'INHERITED' });
    const ours = await makeProduct(app.database.db, seller, { quantity: '10' });
    await there.match(theirs, '7');
    await there.match(ours, '7');
    expect((await push(theirs.id)).status).toBe(409);
    expect((await pull(ours.id)).status).toBe(409);
  });
});

describe('who may exchange stock', () => {
  test('over a key that can only read, nothing is sent: 984', async () => {
    there = await openTheirShop(app, seller, owner, 'READ');
    const product = await makeProduct(app.database.db, seller, { quantity: '100' });
    await there.match(product);
    expect(await push(product.id)).toMatchObject({ body: { internalCode: 984 } });
    expect(await pushAll()).toMatchObject({ body: { internalCode: 984 } });
    expect(await stockOf(product.id)).toMatchObject({ setAside: null });
  });

  test('a product that isn’t matched says so', async () => {
    const product = await makeProduct(app.database.db, seller, { quantity: '100' });
    expect(await push(product.id)).toMatchObject({
      status: 409,
      body: { userFriendlyMessage: expect.stringContaining('isn’t matched') },
    });
  });

  test('another organization’s product, connection and health are not found; a colleague without the permission is refused', async () => {
    const product = await makeProduct(app.database.db, seller, { quantity: '100' });
    await there.match(product);
    const other = await makeSeller(app.database.db);
    const stranger = await app.as(other.owner.user, other.org);
    const params = { orgId: other.org.id, id: there.syncId };
    expect((await push(product.id, stranger)).status).toBe(404);
    expect((await pull(product.id, stranger)).status).toBe(404);
    expect((await stranger.call(wholesaleStock.pushAll, { params })).status).toBe(404);
    expect((await stranger.call(wholesaleStock.list, { params, query: {} })).status).toBe(404);
    expect((await stranger.call(wholesaleDesk.health, { params })).status).toBe(404);
    const reader = await makeMember(app.database.db, seller.org, { features: { PRODUCTS: readOnly } });
    const caller = await app.as(reader.user, seller.org);
    expect((await push(product.id, caller)).status).toBe(403);
  });

  test('an answer that comes slowly or is refused for haste is waited for', async () => {
    const product = await makeProduct(app.database.db, seller, { quantity: '100' });
    const id = await there.match(product);
    await press(app, 'wholesale/mode', 'limiting');
    try {
      expect(await push(product.id)).toMatchObject({ status: 200 });
      await waitFor(async () => expect(await there.offered(id)).toBe('50'));
    } finally {
      await press(app, 'wholesale/mode', 'limiting');
    }
  });
});
