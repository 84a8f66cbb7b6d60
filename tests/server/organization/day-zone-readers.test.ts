import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { dayOf, shortDay } from '../../../domain/dates';
import { companies } from '../../../server/db/schema';
import type { TestApp, TestCaller } from '../../support/app';
import { makeBuyer, makeCustomer, makeMember, makeOrder, type SellerFixture } from '../../support/factories';
import { pagesOf } from '../../support/files/pdf';
import { eachWithSeller } from '../../support/seller-app';

const EAST = 'Pacific/Kiritimati';
const LA = 'America/Los_Angeles';

let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;
await eachWithSeller((now) => ({ app, seller, owner } = now));

const from = (timezone: string) => ({ headers: { timezone } });

async function countIn(timeZone: string): Promise<void> {
  await app.database.db.update(companies).set({ timeZone }).where(eq(companies.id, seller.company.id));
}

describe('documents', () => {
  test('have the seller’s days for its buyer too, and name the zone', async () => {
    const { db } = app.database;
    const buyer = await makeBuyer(db);
    const customer = await makeCustomer(db, seller, { buyer });
    const createdAt = new Date('2026-03-11T06:30:00Z');
    const { order } = await makeOrder(db, seller, {
      buyer,
      customer,
      status: 'ACCEPTED',
      createdAt,
    });
    const buys = await app.as(buyer.owner.user, buyer.org);
    const sold = async (kind: 'INVOICE' | 'PACKING_SLIP' | 'PICK_LIST', zone: string) =>
      (
        await pagesOf(
          await owner.expectOk(contract.orderDocuments.print, { body: { kind, orderIds: [order.id] } }, from(zone)),
        )
      )[0];
    const bought = async (zone: string) =>
      (
        await pagesOf(
          await buys.expectOk(contract.orderDocuments.purchaseInvoice, { params: { orderId: order.id } }, from(zone)),
        )
      )[0];

    expect(await bought('Asia/Tokyo')).toContain('Ordered 03/11/2026');
    expect(await bought('Asia/Tokyo')).toContain('Days in Japan Standard Time (Tokyo)');
    expect(await sold('INVOICE', LA)).toContain('Ordered 03/10/2026');

    await countIn(LA);
    for (const page of [
      await bought('Asia/Tokyo'),
      await sold('INVOICE', 'Asia/Tokyo'),
      await sold('PACKING_SLIP', EAST),
    ]) {
      expect(page).toContain('Ordered 03/10/2026');
      expect(page).toContain('Days in Pacific Time (Los Angeles)');
    }
    const today = shortDay(dayOf(new Date(), LA));
    expect(await sold('PICK_LIST', EAST)).toContain(`Printed ${today}`);
  });
});

describe('what somebody buys', () => {
  test('is counted in their own days, whatever companies of theirs or the seller’s set', async () => {
    const { db } = app.database;
    const buyer = await makeBuyer(db);
    // A seller company of the buyer's own, which could have the id of their buyer company.
    await db
      .insert(companies)
      .overridingSystemValue()
      .values({
        id: 7_000_000 + buyer.buyerCompany.id,
        orgId: buyer.org.id,
        name: 'Their own',
        companyType: 'WHOLESALER',
        usState: 'CA',
        timeZone: EAST,
      });
    await countIn(EAST);
    const customer = await makeCustomer(db, seller, { buyer });
    const createdAt = new Date('2026-03-11T06:30:00Z');
    await makeOrder(db, seller, { buyer, customer, createdAt });
    const buys = await app.as(buyer.owner.user, buyer.org);
    const body = { orgId: buyer.org.id, filters: { createdFrom: '2026-03-10', createdTo: '2026-03-10' } };
    const found = async (zone: string) =>
      (await buys.expectOk(contract.purchaseOrders.search, { body }, from(zone))).results.length;
    expect(await found(LA)).toBe(1);
    expect(await found(EAST)).toBe(0);
  });
});

describe('a member assigned some companies', () => {
  test('counts the days of those alone', async () => {
    const { db } = app.database;
    await countIn(LA);
    await db
      .insert(companies)
      .values({ orgId: seller.org.id, name: 'East', companyType: 'WHOLESALER', usState: 'NY', timeZone: EAST });
    const createdAt = new Date('2026-03-11T06:30:00Z');
    await makeOrder(db, seller, { createdAt });
    const body = { orgId: seller.org.id, filters: { createdFrom: '2026-03-10', createdTo: '2026-03-10' } };
    const found = async (caller: TestCaller) =>
      (await caller.expectOk(contract.orders.search, { body }, from('Asia/Tokyo'))).results.length;
    expect(await found(owner)).toBe(0);
    const features = { BROWSE_ORDERS: { read: true, write: true } };
    const { user } = await makeMember(db, seller, { features, companyIds: [seller.company.id] });
    expect(await found(await app.as(user, seller.org))).toBe(1);
  });
});
