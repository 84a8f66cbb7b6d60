import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { carts } from '../../../../domain/carts/contract';
import { orders } from '../../../../server/db/schema';
import { openApp } from '../../../support/app';
import { checkoutBody, startShopping } from '../../../support/carts/buying';
import { makeBuyer, makeMember, makeProduct, makeSeller, only } from '../../../support/factories';

const app = await openApp();
const db = () => app.database.db;

const ordersOf = (sellerOrgId: number) => db().select().from(orders).where(eq(orders.orgId, sellerOrgId));

describe('whose checkout', () => {
  test('is refused without the permission to purchase, with read only too', async () => {
    const [seller, buyer] = [await makeSeller(db()), await makeBuyer(db())];
    const product = await makeProduct(db(), seller);
    const cart = await (await startShopping(app, buyer)).fill(seller, [{ product, quantity: '1' }]);
    for (const features of [{}, { PURCHASE_ORDERS: { read: true, write: false } }]) {
      const member = await makeMember(db(), buyer, { features, licenseIds: [buyer.license.id] });
      const caller = await app.as(member.user, buyer.org);
      const answer = await caller.call(carts.checkout, { body: checkoutBody(buyer, [cart]) });
      expect(answer.status).toBe(403);
    }
    expect(await ordersOf(seller.org.id)).toEqual([]);
  });

  test('treats another organization’s cart as gone, and its company as not found', async () => {
    const [seller, buyer, stranger] = [await makeSeller(db()), await makeBuyer(db()), await makeBuyer(db())];
    const product = await makeProduct(db(), seller);
    const cart = await (await startShopping(app, buyer)).fill(seller, [{ product, quantity: '1' }]);
    const thief = await startShopping(app, stranger);
    const { createdOrders, failedCarts } = await thief.checkout([cart]);
    expect(createdOrders).toEqual([]);
    expect(only(failedCarts).cart).toBeNull();
    const body = { ...checkoutBody(stranger, [cart]), companyId: buyer.buyerCompany.id };
    expect((await thief.caller.call(carts.checkout, { body })).status).toBe(404);
    expect((await thief.caller.call(carts.checkout, { body: checkoutBody(buyer, [cart]) })).status).toBe(404);
    expect(await ordersOf(seller.org.id)).toEqual([]);
  });

  test('treats a cart of an unassigned license as gone', async () => {
    const [seller, buyer] = [await makeSeller(db()), await makeBuyer(db())];
    const product = await makeProduct(db(), seller);
    const cart = await (await startShopping(app, buyer)).fill(seller, [{ product, quantity: '1' }]);
    const features = { PURCHASE_ORDERS: { read: true, write: true } };
    const elsewhere = await makeMember(db(), buyer, { features, licenseIds: [] });
    const here = await makeMember(db(), buyer, { features, licenseIds: [buyer.license.id] });
    const refused = await (await startShopping(app, buyer, elsewhere.user)).checkout([cart]);
    expect(refused.createdOrders).toEqual([]);
    const allowed = await (await startShopping(app, buyer, here.user)).checkout([cart]);
    expect(allowed.createdOrders).toHaveLength(1);
  });
});
