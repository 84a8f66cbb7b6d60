import { beforeAll, describe, expect, test } from 'vitest';
import { boughtBefore } from '../../../domain/directory/bought-contract';
import { directory } from '../../../domain/directory/contract';
import { strains } from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import {
  type BuyerFixture,
  makeBrand,
  makeBuyer,
  makeCustomer,
  makeMember,
  makeOrder,
  makeOrg,
  makePriceSchedule,
  makeProduct,
  makeSeller,
  makeUser,
  only,
  type SellerFixture,
} from '../../support/factories';
import { memberOf } from '../../support/seller-app';

const app = await openApp();
let seller: SellerFixture;
let buyer: BuyerFixture;
let caller: TestCaller;
const db = () => app.database.db;

beforeAll(async () => {
  const org = await makeOrg(db(), { name: 'Redwood Collective' });
  seller = await makeSeller(db(), { org });
  buyer = await makeBuyer(db());
  caller = await app.as(buyer.owner.user, buyer.org);
  const brand = await makeBrand(db(), seller, { name: 'Night Heron' });
  const strain = only(
    await db()
      .insert(strains)
      .values({ orgId: org.id, name: 'Granddaddy Purple', strainClassification: 'INDICA' })
      .returning(),
  );
  const of = { ...seller, brand };
  await makeProduct(db(), of, { name: 'Blue Dream 3.5g Jar' });
  await makeProduct(db(), of, { name: 'Blue Dream Pre-Roll' });
  await makeProduct(db(), of, { name: 'Gelato 3.5g Jar' });
  await makeProduct(db(), of, { name: 'Evening Reserve', strainId: strain.id });
  await makeProduct(db(), of, { name: 'Blue Dream Trim', listingState: 'INTERNAL' });
  const other = await makeSeller(db(), { state: 'CO' });
  await makeProduct(db(), other, { name: 'Blue Dream Cartridge' });
});

const found = async (searchString: string, query: object = {}, by = caller) =>
  (
    await by.expectOk(directory.autocomplete, {
      query: { searchString, directoryListingTypes: ['product'], ...query },
    })
  ).map(({ name }) => name);

describe('products are found', () => {
  test('by name, whatever the order of the words', async () => {
    const all = ['Blue Dream 3.5g Jar', 'Blue Dream Cartridge', 'Blue Dream Pre-Roll'];
    expect((await found('blue dream')).sort()).toEqual(all);
    expect((await found('dream blue')).sort()).toEqual(all);
    expect(await found('jar dream')).toEqual(['Blue Dream 3.5g Jar']);
  });

  test.each([
    ['gellato', 'Gelato 3.5g Jar'],
    ['blu dreem cartrige', 'Blue Dream Cartridge'],
    ['bleu dream preroll', 'Blue Dream Pre-Roll'],
    ['nigth heron gelato', 'Gelato 3.5g Jar'],
  ])('although %s is mistyped', async (typed, name) => {
    expect((await found(typed))[0]).toBe(name);
  });

  test('by their brand, their seller and their strain', async () => {
    expect(await found('night heron jar')).toContain('Gelato 3.5g Jar');
    expect(await found('redwood gelato')).toEqual(['Gelato 3.5g Jar']);
    expect(await found('granddaddy')).toEqual(['Evening Reserve']);
    expect(await found('grandaddy purpel')).toContain('Evening Reserve');
  });

  test('in a state, of a kind of business, and never those buyers don’t see', async () => {
    expect(await found('blue dream', { usStates: ['CO'] })).toEqual(['Blue Dream Cartridge']);
    expect(await found('blue dream', { usStates: ['NV'] })).toEqual([]);
    expect(await found('blue dream', { licenseTypes: ['LABORATORY'] })).toEqual([]);
    expect(await found('trim')).toEqual([]);
  });

  test('those one buys before others, and only for those who may see what is bought', async () => {
    const product = await makeProduct(db(), seller, { name: 'Zkittlez Zebra Jar' });
    const liked = await makeProduct(db(), await makeSeller(db()), { name: 'Zkittlez Zebra Jar' });
    const first = async (by: TestCaller) =>
      (
        await by.expectOk(directory.autocomplete, {
          query: { searchString: 'zkittlez', directoryListingTypes: ['product'] },
        })
      )[0]?.id;
    expect(await first(caller)).toBe(product.id);
    await makeOrder(
      db(),
      { ...seller, ...(await sellerOf(liked)) },
      { buyer, lines: [{ product: liked, quantity: '2' }] },
    );
    expect(await first(caller)).toBe(liked.id);
    const without = await memberOf({ app, seller: { ...seller, org: buyer.org } }, { features: {} });
    expect(await first(without)).toBe(product.id);
  });

  test('beside brands, best first, page by page; those of a brand that is meant are on its page', async () => {
    const types = ['brand', 'product'] as ('brand' | 'product')[];
    const brand = await caller.expectOk(directory.search, {
      query: { searchTerm: 'night heron', directoryListingTypes: types },
    });
    expect(brand.results).toMatchObject([{ directoryListingType: 'brand', name: 'Night Heron' }]);
    await makeBrand(db(), seller, { name: 'Gelato House' });
    const all = { searchTerm: 'gelato', directoryListingTypes: types };
    const { results, resultCount } = await caller.expectOk(directory.search, { query: all });
    expect(results.map(({ name }) => name).sort()).toEqual(['Gelato 3.5g Jar', 'Gelato House']);
    expect(results.find(({ directoryListingType: type }) => type === 'product')?.slug).toBe(brand.results[0]?.slug);
    expect(resultCount).toBe(2);
    expect((await caller.expectOk(directory.search, { query: { ...all, page: 1 } })).results).toEqual([]);
  });

  async function sellerOf({ orgId, companyId, brandId }: { orgId: number; companyId: number; brandId: number }) {
    return {
      org: { ...seller.org, id: orgId },
      company: { ...seller.company, id: companyId, orgId },
      brand: { ...seller.brand, id: brandId },
    };
  }
});

