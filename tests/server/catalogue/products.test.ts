import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { productChanges as changes, products as contract } from '../../../domain/catalogue/contract';
import { auditLog, distributorMappings, productLines, products, strains } from '../../../server/db/schema';
import type { TestCaller } from '../../support/app';
import { makeMember, makeProduct, makeSeller, only } from '../../support/factories';
import { both, readOnly } from '../../support/permissions';
import { openSellerApp } from '../../support/seller-app';

let stranger: TestCaller;
const { app, seller, owner } = await openSellerApp();
beforeAll(async () => {
  const other = await makeSeller(app.database.db);
  stranger = await app.as(other.owner.user, other.org);
});

const where = () => ({ orgId: seller.org.id, companyId: seller.company.id });
const make = (values: Parameters<typeof makeProduct>[2] = {}) => makeProduct(app.database.db, seller, values);
const draft = (values: object = {}) => ({
  ...where(),
  brandId: seller.brand.id,
  name: 'Gelato Eighth',
  sku: `GEL-${Math.random()}`,
  category: 'Buds (prepackaged)' as const,
  wholesalePrice: '24.00',
  unitOfMeasure: 'Unit' as const,
  sellInUnitOfMeasure: 'Unit' as const,
  ...values,
});
const found = async (filters: object, caller = owner) => {
  const { results } = await caller.expectOk(contract.search, { body: { ...where(), filters } });
  return results.map(({ id }) => id);
};
const loaded = (id: number) => owner.expectOk(contract.get, { params: { id } });

