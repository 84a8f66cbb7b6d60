import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { products as calls, productDetails as contract } from '../../../domain/catalogue/contract';
import { MOST_PRODUCT_IMAGES } from '../../../domain/catalogue/product-record';
import { brands } from '../../../domain/directory/contract';
import { distributorMappings, productImages, productStock, stockMovements } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import { makeItem, makeOrder, makeProduct, makeSeller, type SellerFixture } from '../../support/factories';
import { photo } from '../../support/files/pictures';
import { readOnly } from '../../support/permissions';
import { eachWithSeller, memberOf, strangerTo } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;
await eachWithSeller((now) => ({ app, seller, owner } = now));

const db = () => app.database.db;
const make = (values: Parameters<typeof makeProduct>[2] = {}) => makeProduct(db(), seller, values);
const read = (id: number) => owner.expectOk(calls.get, { params: { id } });
const count = (id: number, quantity: string, note = '', caller = owner) =>
  caller.call(contract.setStock, { params: { id }, body: { inventoryItems: [{ quantity, note }] } });
const ledger = (id: number, query = {}) => owner.expectOk(contract.stock, { params: { id }, query });
const reader = () => memberOf({ app, seller }, { features: { PRODUCTS: readOnly } });
const stranger = () => strangerTo({ app });

