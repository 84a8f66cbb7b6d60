import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { carts as cartCalls } from '../../../domain/carts/contract';
import { customers as customerCalls } from '../../../domain/customers/contract';
import { licenses as licenseCalls } from '../../../domain/licenses/contract';
import { orders as orderCalls } from '../../../domain/orders/contract';
import { companies as companyCalls, organizationLists } from '../../../domain/organization/company-contract';
import { organization } from '../../../domain/organization/contract';
import {
  auditLog,
  carts,
  companies,
  companyPaymentOptions,
  distributorMappings,
  licenseSyncs,
  licenses,
  orders,
  orgUsers,
} from '../../../server/db/schema';
import { moveSoldLines } from '../../../server/orders/sold-lines';
import type { TestApp, TestCaller } from '../../support/app';
import { checkoutBody, startShopping } from '../../support/carts/buying';
import { countWaiting } from '../../support/cluster';
import {
  makeBuyer,
  makeCompany,
  makeLicense,
  makeMember,
  makeOrder,
  makeProduct,
  makeSeller,
  type SellerFixture,
} from '../../support/factories';
import { both } from '../../support/permissions';
import { eachWithSeller } from '../../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;

await eachWithSeller((now) => ({ app, seller, owner } = now));

const db = () => app.database.db;
const waiting = () => countWaiting(app.database);
const at = (id: number) => ({ params: { id } });
const messageOf = async (reply: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await reply;
  return { status, message: (body as { userFriendlyMessage?: string }).userFriendlyMessage };
};
const full = () => owner.expectOk(organization.full, { params: { orgId: seller.org.id } });
const finish = async (order: typeof orders.$inferSelect) => {
  await moveSoldLines(db(), order.orgId, [order], 'COMPLETE');
  await db()
    .update(orders)
    .set({ status: 'COMPLETE' })
    .where(and(eq(orders.orgId, order.orgId), eq(orders.id, order.id)));
};
const audited = async (entity: string, id: number) =>
  db()
    .select({ after: auditLog.after })
    .from(auditLog)
    .where(and(eq(auditLog.orgId, seller.org.id), eq(auditLog.entity, entity), eq(auditLog.entityId, String(id))));

