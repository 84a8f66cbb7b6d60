import { and, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { bulkActs } from '../../../../domain/bulk/contract';
import { productChanges as changes, products as contract } from '../../../../domain/catalogue/contract';
import { productImports } from '../../../../domain/catalogue/import/contract';
import type { ProductImportRow } from '../../../../domain/catalogue/import/product-import';
import { changes as ledger, packageDepartures, productStock, products } from '../../../../server/db/schema';
import { everyProduct, importRow } from '../../../support/catalogue/product-imports';
import { makeOrder, makeProduct } from '../../../support/factories';
import { only } from '../../../support/organization/factories';
import { sweepOld } from '../../../support/retention/sweep';
import { openSellerApp } from '../../../support/seller-app';

const { app, seller, owner } = await openSellerApp();

const where = () => ({ orgId: seller.org.id, companyId: seller.company.id });
const make = (values: Parameters<typeof makeProduct>[2] = {}) => makeProduct(app.database.db, seller, values);
const apply = (rows: ProductImportRow[], fileName = '') =>
  owner.expectOk(productImports.apply, { body: { ...where(), fileName, rows } });
const undo = (id: number | null) => owner.expectOk(changes.undo, { params: { id: id ?? 0 } });
/** From the recent changes, as a job. */
const undoLater = async (changeId: number | null) => {
  const { id } = await owner.expectOk(bulkActs.undo, { params: { id: changeId ?? 0 } });
  return vi.waitFor(async () => {
    const progress = await owner.expectOk(bulkActs.get, { params: { id }, query: {} });
    expect(progress.state).toBe('DONE');
    return progress;
  }, 30_000);
};
const loaded = (id: number) => owner.expectOk(contract.get, { params: { id } });
const fresh = (values?: ProductImportRow) => importRow(seller, values);
const everything = () => everyProduct(app.database.db, seller);
const bySku = async (sku: string) => {
  const [found] = await app.database.db
    .select()
    .from(products)
    .where(and(eq(products.orgId, seller.org.id), eq(products.sku, sku)));
  return found;
};

describe('undoing an import', () => {
  test('restores what it changed and removes what it added, and says which', async () => {
    const known = await make({ inventoryManagement: 'UNLIMITED', quantity: '0' });
    const row = fresh();
    const { id } = await apply([{ sku: known.sku, inventoryManagement: 'Managed', quantity: '12' }, row]);
    expect(await loaded(known.id)).toMatchObject({ inventoryManagement: 'MANUAL', quantity: '12' });
    expect(await undo(id)).toEqual({ restored: 1, removed: 1, archived: 0, kept: 0 });
    expect(await loaded(known.id)).toMatchObject({ inventoryManagement: 'UNLIMITED', quantity: '0' });
    expect(await bySku(row.sku)).toBeUndefined();
    const record = await owner.expectOk(productImports.get, { params: { id: id ?? 0 } });
    expect(record).toMatchObject({
      summary: 'Imported 2 products',
      undone: expect.any(String),
      rows: [
        { productId: known.id, verdict: 'update', undone: 'restored' },
        { name: row.name, sku: row.sku, verdict: 'create', undone: 'removed' },
      ],
    });
    expect(await owner.call(changes.undo, { params: { id: id ?? 0 } })).toMatchObject({ status: 409 });
  });

  test('from the recent changes does the same, and its rows say what stays', async () => {
    const [known, edited, ordered] = [await make({ wholesalePrice: '10.00' }), await make(), fresh()];
    const price = { wholesalePrice: '19' };
    const { id, rows } = await apply([{ sku: known.sku, ...price }, { sku: edited.sku, ...price }, ordered, fresh()]);
    const used = rows[2]?.productId ?? 0;
    await app.database.db.update(products).set({ wholesalePrice: '20' }).where(eq(products.id, edited.id));
    const product = only(await app.database.db.select().from(products).where(eq(products.id, used)));
    await makeOrder(app.database.db, seller, { lines: [{ product, quantity: '1' }] });
    expect(await undoLater(id)).toMatchObject({ entity: 'product', total: 4, succeeded: 3, failed: 1, undoes: id });
    expect(await loaded(known.id)).toMatchObject({ wholesalePrice: '10.00' });
    const record = await owner.expectOk(productImports.get, { params: { id: id ?? 0 } });
    const undoneOf = new Map(record.rows.map(({ productId, undone }) => [productId, undone]));
    expect([known.id, edited.id, used].map((one) => undoneOf.get(one))).toEqual(['restored', 'kept', 'archived']);
    expect(record.undone).not.toBeNull();
    expect(record.rows.find(({ productId }) => productId === known.id)?.changes).toHaveLength(1);
    expect(await owner.call(changes.undo, { params: { id: id ?? 0 } })).toMatchObject({ status: 409 });
  });

  test('stays possible after results of bulk actions are deleted', async () => {
    const row = fresh();
    const { id } = await apply([row]);
    const { db } = app.database;
    await db
      .update(ledger)
      .set({ finishedAt: sql`now() - interval '729 days'` })
      .where(eq(ledger.id, id ?? 0));
    await sweepOld(app, seller.org.id);
    expect(await undo(id)).toMatchObject({ removed: 1 });
  });

  test('keeps what was edited since, archives what was ordered since', async () => {
    const known = await make();
    const [edited, counted, ordered, untouched] = [fresh(), fresh(), fresh(), fresh()];
    const { id } = await apply([{ sku: known.sku, wholesalePrice: '19' }, edited, counted, ordered, untouched]);
    await apply([
      { sku: known.sku, wholesalePrice: '18' },
      { sku: edited.sku, name: 'Renamed since' },
      { sku: counted.sku, quantity: '60' },
    ]);
    const sold = await bySku(ordered.sku);
    if (!sold) throw new Error('The import added no product');
    await makeOrder(app.database.db, seller, { lines: [{ product: sold, quantity: '4' }] });
    expect(await undo(id)).toEqual({ restored: 0, removed: 1, archived: 1, kept: 3 });
    expect(await loaded(known.id)).toMatchObject({ wholesalePrice: '18.00' });
    expect(await bySku(edited.sku)).toMatchObject({ name: 'Renamed since', listingState: 'INTERNAL' });
    expect(await bySku(counted.sku)).toMatchObject({ listingState: 'INTERNAL' });
    expect(await bySku(ordered.sku)).toMatchObject({ listingState: 'ARCHIVED' });
    expect(await bySku(untouched.sku)).toBeUndefined();
  });

  test('keeps a product whose stock was sold since, and the stock right', async () => {
    const known = await make({ quantity: '100', reserved: '10' });
    const { id } = await apply([{ sku: known.sku, quantity: '80' }]);
    const own = and(eq(productStock.orgId, seller.org.id), eq(productStock.productId, known.id));
    await app.database.db.update(productStock).set({ quantity: '70', reserved: '0' }).where(own);
    expect(await undo(id)).toMatchObject({ restored: 0, kept: 1 });
    expect(await loaded(known.id)).toMatchObject({ quantity: '70', reserved: '0' });
  });

  test('keeps a value that a form would refuse beside what was changed since', async () => {
    const [raised, lowered] = [
      await make({ wholesalePrice: '20.00', salePrice: '18.00' }),
      await make({ wholesalePrice: '20.00', salePrice: '18.00' }),
    ];
    const { id } = await apply([raised, lowered].map(({ sku }) => ({ sku, salePrice: '9' })));
    const priced = (product: { id: number }, wholesalePrice: string) =>
      app.database.db.update(products).set({ wholesalePrice }).where(eq(products.id, product.id));
    await priced(raised, '25.00');
    await priced(lowered, '10.00');
    expect(await undo(id)).toEqual({ restored: 1, removed: 0, archived: 0, kept: 1 });
    expect(await loaded(raised.id)).toMatchObject({ salePrice: '18.00' });
    expect(await loaded(lowered.id)).toMatchObject({ wholesalePrice: '10.00', salePrice: '9.00' });
  });

  test('archives what packages left of, though its items are mapped to it no more', async () => {
    const row = fresh();
    const { id } = await apply([row]);
    const product = await bySku(row.sku);
    await app.database.db.insert(packageDepartures).values({
      orgId: seller.org.id,
      productId: product?.id ?? 0,
      quantity: '2',
      isTransfer: false,
      leftAt: new Date(),
    });
    expect(await undo(id)).toEqual({ restored: 0, removed: 0, archived: 1, kept: 0 });
    expect(await bySku(row.sku)).toMatchObject({ listingState: 'ARCHIVED' });
  });

  test('several are undone in turn', async () => {
    const known = await make({ wholesalePrice: '20.00' });
    const first = await apply([{ sku: known.sku, wholesalePrice: '21' }]);
    const second = await apply([{ sku: known.sku, wholesalePrice: '22' }]);
    await undo(second.id);
    expect(await undo(first.id)).toMatchObject({ restored: 1, kept: 0 });
    expect(await loaded(known.id)).toMatchObject({ wholesalePrice: '20.00' });
  });

  test('isn’t news to buyers: they see a product since when they saw it before', async () => {
    const known = await make();
    const since = async () =>
      (await app.database.db.select({ at: products.listedAt }).from(products).where(eq(products.id, known.id)))[0];
    const before = await since();
    const hidden = await apply([{ sku: known.sku, listingState: 'Internal' }]);
    const shown = await apply([{ sku: known.sku, listingState: 'Available' }]);
    expect(await since()).not.toEqual(before);
    await undo(shown.id);
    await undo(hidden.id);
    expect(await since()).toEqual(before);
  });

  test('leaves every row as it was, stock included', async () => {
    const known = [
      await make({ salePrice: '15.00' }),
      await make({ perCase: '32', quantity: '640' }),
      await make({ inventoryManagement: 'UNLIMITED', quantity: '0' }),
      await make({ listingState: 'ARCHIVED' }),
    ];
    const oneOf = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
    const row = fc.record({
      sku: fc.constantFrom(...known.map(({ sku }) => sku), 'PROPERTY-1', 'PROPERTY-2', 'PROPERTY-3'),
      name: oneOf('Gelato', 'Runtz'),
      category: oneOf('Buds (prepackaged)', 'Pre-Roll'),
      brand: oneOf(seller.brand.name, 'Nobody’s'),
      productLine: oneOf(seller.productLine.name, 'none'),
      wholesalePrice: oneOf('20', '$31.50', 'free'),
      salePrice: oneOf('none', '9.99'),
      sellInUnitOfMeasure: oneOf('Unit', 'Case'),
      unitMultiplier: oneOf('12', '0'),
      maximumOrder: oneOf('10', 'none'),
      inventoryManagement: oneOf('Managed', 'Unlimited'),
      quantity: oneOf('0', '77', '640.5'),
      listingState: oneOf('Available', 'Internal', 'Archived'),
      showQuantity: oneOf('no'),
      description: oneOf('From a file', 'none'),
    });
    const rowsOf = fc.array(row, { minLength: 1, maxLength: 6 });
    const before = await everything();
    await fc.assert(
      fc.asyncProperty(rowsOf, rowsOf, async (one, other) => {
        const said = (rows: typeof one) => rows.map((cells) => JSON.parse(JSON.stringify(cells)) as ProductImportRow);
        const done = [await apply(said(one)), await apply(said(other))];
        for (const { id } of done.reverse()) if (id !== null) expect(await undo(id)).toMatchObject({ kept: 0 });
        expect(await everything()).toEqual(before);
      }),
      { numRuns: 25 },
    );
  });
});
