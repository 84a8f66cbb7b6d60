import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { products } from '../../../domain/catalogue/contract';
import { productLines as lines, strains } from '../../../domain/catalogue/lines-contract';
import { productLines } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import { makePriceSchedule, makeProduct, makeSeller, only, type SellerFixture } from '../../support/factories';
import { readOnly } from '../../support/permissions';
import { eachWithSeller, memberOf, strangerTo } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;
await eachWithSeller((now) => ({ app, seller, owner } = now));

const db = () => app.database.db;

describe('product lines', () => {
  const org = () => ({ orgId: seller.org.id });
  const add = (name: string, caller = owner) =>
    caller.call(lines.create, { body: { ...org(), brandId: seller.brand.id, name } });
  const added = async (name: string) =>
    owner.expectOk(lines.create, { body: { ...org(), brandId: seller.brand.id, name } });
  const names = async (body = {}) =>
    (await owner.expectOk(lines.search, { body: { ...org(), ...body } })).results.map(({ name }) => name);
  const place = (positions: number[], caller = owner) =>
    caller.call(lines.setPositions, { body: { ...org(), brandId: seller.brand.id, positions } });

  test('are added to the end of a brand’s menu, renamed, found and put in order', async () => {
    const first = seller.productLine.id;
    const [vapes, edibles] = [await added('Vapes'), await added('Edibles')];
    expect([vapes.menuPosition, edibles.menuPosition]).toEqual([vapes.menuPosition, vapes.menuPosition + 1]);
    await owner.expectOk(lines.update, { params: { id: vapes.id }, body: { name: 'Carts' } });
    expect(await place([edibles.id, first, vapes.id])).toMatchObject({ status: 200 });
    expect(await names()).toEqual(['Edibles', seller.productLine.name, 'Carts']);
    expect(await names({ searchTerm: 'art' })).toEqual(['Carts']);
    expect(await names({ brandIds: [seller.brand.id], productLineIds: [edibles.id] })).toEqual(['Edibles']);
  });

  test('an order that misses a line, or names one twice, is refused', async () => {
    const first = seller.productLine.id;
    const { id } = await added('Vapes');
    expect(await place([first])).toMatchObject({ status: 409 });
    expect(await place([first, first])).toMatchObject({ status: 409 });
    expect(await place([id, first])).toMatchObject({ status: 200 });
  });

  test('have different names within a brand', async () => {
    await added('Vapes');
    expect(await add('VAPES')).toMatchObject({ status: 400, body: { errors: { name: expect.any(String) } } });
    const { id } = await added('Edibles');
    expect(await owner.call(lines.update, { params: { id }, body: { name: 'vapes' } })).toMatchObject({ status: 400 });
  });

  test('are deleted once nothing names them', async () => {
    const [used, priced, free] = [await added('Used'), await added('Priced'), await added('Free')];
    const product = await makeProduct(db(), seller, { productLineId: used.id });
    await makePriceSchedule(db(), seller, { lineRules: [{ productLineId: priced.id, price: '5.00' }] });
    const remove = (id: number) => owner.call(lines.remove, { params: { id } });
    expect(await remove(used.id)).toMatchObject({ status: 409 });
    expect(await remove(priced.id)).toMatchObject({ status: 409 });
    expect(await remove(free.id)).toMatchObject({ status: 200 });
    expect((await owner.expectOk(products.get, { params: { id: product.id } })).productLineId).toBe(used.id);
    expect(await names()).not.toContain('Free');
  });

  test('are changed by those who may change products, and never by another organization', async () => {
    const other = await strangerTo({ app });
    expect(await add('Vapes', await memberOf({ app, seller }, { features: { PRODUCTS: readOnly } }))).toMatchObject({
      status: 403,
    });
    expect(await add('Vapes', other)).toMatchObject({ status: 404 });
    const params = { id: seller.productLine.id };
    expect(await other.call(lines.update, { params, body: { name: 'Theirs' } })).toMatchObject({ status: 404 });
    expect(await other.call(lines.remove, { params })).toMatchObject({ status: 404 });
    const rows = await db().select().from(productLines).where(eq(productLines.id, seller.productLine.id));
    expect(only(rows).name).toBe(seller.productLine.name);
  });
});

describe('strains', () => {
  const org = () => ({ orgId: seller.org.id });
  const add = (name: string) =>
    owner.call(strains.create, { body: { ...org(), name, strainClassification: 'SATIVA' as const } });

  test('are found by name, those that begin with it first, and added once whatever their case', async () => {
    for (const name of ['Blue Dream', 'Dream Queen', 'Gelato']) expect(await add(name)).toMatchObject({ status: 200 });
    expect(await add('gelato')).toMatchObject({ status: 400, body: { errors: { name: expect.any(String) } } });
    const { results } = await owner.expectOk(strains.search, { body: { ...org(), searchTerm: 'dream' } });
    expect(results.map(({ name }) => name)).toEqual(['Dream Queen', 'Blue Dream']);
    const other = await makeSeller(db());
    const theirs = await app.as(other.owner.user, other.org);
    const found = await theirs.expectOk(strains.search, { body: { orgId: other.org.id, searchTerm: 'dream' } });
    expect(found.results).toEqual([]);
  });
});
