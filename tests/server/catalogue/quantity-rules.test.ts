import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { loadProductRows, loadQuantityRules } from '../../../server/catalogue/menu-products';
import { productStock } from '../../../server/db/schema';
import { openApp } from '../../support/app';
import { makeProduct, makeSeller } from '../../support/factories';

const { db } = (await openApp()).database;
const seller = await makeSeller(db);
const other = await makeSeller(db);

test('an order’s rules judge products as menus and carts do, whatever they are', async () => {
  const cases = await makeProduct(db, seller, { quantity: '12', sellInBulk: true, unitMultiplier: '6' });
  await makeProduct(db, seller, { quantity: '0', inventoryManagement: 'UNLIMITED', minimumOrder: '2.5' });
  const bare = await makeProduct(db, seller, { quantity: '7', maximumOrder: '4', showQuantity: false });
  await makeProduct(db, other);
  await db
    .update(productStock)
    .set({ reserved: '5' })
    .where(sql`${productStock.orgId} = ${seller.org.id} and ${productStock.productId} = ${cases.id}`);
  await db.delete(productStock).where(eq(productStock.productId, bare.id));
  const rules = await loadQuantityRules(db, seller.org.id, undefined);
  expect(rules.find(({ id }) => id === cases.id)).toMatchObject({ totalEffectiveInventory: '7', unitMultiplier: '6' });
  const rows = await loadProductRows(db, seller.org.id, undefined);
  const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;
  expect(rules.sort(byId)).toEqual(rows.map(({ id, isParent, rules: own }) => ({ id, isParent, ...own })).sort(byId));
  expect(rules).toHaveLength(3);
});
