import { expect, test } from 'vitest';
import { productLists } from '../../../domain/catalogue/lists-contract';
import { brands } from '../../../domain/directory/contract';
import { makeProduct } from '../../support/factories';
import { openSellerApp } from '../../support/seller-app';

const { app, seller, owner } = await openSellerApp();

test('products are of the listed categories, and each has its kinds', async () => {
  const categories = await owner.expectOk(productLists.categories, {});
  expect(categories).toContainEqual({ id: 1, displayName: 'Buds', measures: 'weight' });
  await makeProduct(app.database.db, seller, { category: 'Pre-Roll' });
  const menu = await owner.expectOk(brands.menu, { params: { id: seller.brand.id }, body: {} });
  const named = categories.map(({ displayName }) => displayName);
  expect(menu.products.map(({ category }) => named.includes(category))).toEqual([true]);

  const kinds = await owner.expectOk(productLists.subcategories, {});
  expect([...new Set(kinds.map(({ categoryId }) => categoryId))]).toEqual(categories.map(({ id }) => id));
  expect(new Set(kinds.map(({ id }) => id)).size).toBe(kinds.length);
  expect(new Set(kinds.map(({ displayName }) => displayName)).size).toBe(kinds.length);
});

test('a unit says what it measures and its name in the tracking system; lists need a sign-in', async () => {
  const units = await owner.expectOk(productLists.units, {});
  expect(units).toContainEqual({ id: 'Gram', displayName: 'Gram', trackingUnit: 'g', measures: 'weight' });
  expect(units).toContainEqual({ id: 'Liter', displayName: 'Liter', trackingUnit: 'l', measures: 'volume' });
  const refused = Object.values(productLists).map((list) => app.withToken(null).call(list, {}));
  expect((await Promise.all(refused)).map(({ status }) => status)).toEqual([401, 401, 401]);
});
