import { asc, eq } from 'drizzle-orm';
import { beforeEach } from 'vitest';
import { badges } from '../../../domain/badges/badges';
import { approvalSettings, approvals } from '../../../domain/carts/approvals/contract';

import { orders } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../app';
import {
  type BuyerFixture,
  type MemberFixture,
  makeBuyer,
  makeMember,
  makeProduct,
  only,
  type ProductFixture,
  type SellerFixture,
} from '../factories';
import { both } from '../permissions';
import { eachWithSeller } from '../seller-app';
import { type Shopper, startShopping } from './buying';

// What tests of approvals begin with, as their files read it.
export let app: TestApp;
export let seller: SellerFixture;
export let buyer: BuyerFixture;
export let product: ProductFixture;
export let owner: Shopper;
/** Buys, and neither manages the organization nor is named. */
export let clerk: Shopper & MemberFixture;

export const db = () => app.database.db;

/** Before each test of a file: a seller with a product, and a buyer with its owner and a clerk. */
export async function eachWithBuyers(): Promise<void> {
  await eachWithSeller((now) => ({ app, seller } = now));
  beforeEach(async () => {
    buyer = await makeBuyer(db());
    owner = await startShopping(app, buyer);
    clerk = await colleague();
    product = await makeProduct(db(), seller, { wholesalePrice: '20.00', quantity: '10000' });
  });
}

export async function colleague(features = { PURCHASE_ORDERS: both }) {
  const member = await makeMember(db(), buyer.org, { features, licenseIds: [buyer.license.id] });
  return { ...(await startShopping(app, buyer, member.user)), ...member };
}

export const params = () => ({ companyId: buyer.buyerCompany.id });
export const rule = async (values: object = {}, caller: TestCaller = owner.caller) => {
  const { version } = await owner.caller.expectOk(approvalSettings.get, { params: params() });
  const body = { aboveUsd: '100.00', brandIds: [], approverIds: [], version, ...values };
  return caller.call(approvalSettings.save, { params: params(), body });
};
export const fill = (quantity = '10', shopper: Shopper = clerk) => shopper.fill(seller, [{ product, quantity }]);
export const ask = async (quantity = '10') => {
  const cart = await fill(quantity);
  const { askedCarts } = await clerk.checkout([cart]);
  return { cart, id: only(askedCarts).approvalId };
};
export const approve = (id: number, expectedTotal = '200.00', shopper: Shopper = owner) =>
  shopper.caller.call(approvals.approve, { params: { id }, body: { expectedTotal } });
export const decline = (id: number, reason = 'Too much for this week', shopper: Shopper = owner) =>
  shopper.caller.call(approvals.decline, { params: { id }, body: { reason } });
export const withdraw = (id: number, shopper: Shopper = clerk) =>
  shopper.caller.call(approvals.withdraw, { params: { id } });
export const get = (id: number, shopper: Shopper = owner) => shopper.caller.expectOk(approvals.get, { params: { id } });
export const waiting = async (shopper: Shopper = owner) =>
  (
    await shopper.caller.expectOk(badges.count, {
      query: { orgId: buyer.org.id, of: 'approvals', buyerCompanyId: buyer.buyerCompany.id },
    })
  ).approvals;
export const placed = () => db().select().from(orders).where(eq(orders.orgId, seller.org.id)).orderBy(asc(orders.id));
