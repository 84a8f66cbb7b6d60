import { beforeAll, describe, expect, test } from 'vitest';
import type { FeatureMap } from '../../../domain/access/features';
import { ownBrands } from '../../../domain/brands/contract';
import { carts as cartCalls } from '../../../domain/carts/contract';
import { customers as customerCalls } from '../../../domain/customers/contract';
import { brands as brandCalls } from '../../../domain/directory/contract';
import { tracking } from '../../../domain/integrations/contract';
import { orders as orderCalls, purchaseOrders } from '../../../domain/orders/contract';
import { organization } from '../../../domain/organization/contract';
import { carts } from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import {
  type BuyerFixture,
  type MemberFixture,
  makeBrand,
  makeBuyer,
  makeBuyerLicense,
  makeCompany,
  makeCustomer,
  makeLicense,
  makeMember,
  makeOrder,
  makePartner,
  makePriceSchedule,
  makeProduct,
  makeSeller,
  only,
  type SellerFixture,
} from '../../support/factories';

const READ = { read: true, write: false };
const WRITE = { read: true, write: true };

const app = await openApp();
let seller: SellerFixture;
let buyer: BuyerFixture;

beforeAll(async () => {
  seller = await makeSeller(db());
  buyer = await makeBuyer(db());
});

const db = () => app.database.db;
const asMember = ({ user, org }: MemberFixture) => app.as(user, org);
const sorted = (ids: number[]) => ids.sort((a, b) => a - b);

/** A member with a custom role. */
async function withRole(of: { org: MemberFixture['org'] }, features: FeatureMap, assigned: object = {}) {
  return asMember(await makeMember(db(), of.org, { features, ...assigned }));
}

/** A member with the default role User and no assignments. */
const withDefaultRole = async (of: { org: MemberFixture['org'] }) =>
  asMember(await makeMember(db(), of.org, { defaultRoleId: 'USER' }));

/** The brands of others a caller sees in their organization's reply. */
async function partnersOf(caller: TestCaller, { org }: { org: MemberFixture['org'] }): Promise<number[]> {
  const { partnerBrands } = await caller.expectOk(organization.full, { params: { orgId: org.id } });
  return sorted(partnerBrands.map(({ id }) => id));
}

describe('a default role sees everything in its organization, others what they are assigned', () => {
  test('licenses', async () => {
    const extra = await makeLicense(db(), seller);
    const seen = async (caller: TestCaller) => {
      const syncs = await caller.expectOk(tracking.licenseSyncs, { params: { orgId: seller.org.id } });
      return sorted(syncs.map(({ licenseId }) => licenseId));
    };
    const features = { MANAGE_LICENSES: READ };
    expect(await seen(await withDefaultRole(seller))).toEqual([seller.license.id, extra.id]);
    expect(await seen(await withRole(seller, features, { licenseIds: [extra.id] }))).toEqual([extra.id]);
    expect(await seen(await withRole(seller, features, { licenseIds: [buyer.license.id] }))).toEqual([]);
    expect(await seen(await withRole(seller, features))).toEqual([]);
  });

  test('brands', async () => {
    const extra = await makeBrand(db(), seller);
    const seen = async (caller: TestCaller) => {
      const { brands } = await caller.expectOk(orderCalls.facets, { query: { orgId: seller.org.id } });
      return sorted(brands.map(({ id }) => id));
    };
    const stranger = await makeSeller(db());
    const features = { BROWSE_ORDERS: READ };
    expect(await seen(await withDefaultRole(seller))).toEqual([seller.brand.id, extra.id]);
    expect(await seen(await withRole(seller, features, { brandIds: [extra.id] }))).toEqual([extra.id]);
    expect(await seen(await withRole(seller, features, { brandIds: [stranger.brand.id] }))).toEqual([]);
    expect(await seen(await withRole(seller, features))).toEqual([]);
  });

  test('brands of others it is a partner of', async () => {
    const [own, owner, stranger] = [await makeBuyer(db()), await makeSeller(db()), await makeSeller(db())];
    const extra = await makeBrand(db(), owner);
    await makePartner(db(), own, owner.brand);
    await makePartner(db(), own, extra);
    await makePartner(db(), stranger, await makeBrand(db(), owner));
    const seen = (caller: TestCaller) => partnersOf(caller, own);
    const features = { PRODUCTS: READ };
    expect(await seen(await withDefaultRole(own))).toEqual([owner.brand.id, extra.id]);
    expect(await seen(await withRole(own, features, { brandIds: [extra.id, stranger.brand.id] }))).toEqual([extra.id]);
    expect(await seen(await withRole(own, features))).toEqual([]);
  });

  test('buyer licenses', async () => {
    const own = await makeBuyer(db());
    const extra = await makeBuyerLicense(db(), own);
    const seen = async (caller: TestCaller) => {
      const { buyerCompanies } = await caller.expectOk(organization.full, { params: { orgId: own.org.id } });
      return sorted(buyerCompanies.flatMap(({ buyerLicenses }) => buyerLicenses.map(({ id }) => id)));
    };
    const features = { PURCHASE_ORDERS: READ };
    expect(await seen(await withDefaultRole(own))).toEqual([own.buyerLicense.id, extra.buyerLicense.id]);
    expect(await seen(await withRole(own, features, { licenseIds: [extra.license.id] }))).toEqual([
      extra.buyerLicense.id,
    ]);
    expect(await seen(await withRole(own, features, { licenseIds: [buyer.license.id] }))).toEqual([]);
  });

  test('carts, by buyer license', async () => {
    const own = await makeBuyer(db());
    const extra = await makeBuyerLicense(db(), own);
    const cartOf = async ({ org, buyerCompany }: BuyerFixture, buyerLicenseId: number) =>
      only(
        await db()
          .insert(carts)
          .values({
            orgId: org.id,
            buyerCompanyId: buyerCompany.id,
            buyerLicenseId,
            sellerOrgId: seller.org.id,
            sellerCompanyId: seller.company.id,
          })
          .returning(),
      ).id;
    const [first, second] = [await cartOf(own, own.buyerLicense.id), await cartOf(own, extra.buyerLicense.id)];
    const theirs = await cartOf(buyer, buyer.buyerLicense.id);
    const features = { PURCHASE_ORDERS: WRITE };
    const opens = async (caller: TestCaller) => {
      const body = { orderNotes: 'Ring twice', deliveryPreferences: '' };
      const ids = [first, second, theirs];
      const answers = await Promise.all(ids.map((id) => caller.call(cartCalls.update, { params: { id }, body })));
      return ids.filter((_, index) => answers[index]?.ok);
    };
    expect(await opens(await withDefaultRole(own))).toEqual([first, second]);
    expect(await opens(await withRole(own, features, { licenseIds: [extra.license.id] }))).toEqual([second]);
    expect(await opens(await withRole(own, features, { licenseIds: [buyer.license.id] }))).toEqual([]);
    expect(await opens(await withRole(own, features))).toEqual([]);
  });
});

