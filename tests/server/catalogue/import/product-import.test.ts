import { and, asc, eq, inArray, like, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { productChanges as changes, products as contract, productDetails } from '../../../../domain/catalogue/contract';
import { productImports } from '../../../../domain/catalogue/import/contract';
import { PRODUCT_IMPORT_FIELDS, type ProductImportRow } from '../../../../domain/catalogue/import/product-import';
import { guessMapping, mapRows } from '../../../../domain/import-rows';
import { auditLog, productStock, products, stockMovements, strains } from '../../../../server/db/schema';
import { everyProduct, importRow } from '../../../support/catalogue/product-imports';
import { makeBrand, makeProduct, makeSeller, only } from '../../../support/factories';
import { tableOf } from '../../../support/files/csv';
import { both, readOnly } from '../../../support/permissions';
import { memberOf, openSellerAndStranger } from '../../../support/seller-app';

const { app, seller, owner, stranger } = await openSellerAndStranger();

const where = () => ({ orgId: seller.org.id, companyId: seller.company.id });
const make = (values: Parameters<typeof makeProduct>[2] = {}) => makeProduct(app.database.db, seller, values);
const preview = (rows: ProductImportRow[], caller = owner) =>
  caller.expectOk(productImports.preview, { body: { ...where(), rows } });
const apply = (rows: ProductImportRow[], fileName = '') =>
  owner.expectOk(productImports.apply, { body: { ...where(), fileName, rows } });
const undo = (id: number | null) => owner.expectOk(changes.undo, { params: { id: id ?? 0 } });
const loaded = (id: number) => owner.expectOk(contract.get, { params: { id } });
const fresh = (values?: ProductImportRow) => importRow(seller, values);
const everything = () => everyProduct(app.database.db, seller);
const ledgerOf = (id: number) =>
  app.database.db
    .select({ kind: stockMovements.kind, quantity: stockMovements.quantityDelta, note: stockMovements.note })
    .from(stockMovements)
    .where(and(eq(stockMovements.orgId, seller.org.id), eq(stockMovements.productId, id)))
    .orderBy(asc(stockMovements.id));

describe('an import', () => {
  test('finds a product by its SKU whatever its letters’ case, and takes each once', async () => {
    const known = await make({ sku: 'Case-Jar', wholesalePrice: '20.00' });
    const rows = [
      { sku: ' CASE-JAR ', wholesalePrice: '$21' },
      { sku: 'case-jar', wholesalePrice: '22' },
    ];
    const done = await apply(rows);
    expect(done.rows).toMatchObject([
      { verdict: 'update', productId: known.id },
      { verdict: 'refused', reasons: ['SKU: same as row 1'] },
    ]);
    expect(await loaded(known.id)).toMatchObject({ sku: 'Case-Jar', wholesalePrice: '21.00' });
  });

  test('keeps the file’s row numbers, and says when a SKU may have lost its zeros', async () => {
    const there = await makeSeller(app.database.db);
    const caller = await app.as(there.owner.user, there.org);
    await makeProduct(app.database.db, there, { sku: '0004012' });
    await make({ sku: '0004013' });
    const rows = [
      { ...importRow(there), row: 4, sku: '4012' },
      { ...importRow(there), row: 9, sku: '4013' },
      { ...importRow(there), row: 11, sku: '8.5E+11' },
      { ...importRow(there), row: 12, sku: '4013' },
    ];
    const body = { orgId: there.org.id, companyId: there.company.id, rows };
    const shown = await caller.expectOk(productImports.preview, { body });
    expect(shown.rows.map(({ row, verdict, reasons }) => [row, verdict, ...reasons])).toEqual([
      [4, 'create', expect.stringMatching(/^SKU: there is a product 0004012\./)],
      [9, 'create'],
      [11, 'refused', expect.stringMatching(/^SKU: a spreadsheet shortened this number to 8\.5E\+11\./)],
      [12, 'refused', 'SKU: same as row 9'],
    ]);
    const mixed = { ...body, rows: [...rows].reverse() };
    expect(await caller.call(productImports.preview, { body: mixed })).toMatchObject({ status: 400 });
  });

  test('is previewed without writing, then does exactly that', async () => {
    const known = await make({ wholesalePrice: '20.00', quantity: '100' });
    const rows = [
      { sku: known.sku, wholesalePrice: '21', quantity: '64', productLine: seller.productLine.name },
      fresh({ sellInUnitOfMeasure: 'Case', unitMultiplier: '32', listingState: 'Available' }),
      { sku: known.sku, name: 'Again' },
      fresh({ productLine: 'No such line' }),
    ];
    const before = await everything();
    const shown = await preview(rows);
    expect(shown.rows.map(({ verdict }) => verdict)).toEqual(['update', 'create', 'refused', 'refused']);
    expect(shown.rows[3]?.reasons).toEqual(['Product line: no product line called “No such line”. Add it first.']);
    expect(await everything()).toEqual(before);

    const done = await apply(rows, 'menu.csv');
    expect(done.rows.map(({ verdict, changes: said }) => [verdict, said])).toEqual(
      shown.rows.map(({ verdict, changes: said }) => [verdict, said]),
    );
    expect(await loaded(known.id)).toMatchObject({
      wholesalePrice: '21.00',
      quantity: '64',
      productLineId: seller.productLine.id,
      version: 1,
    });
    expect((await ledgerOf(known.id)).at(-1)).toEqual({
      kind: 'adjust',
      quantity: '-36',
      note: 'Imported 2 products from menu.csv',
    });
    const added = await loaded(done.rows[1]?.productId ?? 0);
    expect(added).toMatchObject({ sellInBulk: true, unitMultiplier: '32', quantity: '64', listingState: 'AVAILABLE' });
    expect(await ledgerOf(added.id)).toMatchObject([{ kind: 'opening', quantity: '64' }]);
    expect((await preview(rows)).rows.map(({ verdict }) => verdict)).toEqual([
      'unchanged',
      'unchanged',
      'refused',
      'refused',
    ]);
    const logs = await owner.expectOk(productDetails.logs, { params: { id: known.id }, query: {} });
    expect(logs.results[0]?.changes).toContainEqual({
      label: 'Product line',
      from: 'None',
      to: seller.productLine.name,
    });
  });

  test('takes its own export back unchanged', async () => {
    const { db } = app.database;
    const there = await makeSeller(db);
    const caller = await app.as(there.owner.user, there.org);
    const strain = only(
      await db
        .insert(strains)
        .values({ orgId: there.org.id, name: 'Blue Dream', strainClassification: 'SATIVA' })
        .returning(),
    );
    const parent = await makeProduct(db, there, { name: 'Blue Dream', isParent: true, listingState: 'INTERNAL' });
    await makeProduct(db, there, { perCase: '32', parentId: parent.id, productLineId: there.productLine.id });
    await makeProduct(db, there, { name: '=SUM(1)', strainId: strain.id, salePrice: '11.50', listingState: 'SAMPLE' });
    await makeProduct(db, there, {
      inventoryManagement: 'METRC',
      quantity: '12.123456',
      unitOfMeasure: 'Pound' as never,
      sellInUnitOfMeasure: 'Pound',
    });
    await makeProduct(db, there, { inventoryManagement: 'UNLIMITED', quantity: '0' });
    const scope = { orgId: there.org.id, companyId: there.company.id };
    const file = await caller.expectOk(contract.export, { body: { ...scope, filters: {} } });
    const table = tableOf(String(file));
    const { rows, unread } = mapRows(
      table.lines,
      guessMapping(PRODUCT_IMPORT_FIELDS, table.headers),
      PRODUCT_IMPORT_FIELDS,
    );
    expect([rows.length, unread]).toEqual([5, []]);
    const shown = await caller.expectOk(productImports.preview, { body: { ...scope, rows: [...rows] } });
    expect(shown.rows.filter(({ verdict }) => verdict !== 'unchanged')).toEqual([]);
  });

  test('of 10,000 rows is one change, undone as one', async () => {
    const { db } = app.database;
    const there = await makeSeller(db);
    const caller = await app.as(there.owner.user, there.org);
    const scope = { orgId: there.org.id, companyId: there.company.id };
    const rowsAt = (wholesalePrice: string) =>
      Array.from({ length: 10_000 }, (_, at) => ({
        sku: `BIG-${at}`,
        name: `Product ${at}`,
        brand: there.brand.name,
        category: 'Pre-Roll',
        wholesalePrice,
        quantity: `${at}`,
      }));
    const first = await caller.expectOk(productImports.apply, { body: { ...scope, rows: rowsAt('10') } });
    expect(first.rows.every(({ verdict }) => verdict === 'create')).toBe(true);
    const second = await caller.expectOk(productImports.apply, { body: { ...scope, rows: rowsAt('11') } });
    expect(second.rows.every(({ verdict }) => verdict === 'update')).toBe(true);
    const undoing = (id: number | null) => caller.expectOk(changes.undo, { params: { id: id ?? 0 } });
    expect(await undoing(second.id)).toEqual({ restored: 10_000, removed: 0, archived: 0, kept: 0 });
    expect(await undoing(first.id)).toEqual({ restored: 0, removed: 10_000, archived: 0, kept: 0 });
    const left = await db.select({ id: products.id }).from(products).where(eq(products.orgId, there.org.id));
    expect(left).toEqual([]);
  });

  test('sent twice at once with one key is made once', async () => {
    const row = fresh();
    const key = crypto.randomUUID();
    const send = () =>
      owner.expectOk(productImports.apply, { body: { ...where(), rows: [row] } }, { idempotencyKey: key });
    const [one, other] = await Promise.all([send(), send()]);
    expect(one).toEqual(other);
    expect(one.rows[0]?.verdict).toBe('create');
  });

  test('of the same new SKU from two people at once adds it once', async () => {
    const row = fresh();
    const answers = await Promise.all([apply([row]), apply([row])]);
    expect(answers.map(({ rows }) => rows[0]?.verdict).sort()).toEqual(['create', 'unchanged']);
  });

  test('writes its history, also that of its undo', async () => {
    const row = fresh();
    const { id, rows } = await apply([row]);
    const productId = rows[0]?.productId ?? 0;
    await undo(id);
    const entries = await app.database.db
      .select({ endpoint: auditLog.endpoint, after: auditLog.after })
      .from(auditLog)
      .where(
        and(eq(auditLog.orgId, seller.org.id), eq(auditLog.entityId, `${productId}`), eq(auditLog.entity, 'product')),
      )
      .orderBy(asc(auditLog.id));
    expect(entries).toMatchObject([
      { endpoint: 'POST /product-imports', after: { sku: row.sku, quantity: '64' } },
      { endpoint: 'POST /product-changes/:id/undo', after: null },
    ]);
  });
});

describe('who imports', () => {
  test('takes write on products, the company, and the brand of each row', async () => {
    const { db } = app.database;
    const mine = await make();
    const spare = await makeBrand(db, seller.org);
    const member = (values: Parameters<typeof memberOf>[1]) => memberOf({ app, seller }, values);
    const reader = await member({ features: { PRODUCTS: readOnly } });
    const other = await member({ features: { PRODUCTS: both }, brandIds: [spare.id] });
    const elsewhere = await member({ features: { PRODUCTS: both }, companyIds: [] });
    const body = { ...where(), rows: [{ sku: mine.sku, wholesalePrice: '1' }, fresh()] };
    for (const call of [productImports.preview, productImports.apply]) {
      expect(await reader.call(call, { body })).toMatchObject({ status: 403 });
      expect(await elsewhere.call(call, { body })).toMatchObject({ status: 404 });
      expect(await stranger.call(call, { body })).toMatchObject({ ok: false });
    }
    expect((await preview(body.rows, other)).rows.map(({ reasons }) => reasons)).toEqual([
      ['SKU: a product you can’t change already has it'],
      [`Brand: you have no brand called “${seller.brand.name}”`],
    ]);
  });

  test('another organization’s brands, lines, strains and parents aren’t found', async () => {
    const { db } = app.database;
    const other = await makeSeller(db);
    await db.insert(strains).values({ orgId: other.org.id, name: 'Only theirs', strainClassification: 'SATIVA' });
    const parent = await makeProduct(db, other, { isParent: true, listingState: 'INTERNAL' });
    const rows = [
      fresh({ brand: other.brand.name }),
      fresh({ strain: 'Only theirs' }),
      fresh({ parent: parent.sku }),
      fresh({ productLine: `${other.productLine.name} of theirs` }),
    ];
    const { rows: shown } = await preview(rows);
    expect(shown.map(({ verdict }) => verdict)).toEqual(rows.map(() => 'refused'));
    const { rows: done, id } = await apply(rows);
    expect(done.map(({ verdict }) => verdict)).toEqual(rows.map(() => 'refused'));
    expect(id).toBeNull();
    const skus = rows.map(({ sku }) => sku);
    expect(await db.select().from(products).where(inArray(products.sku, skus))).toEqual([]);
  });

  test('an import is read and undone by whoever made it', async () => {
    const { id } = await apply([fresh()]);
    const colleague = await memberOf({ app, seller }, { defaultRoleId: 'ADMIN' });
    for (const caller of [colleague, stranger])
      for (const call of [productImports.get, changes.undo])
        expect(await caller.call(call, { params: { id: id ?? 0 } })).toMatchObject({ status: 404 });
  });
});

test('stock stays right while orders take from it', async () => {
  const known = await make({ quantity: '1000' });
  const reserve = sql`update product_stock set reserved = reserved + 1
    where org_id = ${seller.org.id} and product_id = ${known.id}`;
  const counts = ['900', '800', '700'];
  await Promise.all([
    ...counts.map((quantity) => apply([{ sku: known.sku, quantity }])),
    ...Array.from({ length: 20 }, () => app.database.db.execute(reserve)),
  ]);
  const [stock] = await app.database.db
    .select()
    .from(productStock)
    .where(and(eq(productStock.orgId, seller.org.id), eq(productStock.productId, known.id)));
  expect(stock?.reserved).toBe('20');
  const moved = await ledgerOf(known.id);
  const total = moved.reduce((sum, { quantity }) => sum + Number(quantity), 0);
  expect(total + (moved.some(({ kind }) => kind === 'opening') ? 0 : 1000)).toBe(Number(stock?.quantity));
  expect(
    await app.database.db
      .select()
      .from(products)
      .where(like(products.sku, `${known.sku}%`)),
  ).toHaveLength(1);
});