describe('what was bought before', () => {
  test('is the caller’s own, with the price then; cancelled orders don’t count', async () => {
    const product = await makeProduct(db(), seller, { name: 'Biscotti Jar' });
    const lines = [{ product, quantity: '4' }];
    const { order, customer } = await makeOrder(db(), seller, { buyer, lines });
    await makeOrder(db(), seller, { buyer, customer, lines, status: 'CANCELLED' });
    await makeOrder(db(), seller, { lines });
    const params = { id: seller.brand.id, productId: product.id };
    const own = await caller.expectOk(boughtBefore.product, { params });
    expect(own).toMatchObject([{ order: { id: order.id, orderNumber: order.orderNumber }, quantity: '4' }]);
    const stranger = await makeBuyer(db());
    expect(await (await app.as(stranger.owner.user, stranger.org)).expectOk(boughtBefore.product, { params })).toEqual(
      [],
    );
    expect(
      (await caller.call(boughtBefore.product, { params: { ...params, id: seller.brand.id + 9_999 } })).status,
    ).toBe(404);
  });

  test('takes read on purchase orders', async () => {
    const product = await makeProduct(db(), seller);
    const without = await memberOf({ app, seller: { ...seller, org: buyer.org } }, { features: {} });
    const params = { id: seller.brand.id, productId: product.id };
    expect((await without.call(boughtBefore.product, { params })).status).toBe(403);
  });
});

describe('found products', () => {
  const ask = (by: TestCaller, productIds: number[], more: object = {}) =>
    by.call(directory.products, { body: { productIds, ...more } });
  const pricesOf = async (by: TestCaller, productIds: number[], more: object = {}) =>
    (await by.expectOk(directory.products, { body: { productIds, ...more } })).map(({ price }) => price.unitPrice);

  test('have the prices agreed with each seller for the license, in the order asked for', async () => {
    const [one, other] = [await makeSeller(db()), await makeSeller(db())];
    const [mine, theirs] = [
      await makeProduct(db(), one, { wholesalePrice: '20.00' }),
      await makeProduct(db(), other, { wholesalePrice: '30.00' }),
    ];
    const customer = await makeCustomer(db(), one, { buyer });
    const productRules = [{ productId: mine.id, price: '15.00' }];
    await makePriceSchedule(db(), one, { customerIds: [customer.id], productRules });
    const forLicense = { buyerLicenseId: buyer.buyerLicense.id };
    expect(await pricesOf(caller, [theirs.id, mine.id], forLicense)).toEqual(['30.00', '15.00']);
    expect(await pricesOf(caller, [mine.id])).toEqual(['20.00']);
    const { user } = await makeMember(db(), buyer, { features: {}, licenseIds: [buyer.license.id] });
    const blind = await app.as(user, buyer.org);
    expect(await pricesOf(blind, [mine.id], forLicense)).toEqual(['20.00']);
  });

  test('leave out what isn’t listed, and are for members, of their own licenses', async () => {
    const own = await makeSeller(db());
    const product = await makeProduct(db(), own);
    const hidden = await makeProduct(db(), own, { listingState: 'INTERNAL' });
    expect(await pricesOf(caller, [hidden.id])).toEqual([]);
    expect((await ask(await app.as(await makeUser(db())), [product.id])).status).toBe(403);
    const another = await makeBuyer(db());
    expect((await ask(caller, [product.id], { buyerLicenseId: another.buyerLicense.id })).status).toBe(404);
  });
});
