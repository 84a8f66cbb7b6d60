import { and, asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { products as productCalls, productChanges, productDetails } from '../../../domain/catalogue/contract';
import { productImports } from '../../../domain/catalogue/import/contract';
import { productItems as contract } from '../../../domain/inventory/items/items-contract';
import { packages, productStock, stockMovements, strains } from '../../../server/db/schema';
import { transact } from '../../../server/db/transact';
import { syncStockOfItems } from '../../../server/inventory/stock/sync-mapped-stock';
import type { TestCaller } from '../../support/app';
import { makeItem, makeLicense, makePackage, makeProduct, only, unique } from '../../support/factories';
import { both, readOnly } from '../../support/permissions';
import { memberOf, openSellerAndStranger } from '../../support/seller-app';

// One file over 350 lines: every way to a mapped figure, judged at the end by the ledger of them all.

const { app, seller, owner, other } = await openSellerAndStranger();

type NewItem = Parameters<typeof makeItem>[2];
const item = (values: NewItem = {}) => makeItem(app.database.db, seller, values);
const product = (values: Parameters<typeof makeProduct>[2] = {}) => makeProduct(app.database.db, seller, values);
const tracked = (values: Parameters<typeof makeProduct>[2] = {}) =>
  product({ inventoryManagement: 'METRC', ...values });
const assign = (id: number, verdantItemIds: number[], caller = owner) =>
  caller.call(contract.assign, { params: { id }, body: { verdantItemIds } });
const mapped = (productId: number, caller = owner) => caller.expectOk(contract.mapped, { query: { productId } });
const unassign = (id: number, productItemIds: number[], caller = owner) =>
  caller.call(contract.unassign, { params: { id }, body: { productItemIds } });
const ledger = async (productId: number) =>
  app.database.db
    .select({ kind: stockMovements.kind, note: stockMovements.note, delta: stockMovements.quantityDelta })
    .from(stockMovements)
    .where(and(eq(stockMovements.orgId, seller.org.id), eq(stockMovements.productId, productId)))
    .orderBy(asc(stockMovements.id));
const member = (values: Parameters<typeof memberOf>[1]) =>
  memberOf({ app, seller }, { features: { PRODUCTS: both }, ...values });

describe('mapping items to a product kept by the tracking system', () => {
  test('makes its stock the sum of their active packages, in its unit, and the ledger says so', async () => {
    const { id } = await tracked({
      unitOfMeasure: 'Pound',
      sellInUnitOfMeasure: 'Pound',
      category: 'Buds',
      quantity: '3',
    });
    const flower = await item({
      unitOfMeasure: 'oz',
      name: 'OG Kush',
      packages: [
        { quantity: '20' },
        { quantity: '4' },
        { quantity: '99', status: 'ON_HOLD' },
        { quantity: '7', status: 'INACTIVE' },
      ],
    });
    const grams = await item({ unitOfMeasure: 'g', name: 'Gelato', packages: [{ quantity: '453.59237' }] });
    expect(await assign(id, [flower.id, grams.id])).toMatchObject({
      status: 200,
      body: {
        mode: 'METRC',
        quantity: '2.5',
        mapped: '2.5',
        items: [
          { id: flower.id, packageCount: 2, quantity: '24', converted: '1.5' },
          { id: grams.id, packageCount: 1, quantity: '453.5923', converted: '1' },
        ],
      },
    });
    expect((await ledger(id)).at(-1)).toMatchObject({
      kind: 'sync',
      delta: '-0.5',
      note: 'Mapped OG Kush, Gelato. Sum of 3 packages',
    });
    expect(await owner.expectOk(productCalls.get, { params: { id } })).toMatchObject({
      quantity: '2.5',
      verdantItemIds: [flower.id, grams.id],
      version: 1,
    });
    const { results } = await owner.expectOk(productDetails.logs, { params: { id }, query: {} });
    expect(results[0]?.changes).toContainEqual({ label: 'Mapped items', from: 'None', to: 'OG Kush, Gelato' });
  });

  test('twice is once, also at the same time', async () => {
    const { id } = await tracked();
    const jar = await item({ packages: [{ quantity: '12' }] });
    const answers = await Promise.all([assign(id, [jar.id]), assign(id, [jar.id]), assign(id, [jar.id])]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await mapped(id)).toMatchObject({ quantity: '12', items: [{ id: jar.id }] });
    expect((await ledger(id)).filter(({ kind }) => kind === 'sync')).toHaveLength(1);
  });

  test('an item belongs to one product: of two that take it at once, the second is told at the item', async () => {
    const [one, two] = [await tracked(), await tracked()];
    const jar = await item({ packages: [{ quantity: '12' }] });
    const answers = await Promise.all([assign(one.id, [jar.id]), assign(two.id, [jar.id])]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const refused = answers.find(({ ok }) => !ok);
    expect(refused?.body).toMatchObject({
      errors: { 'verdantItemIds.0': expect.stringMatching(/^Mapped to .+\. Remove it there first\.$/) },
    });
  });

  test('is refused at the item across kinds of measure, out of state and for a parent, and nothing is saved', async () => {
    const { id } = await tracked();
    const [jar, bulk] = [await item(), await item({ unitOfMeasure: 'lb', categoryName: 'Buds' })];
    const oregon = await makeLicense(app.database.db, seller, { usState: 'OR' });
    const far = await makeItem(app.database.db, { org: seller.org, license: oregon });
    expect(await assign(id, [jar.id, bulk.id, far.id])).toMatchObject({
      status: 400,
      body: {
        errors: {
          'verdantItemIds.1': 'Measured in lb, but this product is counted. Choose an item measured in ea.',
          'verdantItemIds.2': expect.stringContaining('another state'),
        },
      },
    });
    expect((await mapped(id)).items).toEqual([]);
    const parent = await product({ isParent: true, listingState: 'INTERNAL' });
    expect(await assign(parent.id, [jar.id])).toMatchObject({ status: 400 });
    const archived = await product({ listingState: 'ARCHIVED' });
    expect(await assign(archived.id, [jar.id])).toMatchObject({ status: 409 });
  });

  test('never hides what is missing: reserved stock stays, and the ledger says how much is short', async () => {
    const { id } = await tracked({ quantity: '100', reserved: '40' });
    const jar = await item({ packages: [{ quantity: '25' }], name: 'Short Jar' });
    expect(await assign(id, [jar.id])).toMatchObject({ body: { quantity: '25', reserved: '40' } });
    expect(await owner.expectOk(productCalls.get, { params: { id } })).toMatchObject({
      totalEffectiveInventory: '-15',
    });
    expect((await ledger(id)).at(-1)?.note).toBe(
      'Mapped Short Jar. Sum of 1 package. 15 units short of what is reserved',
    );
  });

  test('is taken back by the ids of its mappings, not of the items', async () => {
    const { id } = await tracked();
    const [jar, bag] = [await item({ packages: [{ quantity: '5' }] }), await item({ packages: [{ quantity: '7' }] })];
    await assign(id, [jar.id, bag.id]);
    const [first, second] = (await mapped(id)).items;
    const elsewhere = await tracked();
    expect(await unassign(elsewhere.id, [first?.productItemId ?? 0])).toMatchObject({ status: 404 });
    expect(await unassign(id, [first?.productItemId ?? 0])).toMatchObject({
      body: { quantity: '7', items: [{ id: bag.id }] },
    });
    expect(await unassign(id, [second?.productItemId ?? 0])).toMatchObject({ body: { quantity: '0', items: [] } });
    expect((await ledger(id)).at(-1)?.note).toContain('No active packages');
  });

  test('follows packages as they change, for every product at once', async () => {
    const { db } = app.database;
    const [one, two] = [await tracked(), await tracked()];
    const [jar, bag] = [await item({ packages: [{ quantity: '5' }] }), await item({ packages: [{ quantity: '7' }] })];
    await assign(one.id, [jar.id]);
    await assign(two.id, [bag.id]);
    const ctx = { person: { userId: seller.owner.user.id }, membershipOrNull: null, publish: async () => {} };
    await transact(db, async (tx) => {
      await makePackage(tx, jar, { quantity: '10' });
      await tx
        .update(packages)
        .set({ status: 'INACTIVE' })
        .where(and(eq(packages.orgId, seller.org.id), eq(packages.itemId, bag.id)));
      const why = 'Packages synced';
      await syncStockOfItems({ ...ctx, db: tx } as never, { orgId: seller.org.id, itemIds: [jar.id, bag.id], why });
    });
    expect([(await mapped(one.id)).quantity, (await mapped(two.id)).quantity]).toEqual(['15', '0']);
    expect((await ledger(one.id)).at(-1)).toMatchObject({ delta: '10', note: 'Packages synced. Sum of 2 packages' });
  });
});

describe('a product whose stock comes from elsewhere', () => {
  const edit = async (id: number, change: object) => {
    const before = await owner.expectOk(productCalls.get, { params: { id } });
    const body = {
      ...before,
      description: before.description,
      ...change,
    };
    return owner.call(productCalls.update, { params: { id }, body: body as never });
  };

  test('keeps its figure when items are mapped, and takes on their sum once the tracking system keeps it', async () => {
    const { id } = await product({ quantity: '80' });
    const jar = await item({ packages: [{ quantity: '340' }] });
    expect(await assign(id, [jar.id])).toMatchObject({ body: { mode: 'MANUAL', quantity: '80', mapped: '340' } });
    expect(await edit(id, { inventoryManagement: 'METRC' })).toMatchObject({ body: { quantity: '340' } });
    expect((await ledger(id)).at(-1)).toMatchObject({ kind: 'sync', delta: '260' });
    expect(
      await owner.call(productDetails.setStock, { params: { id }, body: { inventoryItems: [{ quantity: '1' }] } }),
    ).toMatchObject({ status: 409 });
    expect(await edit(id, { inventoryManagement: 'MANUAL' })).toMatchObject({ body: { quantity: '340' } });
    expect(await edit(id, { inventoryManagement: 'UNLIMITED' })).toMatchObject({ body: { quantity: '340' } });
  });

  test('keeps it also when nothing is mapped yet', async () => {
    const { id } = await product({ quantity: '80' });
    expect(await edit(id, { inventoryManagement: 'METRC' })).toMatchObject({ status: 200, body: { quantity: '80' } });
  });

  test('a change of its stock made before isn’t undone over the tracking system’s figure', async () => {
    const { id } = await product({ quantity: '80' });
    const jar = await item({ packages: [{ quantity: '90' }] });
    await assign(id, [jar.id]);
    const change = { patches: [{ id, patch: { quantity: '90' } }] };
    const body = { orgId: seller.org.id, companyId: seller.company.id, change };
    const { id: changeId } = await owner.expectOk(productChanges.apply, { body });
    await edit(id, { inventoryManagement: 'METRC' });
    const undone = await owner.expectOk(productChanges.undo, { params: { id: changeId ?? 0 } });
    expect(undone).toMatchObject({ restored: 0, kept: 1 });
    expect((await mapped(id)).quantity).toBe('90');
  });

  test('can change its unit to one of the same measure, and not to another while items are mapped', async () => {
    const { id } = await tracked({ unitOfMeasure: 'Pound', sellInUnitOfMeasure: 'Pound', category: 'Buds' });
    const bulk = await item({ unitOfMeasure: 'lb', categoryName: 'Buds', packages: [{ quantity: '2' }] });
    await assign(id, [bulk.id]);
    const ounces = { unitOfMeasure: 'Ounce', sellInUnitOfMeasure: 'Ounce' };
    expect(await edit(id, ounces)).toMatchObject({ body: { quantity: '32' } });
    expect(await edit(id, { unitOfMeasure: 'Unit', sellInUnitOfMeasure: 'Unit' })).toMatchObject({
      status: 400,
      body: { errors: { unitOfMeasure: 'Its mapped items are measured in lb. Remove them first.' } },
    });
    expect(await edit(id, { ...ounces, isParent: true, listingState: 'INTERNAL' })).toMatchObject({
      status: 400,
      body: { errors: { isParent: expect.any(String) } },
    });
  });
});

describe('a file of products', () => {
  const apply = async (rows: object[]) => {
    const body = { orgId: seller.org.id, companyId: seller.company.id, fileName: '', rows: rows as never };
    return owner.expectOk(productImports.apply, { body });
  };
  const undo = (id: number | null) => owner.expectOk(productChanges.undo, { params: { id: id ?? 0 } });

  test('gives the stock to the tracking system as the sum of packages, and undone, the figure counted before', async () => {
    const { id, sku } = await product({ quantity: '80' });
    const jar = await item({ packages: [{ quantity: '340' }], productId: id });
    const { id: changeId } = await apply([{ sku, inventoryManagement: 'METRC' }]);
    expect(await mapped(id)).toMatchObject({ mode: 'METRC', quantity: '340', items: [{ id: jar.id }] });
    await undo(changeId);
    expect(await mapped(id)).toMatchObject({ mode: 'MANUAL', quantity: '80' });
  });

  test('undone, gives the tracking system its sum as the packages are now', async () => {
    const { id, sku } = await tracked();
    const jar = await item({ packages: [{ quantity: '40' }] });
    await assign(id, [jar.id]);
    const { id: changeId } = await apply([{ sku, inventoryManagement: 'MANUAL', quantity: '5' }]);
    expect(await mapped(id)).toMatchObject({ mode: 'MANUAL', quantity: '5' });
    await makePackage(app.database.db, jar, { quantity: '2' });
    await undo(changeId);
    expect(await mapped(id)).toMatchObject({ mode: 'METRC', quantity: '42' });
  });

  test('refuses the row that measures a product otherwise than its items', async () => {
    const { id, sku } = await tracked();
    await assign(id, [(await item()).id]);
    const { rows } = await apply([{ sku, unitOfMeasure: 'Gram', sellInUnitOfMeasure: 'Gram', category: 'Buds' }]);
    expect(JSON.stringify(rows)).toContain('its mapped items are measured in ea. Remove them first.');
    expect(await mapped(id)).toMatchObject({ unitOfMeasure: 'Unit' });
  });

  test('undone, archives a product it added that has items by then', async () => {
    const sku = `FILE-${unique()}`;
    const added = {
      sku,
      name: 'Gelato',
      brand: seller.brand.name,
      category: 'Buds (prepackaged)',
      wholesalePrice: '24',
    };
    const { id: changeId, rows } = await apply([added]);
    const id = rows[0]?.productId ?? 0;
    await item({ productId: id });
    expect(await undo(changeId)).toMatchObject({ archived: 1, removed: 0 });
    expect((await mapped(id)).items).toHaveLength(1);
  });
});

describe('who maps what', () => {
  test('takes the permission, the product’s company and brand, and the item’s license', async () => {
    const { id } = await tracked();
    const mine = await item({ name: 'Assigned Jar' });
    const license = await makeLicense(app.database.db, seller);
    const unassigned = await makeItem(app.database.db, { org: seller.org, license }, { name: 'Unassigned Jar' });
    const theirs = await makeItem(app.database.db, other);
    const clerk = await member({});
    const found = async (caller: TestCaller, searchTerm: string) =>
      (await caller.expectOk(contract.search, { query: { productId: id, searchTerm } })).results.map((one) => one.id);
    expect(await found(clerk, 'Assigned Jar')).toEqual([mine.id]);
    expect(await found(owner, 'Unassigned Jar')).toEqual([unassigned.id]);
    expect(await found(owner, theirs.name)).toEqual([]);
    expect(await assign(id, [unassigned.id], clerk)).toMatchObject({ status: 404 });
    expect(await assign(id, [theirs.id])).toMatchObject({ status: 404 });
    expect(await assign(id, [mine.id], await member({ features: { PRODUCTS: readOnly } }))).toMatchObject({
      status: 403,
    });
    expect(await assign(id, [mine.id], await member({ brandIds: [] }))).toMatchObject({ status: 404 });
    const stranger = await app.as(other.owner.user, other.org);
    expect(await stranger.call(contract.mapped, { query: { productId: id } })).toMatchObject({ status: 404 });
    expect(await assign(id, [theirs.id], stranger)).toMatchObject({ status: 404 });
    expect(await assign(id, [mine.id], clerk)).toMatchObject({ status: 200 });
  });

  test('items that can be mapped come first, of them those of the product’s strain and category', async () => {
    const name = `Ranked ${unique()}`;
    const strain = only(
      await app.database.db
        .insert(strains)
        .values({ orgId: seller.org.id, name: `Haze ${unique()}`, strainClassification: 'SATIVA' })
        .returning(),
    );
    const { id } = await tracked({ strainId: strain.id });
    const taken = await item({ name: `${name} A`, productId: (await tracked()).id });
    const weighed = await item({ name: `${name} B`, unitOfMeasure: 'g' });
    const roll = await item({ name: `${name} C`, categoryName: 'Pre-Roll' });
    const jar = await item({ name: `${name} D` });
    const haze = await item({ name: `${name} E`, strainName: strain.name });
    const { results } = await owner.expectOk(contract.search, { query: { productId: id, searchTerm: name } });
    expect(results.map((one) => one.id)).toEqual([haze.id, jar.id, roll.id, weighed.id, taken.id]);
  });

  test('the list finds products with items and those without', async () => {
    const [withItem, without] = [await tracked(), await tracked()];
    await assign(withItem.id, [(await item()).id]);
    const productIds = [withItem.id, without.id];
    const found = async (hasMappings: boolean) => {
      const body = { orgId: seller.org.id, companyId: seller.company.id, filters: { hasMappings, productIds } };
      return (await owner.expectOk(productCalls.search, { body })).results.map(({ id }) => id);
    };
    expect(await found(true)).toEqual([withItem.id]);
    expect(await found(false)).toEqual([without.id]);
  });
});

test('stock is the sum of its ledger after all of this', async () => {
  const { db } = app.database;
  const stock = await db.select().from(productStock).where(eq(productStock.orgId, seller.org.id));
  for (const { productId, quantity } of stock) {
    const total = (await ledger(productId)).reduce((sum, { delta }) => sum + Number(delta), 0);
    expect([productId, total.toFixed(4)]).toEqual([productId, Number(quantity).toFixed(4)]);
  }
});