describe('removing a license', () => {
  test('hides it, ends its sync and assignments, and lets anybody claim its number again', async () => {
    const license = await makeLicense(db(), seller);
    const { id } = license;
    const rep = await makeMember(db(), seller, { features: { MANAGE_LICENSES: both }, licenseIds: [id] });
    const syncing = { orgId: seller.org.id, licenseId: id, orgUserId: seller.owner.orgUserId };
    await db().insert(licenseSyncs).values(syncing);
    expect(await owner.expectOk(licenseCalls.dependents, at(id))).toEqual({
      blocking: [],
      going: [
        { kind: 'syncs', count: 1 },
        { kind: 'members', count: 1 },
      ],
    });
    await owner.expectOk(licenseCalls.remove, at(id));
    expect((await full()).licenses.map((one) => one.id)).not.toContain(id);
    expect((await owner.call(licenseCalls.get, at(id))).status).toBe(404);
    expect((await owner.call(licenseCalls.remove, at(id))).status).toBe(404);
    expect(await db().$count(licenseSyncs, eq(licenseSyncs.licenseId, id))).toBe(0);
    const [person] = await db().select().from(orgUsers).where(eq(orgUsers.id, rep.orgUserId));
    expect(person?.licenseIds).toEqual([]);
    expect((await audited('license', id)).at(-1)?.after).toBeNull();
    const other = await makeSeller(db());
    const body = {
      licenseNumber: license.licenseNumber,
      name: 'Cedar Storefront',
      state: 'CA',
      address: { lineOne: '4 Grove Street', city: 'Oakland', postalCode: '94612' },
    };
    const again = await (await app.as(other.owner.user, other.org)).expectOk(licenseCalls.create, { body });
    expect(again.id).not.toBe(id);
    const mine = await owner.call(licenseCalls.create, { body });
    expect(mine.status).toBe(400);
  });

  test('is refused while a company sells with it or it has open purchases; finished ones stay readable', async () => {
    expect(await messageOf(owner.call(licenseCalls.remove, at(seller.license.id)))).toEqual({
      status: 409,
      message: expect.stringContaining('1 company that sells with it'),
    });
    const buyer = await makeBuyer(db());
    const shopper = await app.as(buyer.owner.user, buyer.org);
    const { order } = await makeOrder(db(), seller, { buyer });
    const { id } = buyer.license;
    expect(await shopper.expectOk(licenseCalls.dependents, at(id))).toEqual({
      blocking: [{ kind: 'openPurchases', count: 1 }],
      going: [{ kind: 'buyerCompanies', count: 1 }],
    });
    expect(await messageOf(shopper.call(licenseCalls.remove, at(id)))).toEqual({
      status: 409,
      message: expect.stringContaining('1 open purchase order'),
    });
    const [kept] = await db().select().from(licenses).where(eq(licenses.id, id));
    expect(kept?.removedAt).toBeNull();
    await finish(order);
    await shopper.expectOk(licenseCalls.remove, at(id));
    const { buyerCompanies } = await shopper.expectOk(organization.full, { params: { orgId: buyer.org.id } });
    expect(buyerCompanies.flatMap(({ buyerLicenses }) => buyerLicenses)).toEqual([]);
    await owner.expectOk(orderCalls.get, { params: { id: order.id } });
  });

  test('takes write on licenses, and is only for one’s own', async () => {
    const { id } = await makeLicense(db(), seller);
    const reader = await makeMember(db(), seller, {
      features: { MANAGE_LICENSES: { read: true, write: false } },
      licenseIds: [id],
    });
    const other = await makeSeller(db());
    for (const call of [licenseCalls.remove, licenseCalls.dependents]) {
      expect((await (await app.as(reader.user, seller.org)).call(call, at(id))).status).toBe(403);
      expect((await (await app.as(other.owner.user, other.org)).call(call, at(id))).status).toBe(404);
    }
  });

  test('never leaves an open purchase of a removed license when its buyer orders meanwhile', async () => {
    for (let round = 0; round < 4; round += 1) {
      const buyer = await makeBuyer(db());
      const shopper = await startShopping(app, buyer);
      const product = await makeProduct(db(), seller, { quantity: '100' });
      const wrapper = await shopper.fill(seller, [{ product, quantity: '1' }]);
      const [removal, placed] = await Promise.all([
        shopper.caller.call(licenseCalls.remove, at(buyer.license.id)),
        shopper.checkout([wrapper]),
      ]);
      expect(placed.createdOrders).toHaveLength(1);
      expect(removal.status).toBe(409);
    }
  });
});

type Start = () => Promise<{ status: number }>;

