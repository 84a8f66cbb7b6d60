import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { productChanges, products } from '../../../domain/catalogue/contract';
import { productImports } from '../../../domain/catalogue/import/contract';
import { companies as contract } from '../../../domain/organization/company-contract';
import { priceSchedules } from '../../../domain/pricing/contract';
import { PRICE_KEPT_THERE } from '../../../domain/pricing/own-prices';
import { companies, products as rows, wholesaleSyncs } from '../../../server/db/schema';
import { makeMember, makeProduct, type ProductFixture, unique } from '../../support/factories';
import { openSellerAndStranger } from '../../support/seller-app';

const { app, seller, owner, stranger } = await openSellerAndStranger();
const db = () => app.database.db;
const scope = () => ({ orgId: seller.org.id, companyId: seller.company.id });

let product: ProductFixture;

beforeEach(async () => {
  await db().delete(wholesaleSyncs).where(eq(wholesaleSyncs.orgId, seller.org.id));
  await db().update(companies).set({ marketplaceLinkSevered: false }).where(eq(companies.id, seller.company.id));
  const values = { wholesalePrice: '20.00', salePrice: '19.00', name: 'Jar', sku: `JAR-${unique()}` };
  product = await makeProduct(db(), seller, values);
});

const connect = () =>
  db()
    .insert(wholesaleSyncs)
    .values({ orgId: seller.org.id, usState: 'CA', access: 'READ', checkedAt: new Date(), sealedKey: 'sealed' });
const company = () => owner.expectOk(contract.get, { params: { id: seller.company.id } });
const setLink = async (severed: boolean, caller = owner, version?: number) =>
  caller.call(contract.setMarketplaceLink, {
    params: { id: seller.company.id },
    body: { severed, version: version ?? (await company()).version },
  });
const save = async (changes: object) => {
  const body = await owner.expectOk(products.get, { params: { id: product.id } });
  const { brandId, name, sku, category, wholesalePrice, salePrice, unitOfMeasure, sellInUnitOfMeasure, version } = body;
  const fields = { brandId, name, sku, category, wholesalePrice, salePrice, unitOfMeasure, sellInUnitOfMeasure };
  return owner.call(products.update, {
    params: { id: product.id },
    body: { ...fields, inventoryManagement: 'MANUAL', listingState: 'AVAILABLE', version, ...changes } as never,
  });
};
const patch = (fields: object) =>
  owner.call(productChanges.apply, {
    body: { orgId: seller.org.id, change: { patches: [{ id: product.id, patch: fields }] } },
  });
const importRow = (fields: object) =>
  owner.expectOk(productImports.apply, {
    body: { ...scope(), fileName: 'p.csv', rows: [{ sku: product.sku, ...fields }] },
  });
const price = async () => (await db().select().from(rows).where(eq(rows.id, product.id)))[0]?.wholesalePrice;
const makeSchedule = () => owner.call(priceSchedules.create, { body: { ...scope(), name: `Volume ${unique()}` } });

describe('while a company is linked to the wholesale marketplace', () => {
  test('no price of its products changes here: by form, in the list, for many, or by a file; the rest does', async () => {
    await connect();
    const refused = { status: 400, body: { errors: { wholesalePrice: PRICE_KEPT_THERE } } };
    expect(await save({ wholesalePrice: '21.00' })).toMatchObject(refused);
    expect(await save({ salePrice: null })).toMatchObject({ body: { errors: { salePrice: PRICE_KEPT_THERE } } });
    expect(await save({ name: 'Big jar' })).toMatchObject({ status: 200 });
    expect(await patch({ wholesalePrice: '21.00' })).not.toMatchObject({ body: { changed: 1 } });
    const selection = { ids: [product.id] };
    const change = { selection, act: { name: 'endSale' as const } };
    const shown = await owner.expectOk(productChanges.preview, { body: { orgId: seller.org.id, change } });
    expect(shown.rows).toMatchObject([{ verdict: 'refused', reasons: [PRICE_KEPT_THERE] }]);
    const [row] = (await importRow({ wholesalePrice: '21' })).rows;
    expect(row).toMatchObject({ verdict: 'refused' });
    expect((await importRow({ description: 'Glass' })).rows).toMatchObject([{ verdict: 'update' }]);
    expect(await price()).toBe('20.00');
    expect(await makeSchedule()).toMatchObject({ status: 409 });
  });

  test('a new product still begins with a price', async () => {
    await connect();
    const body = await owner.expectOk(products.get, { params: { id: product.id } });
    const { brandId, category, unitOfMeasure, sellInUnitOfMeasure } = body;
    const fields = { brandId, category, unitOfMeasure, sellInUnitOfMeasure, wholesalePrice: '8.00' };
    const made = { ...scope(), ...fields, name: 'New', sku: `NEW-${unique()}` } as never;
    expect(await owner.call(products.create, { body: made })).toMatchObject({ status: 200 });
  });

  test('undoing a change gives no price back', async () => {
    const changed = await owner.expectOk(productChanges.apply, {
      body: { orgId: seller.org.id, change: { patches: [{ id: product.id, patch: { wholesalePrice: '25.00' } }] } },
    });
    await connect();
    await owner.call(productChanges.undo, { params: { id: changed.id ?? 0 } });
    expect(await price()).toBe('25.00');
  });
});

describe('an owner', () => {
  test('severs the link, after which products and schedules are priced here, and joins it again', async () => {
    expect(await setLink(true)).toMatchObject({ status: 409 });
    await connect();
    expect(await company()).toMatchObject({ isMarketplaceLinked: true, marketplaceLinkSevered: false });
    const { version } = await company();
    expect(await setLink(true)).toMatchObject({ status: 200, body: { isMarketplaceLinked: false } });
    expect(await setLink(true, owner, version)).toMatchObject({ status: 409, body: { message: 'STALE' } });
    expect(await save({ wholesalePrice: '21.00' })).toMatchObject({ status: 200 });
    expect(await makeSchedule()).toMatchObject({ status: 200 });
    expect(await setLink(false)).toMatchObject({ status: 200, body: { isMarketplaceLinked: true } });
    expect(await save({ wholesalePrice: '22.00' })).toMatchObject({ status: 400 });
    expect(await makeSchedule()).toMatchObject({ status: 409 });
  });

  test('is needed: those who only read the organization, and other organizations, can’t', async () => {
    await connect();
    const features = { EDIT_ORGANIZATION: { read: true, write: false } };
    const reader = await makeMember(db(), seller, { features, companyIds: [seller.company.id] });
    expect(await setLink(true, await app.as(reader.user, seller.org))).toMatchObject({ status: 403 });
    expect(await setLink(true, stranger)).toMatchObject({ status: 404 });
  });
});
