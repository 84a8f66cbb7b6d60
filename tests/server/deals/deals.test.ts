import { and, eq, sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';

import { bids as bidCalls, offers as offerCalls } from '../../../domain/deals/contract';
import type { LiveEvent } from '../../../domain/live/events';
import { purchaseOrders } from '../../../domain/orders/contract';
import { auditLog, buyerCompanyApprovals, dealBids, offers } from '../../../server/db/schema';
import { expireDeals } from '../../../server/deals/expire-deals';
import {
  acceptBid,
  app,
  type Bidding,
  bid,
  bidOk,
  buyer,
  counter,
  db,
  done,
  eachWithDeal,
  endBid,
  member,
  offer,
  owner,
  product,
  read,
  seller,
  shopper,
  stock,
} from '../../support/deals/dealing';
import { makeBuyer, makeCustomer, only } from '../../support/factories';
import { lettersTo } from '../../support/letters';
import { listen, stopListening } from '../../support/live';
import { both, readOnly } from '../../support/permissions';

await eachWithDeal();

/** Nobody is told what these tests expire. */
const untold = { enqueue: async () => {}, close: async () => {} };

describe('bidding', () => {
  test('taking the asking price orders at once, at that price, quantity and license', async () => {
    const { uuid } = await offer();
    const after = await bidOk(uuid, { quantity: '20' });
    expect(after).toMatchObject({
      left: '40',
      status: 'OPEN',
      bids: [{ status: 'ACCEPTED', price: '18.00', totalUsd: '360.00' }],
    });
    const { order } = only(after.bids);
    expect(order).toMatchObject({ status: 'SUBMITTED', totalUsd: '360.00' });
    const bought = await shopper.expectOk(purchaseOrders.get, {
      params: { orderId: order?.id ?? 0 },
      query: { orgId: buyer.org.id },
    });
    expect(bought).toMatchObject({
      totalUsd: '360.00',
      lineItems: [{ quantity: '20', orderedUnitPrice: '18.00', priceWhy: { kind: 'deal', offerUuid: uuid } }],
    });
    expect(await stock()).toMatchObject({ quantity: '100', reserved: '20' });
  });

  test('its order is paid as agreed with the customer, where several ways are offered', async () => {
    const [, agreed] = seller.paymentOptions;
    await makeCustomer(db(), seller, { buyer, paymentOptionIds: [agreed?.id ?? 0] });
    const { uuid } = await offer();
    const { order } = only((await bidOk(uuid, { quantity: '20' })).bids);
    const bought = await shopper.expectOk(purchaseOrders.get, {
      params: { orderId: order?.id ?? 0 },
      query: { orgId: buyer.org.id },
    });
    expect(bought.paymentOption?.id).toBe(agreed?.id);
  });

  test('goes back and forth until one side accepts, every version kept; a seller’s is held for the buyer', async () => {
    const { uuid } = await offer();
    const first = only((await bidOk(uuid, { price: '15.00' })).bids);
    expect(first).toMatchObject({ status: 'OPEN', turn: 'SELLER', isHeld: false });
    expect(await stock()).toMatchObject({ reserved: '0' });
    // It isn't the buyer's turn.
    expect((await counter(shopper, uuid, first, '15.50')).body).toMatchObject({
      userFriendlyMessage: 'It’s the seller’s turn to answer.',
    });
    const second = only((await done(counter(owner, uuid, first, '17.00', '30'))).bids);
    expect(second).toMatchObject({ turn: 'BUYER', isHeld: true, price: '17.00', quantity: '30' });
    expect(await stock()).toMatchObject({ reserved: '30' });
    expect(await read(shopper, uuid)).toMatchObject({ left: '30' });
    const third = only((await done(counter(shopper, uuid, second, '16.00', '30'))).bids);
    expect(third).toMatchObject({ turn: 'SELLER', isHeld: false });
    expect(await stock()).toMatchObject({ reserved: '0' });
    const sold = await done(acceptBid(owner, uuid, third));
    expect(sold).toMatchObject({ left: '30', bids: [{ status: 'ACCEPTED', order: { totalUsd: '480.00' } }] });
    expect(only(sold.bids).versions.map(({ side, price, quantity }) => [side, price, quantity])).toEqual([
      ['BUYER', '15.00', '20'],
      ['SELLER', '17.00', '30'],
      ['BUYER', '16.00', '30'],
    ]);
    expect(await stock()).toMatchObject({ reserved: '30' });
  });

  test('what is held becomes the order’s, though nothing else is left', async () => {
    const { uuid } = await offer({ quantity: '100' });
    const first = only((await bidOk(uuid, { price: '15.00', quantity: '100' })).bids);
    const held = only((await done(counter(owner, uuid, first, '16.00', '100'))).bids);
    const late = await makeBuyer(db());
    const other = await app.as(late.owner.user, late.org);
    expect((await bid(uuid, { as: other, of: late, quantity: '10' })).body).toMatchObject({
      errors: { quantity: 'This offer is sold out' },
    });
    const sold = await done(acceptBid(shopper, uuid, held));
    expect(sold).toMatchObject({
      status: 'FILLED',
      left: '0',
      bids: [{ status: 'ACCEPTED', order: { totalUsd: '1600.00' } }],
    });
    expect(await stock()).toMatchObject({ quantity: '100', reserved: '100' });
  });

  test('declining, withdrawing and closing free what was held; each says so once', async () => {
    const { uuid } = await offer();
    const first = only((await bidOk(uuid, { price: '15.00' })).bids);
    const held = only((await done(counter(owner, uuid, first, '17.00'))).bids);
    expect((await endBid(shopper, uuid, held, 'Found it cheaper')).body).toMatchObject({
      bids: [{ status: 'WITHDRAWN' }],
    });
    expect(await stock()).toMatchObject({ reserved: '0' });
    expect((await endBid(shopper, uuid, { ...held, version: held.version + 1 })).body).toMatchObject({
      userFriendlyMessage: 'This bid is withdrawn.',
    });
    const again = (await bidOk(uuid, { price: '15.50' })).bids.find(({ status }) => status === 'OPEN');
    await counter(owner, uuid, again ?? first, '17.00');
    const { version } = await read(owner, uuid);
    await owner.expectOk(offerCalls.close, { params: { offerUuid: uuid }, body: { version } });
    expect(await read(shopper, uuid)).toMatchObject({ status: 'CLOSED', openBids: 0 });
    expect(await stock()).toMatchObject({ reserved: '0' });
    expect((await bid(uuid)).body).toMatchObject({ userFriendlyMessage: 'The seller closed this offer.' });
  });

  test('a bid nobody answers in time expires, and frees what was held', async () => {
    const { uuid } = await offer();
    const first = only((await bidOk(uuid, { price: '15.00' })).bids);
    const held = only((await done(counter(owner, uuid, first, '17.00'))).bids);
    await db()
      .update(dealBids)
      .set({ answerBy: new Date(Date.now() - 1000) })
      .where(eq(dealBids.id, first.id));
    expect((await acceptBid(shopper, uuid, held)).body).toMatchObject({
      userFriendlyMessage: 'The time to answer has passed.',
    });
    await expireDeals({ database: app.database, jobs: untold });
    expect(await read(shopper, uuid)).toMatchObject({ left: '60', bids: [{ status: 'EXPIRED', isHeld: false }] });
    expect(await stock()).toMatchObject({ reserved: '0' });
    await db()
      .update(offers)
      .set({ endsAt: new Date(Date.now() - 1000) })
      .where(eq(offers.uuid, uuid));
    await expireDeals({ database: app.database, jobs: untold });
    expect(await read(owner, uuid)).toMatchObject({ status: 'EXPIRED' });
  });

  test('refuses what the offer doesn’t give, at its field', async () => {
    const { uuid } = await offer();
    const said = async (bidding: Bidding) => ((await bid(uuid, bidding)).body as { errors: unknown }).errors;
    expect(await said({ quantity: '5' })).toEqual({ quantity: 'The minimum quantity is 10 units' });
    expect(await said({ quantity: '61' })).toEqual({ quantity: 'Only 60 units left' });
    expect(await said({ price: '0' })).toEqual({ counterOfferPrice: 'Must be more than $0.00' });
    const twice = await bidOk(uuid, { price: '15.00' });
    expect((await bid(uuid, { price: '15.50' })).status).toBe(409);
    expect((await counter(owner, uuid, only(twice.bids), '15.00')).body).toMatchObject({
      errors: { counterOfferPrice: expect.stringContaining('This is their bid') },
    });
    expect(
      (
        await owner.call(bidCalls.place, {
          params: { offerUuid: uuid },
          body: { match: true, licenseId: buyer.license.id },
        })
      ).body,
    ).toMatchObject({ userFriendlyMessage: 'This is your own offer.' });
    const stranger = await makeBuyer(db());
    expect((await bid(uuid, { of: stranger })).status).toBe(404);
  });

  test('a product packed another way since isn’t sold by the old offer', async () => {
    const { uuid } = await offer();
    const first = only((await bidOk(uuid, { price: '15.00' })).bids);
    await db().execute(
      sql`update products set sell_in_unit_of_measure = 'Case', sell_in_bulk = true, unit_multiplier = 12 where id = ${product.id}`,
    );
    expect((await bid(uuid)).body).toMatchObject({
      userFriendlyMessage: expect.stringContaining('another unit or case'),
    });
    expect((await acceptBid(owner, uuid, first)).status).toBe(409);
    expect(only(await db().select().from(dealBids).where(eq(dealBids.id, first.id))).status).toBe('OPEN');
  });

  test('somebody who may not order deals bids the asking price, and the seller decides', async () => {
    const junior = await member(buyer, { OFFERS: readOnly, BIDS: both }, [buyer.license.id]);
    const { uuid } = await offer();
    const after = await bidOk(uuid, { as: junior });
    expect(after).toMatchObject({ left: '60', bids: [{ status: 'OPEN', price: '18.00', turn: 'SELLER' }] });
    const sold = (await acceptBid(owner, uuid, only(after.bids))).body;
    expect(sold).toMatchObject({ bids: [{ status: 'ACCEPTED', order: { status: 'SUBMITTED' } }] });
    expect(await read(junior, uuid)).toMatchObject({ bids: [{ status: 'ACCEPTED', order: null }] });
  });

  test('an order that the buyer’s company wants approved is bid and taken by those who approve alone', async () => {
    await db()
      .insert(buyerCompanyApprovals)
      .values({ orgId: buyer.org.id, buyerCompanyId: buyer.buyerCompany.id, aboveUsd: '300.00' });
    const features = { OFFERS: readOnly, BIDS: both, ORDERS: both, PURCHASE_ORDERS: both };
    const junior = await member(buyer, features, [buyer.license.id]);
    const { uuid } = await offer();
    const refused = {
      userFriendlyMessage: 'Needs approval: above $300.00. Ask someone who approves orders to do this.',
    };
    expect((await bid(uuid, { as: junior })).body).toMatchObject(refused);
    expect((await bid(uuid, { as: junior, price: '16.00' })).body).toMatchObject(refused);
    expect((await read(owner, uuid)).bids).toEqual([]);
    expect(only((await bidOk(uuid, { as: junior, quantity: '10' })).bids).status).toBe('ACCEPTED');
    expect((await bidOk(uuid)).bids[0]?.status).toBe('ACCEPTED');
  });

  test('a bid made before its company wanted it approved isn’t accepted past that', async () => {
    const features = { OFFERS: readOnly, BIDS: both, PURCHASE_ORDERS: both };
    const junior = await member(buyer, features, [buyer.license.id]);
    const { uuid } = await offer();
    const made = only((await bidOk(uuid, { as: junior, price: '16.00' })).bids);
    const rule = { orgId: buyer.org.id, buyerCompanyId: buyer.buyerCompany.id, aboveUsd: '300.00' };
    await db().insert(buyerCompanyApprovals).values(rule);
    const { status, body } = await acceptBid(owner, uuid, made);
    expect([status, JSON.stringify(body).includes('300')]).toEqual([409, false]);
    await db().delete(buyerCompanyApprovals);
    expect(only((await done(acceptBid(owner, uuid, made))).bids).status).toBe('ACCEPTED');
  });

  test('a price the seller changed since isn’t taken unseen', async () => {
    const { uuid } = await offer();
    await db().update(offers).set({ askingPrice: '25.00' }).where(eq(offers.uuid, uuid));
    const body = { match: true, licenseId: buyer.license.id, quantity: '20', askingPrice: '18.00' };
    const take = (values: object) =>
      shopper.call(bidCalls.place, { params: { offerUuid: uuid }, body: { ...body, ...values } });
    expect((await take({})).body).toMatchObject({
      userFriendlyMessage: 'The asking price is now $25.00, not $18.00. Check it, then take it again.',
    });
    expect((await read(owner, uuid)).bids).toEqual([]);
    expect((await take({ askingPrice: '25.00' })).ok).toBe(true);
  });

  test('somebody who may not order deals doesn’t by accepting a counter-offer', async () => {
    const junior = await member(buyer, { OFFERS: readOnly, BIDS: both }, [buyer.license.id]);
    const { uuid } = await offer();
    const first = only((await bidOk(uuid, { as: junior, price: '17.00' })).bids);
    const answer = only((await done(counter(owner, uuid, first, '17.50'))).bids);
    expect(await acceptBid(junior, uuid, answer)).toMatchObject({
      status: 403,
      body: { userFriendlyMessage: 'You need write access to “Deal orders”. Ask someone who manages roles.' },
    });
    expect((await acceptBid(shopper, uuid, answer)).ok).toBe(true);
  });

  test('whoever bid once doesn’t buy from an offer that isn’t shown to them anymore', async () => {
    const { uuid } = await offer();
    const first = only((await bidOk(uuid, { price: '15.00' })).bids);
    await done(endBid(shopper, uuid, first));
    await db().update(offers).set({ audience: 'PARTNERS' }).where(eq(offers.uuid, uuid));
    expect((await read(shopper, uuid)).bids).toHaveLength(1);
    expect((await bid(uuid)).status).toBe(404);
  });

  test('what became of other bids stays in the seller’s log', async () => {
    const { uuid } = await offer();
    const rival = await makeBuyer(db());
    const theirs = only(
      (await bidOk(uuid, { as: await app.as(rival.owner.user, rival.org), of: rival, price: '15.00' })).bids,
    );
    await bidOk(uuid, { quantity: '60' });
    const said = await db()
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entity, 'bid'), eq(auditLog.entityId, String(theirs.id))))
      .orderBy(auditLog.id);
    expect(said.map(({ orgId, after }) => [orgId, (after as { status?: string }).status])).toEqual([
      [rival.org.id, undefined],
      [seller.org.id, 'DECLINED'],
    ]);
  });

  test('another organization neither sees nor answers a bid', async () => {
    const { uuid } = await offer();
    const mine = only((await bidOk(uuid, { price: '15.00' })).bids);
    const stranger = await makeBuyer(db());
    const other = await app.as(stranger.owner.user, stranger.org);
    expect((await read(other, uuid)).bids).toEqual([]);
    for (const answer of [
      await acceptBid(other, uuid, mine),
      await endBid(other, uuid, mine),
      await counter(other, uuid, mine, '20.00'),
    ]) {
      expect(answer.status).toBe(404);
    }
    expect((await other.expectOk(bidCalls.search, { body: { orgId: stranger.org.id } })).results).toEqual([]);
  });

  test('both sides find their bids and what became orders', async () => {
    const { uuid } = await offer();
    await bidOk(uuid, { price: '15.00' });
    const lists = async (call: typeof bidCalls.search | typeof bidCalls.orders) => [
      (await owner.expectOk(call, { body: { orgId: seller.org.id, filters: { sides: ['SELLER'] } } })).results,
      (await shopper.expectOk(call, { body: { orgId: buyer.org.id, filters: { sides: ['BUYER'] } } })).results,
    ];
    expect(await lists(bidCalls.search)).toMatchObject([[{ side: 'SELLER', offerUuid: uuid }], [{ side: 'BUYER' }]]);
    expect(await lists(bidCalls.orders)).toEqual([[], []]);
    await bidOk(uuid);
    expect(await lists(bidCalls.orders)).toMatchObject([[{ order: { totalUsd: '360.00' } }], [{ side: 'BUYER' }]]);
  });
});

