// Over 350 lines: one market of sellers, brands and buyers, in which each sees another menu.
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FeatureMap } from '../../../domain/access/features';
import { brands as contract } from '../../../domain/directory/contract';
import {
  brands,
  companies,
  companyOrderTerms,
  distributorMappings,
  partnerBrands,
  productLines,
  strains,
} from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import {
  makeBrand,
  makeBuyer,
  makeCompany,
  makeCustomer,
  makeMember,
  makePriceSchedule,
  makeProduct,
  makeSeller,
  makeServiceZone,
  makeUser,
  only,
  type SellerFixture,
} from '../../support/factories';
import { pagesOf } from '../../support/files/pdf';

const app = await openApp();
let visitor: TestCaller;
const db = () => app.database.db;

beforeAll(async () => {
  const { owner, org } = await makeBuyer(db());
  visitor = await app.as(owner.user, org);
});

/** A second company of the seller, in another state. */
const openIn = (seller: SellerFixture, usState: string) =>
  makeCompany(db(), seller, { name: `${seller.org.name} ${usState}`, usState });

const menu = (caller: TestCaller, id: number, body = {}) => caller.expectOk(contract.menu, { params: { id }, body });

describe('a brand’s menu', () => {
  test('and its prices are for members of an organization only', async () => {
    const seller = await makeSeller(db());
    const newcomer = await app.as(await makeUser(db()));
    const answer = await newcomer.call(contract.menu, { params: { id: seller.brand.id }, body: {} });
    expect(answer.status).toBe(403);
    await newcomer.expectOk(contract.get, { params: { id: seller.brand.id } });
  });

  test('shows what buyers may see, in menu order, and nothing private to the seller', async () => {
    const seller = await makeSeller(db());
    const last = only(
      await db()
        .insert(productLines)
        .values({ orgId: seller.org.id, brandId: seller.brand.id, name: 'Concentrates', menuPosition: 5 })
        .returning(),
    );
    await makeProduct(db(), seller, { name: 'Wax', productLineId: last.id });
    await makeProduct(db(), seller, { name: 'blue Dream', productLineId: seller.productLine.id });
    await makeProduct(db(), seller, { name: 'Zkittlez', productLineId: seller.productLine.id });
    await makeProduct(db(), seller, {
      name: 'Gelato',
      productLineId: seller.productLine.id,
      listingState: 'UNAVAILABLE',
    });
    await makeProduct(db(), seller, { name: 'Later', listingState: 'BACKORDER' });
    await makeProduct(db(), seller, { name: 'Taste', listingState: 'SAMPLE' });
    await makeProduct(db(), seller, { name: 'Ours', listingState: 'INTERNAL' });
    await makeProduct(db(), seller, { name: 'Gone', listingState: 'ARCHIVED' });
    await makeProduct(db(), { ...seller, brand: await makeBrand(db(), seller) }, { name: 'Another brand' });
    const { products, productLines: lines } = await menu(visitor, seller.brand.id);
    expect(products.map(({ name }) => name)).toEqual(['blue Dream', 'Gelato', 'Zkittlez', 'Wax', 'Later', 'Taste']);
    expect(lines.map(({ name }) => name)).toEqual(['Eighths', 'Concentrates']);
  });

  test('shows what is left, minus reservations', async () => {
    const seller = await makeSeller(db());
    await makeProduct(db(), seller, { name: 'A', quantity: '800', reserved: '120', perCase: '12', images: ['/a.svg'] });
    await makeProduct(db(), seller, { name: 'B', quantity: '5', reserved: '5' });
    await makeProduct(db(), seller, { name: 'C', quantity: '11', perCase: '12' });
    await makeProduct(db(), seller, { name: 'D', quantity: '0', inventoryManagement: 'UNLIMITED' });
    const { products } = await menu(visitor, seller.brand.id);
    expect(products).toMatchObject([
      { totalEffectiveInventory: '680', inStock: true, unitMultiplier: '12', images: [{ imageUri: '/a.svg' }] },
      { totalEffectiveInventory: '0', inStock: false },
      { totalEffectiveInventory: '11', inStock: false },
      { totalEffectiveInventory: null, inStock: true },
    ]);
  });

  test('hides quantities the seller doesn’t show', async () => {
    const seller = await makeSeller(db());
    await makeProduct(db(), seller, { name: 'A few', quantity: '7', showQuantity: false });
    await makeProduct(db(), seller, { name: 'Sold out', quantity: '3', reserved: '3', showQuantity: false });
    const { products } = await menu(visitor, seller.brand.id);
    expect(products).toMatchObject([
      { totalEffectiveInventory: null, inStock: true },
      { totalEffectiveInventory: '0', inStock: false },
    ]);
  });

  test('has only what is sold in the buyer license’s state', async () => {
    const seller = await makeSeller(db(), { state: 'CA' });
    const elsewhere = await openIn(seller, 'CO');
    await makeProduct(db(), seller, { name: 'Californian' });
    await makeProduct(db(), elsewhere, { name: 'Coloradan' });
    const buyer = await makeBuyer(db(), { state: 'CO' });
    const caller = await app.as(buyer.owner.user, buyer.org);
    const names = async (body: object) => (await menu(caller, seller.brand.id, body)).products.map(({ name }) => name);
    expect(await names({ buyerLicenseId: buyer.buyerLicense.id, usStateAbbv: 'CA' })).toEqual(['Coloradan']);
    expect(await names({ usStateAbbv: 'CA' })).toEqual(['Californian']);
    expect(await names({ companyId: elsewhere.company.id })).toEqual(['Coloradan']);
    expect(await names({})).toEqual(['Californian', 'Coloradan']);
  });

  test('uses the prices of the buyer license’s customer, and says why', async () => {
    const [seller, buyer] = [await makeSeller(db()), await makeBuyer(db())];
    const of = { productLineId: seller.productLine.id };
    const byProduct = await makeProduct(db(), seller, { name: 'A', wholesalePrice: '20.00', ...of });
    await makeProduct(db(), seller, { name: 'B', wholesalePrice: '30.00', salePrice: '29.00', ...of });
    await makeProduct(db(), seller, { name: 'C', wholesalePrice: '40.00', salePrice: '35.00' });
    const customer = await makeCustomer(db(), seller, { buyer });
    const scheduled = { customerIds: [customer.id] };
    await makePriceSchedule(db(), seller, {
      ...scheduled,
      name: 'Loyal',
      productRules: [{ productId: byProduct.id, price: '15.00' }],
      lineRules: [{ ...of, percentDiscount: '0.2' }],
    });
    await makePriceSchedule(db(), seller, { ...scheduled, name: 'Spring', lineRules: [{ ...of, price: '16.50' }] });
    await makePriceSchedule(db(), seller, { ...scheduled, enabled: false, lineRules: [{ ...of, price: '1.00' }] });
    const caller = await app.as(buyer.owner.user, buyer.org);
    const prices = (await menu(caller, seller.brand.id, { buyerLicenseId: buyer.buyerLicense.id })).products;
    expect(prices.map(({ price }) => price)).toMatchObject([
      { unitPrice: '15.00', why: { kind: 'schedule-product' } },
      { unitPrice: '16.50', why: { kind: 'schedule-line-price' } },
      { unitPrice: '35.00', wholesalePrice: '40.00', isOnSale: true, why: { kind: 'sale' } },
    ]);
    const regular = (await menu(visitor, seller.brand.id)).products;
    expect(regular.map(({ price }) => price.unitPrice)).toEqual(['20.00', '29.00', '35.00']);
    const sales = await app.as(seller.owner.user, seller.org);
    const shown = (await menu(sales, seller.brand.id, { customerId: customer.id })).products;
    expect(shown.map(({ price }) => price.unitPrice)).toEqual(['15.00', '16.50', '35.00']);
  });

  test('shows a license’s agreed prices only to people who may see its purchase orders', async () => {
    const [seller, buyer] = [await makeSeller(db()), await makeBuyer(db())];
    const product = await makeProduct(db(), seller, { wholesalePrice: '20.00' });
    const customer = await makeCustomer(db(), seller, { buyer });
    const productRules = [{ productId: product.id, price: '15.00' }];
    await makePriceSchedule(db(), seller, { customerIds: [customer.id], productRules });
    const ask = async (features: FeatureMap) => {
      const { user } = await makeMember(db(), buyer, { features, licenseIds: [buyer.license.id] });
      const caller = await app.as(user, buyer.org);
      const { products } = await menu(caller, seller.brand.id, { buyerLicenseId: buyer.buyerLicense.id });
      return products.map(({ price }) => price.unitPrice);
    };
    expect(await ask({ PURCHASE_ORDERS: { read: true, write: false } })).toEqual(['15.00']);
    expect(await ask({})).toEqual(['20.00']);
  });

  test('says what its sellers ask of orders of the license, by its zone', async () => {
    const [seller, buyer] = [await makeSeller(db()), await makeBuyer(db())];
    await makeProduct(db(), seller);
    const zone = await makeServiceZone(db(), seller);
    const terms = { orgId: seller.org.id, companyId: seller.company.id, timeZone: 'America/Los_Angeles' };
    await db()
      .insert(companyOrderTerms)
      .values([
        { ...terms, minimumUsd: '500.00', deliveryDays: [2, 4] },
        { ...terms, serviceZoneId: zone.id, minimumUsd: '900.00', deliveryDays: [] },
      ]);
    const ask = async (features: FeatureMap = { PURCHASE_ORDERS: { read: true, write: false } }) => {
      const { user } = await makeMember(db(), buyer, { features, licenseIds: [buyer.license.id] });
      const caller = await app.as(user, buyer.org);
      return caller.call(contract.terms, {
        params: { id: seller.brand.id },
        query: { buyerLicenseId: buyer.buyerLicense.id },
      });
    };
    expect(await ask()).toMatchObject({
      body: [
        {
          companyId: seller.company.id,
          minimumUsd: '500.00',
          deliveryDays: [2, 4],
          delivery: { day: expect.any(String) },
        },
      ],
    });
    await makeCustomer(db(), seller, { buyer, serviceZoneId: zone.id });
    expect(await ask()).toMatchObject({ body: [{ minimumUsd: '900.00', deliveryDays: [], delivery: null }] });
    expect((await ask({})).status).toBe(403);
    const stranger = await visitor.call(contract.terms, {
      params: { id: seller.brand.id },
      query: { buyerLicenseId: buyer.buyerLicense.id },
    });
    expect(stranger.status).toBe(404);
  });

  test('on paper has this buyer’s prices by product line, of this day', async () => {
    const [seller, buyer] = [await makeSeller(db()), await makeBuyer(db())];
    const customer = await makeCustomer(db(), seller, { buyer });
    const product = await makeProduct(db(), seller, {
      name: 'Blue Dream Jar',
      wholesalePrice: '20.00',
      productLineId: seller.productLine.id,
      perCase: '12',
      quantity: '800',
    });
    await makePriceSchedule(db(), seller, {
      name: 'Loyal',
      customerIds: [customer.id],
      productRules: [{ productId: product.id, price: '15.00' }],
    });
    const caller = await app.as(buyer.owner.user, buyer.org);
    const file = await caller.expectOk(contract.menuPdf, {
      params: { id: seller.brand.id },
      body: { buyerLicenseId: buyer.buyerLicense.id },
    });
    const [page = ''] = await pagesOf(file);
    expect(page).toContain(seller.brand.name);
    expect(page).toMatch(/Eighths.*Blue Dream Jar.*\$15\.00.*per case of 12 · \$1\.25/);
    expect(page).toContain('Wholesale $20.00');
    const regular = await visitor.expectOk(contract.menuPdf, { params: { id: seller.brand.id }, body: {} });
    expect((await pagesOf(regular)).join()).not.toContain('$15.00');
    const refused = await app.withToken(null).call(contract.menuPdf, { params: { id: seller.brand.id }, body: {} });
    expect(refused.status).toBe(401);
  });

  test('is shown to visitors without prices and amounts', async () => {
    const seller = await makeSeller(db());
    await makeProduct(db(), seller, { name: 'Blue Dream Jar', wholesalePrice: '21.37', quantity: '4321' });
    await makeProduct(db(), seller, { listingState: 'INTERNAL' });
    const shown = await app.withToken(null).expectOk(contract.products, { params: { id: seller.brand.id }, query: {} });
    expect(shown.products).toMatchObject([{ name: 'Blue Dream Jar', inStock: true }]);
    expect(JSON.stringify(shown)).not.toMatch(/21\.37|4321|price/i);
    const disabled = await makeBrand(db(), seller, { disabled: true });
    expect((await app.withToken(null).call(contract.products, { params: { id: disabled.id }, query: {} })).status).toBe(
      404,
    );
  });

  test('never shows other buyers’ prices', async () => {
    const [seller, buyer, stranger] = [await makeSeller(db()), await makeBuyer(db()), await makeBuyer(db())];
    const customer = await makeCustomer(db(), seller, { buyer });
    const params = { id: seller.brand.id };
    const features = { PURCHASE_ORDERS: { read: true, write: true } };
    const unassigned = await makeMember(db(), buyer, { features });
    const thief = await app.as(stranger.owner.user, stranger.org);
    const asked = [
      thief.call(contract.menu, { params, body: { buyerLicenseId: buyer.buyerLicense.id } }),
      thief.call(contract.menu, { params, body: { customerId: customer.id } }),
      visitor.call(contract.menu, { params, body: { buyerLicenseId: buyer.buyerLicense.id } }),
      (await app.as(unassigned.user, buyer.org)).call(contract.menu, {
        params,
        body: { buyerLicenseId: buyer.buyerLicense.id },
      }),
    ];
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect((await app.withToken(null).call(contract.menu, { params, body: {} })).status).toBe(401);
  });

  test('shows a salesperson the prices of customers of their assigned companies', async () => {
    const seller = await makeSeller(db());
    const customer = await makeCustomer(db(), seller);
    const ask = async (companyIds: number[], features: FeatureMap = { CUSTOMERS: { read: true, write: false } }) => {
      const member = await makeMember(db(), seller, { features, companyIds });
      const caller = await app.as(member.user, seller.org);
      return caller.call(contract.menu, { params: { id: seller.brand.id }, body: { customerId: customer.id } });
    };
    expect((await ask([seller.company.id])).status).toBe(200);
    expect((await ask([])).status).toBe(404);
    expect((await ask([seller.company.id], { INVENTORY: { read: true, write: true } })).status).toBe(404);
  });
});

