import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { bids as bidCalls, offers as offerCalls } from '../../../domain/deals/contract';

import { offers, orderLineItems, partnerBrands } from '../../../server/db/schema';
import {
  app,
  bid,
  bidOk,
  buyer,
  db,
  draft,
  eachWithDeal,
  found,
  later,
  member,
  offer,
  owner,
  product,
  read,
  seller,
  shopper,
} from '../../support/deals/dealing';
import { makeBuyer, makeCustomer, makeMember, only } from '../../support/factories';
import { makeItem, makePackage } from '../../support/inventory/factories';
import { both, readOnly } from '../../support/permissions';

await eachWithDeal();

describe('who sees an offer', () => {
  test('one for everybody is found by buyers in its state, until it ends', async () => {
    const { uuid } = await offer();
    expect(await found(shopper, buyer.org.id)).toContain(uuid);
    const elsewhere = await makeBuyer(db(), { state: 'OR' });
    const oregon = await app.as(elsewhere.owner.user, elsewhere.org);
    expect(await found(oregon, elsewhere.org.id)).not.toContain(uuid);
    expect((await oregon.call(offerCalls.get, { params: { offerUuid: uuid } })).status).toBe(404);
    await db()
      .update(offers)
      .set({ endsAt: new Date(Date.now() - 1000) })
      .where(eq(offers.uuid, uuid));
    expect(await found(shopper, buyer.org.id)).not.toContain(uuid);
    const [own] = (await owner.expectOk(offerCalls.own, { body: { orgId: seller.org.id } })).results;
    expect(own).toMatchObject({ uuid, status: 'EXPIRED' });
  });

  test('one for partners is found by the partners of the seller’s brands alone', async () => {
    const { uuid } = await offer({ audience: 'PARTNERS' });
    expect(await found(shopper, buyer.org.id)).not.toContain(uuid);
    await db()
      .insert(partnerBrands)
      .values({ orgId: buyer.org.id, brandId: seller.brand.id, ownerOrgId: seller.org.id, status: 'ACCEPTED' });
    expect(await found(shopper, buyer.org.id)).toContain(uuid);
  });

  test('one for chosen customers is found by them, and taken for their license alone', async () => {
    const customer = await makeCustomer(db(), seller, { buyer });
    const { uuid } = await offer({ audience: 'CUSTOMERS', customerIds: [customer.id] });
    expect(await found(shopper, buyer.org.id)).toContain(uuid);
    const stranger = await makeBuyer(db());
    const other = await app.as(stranger.owner.user, stranger.org);
    expect(await found(other, stranger.org.id)).not.toContain(uuid);
    expect((await bid(uuid, { as: other, of: stranger })).status).toBe(404);
    const unassigned = await member(buyer, { OFFERS: readOnly });
    expect((await unassigned.call(offerCalls.get, { params: { offerUuid: uuid } })).status).toBe(404);
    // Who it is for stays with the seller.
    expect((await read(owner, uuid)).customers).toEqual([{ id: customer.id, name: customer.name }]);
    expect((await read(shopper, uuid)).customers).toEqual([]);
  });

  test('without the permissions, offers and bids are neither seen nor made', async () => {
    const reader = await member(buyer, { OFFERS: readOnly }, [buyer.license.id]);
    const { uuid } = await offer();
    await bidOk(uuid, { price: '15.00' });
    expect(await found(reader, buyer.org.id)).toContain(uuid);
    expect(await read(reader, uuid)).toMatchObject({ bids: [], openBids: 0 });
    expect((await bid(uuid, { as: reader })).status).toBe(403);
    expect((await reader.call(bidCalls.search, { body: { orgId: buyer.org.id } })).status).toBe(403);
    expect((await reader.call(bidCalls.orders, { body: { orgId: buyer.org.id } })).status).toBe(403);
    const none = await member(buyer, {});
    expect((await none.call(offerCalls.search, { body: { orgId: buyer.org.id } })).status).toBe(403);
    const sellersReader = await member(seller, { OFFERS: readOnly });
    expect((await sellersReader.call(offerCalls.create, { body: draft() })).status).toBe(403);
  });

  test('people of assigned companies and licenses see those alone', async () => {
    const { uuid } = await offer();
    await bidOk(uuid, { price: '15.00' });
    const all = { OFFERS: both, BIDS: both };
    const unassigned = await makeMember(db(), seller, { features: all });
    const theirs = await app.as(unassigned.user, seller.org);
    expect((await theirs.expectOk(offerCalls.own, { body: { orgId: seller.org.id } })).results).toEqual([]);
    expect((await theirs.expectOk(bidCalls.search, { body: { orgId: seller.org.id } })).results).toEqual([]);
    const unlicensed = await makeMember(db(), buyer, { features: all });
    const mine = await app.as(unlicensed.user, buyer.org);
    expect(await found(mine, buyer.org.id)).toEqual([]);
    expect((await mine.expectOk(bidCalls.search, { body: { orgId: buyer.org.id } })).results).toEqual([]);
  });
});