describe('a product’s pictures', () => {
  const add = async (id: number, caller = owner) =>
    caller.call(contract.addImage, { params: { id }, file: await photo(640, 480) });
  const keep = (id: number, images: { id: number; alt: string }[], version: number) =>
    owner.call(contract.setImages, { params: { id }, body: { images, version } });

  test('are added last, described, put in order and removed, as buyers see them', async () => {
    const { id } = await make();
    for (let i = 0; i < 3; i++) expect(await add(id)).toMatchObject({ status: 200 });
    const { images, version } = await read(id);
    const [first, second, third] = images;
    if (!first || !second || !third) throw new Error('no pictures');
    const kept = [
      { id: third.id, alt: ' A jar of flower ' },
      { id: first.id, alt: '' },
    ];
    expect(await keep(id, kept, version)).toMatchObject({ status: 200 });
    const shown = [
      { imageUri: third.imageUri, alt: 'A jar of flower' },
      { imageUri: first.imageUri, alt: '' },
    ];
    expect((await read(id)).images).toMatchObject(shown);
    const { products } = await owner.expectOk(brands.menu, { params: { id: seller.brand.id }, body: {} });
    expect(products[0]?.images).toEqual(shown);
    expect((await fetch(`${app.url}${third.imageUri}`)).headers.get('content-type')).toBe('image/webp');
  });

  test('one added meanwhile isn’t dropped by an older order', async () => {
    const { id } = await make();
    await add(id);
    const { images, version } = await read(id);
    await add(id);
    const kept = images.map((one) => ({ id: one.id, alt: 'Old' }));
    expect(await keep(id, kept, version)).toMatchObject({ status: 409 });
    expect((await read(id)).images).toHaveLength(2);
  });

  test('another product’s aren’t taken, nor named twice', async () => {
    const [mine, other] = [await make(), await make({ images: ['/files/other.webp'] })];
    await add(mine.id);
    const { images, version } = await read(mine.id);
    const [own] = images;
    const [theirs] = (await read(other.id)).images;
    const kept = [own, theirs].map((one) => ({ id: one?.id ?? 0, alt: '' }));
    for (const wrong of [kept, [kept[0], kept[0]]])
      expect(await keep(mine.id, wrong as typeof kept, version)).toMatchObject({
        status: 400,
        body: { errors: { images: expect.any(String) } },
      });
    expect((await read(other.id)).images).toHaveLength(1);
  });

  test('are at most twelve', async () => {
    const { id } = await make({ images: Array.from({ length: MOST_PRODUCT_IMAGES }, (_, at) => `/files/${at}.webp`) });
    expect(await add(id)).toMatchObject({ status: 400, body: { errors: { file: expect.stringContaining('12') } } });
    const rows = await db().select().from(productImages).where(eq(productImages.productId, id));
    expect(rows).toHaveLength(MOST_PRODUCT_IMAGES);
  });

  test('go with a copy, which keeps its own from then on', async () => {
    const { id, sku } = await make({ images: ['/files/jar.webp', '/files/box.webp'] });
    const copied = {
      orgId: seller.org.id,
      companyId: seller.company.id,
      brandId: seller.brand.id,
      name: 'Copy',
      category: 'Buds (prepackaged)' as const,
      wholesalePrice: '24.00',
      unitOfMeasure: 'Unit' as const,
      sellInUnitOfMeasure: 'Unit' as const,
      copiedFrom: id,
    };
    const copy = await owner.expectOk(calls.create, { body: { ...copied, sku: `${sku}-2` } });
    expect(copy.images.map(({ imageUri }) => imageUri)).toEqual(['/files/jar.webp', '/files/box.webp']);
    expect(await keep(copy.id, [], copy.version)).toMatchObject({ status: 200, body: { images: [] } });
    expect((await read(id)).images).toHaveLength(2);
    const theirs = await makeSeller(db());
    const other = await makeProduct(db(), theirs);
    const body = { ...copied, sku: `${sku}-3`, copiedFrom: other.id };
    expect(await owner.call(calls.create, { body })).toMatchObject({ status: 404 });
  });

  test('are for those who may change the product', async () => {
    const { id } = await make();
    expect(await add(id, await reader())).toMatchObject({ status: 403 });
    expect(await add(id, await stranger())).toMatchObject({ status: 404 });
    expect((await read(id)).images).toEqual([]);
  });

  test('a child without pictures and text has its parent’s on the menu and in the grid, until it has its own', async () => {
    const parent = await make({
      isParent: true,
      listingState: 'INTERNAL',
      description: 'Grown in the sun.',
      images: ['/files/parent.webp'],
    });
    const [bare, own, alone] = [
      await make({ name: 'A', parentId: parent.id }),
      await make({ name: 'B', parentId: parent.id, description: 'A jar.', images: ['/files/jar.webp'] }),
      await make({ name: 'C' }),
    ];
    const { products } = await owner.expectOk(brands.menu, { params: { id: seller.brand.id }, body: {} });
    const shown = products.map(({ id, description, images }) => [id, description, images[0]?.imageUri]);
    expect(shown).toEqual([
      [bare.id, 'Grown in the sun.', '/files/parent.webp'],
      [own.id, 'A jar.', '/files/jar.webp'],
      [alone.id, '', undefined],
    ]);
    const filters = { productIds: [bare.id, own.id, alone.id] };
    const { results } = await owner.expectOk(calls.search, {
      body: { orgId: seller.org.id, companyId: seller.company.id, filters, sortBy: 'name', sortDesc: false },
    });
    expect(results.map(({ imageUri }) => imageUri)).toEqual(['/files/parent.webp', '/files/jar.webp', null]);
  });
});