describe('a brand', () => {
  test('is found by id and by slug, with its sellers by state', async () => {
    const seller = await makeSeller(db());
    const elsewhere = await openIn(seller, 'CO');
    await makeProduct(db(), seller);
    await makeProduct(db(), elsewhere);
    const byId = await visitor.expectOk(contract.get, { params: { id: seller.brand.id } });
    expect(byId).toMatchObject({
      name: seller.brand.name,
      orgName: seller.org.name,
      sellers: [
        { companyId: seller.company.id, usState: 'CA' },
        { companyId: elsewhere.company.id, usState: 'CO' },
      ],
    });
    const slug = seller.brand.slug.toUpperCase();
    expect(await visitor.expectOk(contract.bySlug, { params: { slug } })).toEqual(byId);
  });

  test('says where it is kept and who usually delivers it, and its partners that they are', async () => {
    const seller = await makeSeller(db());
    await makeProduct(db(), seller);
    const params = { id: seller.brand.id };
    const distributor = only(
      await db()
        .insert(companies)
        .values({ orgId: seller.org.id, name: 'Bay Haul', companyType: 'DISTRIBUTOR', usState: 'CA' })
        .returning(),
    );
    await db().insert(distributorMappings).values({
      orgId: seller.org.id,
      companyId: seller.company.id,
      brandId: seller.brand.id,
      distributorId: distributor.id,
    });
    await db().update(brands).set({ source: 'WHOLESALE_MARKETPLACE' }).where(eq(brands.id, seller.brand.id));
    const shown = { source: 'WHOLESALE_MARKETPLACE', sellers: [{ distributor: 'Bay Haul' }] };
    expect(await visitor.expectOk(contract.get, { params })).toMatchObject({ ...shown, partner: false });
    const partner = await makeSeller(db());
    const theirs = await app.as(partner.owner.user, partner.org);
    expect(await theirs.expectOk(contract.get, { params })).toMatchObject({ partner: false });
    const made = { orgId: partner.org.id, brandId: seller.brand.id, ownerOrgId: seller.org.id };
    await db()
      .insert(partnerBrands)
      .values({ ...made, status: 'ACCEPTED' });
    expect(await theirs.expectOk(contract.get, { params })).toMatchObject({ ...shown, partner: true });
    const next = await makeSeller(db());
    await db().update(brands).set({ orgId: next.org.id }).where(eq(brands.id, seller.brand.id));
    expect(await theirs.expectOk(contract.get, { params })).toMatchObject({ partner: false });
  });

  test('that is disabled isn’t found anywhere', async () => {
    const seller = await makeSeller(db());
    await db().update(brands).set({ disabled: true }).where(eq(brands.id, seller.brand.id));
    const params = { id: seller.brand.id };
    const answers = [
      await visitor.call(contract.get, { params }),
      await visitor.call(contract.bySlug, { params: { slug: seller.brand.slug } }),
      await visitor.call(contract.menu, { params, body: {} }),
      await visitor.call(contract.facets, { params, query: {} }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  test('counts its filter choices', async () => {
    const seller = await makeSeller(db());
    const strain = only(
      await db()
        .insert(strains)
        .values({ orgId: seller.org.id, name: 'Blue Dream', strainClassification: 'SATIVA_HYBRID' })
        .returning(),
    );
    const of = { productLineId: seller.productLine.id, strainId: strain.id };
    await makeProduct(db(), seller, of);
    await makeProduct(db(), seller, { ...of, category: 'Pre-Roll' });
    await makeProduct(db(), seller, { category: 'Pre-Roll' });
    await makeProduct(db(), seller, { ...of, listingState: 'INTERNAL' });
    await makeProduct(db(), await openIn(seller, 'CO'), of);
    const query = { usStateAbbv: 'CA' };
    const facets = await visitor.expectOk(contract.facets, { params: { id: seller.brand.id }, query });
    expect(facets.categories).toEqual(
      expect.arrayContaining([
        { id: 'Buds (prepackaged)', name: 'Buds (prepackaged)', count: 1 },
        { id: 'Pre-Roll', name: 'Pre-Roll', count: 2 },
      ]),
    );
    expect(facets.productLines).toEqual([{ id: `${seller.productLine.id}`, name: 'Eighths', count: 2 }]);
    expect(facets.strainClassifications).toEqual([{ id: 'SATIVA_HYBRID', name: 'Sativa Hybrid', count: 2 }]);
  });
});