describe('removing a company', () => {
  test('hides it with its customers and products, while its finished orders stay readable', async () => {
    const { id } = seller.company;
    const product = await makeProduct(db(), seller);
    const { order, customer } = await makeOrder(db(), seller, { lines: [{ product }] });
    expect(await messageOf(owner.call(companyCalls.remove, at(id)))).toEqual({
      status: 409,
      message: `You can’t remove ${seller.company.name} yet. First settle: 1 open order.`,
    });
    await finish(order);
    const [, offered] = seller.paymentOptions;
    await db()
      .update(companyPaymentOptions)
      .set({ removed: true })
      .where(eq(companyPaymentOptions.id, offered?.id ?? 0));
    expect(await owner.expectOk(companyCalls.dependents, at(id))).toEqual({
      blocking: [],
      going: [
        { kind: 'products', count: 1 },
        { kind: 'customers', count: 1 },
        { kind: 'paymentOptions', count: 1 },
      ],
    });
    await owner.expectOk(companyCalls.remove, at(id));
    expect((await full()).companies).toEqual([]);
    const orgId = seller.org.id;
    expect((await owner.call(companyCalls.get, at(id))).status).toBe(404);
    expect(await owner.expectOk(organizationLists.customers, { params: { orgId }, query: {} })).toEqual([]);
    const found = await owner.expectOk(customerCalls.search, { body: { orgId } });
    expect(found.results).toEqual([]);
    expect((await owner.expectOk(orderCalls.get, { params: { id: order.id } })).id).toBe(order.id);
    const facets = await owner.expectOk(customerCalls.facets, { query: { orgId } });
    expect(facets.paymentOptions).toEqual([]);
    expect(facets.managers).toEqual([]);
    await owner.expectOk(customerCalls.get, { params: { id: customer.id } });
    expect((await audited('company', id)).at(-1)?.after).toBeNull();
    await owner.expectOk(licenseCalls.remove, at(seller.license.id));
    expect((await full()).licenses).toEqual([]);
  });

  test('takes write on the organization, and is only for one’s own', async () => {
    const { id } = seller.company;
    const reader = await makeMember(db(), seller, {
      features: { EDIT_ORGANIZATION: { read: true, write: false } },
      companyIds: [id],
    });
    const other = await makeSeller(db());
    for (const call of [companyCalls.remove, companyCalls.dependents]) {
      expect((await (await app.as(reader.user, seller.org)).call(call, at(id))).status).toBe(403);
      expect((await (await app.as(other.owner.user, other.org)).call(call, at(id))).status).toBe(404);
    }
  });

  test('ends in an order or a removal, never both, when a buyer orders meanwhile', async () => {
    for (let round = 0; round < 6; round += 1) {
      const party = await makeSeller(db());
      const admin = await app.as(party.owner.user, party.org);
      const buyer = await makeBuyer(db());
      const shopper = await startShopping(app, buyer);
      const product = await makeProduct(db(), party, { quantity: '100' });
      const wrapper = await shopper.fill(party, [{ product, quantity: '1' }]);
      const [removal, checkout] = await Promise.all([
        admin.call(companyCalls.remove, at(party.company.id)),
        shopper.caller.call(cartCalls.checkout, { body: checkoutBody(buyer, [wrapper]) }),
      ]);
      expect(checkout.status).toBe(200);
      const placed = await db().$count(orders, eq(orders.orgId, party.org.id));
      expect([removal.status, placed]).toEqual(placed === 1 ? [409, 1] : [200, 0]);
      expect(await db().$count(companies, sql`${companies.id} = ${party.company.id} and removed_at is null`)).toBe(
        placed,
      );
      expect(await db().$count(carts, eq(carts.id, wrapper.cart.id))).toBe(1 - placed);
    }
  });

  describe('made a usual distributor at that moment', () => {
    let grower: { id: number };
    beforeEach(async () => {
      grower = (await makeCompany(db(), seller, { name: 'Grower', companyType: 'CULTIVATOR' })).company;
    });
    const choose = () => {
      const mapping = { brandId: seller.brand.id, distributorId: seller.company.id };
      const body = { name: 'Grower', companyType: 'CULTIVATOR' as const, distributorMappings: [mapping], version: 0 };
      return owner.call(companyCalls.update, { ...at(grower.id), body });
    };
    const remove = () => owner.call(companyCalls.remove, at(seller.company.id));
    /** Starts both while a company's row is locked, the second once the first waits. */
    const during = async (id: number, first: Start, second: Start) => {
      const begun: ReturnType<Start>[] = [];
      await db().transaction(async (tx) => {
        await tx.select().from(companies).where(eq(companies.id, id)).for('update');
        begun.push(first());
        await expect.poll(waiting).toBeGreaterThan(0);
        begun.push(second());
        await expect.poll(waiting).toBeGreaterThan(1);
      });
      return (await Promise.all(begun)).map(({ status }) => status);
    };

    test('is refused if that came first', async () => {
      expect(await during(grower.id, choose, remove)).toEqual([200, 409]);
      expect((await full()).distributorMappings).toHaveLength(1);
    });

    test('leaves no company with a removed distributor if it came first', async () => {
      expect(await during(seller.company.id, remove, choose)).toEqual([200, 400]);
      expect(await db().$count(distributorMappings, eq(distributorMappings.orgId, seller.org.id))).toBe(0);
    });
  });
});