describe('a product', () => {
  test('is added with its stock, changed and audited', async () => {
    const made = await owner.expectOk(contract.create, { body: draft({ quantity: '12.5', salePrice: '20.00' }) });
    expect(made).toMatchObject({
      totalEffectiveInventory: '12.5',
      listingState: 'INTERNAL',
      canEdit: true,
      version: 0,
    });
    const { orgId: _, companyId: __, ...fields } = draft({ sku: made.sku, name: 'Gelato 41 Eighth' });
    const changed = await owner.expectOk(contract.update, { params: { id: made.id }, body: { ...fields, version: 0 } });
    expect(changed).toMatchObject({ name: 'Gelato 41 Eighth', salePrice: null, version: 1, quantity: '12.5' });
    const entries = await app.database.db
      .select({ endpoint: auditLog.endpoint })
      .from(auditLog)
      .where(and(eq(auditLog.orgId, seller.org.id), eq(auditLog.entityId, `${made.id}`)));
    expect(entries.map(({ endpoint }) => endpoint).sort()).toEqual(['POST /products', 'PUT /products/:id']);
  });

  test('has a SKU that no other of the organization has, whatever its letters’ case', async () => {
    const [first, second] = [await make({ sku: 'Same-Sku' }), await make()];
    const fieldsOf = (sku: string) => {
      const { orgId: _, companyId: __, ...fields } = draft({ sku, version: 0 });
      return fields as never;
    };
    const renamed = await owner.call(contract.update, { params: { id: second.id }, body: fieldsOf('sAME-sKU') });
    expect(renamed).toMatchObject({ status: 400, body: { errors: { sku: 'Another product has the SKU sAME-sKU' } } });
    const own = await owner.expectOk(contract.update, { params: { id: first.id }, body: fieldsOf('SAME-SKU') });
    expect(own.sku).toBe('SAME-SKU');
    await expect(make({ sku: 'same-sku' })).rejects.toThrow();
    const other = await makeSeller(app.database.db);
    expect((await makeProduct(app.database.db, other, { sku: 'same-sku' })).sku).toBe('same-sku');
  });

  test('is refused at the field that is wrong', async () => {
    const taken = await make();
    const elsewhere = await makeSeller(app.database.db);
    const cases: [object, string][] = [
      [{ sku: taken.sku }, 'sku'],
      [{ sku: ` ${taken.sku.toLowerCase()} ` }, 'sku'],
      [{ sku: taken.sku.toUpperCase() }, 'sku'],
      [{ brandId: elsewhere.brand.id }, 'brandId'],
      [{ productLineId: elsewhere.productLine.id }, 'productLineId'],
      [{ parentId: taken.id }, 'parentId'],
      [{ salePrice: '24.01' }, 'salePrice'],
      [{ minimumOrder: '5', maximumOrder: '4' }, 'maximumOrder'],
      [{ sellInUnitOfMeasure: 'Case' }, 'sellInBulk'],
      [{ subcategoryId: 1 }, 'subcategoryId'],
      [{ unitMultiplier: '0' }, 'unitMultiplier'],
      [{ inventoryManagement: 'UNLIMITED', quantity: '5' }, 'quantity'],
      [{ isParent: true, listingState: 'AVAILABLE' }, 'listingState'],
    ];
    for (const [values, field] of cases) {
      const answer = await owner.call(contract.create, { body: draft(values) });
      expect(answer, JSON.stringify(values)).toMatchObject({
        ok: false,
        status: 400,
        body: { errors: { [field]: expect.any(String) } },
      });
    }
  });

  test('two people who change it at once: the second is told', async () => {
    const { id, sku } = await make();
    const { orgId: _, companyId: __, ...fields } = draft({ sku, version: 0 });
    const edit = () => owner.call(contract.update, { params: { id }, body: { ...fields, version: 0 } });
    const answers = await Promise.all([edit(), edit()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('is archived and comes back as internal; an archived one isn’t edited', async () => {
    const { id, sku } = await make();
    expect(await owner.expectOk(contract.archive, { params: { id } })).toMatchObject({ listingState: 'ARCHIVED' });
    const { orgId: _, companyId: __, ...fields } = draft({ sku });
    expect(await owner.call(contract.update, { params: { id }, body: { ...fields, version: 1 } })).toMatchObject({
      status: 409,
    });
    expect(await owner.expectOk(contract.restore, { params: { id } })).toMatchObject({ listingState: 'INTERNAL' });
  });

  test('a parent keeps its children, and is archived after them', async () => {
    const parent = await owner.expectOk(contract.create, { body: draft({ isParent: true }) });
    const child = await owner.expectOk(contract.create, { body: draft({ parentId: parent.id }) });
    expect((await loaded(parent.id)).family.map(({ id }) => id)).toEqual([child.id]);
    expect(await owner.call(contract.archive, { params: { id: parent.id } })).toMatchObject({ status: 409 });
    await owner.expectOk(contract.archive, { params: { id: child.id } });
    await owner.expectOk(contract.archive, { params: { id: parent.id } });
  });
});

describe('who sees and changes products', () => {
  test('takes the permission, the company and the brand', async () => {
    const { db } = app.database;
    const mine = await make();
    const member = async (values: Parameters<typeof makeMember>[2]) => {
      const { user } = await makeMember(db, seller.org, values);
      return app.as(user, seller.org);
    };
    const assigned = { companyIds: [seller.company.id], brandIds: [seller.brand.id] };
    const reader = await member({ features: { PRODUCTS: readOnly }, ...assigned });
    const brandless = await member({ features: { PRODUCTS: both }, ...assigned, brandIds: [] });
    const outsider = await member({ features: { CUSTOMERS: both }, ...assigned });
    const params = { id: mine.id };
    expect(await found({ productIds: [mine.id] }, reader)).toEqual([mine.id]);
    expect(await found({ productIds: [mine.id] }, brandless)).toEqual([]);
    expect(await reader.call(contract.archive, { params })).toMatchObject({ status: 403 });
    expect(await brandless.call(contract.archive, { params })).toMatchObject({ status: 404 });
    expect(await outsider.call(contract.get, { params })).toMatchObject({ status: 403 });
    expect(await stranger.call(contract.get, { params })).toMatchObject({ status: 404 });
    const change = { patches: [{ id: mine.id, patch: { wholesalePrice: '1.00' } }] };
    expect(await brandless.call(changes.apply, { body: { ...where(), change } })).toMatchObject({ status: 404 });
  });
});

describe('the list', () => {
  test('finds by each filter', async () => {
    const { db } = app.database;
    const { id: orgId } = seller.org;
    const line = only(
      await db
        .insert(productLines)
        .values({ orgId, brandId: seller.brand.id, name: 'Rare', menuPosition: 9 })
        .returning(),
    );
    const strain = only(
      await db.insert(strains).values({ orgId, name: 'Rare', strainClassification: 'CBD_11' }).returning(),
    );
    const rare = await make({
      name: 'Rare 100%_ Rosin',
      productLineId: line.id,
      strainId: strain.id,
      category: 'Concentrate (each)',
      listingState: 'BACKORDER',
      quantity: '7000',
      reserved: '10',
      createdAt: new Date('2020-05-05T12:00:00Z'),
      updatedAt: new Date('2020-06-05T12:00:00Z'),
      lastEdit: new Date('2020-07-05T12:00:00Z'),
    });
    await make({ name: 'Common' });
    for (const filters of [
      { productNameSearch: '100%_' },
      { productNameSearch: rare.sku.toLowerCase() },
      { productLineIds: [line.id] },
      { strainClassifications: ['CBD_11'] },
      { productCategoryIds: [3] },
      { listingStates: ['BACKORDER'] },
      { inventoryFrom: '6990', inventoryTo: '6990' },
      { createdFrom: '2020-05-05', createdTo: '2020-05-05' },
      { modifiedTo: '2020-06-05' },
      { lastEditFrom: '2020-07-05', lastEditTo: '2020-07-06' },
    ]) {
      expect(await found(filters), JSON.stringify(filters)).toEqual([rare.id]);
    }
    expect(await found({ verdantBrandIds: [seller.brand.id] })).toContain(rare.id);
    expect(await found({ verdantBrandIds: [999_999] })).toEqual([]);
  });

  test('finds parents, children, and by the usual distributor of a brand', async () => {
    const { db } = app.database;
    const there = await makeSeller(db);
    const caller = await app.as(there.owner.user, there.org);
    const parent = await makeProduct(db, there, { isParent: true, listingState: 'INTERNAL' });
    const child = await makeProduct(db, there, { parentId: parent.id });
    const plain = await makeProduct(db, there);
    const search = async (filters: object) => {
      const { results } = await caller.expectOk(contract.search, { body: { orgId: there.org.id, filters } });
      return results.map(({ id }) => id).sort((a, b) => a - b);
    };
    expect(await search({ parent: true })).toEqual([parent.id]);
    expect(await search({ parent: false })).toEqual([child.id]);
    expect(await search({ distributorIds: [there.company.id] })).toEqual([]);
    const usual = { orgId: there.org.id, companyId: there.company.id, brandId: there.brand.id };
    await db.insert(distributorMappings).values({ ...usual, distributorId: there.company.id });
    expect(await search({ distributorIds: [there.company.id] })).toEqual([parent.id, child.id, plain.id]);
  });

  test('leaves archived products out until they are asked for', async () => {
    const { id } = await make({ listingState: 'ARCHIVED' });
    expect(await found({})).not.toContain(id);
    expect(await found({ listingStates: ['ARCHIVED'] })).toContain(id);
    expect(await found({ productIds: [id] })).toEqual([id]);
  });

  test('its facets count what it finds, and its export has every match', async () => {
    const facets = await owner.expectOk(contract.facets, { query: where() });
    const [brand] = facets.brands;
    const { resultCount } = await owner.expectOk(contract.search, { body: { ...where(), filters: {} } });
    expect(brand).toMatchObject({ id: seller.brand.id, count: resultCount });
    const available = facets.listingStates.find(({ id }) => id === 'AVAILABLE');
    expect(await found({ listingStates: ['AVAILABLE'] })).toHaveLength(available?.count ?? -1);
    const file = await owner.expectOk(contract.export, {
      body: { ...where(), filters: {}, headers: ['sku', 'quantity'] },
    });
    expect(String(file).trim().split('\n')).toHaveLength(resultCount + 1);
  });
});

describe('a change of many products', () => {
  const preview = (change: object) => owner.expectOk(changes.preview, { body: { ...where(), change } as never });
  const apply = (change: object) => owner.expectOk(changes.apply, { body: { ...where(), change } as never });
  const undo = (id: number | null) => owner.call(changes.undo, { params: { id: id ?? 0 } });

  test('is shown first, applied to those that can change, and undone as one', async () => {
    const [cheap, dear, archived] = [
      await make({ wholesalePrice: '10.00' }),
      await make({ wholesalePrice: '33.33', salePrice: '33.20' }),
      await make({ wholesalePrice: '5.00', salePrice: '5.00' }),
    ];
    const ids = [cheap.id, dear.id, archived.id];
    const change = { selection: { ids }, act: { name: 'changePrice', step: 'PERCENT', value: '-1' } };
    const shown = await preview(change);
    // Two would cost less than their sale prices.
    expect(shown).toMatchObject({ changed: 1, unchanged: 0, refused: 2 });
    expect((await loaded(cheap.id)).wholesalePrice).toBe('10.00');
    const done = await apply(change);
    expect(done).toMatchObject({ changed: 1, refused: 2, rows: shown.rows });
    expect(await loaded(cheap.id)).toMatchObject({ wholesalePrice: '9.90', version: 1 });
    expect(await loaded(dear.id)).toMatchObject({ wholesalePrice: '33.33', version: 0 });
    expect(await undo(done.id)).toMatchObject({ ok: true, body: { restored: 1, kept: 0 } });
    expect((await loaded(cheap.id)).wholesalePrice).toBe('10.00');
    expect(await undo(done.id)).toMatchObject({ status: 409 });
  });

  test('by filters it takes all that match, but those left out', async () => {
    const name = `Wedding Cake ${Math.random()}`;
    const [first, second, third] = [await make({ name }), await make({ name }), await make({ name })];
    const selection = { filters: { productNameSearch: name }, except: [second.id] };
    expect(await apply({ selection, act: { name: 'setListingState', listingState: 'SAMPLE' } })).toMatchObject({
      changed: 2,
    });
    const states = await Promise.all([first, second, third].map(async ({ id }) => (await loaded(id)).listingState));
    expect(states).toEqual(['SAMPLE', 'AVAILABLE', 'SAMPLE']);
  });

  test('keeps what somebody changed since', async () => {
    const [mine, theirs] = [await make(), await make()];
    const selection = { ids: [mine.id, theirs.id] };
    const { id } = await apply({ selection, act: { name: 'changePrice', step: 'SET', value: '7.00' } });
    await apply({ patches: [{ id: theirs.id, version: 1, patch: { wholesalePrice: '8.00' } }] });
    expect(await undo(id)).toMatchObject({ body: { restored: 1, kept: 1 } });
    expect((await loaded(mine.id)).wholesalePrice).toBe('20.00');
    expect((await loaded(theirs.id)).wholesalePrice).toBe('8.00');
  });

  test('of one product is refused at its field, and when somebody was faster', async () => {
    const { id } = await make({ inventoryManagement: 'UNLIMITED' });
    const body = (patch: object, version = 0) => ({ ...where(), change: { patches: [{ id, version, patch }] } });
    expect(await owner.call(changes.apply, { body: body({ quantity: '5' }) })).toMatchObject({
      status: 400,
      body: { errors: { quantity: expect.stringContaining('not entered by hand') } },
    });
    await owner.expectOk(changes.apply, { body: body({ wholesalePrice: '9.00' }) });
    expect(await owner.call(changes.apply, { body: body({ wholesalePrice: '8.00' }) })).toMatchObject({ status: 409 });
  });

  test('sets counted stock through the ledger, also when undone', async () => {
    const product = await make({ quantity: '100' });
    const { id } = await apply({ patches: [{ id: product.id, patch: { quantity: '64' } }] });
    expect(await loaded(product.id)).toMatchObject({ quantity: '64' });
    await undo(id);
    expect(await loaded(product.id)).toMatchObject({ quantity: '100' });
  });

  test('of another person isn’t undone, and another organization’s isn’t found', async () => {
    const { id: productId } = await make();
    const { id } = await apply({ patches: [{ id: productId, patch: { wholesalePrice: '3.00' } }] });
    const { user } = await makeMember(app.database.db, seller.org, { defaultRoleId: 'ADMIN' });
    const colleague = await app.as(user, seller.org);
    expect(await colleague.call(changes.undo, { params: { id: id ?? 0 } })).toMatchObject({ status: 404 });
    expect(await stranger.call(changes.undo, { params: { id: id ?? 0 } })).toMatchObject({ status: 404 });
  });

  test('leaves every product as it was, after any changes and their undos', async () => {
    const made = [
      await make({ salePrice: '15.00' }),
      await make({ wholesalePrice: '3.33' }),
      await make({ quantity: '0' }),
    ];
    const ids = made.map(({ id }) => id);
    const read = () =>
      app.database.db.select(VALUES).from(products).where(eq(products.orgId, seller.org.id)).orderBy(products.id);
    const before = await read();
    const acts = [
      { name: 'changePrice', step: 'PERCENT', value: '10' },
      { name: 'putOnSale', step: 'PERCENT', value: '20' },
      { name: 'setProductLine', productLineId: seller.productLine.id },
      { name: 'setListingState', listingState: 'ARCHIVED' },
    ];
    const done: (number | null)[] = [];
    for (const act of acts) done.push((await apply({ selection: { ids }, act })).id);
    expect(await read()).not.toEqual(before);
    for (const id of done.reverse()) await undo(id);
    expect(await read()).toEqual(before);
  });
});

const VALUES = {
  id: products.id,
  wholesalePrice: products.wholesalePrice,
  salePrice: products.salePrice,
  listingState: products.listingState,
  productLineId: products.productLineId,
};