describe('the other side hears of it', () => {
  afterEach(stopListening);

  test('live, and by email to whoever made the offer or the bid; nobody else does', async () => {
    const { uuid } = await offer();
    const stranger = await makeBuyer(db());
    const heard = {
      seller: await listen(app, owner.token ?? '', seller.org.id),
      buyer: await listen(app, shopper.token ?? '', buyer.org.id),
      stranger: await listen(app, (await app.as(stranger.owner.user, stranger.org)).token ?? '', stranger.org.id),
    };
    const isDeal = ({ topic, id }: LiveEvent) => topic === 'deals' && id === uuid;
    const first = only((await bidOk(uuid, { price: '15.00' })).bids);
    await heard.seller.until(isDeal);
    const letters = await lettersTo(app, seller.owner.user.email, 1);
    expect(letters.map(({ subject }) => subject)).toEqual([`${buyer.org.name} bids on ${product.name}`]);
    await done(counter(owner, uuid, first, '17.00'));
    await heard.buyer.until(isDeal);
    const [answer] = await lettersTo(app, buyer.owner.user.email, 1);
    expect(answer).toMatchObject({
      subject: `${seller.company.name} made a counter-offer for ${product.name}`,
      text: expect.stringContaining(`20 units of ${product.name} at $17.00`),
    });
    expect(heard.stranger.events.filter(isDeal)).toEqual([]);
    expect(await lettersTo(app, stranger.owner.user.email, 0)).toEqual([]);
  });
});
