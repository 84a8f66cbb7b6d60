import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { reconciliation as calls } from '../../../domain/inventory/reconciliation/contract';
import { packages, products } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import { makeItem, makeOrder, makeProduct, makeSeller, type SellerFixture } from '../../support/factories';
import { addTheirs, changeTheirs, connectNow, syncNow } from '../../support/inventory/tracking-state';
import { readOnly } from '../../support/permissions';
import { eachWithSeller, memberOf } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;

await eachWithSeller((now) => ({ app, seller, owner } = now));
const db = () => app.database.db;
const shortages = (caller = owner, orgId = seller.org.id) => caller.expectOk(calls.shortages, { query: { orgId } });

/** A product summed from one package of 40 there, of which an accepted order keeps 30. */
async function promised() {
  const product = await makeProduct(db(), seller, { inventoryManagement: 'METRC', quantity: '0' });
  const item = await makeItem(db(), seller, { trackingId: 910_001, productId: product.id });
  const data = {
    Item: { Id: 910_001, Name: item.name, ProductCategoryName: item.categoryName, UnitOfMeasureName: 'Each' },
  };
  const [theirs] = await addTheirs(db(), seller, [{ quantity: '40', data }]);
  await connectNow(app, owner, seller);
  const { order } = await makeOrder(db(), seller, { status: 'ACCEPTED', lines: [{ product, quantity: '30' }] });
  if (theirs === undefined) throw new Error('There is a package');
  return { product, order, theirs };
}

describe('a product promised beyond what is on hand', () => {
  test('is told with the orders that rely on it once its package is held, and no longer when it is released', async () => {
    const { product, order, theirs } = await promised();
    expect(await shortages()).toEqual([]);
    await changeTheirs(db(), theirs, { list: 'onhold' });
    await syncNow(app, owner, seller);
    expect(await shortages()).toMatchObject([
      {
        productId: product.id,
        quantity: '0',
        reserved: '30',
        missing: '30',
        orders: [{ id: order.id, orderNumber: order.orderNumber, status: 'ACCEPTED', quantity: '30' }],
        orderCount: 1,
      },
    ]);
    await changeTheirs(db(), theirs, { list: 'active' });
    await syncNow(app, owner, seller);
    expect(await shortages()).toEqual([]);
  });

  test('is none when it is sold on backorder', async () => {
    const { product, theirs } = await promised();
    await changeTheirs(db(), theirs, { list: 'onhold' });
    await syncNow(app, owner, seller);
    await db().update(products).set({ listingState: 'BACKORDER' }).where(eq(products.id, product.id));
    expect(await shortages()).toEqual([]);
  });

  test('is for those who see the product; orders one doesn’t see are counted', async () => {
    const { theirs } = await promised();
    await changeTheirs(db(), theirs, { list: 'onhold' });
    await syncNow(app, owner, seller);
    const clerk = await memberOf({ app, seller }, { features: { INVENTORY: readOnly, PRODUCTS: readOnly } });
    expect(await shortages(clerk)).toMatchObject([{ missing: '30', orders: [], orderCount: 1 }]);
    const warehouse = await memberOf({ app, seller }, { features: { INVENTORY: readOnly } });
    expect(await shortages(warehouse)).toEqual([]);
    const other = await makeSeller(db());
    const them = await app.as(other.owner.user, other.org);
    expect(await shortages(them, other.org.id)).toEqual([]);
    const held = and(eq(packages.orgId, seller.org.id), eq(packages.status, 'ON_HOLD'));
    expect(await db().$count(packages, held)).toBe(1);
  });
});
