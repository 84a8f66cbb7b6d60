import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Membership } from '../../../domain/access/roles';
import { DomainError } from '../../../domain/errors';
import type { LiveEvent } from '../../../domain/live/events';
import { openDatabase } from '../../../server/db/client';
import { productStock, products, stockMovements } from '../../../server/db/schema';
import { transact } from '../../../server/db/transact';
import { moveStock, type ProductStockChange } from '../../../server/inventory/stock/stock';
import type { StockCtx } from '../../../server/inventory/stock/write-stock';
import { countWaiting } from '../../support/cluster';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { makeProduct, makeSeller, type SellerFixture } from '../../support/factories';
import { readLedger } from '../../support/orders/ledger';

let own: TestDatabase;
let seller: SellerFixture;
const db = () => own.database.db;

beforeAll(async () => {
  own = await createTestDatabase();
  seller = await makeSeller(db());
});
afterAll(() => own.drop());

/** Moves stock as a member of an organization, in a transaction; returns the published events. */
async function move(changes: ProductStockChange[], orgId = 0, on = db()): Promise<LiveEvent[]> {
  const heard: LiveEvent[] = [];
  const userId = seller.owner.user.id;
  await transact(on, (tx) => {
    const ctx: StockCtx = {
      db: tx,
      person: { userId },
      membershipOrNull: { orgId } as Membership,
      publish: async (event) => {
        heard.push(event);
      },
    };
    return moveStock(ctx, { orgId: seller.org.id, orderId: null, changes });
  });
  return heard;
}

const reserve = (product: { id: number }, amount: string): ProductStockChange => ({
  productId: product.id,
  quantity: '0',
  reserved: amount,
});
const take = (product: { id: number }, amount: string): ProductStockChange => ({
  productId: product.id,
  quantity: `-${amount}`,
  reserved: `-${amount}`,
});
const refusal = (moving: Promise<unknown>) =>
  moving.then(
    () => {
      throw new Error('It was not refused');
    },
    (error: unknown) => {
      if (error instanceof DomainError) return error;
      throw error;
    },
  );