describe('making an offer', () => {
  test('says at each field what is wrong, and writes nothing', async () => {
    const wrong = await owner.call(offerCalls.create, {
      body: draft({ quantity: '2.5', smallestQuantity: '1', endsAt: later(-1) }),
    });
    expect(wrong).toMatchObject({
      status: 400,
      body: { errors: { quantity: 'Must be whole units', endsAt: 'Choose a time that is still to come' } },
    });
    const more = await owner.call(offerCalls.create, { body: draft({ smallestQuantity: '61' }) });
    expect(more.body).toMatchObject({ errors: { smallestQuantity: 'Can’t be more than the quantity' } });
    const nobody = await owner.call(offerCalls.create, { body: draft({ audience: 'CUSTOMERS' }) });
    expect(nobody.body).toMatchObject({ errors: { customerIds: 'Choose at least one customer' } });
    expect(await db().select().from(offers).where(eq(offers.productId, product.id))).toEqual([]);
  });

  test('a lot is in one open offer at a time, and named on the order', async () => {
    const item = await makeItem(db(), seller, { productId: product.id });
    const lot = await makePackage(db(), item, { quantity: '60' });
    const query = { orgId: seller.org.id, productId: product.id };
    expect(await owner.expectOk(offerCalls.lots, { query })).toMatchObject([{ packageId: lot.id, label: lot.label }]);
    const { uuid } = await offer({ packageIds: [lot.id] });
    expect(await owner.expectOk(offerCalls.lots, { query })).toEqual([]);
    const second = await owner.call(offerCalls.create, { body: draft({ packageIds: [lot.id] }) });
    expect(second.body).toMatchObject({ errors: { packageIds: expect.stringContaining('another open offer') } });
    const taken = await bidOk(uuid, { quantity: '60' });
    const lines = await db()
      .select()
      .from(orderLineItems)
      .where(eq(orderLineItems.orderId, only(taken.bids).order?.id ?? 0));
    expect(only(lines).notes).toBe(`Lot ${lot.label}`);
  });

  test('it changes while open, but not below what is sold or held, and from its newest version', async () => {
    const { uuid } = await offer();
    await bidOk(uuid, { quantity: '20' });
    const { orgId: _, companyId: __, productId: ___, ...terms } = draft();
    const change = (values: object) =>
      owner.call(offerCalls.update, { params: { offerUuid: uuid }, body: { version: 0, ...terms, ...values } });
    expect((await change({ quantity: '19', smallestQuantity: '1' })).body).toMatchObject({
      errors: { quantity: '20 are sold or held for bids. Enter at least that many' },
    });
    expect((await change({ askingPrice: '17.00' })).body).toMatchObject({ askingPrice: '17.00', version: 1 });
    expect((await change({ askingPrice: '16.00' })).status).toBe(409);
    expect((await change({ quantity: '20', version: 1 })).body).toMatchObject({ status: 'FILLED', left: '0' });
  });
});