describe('a partner’s brand', () => {
  test('is hidden while it is disabled', async () => {
    const [own, owner] = [await makeBuyer(db()), await makeSeller(db())];
    const caller = await withDefaultRole(own);
    const { id, version } = owner.brand;
    await makePartner(db(), own, owner.brand);
    const admin = await asMember(owner.owner);
    const edit = { params: { id }, body: { disabled: true, version } };
    const disabled = await admin.expectOk(ownBrands.update, edit);
    expect(await partnersOf(caller, own)).toEqual([]);
    await admin.expectOk(ownBrands.update, { ...edit, body: { disabled: false, version: disabled.version } });
    expect(await partnersOf(caller, own)).toEqual([id]);
  });

  test('is hidden once its owner gave it up, also when another organization claims it, or the partner', async () => {
    const [own, owner, next] = [await makeSeller(db()), await makeSeller(db()), await makeSeller(db())];
    const [first, second] = [await makeBrand(db(), owner), await makeBrand(db(), owner)];
    for (const brand of [first, second]) await makePartner(db(), own, brand);
    const caller = await withDefaultRole(own);
    expect(await partnersOf(caller, own)).toEqual([first.id, second.id]);
    for (const { id } of [first, second]) {
      await (await asMember(owner.owner)).expectOk(ownBrands.release, { params: { id } });
    }
    expect(await partnersOf(caller, own)).toEqual([]);
    const claim = async ({ org, owner }: SellerFixture, brandId: number) =>
      (await asMember(owner)).expectOk(ownBrands.claim, { body: { brandId, orgId: org.id } });
    await claim(next, first.id);
    await claim(own, second.id);
    expect(await partnersOf(caller, own)).toEqual([]);
  });
});