describe('the stock ledger', () => {
  test('records reservations, takes and returns, each with its movement', async () => {
    const product = await makeProduct(db(), seller, { quantity: '10' });
    await move([reserve(product, '4')]);
    await move([take(product, '3')]);
    await move([reserve(product, '-1')]);
    await move([{ productId: product.id, quantity: '3', reserved: '0' }]);
    const rows = await db()
      .select()
      .from(stockMovements)
      .where(eq(stockMovements.productId, product.id))
      .orderBy(asc(stockMovements.id));
    expect(rows.map(({ kind, quantityDelta, reservedDelta }) => [kind, quantityDelta, reservedDelta])).toEqual([
      ['opening', '10', '0'],
      ['reserve', '0', '4'],
      ['take', '-3', '-3'],
      ['release', '0', '-1'],
      ['return', '3', '0'],
    ]);
    expect(rows[1]).toMatchObject({ orgId: seller.org.id, actorUserId: seller.owner.user.id });
    const { row, sums } = await readLedger(db(), product.id);
    expect(row).toEqual({ quantity: 10, reserved: 0 });
    expect(sums).toEqual(row);
  });

  test('sums several changes of one product, and records nothing for zero', async () => {
    const product = await makeProduct(db(), seller, { quantity: '10' });
    await move([reserve(product, '8'), reserve(product, '-8')]);
    const after = await refusal(move([reserve(product, '6'), reserve(product, '5')]));
    expect(after.object).toMatchObject({ products: [{ wanted: '11', available: '10' }] });
    const rows = await db().select().from(stockMovements).where(eq(stockMovements.productId, product.id));
    expect(rows.map(({ kind }) => kind)).toEqual(['opening']);
  });

  test.each([
    ['shown', { quantity: '5' }, 'Only 5 units available', '5'],
    ['counted in cases', { quantity: '30', perCase: '12' }, 'Only 2 cases available', '30'],
    ['kept by the seller', { quantity: '5', showQuantity: false }, 'Qty too high', null],
    ['gone', { quantity: '5', reserved: '5' }, '0 units available', '0'],
  ])('refuses more than there is, and says so where stock is %s', async (_how, values, message, available) => {
    const product = await makeProduct(db(), seller, values);
    const error = await refusal(move([reserve(product, '48')]));
    expect(error.code).toBe('SHORT_OF_STOCK');
    expect(error.fields).toEqual({ [`products.${product.id}`]: message });
    expect(error.message).toBe(`${product.name}: ${message}`);
    expect(error.object).toEqual({
      products: [{ productId: product.id, productName: product.name, wanted: '48', available }],
    });
  });

  test('tells its own seller how much is left even if buyers aren’t told', async () => {
    const product = await makeProduct(db(), seller, { quantity: '5', showQuantity: false });
    const error = await refusal(move([reserve(product, '6')], seller.org.id));
    expect(error.message).toBe(`${product.name}: Only 5 units available`);
  });

  test('changes nothing of an order when one of its products is short', async () => {
    const plenty = await makeProduct(db(), seller, { quantity: '50' });
    const scarce = await makeProduct(db(), seller, { quantity: '1' });
    const gone = await makeProduct(db(), seller, { quantity: '0' });
    const error = await refusal(move([reserve(plenty, '5'), reserve(scarce, '2'), reserve(gone, '1')]));
    expect(Object.keys(error.fields ?? {})).toEqual([`products.${scarce.id}`, `products.${gone.id}`]);
    expect((await readLedger(db(), plenty.id)).row).toEqual({ quantity: 50, reserved: 0 });
  });

  test.each(['METRC', 'INHERITED', 'MANUAL'] as const)('treats %s stock alike', async (inventoryManagement) => {
    const product = await makeProduct(db(), seller, { quantity: '2', inventoryManagement });
    await move([reserve(product, '2')]);
    expect((await refusal(move([reserve(product, '1')]))).code).toBe('SHORT_OF_STOCK');
  });

  test('never finds unlimited stock short, and takes nothing from it', async () => {
    const product = await makeProduct(db(), seller, { quantity: '0', inventoryManagement: 'UNLIMITED' });
    await move([reserve(product, '9')]);
    await move([take(product, '9')]);
    const { row, sums } = await readLedger(db(), product.id);
    expect(row).toEqual({ quantity: 0, reserved: 0 });
    expect(sums).toEqual(row);
  });

  test('stays correct when many move the same products in opposite orders at once', async () => {
    const [a, b] = [
      await makeProduct(db(), seller, { quantity: '20' }),
      await makeProduct(db(), seller, { quantity: '20' }),
    ];
    const moves = Array.from({ length: 30 }, (_, i) =>
      move(i % 2 ? [reserve(a, '1'), reserve(b, '1')] : [reserve(b, '1'), reserve(a, '1')]).then(
        () => 'sold',
        (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
      ),
    );
    const outcomes = await Promise.all(moves);
    expect(outcomes.filter((outcome) => outcome === 'sold')).toHaveLength(20);
    expect(outcomes.filter((outcome) => outcome === 'SHORT_OF_STOCK')).toHaveLength(10);
    for (const product of [a, b]) {
      const { row, sums } = await readLedger(db(), product.id);
      expect(row).toEqual({ quantity: 20, reserved: 20 });
      expect(sums).toEqual(row);
    }
  });

  test('locks products by id, whatever their physical order, so orders don’t deadlock', async () => {
    const [low, high] = [await makeProduct(db(), seller), await makeProduct(db(), seller)];
    // Rewriting the lower one puts it physically behind the higher.
    await db().update(products).set({ description: 'Fresh' }).where(eq(products.id, low.id));
    await db().update(productStock).set({ quantity: '50' }).where(eq(productStock.productId, low.id));
    // Without an index, PostgreSQL reads rows in physical order.
    const plain = ['indexscan', 'bitmapscan', 'mergejoin', 'nestloop'].map((way) => `-c enable_${way}=off`).join(' ');
    const url = new URL(own.url);
    url.searchParams.set('options', plain);
    const unaided = openDatabase(url.href, { max: 1 });
    const holder = await own.database.pool.connect();
    const lock = (product: { id: number }, how = '') =>
      holder.query(`select from product_stock where org_id = $1 and product_id = $2 for update ${how}`, [
        seller.org.id,
        product.id,
      ]);
    await holder.query('begin');
    await lock(low);
    const moving = move([reserve(high, '1'), reserve(low, '1')], 0, unaided.db);
    await expect.poll(() => countWaiting(own.database), { timeout: 30_000 }).toBe(1);
    // Whoever waits for the lower one doesn't have the higher one yet.
    expect((await lock(high, 'nowait')).rowCount).toBe(1);
    await holder.query('commit');
    holder.release();
    await moving;
    await unaided.close();
    expect((await readLedger(db(), high.id)).row).toEqual({ quantity: 100, reserved: 1 });
  });

  test('notifies catalog readers when a product runs out or comes back, and not in between', async () => {
    const product = await makeProduct(db(), seller, { quantity: '3' });
    expect(await move([reserve(product, '2')])).toEqual([]);
    const changed = [{ topic: 'catalogue', kind: 'changed', id: product.id, orgIds: [seller.org.id] }];
    expect(await move([reserve(product, '1')])).toEqual(changed);
    expect(await move([reserve(product, '-1')])).toEqual(changed);
  });

  test('is protected by the database itself against releasing what was never reserved', async () => {
    const product = await makeProduct(db(), seller, { quantity: '3' });
    await expect(move([reserve(product, '-1')])).rejects.toThrow();
    expect((await readLedger(db(), product.id)).row).toEqual({ quantity: 3, reserved: 0 });
  });
});