describe('a product’s stock', () => {
  test('is entered by hand, and its ledger says what, when, who and why, with the figures after it', async () => {
    const { id } = await make({ quantity: '100', reserved: '8' });
    expect(await count(id, '640.5', 'Spring count')).toMatchObject({
      status: 200,
      body: { quantity: '640.5', reserved: '8', totalEffectiveInventory: '632.5' },
    });
    const stock = await ledger(id);
    expect(stock).toMatchObject({
      mode: 'MANUAL',
      quantity: '640.5',
      reserved: '8',
      available: '632.5',
      resultCount: 2,
    });
    const [counted, opening] = stock.results;
    const { firstName, lastName } = seller.owner.user;
    expect(counted).toMatchObject({
      kind: 'adjust',
      note: 'Spring count',
      person: expect.stringContaining(firstName || lastName),
      order: null,
      quantityDelta: '540.5',
      reservedDelta: '0',
      quantity: '640.5',
      reserved: '8',
    });
    expect(opening).toMatchObject({ kind: 'opening', quantity: '100', reserved: '8', person: null });
  });

  test('places are added up, and the same count writes nothing', async () => {
    const { id } = await make({ quantity: '100' });
    const inventoryItems = [{ quantity: '60', note: 'Vault' }, { quantity: '40' }];
    await owner.expectOk(contract.setStock, { params: { id }, body: { inventoryItems } });
    expect(await ledger(id)).toMatchObject({ quantity: '100', resultCount: 1 });
  });

  test('what a product says its stock is made of can be sent back', async () => {
    const { id } = await make({ quantity: '100' });
    const { inventoryItems } = await owner.expectOk(calls.get, { params: { id } });
    expect(inventoryItems).toEqual([{ verdantItemId: null, quantity: '100' }]);
    const saved = await owner.expectOk(contract.setStock, {
      params: { id },
      body: { inventoryItems: [...(inventoryItems as { quantity: string }[]), { quantity: '20' }] },
    });
    expect(saved.inventoryItems).toEqual([{ verdantItemId: null, quantity: '120' }]);
    const endless = await make({ inventoryManagement: 'UNLIMITED' });
    expect(await owner.expectOk(calls.get, { params: { id: endless.id } })).toMatchObject({ inventoryItems: [] });
  });

  test('a product of the tracking system is made of its items’ packages', async () => {
    const { id } = await make({ inventoryManagement: 'METRC', unitOfMeasure: 'Gram', sellInUnitOfMeasure: 'Gram' });
    const empty = await makeItem(db(), seller, { productId: id, unitOfMeasure: 'g' });
    const packages = [
      { quantity: '2', unit: 'oz' as const },
      { quantity: '3', unit: 'g' as const },
    ];
    const held = await makeItem(db(), seller, { productId: id, unitOfMeasure: 'g', packages });
    expect(await owner.expectOk(calls.get, { params: { id } })).toMatchObject({
      verdantItemIds: [empty.id, held.id],
      inventoryItems: [
        { verdantItemId: empty.id, quantity: '0' },
        { verdantItemId: held.id, quantity: expect.stringMatching(/^59\.699/) },
      ],
    });
  });

  test('has figures without idle zeros, however they were counted', async () => {
    const { id } = await make({ quantity: '185.50' });
    await count(id, '185.0');
    expect((await ledger(id)).results[0]).toMatchObject({ quantityDelta: '-0.5', quantity: '185', reserved: '0' });
  });

  test('its ledger links the orders that moved it, and is paged', async () => {
    const product = await make({ quantity: '100' });
    const { order } = await makeOrder(db(), seller, { lines: [{ product, quantity: '5' }] });
    const { id, orderNumber } = order;
    expect((await ledger(product.id)).results[0]).toMatchObject({
      kind: 'reserve',
      order: { id, orderNumber },
      reservedDelta: '5',
      quantity: '100',
      reserved: '5',
    });
    const counted = { orgId: seller.org.id, productId: product.id, kind: 'adjust', reservedDelta: '0' };
    await db()
      .insert(stockMovements)
      .values(Array.from({ length: 29 }, () => ({ ...counted, quantityDelta: '1' })));
    await db()
      .update(productStock)
      .set({ quantity: '129' })
      .where(and(eq(productStock.orgId, seller.org.id), eq(productStock.productId, product.id)));
    const first = await ledger(product.id);
    expect(first).toMatchObject({ page: 0, resultCount: 31, quantity: '129', available: '124' });
    expect(first.results).toHaveLength(25);
    const last = await ledger(product.id, { page: 1 });
    expect(last.results.map(({ quantity }) => quantity)).toEqual(['104', '103', '102', '101', '100', '100']);
  });

  test.each([
    ['never runs out', { inventoryManagement: 'UNLIMITED' as const }],
    ['comes from the wholesale marketplace', { inventoryManagement: 'INHERITED' as const }],
    ['comes from the tracking system', { inventoryManagement: 'METRC' as const }],
    ['belongs to an archived product', { listingState: 'ARCHIVED' as const }],
  ])('isn’t entered by hand when it %s', async (_, values) => {
    const { id } = await make({ quantity: '100', ...values });
    expect(await count(id, '5')).toMatchObject({ status: 409 });
    expect((await read(id)).quantity).toBe('100');
  });

  test('a wrong figure is refused at its field', async () => {
    const { id } = await make();
    for (const quantity of ['-1', 'many', '1.1234567'])
      expect(await count(id, quantity)).toMatchObject({
        status: 400,
        body: { errors: { 'inventoryItems.0.quantity': expect.any(String) } },
      });
  });

  test('is entered by those who may change the product, and seen by its readers', async () => {
    const { id } = await make();
    const viewer = await reader();
    expect(await count(id, '5', '', viewer)).toMatchObject({ status: 403 });
    expect(await viewer.call(contract.stock, { params: { id }, query: {} })).toMatchObject({ status: 200 });
    const other = await stranger();
    expect(await count(id, '5', '', other)).toMatchObject({ status: 404 });
    expect(await other.call(contract.stock, { params: { id }, query: {} })).toMatchObject({ status: 404 });
  });
});