describe('customers', () => {
  /** Whether someone may view the menu at a customer's prices. */
  async function prices(caller: TestCaller, customerId: number): Promise<boolean> {
    const { ok, status } = await caller.call(brandCalls.menu, {
      params: { id: seller.brand.id },
      body: { customerId },
    });
    expect([200, 404]).toContain(status);
    return ok;
  }

  test.each<[string, FeatureMap, boolean]>([
    ['customers', { CUSTOMERS: READ }, true],
    ['all orders', { BROWSE_ORDERS: READ }, true],
    ['their own orders', { BROWSE_MY_ORDERS: READ }, true],
    ['nothing of the kind', { PRODUCTS: WRITE, PURCHASE_ORDERS: WRITE }, false],
  ])('and their prices are visible with read on %s', async (_name, features, isSeen) => {
    const customer = await makeCustomer(db(), seller);
    expect(await prices(await withRole(seller, features, { companyIds: [seller.company.id] }), customer.id)).toBe(
      isSeen,
    );
    expect(await prices(await withRole(seller, features), customer.id)).toBe(false);
  });

  test('of every company are visible to a default role, and never another organization’s', async () => {
    const customer = await makeCustomer(db(), seller);
    expect(await prices(await withDefaultRole(seller), customer.id)).toBe(true);
    expect(await prices(await withDefaultRole(await makeSeller(db())), customer.id)).toBe(false);
  });

  test('of assigned companies are visible to others', async () => {
    const { company: second } = await makeCompany(db(), seller);
    const [first, other] = [await makeCustomer(db(), seller), await makeCustomer(db(), { ...seller, company: second })];
    const caller = await withRole(seller, { CUSTOMERS: READ }, { companyIds: [second.id] });
    expect(await prices(caller, first.id)).toBe(false);
    expect(await prices(caller, other.id)).toBe(true);
  });

  test('are changed with write on customers, not on orders', async () => {
    const customer = await makeCustomer(db(), seller);
    const canEdit = async (features: FeatureMap) => {
      const caller = await withRole(seller, features, { companyIds: [seller.company.id] });
      return (await caller.expectOk(customerCalls.get, { params: { id: customer.id } })).canEdit;
    };
    expect(await canEdit({ CUSTOMERS: WRITE })).toBe(true);
    expect(await canEdit({ CUSTOMERS: READ, BROWSE_ORDERS: WRITE, BROWSE_MY_ORDERS: WRITE })).toBe(false);
  });
});

test('a buyer license’s agreed prices are visible with read on purchase orders; others see regular ones', async () => {
  const buyer = await makeBuyer(db());
  const product = await makeProduct(db(), seller, { wholesalePrice: '20.00' });
  const customer = await makeCustomer(db(), seller, { buyer });
  await makePriceSchedule(db(), seller, {
    customerIds: [customer.id],
    productRules: [{ productId: product.id, price: '15.00' }],
  });
  const price = async (caller: TestCaller) => {
    const body = { buyerLicenseId: buyer.buyerLicense.id };
    const { products } = await caller.expectOk(brandCalls.menu, { params: { id: seller.brand.id }, body });
    return products.find(({ id }) => id === product.id)?.price.unitPrice;
  };
  const assigned = { licenseIds: [buyer.license.id] };
  expect(await price(await withRole(buyer, { PURCHASE_ORDERS: READ }, assigned))).toBe('15.00');
  expect(await price(await withRole(buyer, { PRODUCTS: READ }, assigned))).toBe('20.00');
});

describe('orders', () => {
  test('aren’t visible to a rep without the orders permission, whatever else they have', async () => {
    const assigned = { companyIds: [seller.company.id] };
    const bookkeeper = await makeMember(db(), seller.org, { features: { ORDER_PAYMENTS: READ }, ...assigned });
    const { order } = await makeOrder(db(), seller, { salesRepOrgUserIds: [bookkeeper.orgUserId] });
    const input = { params: { id: order.id } };
    expect((await (await asMember(bookkeeper)).call(orderCalls.payments, input)).status).toBe(404);
    const both = { ORDER_PAYMENTS: READ, BROWSE_ORDERS: READ };
    await (await withRole(seller, both, assigned)).expectOk(orderCalls.payments, input);
  });

  test('are canceled on the buyer’s side with write on purchase orders, not on sales', async () => {
    const buyer = await makeBuyer(db());
    const { order } = await makeOrder(db(), seller, { buyer });
    const input = { params: { id: order.id }, body: { status: 'CANCELLED' as const } };
    const assigned = { licenseIds: [buyer.license.id] };
    const sells = { BROWSE_MY_ORDERS: WRITE, PURCHASE_ORDERS: READ };
    const refused = await (await withRole(buyer, sells, assigned)).call(orderCalls.transition, input);
    expect([403, 404]).toContain(refused.status);
    await (await withRole(buyer, { PURCHASE_ORDERS: WRITE }, assigned)).expectOk(orderCalls.transition, input);
  });

  test('bought without a license are visible to default roles only', async () => {
    const buyer = await makeBuyer(db());
    const { order } = await makeOrder(db(), seller, { buyer, buyerLicenseId: null });
    const input = { params: { orderId: order.id }, query: { orgId: buyer.org.id } };
    await (await withDefaultRole(buyer)).expectOk(purchaseOrders.get, input);
    const assigned = await withRole(buyer, { PURCHASE_ORDERS: READ }, { licenseIds: [buyer.license.id] });
    expect((await assigned.call(purchaseOrders.get, input)).status).toBe(404);
  });
});