describe('a product’s history', () => {
  const draft = () => ({
    orgId: seller.org.id,
    companyId: seller.company.id,
    brandId: seller.brand.id,
    name: 'Gelato Eighth',
    sku: `GEL-${Math.random()}`,
    category: 'Buds (prepackaged)' as const,
    wholesalePrice: '24.00',
    unitOfMeasure: 'Unit' as const,
    sellInUnitOfMeasure: 'Unit' as const,
  });
  const logs = (id: number, caller = owner) => caller.call(contract.logs, { params: { id }, query: {} });
  const asOf = (id: number, at: string) => owner.expectOk(contract.asOf, { params: { id }, query: { at } });
  const valueAt = async (id: number, at: string, label: string) =>
    (await asOf(id, at)).values?.find((one) => one.label === label)?.value;

  test('names who changed what, newest first, and shows it as it was at each time', async () => {
    const before = new Date(Date.now() - 1000).toISOString();
    const { orgId: _, companyId: __, ...fields } = draft();
    const { id } = await owner.expectOk(calls.create, { body: { ...draft(), sku: fields.sku } });
    await owner.expectOk(calls.update, {
      params: { id },
      body: { ...fields, name: 'Gelato 41 Eighth', salePrice: '20.00', listingState: 'AVAILABLE', version: 0 },
    });
    await owner.expectOk(calls.archive, { params: { id } });
    const answer = await owner.expectOk(contract.logs, { params: { id }, query: {} });
    const [archived, edited, added] = answer.results;
    expect(answer.resultCount).toBe(3);
    expect(archived).toMatchObject({
      person: { id: seller.owner.user.id },
      impersonatedBy: null,
      changes: [{ label: 'Status', from: 'Available', to: 'Archived' }],
    });
    expect(edited?.changes).toEqual([
      { label: 'Name', from: 'Gelato Eighth', to: 'Gelato 41 Eighth' },
      { label: 'Sale price', from: 'None', to: '$20.00' },
      { label: 'Status', from: 'Internal', to: 'Available' },
    ]);
    expect(added?.changes).toEqual([]);
    expect((await asOf(id, before)).values).toBeNull();
    expect(await valueAt(id, added?.created ?? '', 'Name')).toBe('Gelato Eighth');
    expect(await valueAt(id, added?.created ?? '', 'Sale price')).toBeUndefined();
    expect(await valueAt(id, edited?.created ?? '', 'Status')).toBe('Available');
    expect(await valueAt(id, archived?.created ?? '', 'Status')).toBe('Archived');
  });

  test('is for those who see the product', async () => {
    const { id } = await make();
    expect(await logs(id, await reader())).toMatchObject({ status: 200 });
    expect(await logs(id, await stranger())).toMatchObject({ status: 404 });
  });
});

test('a product says who usually delivers it', async () => {
  const { id } = await make();
  expect((await read(id)).distributor).toBeNull();
  const { id: companyId, name } = seller.company;
  const usual = { orgId: seller.org.id, companyId, brandId: seller.brand.id };
  await db()
    .insert(distributorMappings)
    .values({ ...usual, distributorId: companyId });
  expect((await read(id)).distributor).toEqual({ id: companyId, name });
});
