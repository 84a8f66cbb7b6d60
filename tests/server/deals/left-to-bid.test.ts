import { and, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { offers as offerCalls } from '../../../domain/deals/contract';
import { dealBids, orderLineItems, products } from '../../../server/db/schema';
import {
  acceptBid,
  bid,
  bidOk,
  counter,
  db,
  done,
  draft,
  eachWithDeal,
  later,
  offer,
  owner,
  product,
  read,
  seller,
  shopper,
} from '../../support/deals/dealing';
import { makeOrder, only } from '../../support/factories';
import { readLedger } from '../../support/orders/ledger';

await eachWithDeal();

const change = async (uuid: string, values: object) => {
  const { orgId: _, companyId: __, productId: ___, ...terms } = draft();
  const { version } = await read(owner, uuid);
  return owner.call(offerCalls.update, { params: { offerUuid: uuid }, body: { version, ...terms, ...values } });
};
/** Sells so much of the product to somebody else. */
const sell = (quantity: string) => makeOrder(db(), seller, { status: 'ACCEPTED', lines: [{ product, quantity }] });

describe('what can be bid for', () => {
  test.each([
    ['another price', '15.00', '31', true, 'Only 30 units left'],
    ['the asking price', undefined, '31', true, 'Only 30 units left'],
    ['more than a seller shows there is', '15.00', '31', false, 'Qty too high'],
    ['more than is left of the offer itself', '15.00', '61', false, 'Qty too high'],
  ])('is what there is of the product: %s', async (_what, price, quantity, showQuantity, message) => {
    const { uuid } = await offer();
    await sell('70');
    await db().update(products).set({ showQuantity }).where(eq(products.id, product.id));
    const refused = await bid(uuid, { quantity, ...(price && { price }) });
    expect(refused).toMatchObject({ status: 400, body: { errors: { quantity: message } } });
    expect(only((await bidOk(uuid, { quantity: '30', ...(price && { price }) })).bids)).toMatchObject({
      quantity: '30',
    });
  });

  test('is not limited by stock for a product sold on backorder', async () => {
    const { uuid } = await offer();
    await sell('100');
    await db().update(products).set({ listingState: 'BACKORDER' }).where(eq(products.id, product.id));
    for (const reader of [owner, shopper])
      expect(await read(reader, uuid)).toMatchObject({ status: 'OPEN', left: '60' });
    const { orgId, companyId } = draft();
    const { results } = await owner.expectOk(offerCalls.own, { body: { orgId, companyId } });
    expect(results.find((row) => row.uuid === uuid)).toMatchObject({ status: 'OPEN', left: '60' });
    expect(only((await bidOk(uuid, { quantity: '60', price: '15.00' })).bids)).toMatchObject({ status: 'OPEN' });
  });

  test('is countered and accepted for a product sold on backorder without setting stock aside', async () => {
    const { uuid } = await offer();
    await sell('100');
    await db().update(products).set({ listingState: 'BACKORDER' }).where(eq(products.id, product.id));
    const first = only((await bidOk(uuid, { quantity: '60', price: '15.00' })).bids);
    const held = only((await done(counter(owner, uuid, first, '17.00', '60'))).bids);
    expect(held).toMatchObject({ turn: 'BUYER', isHeld: true });
    expect((await readLedger(db(), product.id)).row).toEqual({ quantity: 100, reserved: 100 });
    const back = only((await done(counter(shopper, uuid, held, '16.00', '60'))).bids);
    expect(only((await done(acceptBid(owner, uuid, back))).bids)).toMatchObject({ status: 'ACCEPTED' });
    expect((await readLedger(db(), product.id)).row).toEqual({ quantity: 100, reserved: 100 });
    const [line] = await db()
      .select()
      .from(orderLineItems)
      .where(and(eq(orderLineItems.productId, product.id), eq(orderLineItems.quantity, '60')));
    expect(line).toMatchObject({ isBackorder: true });
  });

  test('that was set aside before the product went on backorder is given up once the deal is done', async () => {
    const { uuid } = await offer();
    const first = only((await bidOk(uuid, { quantity: '60', price: '15.00' })).bids);
    const held = only((await done(counter(owner, uuid, first, '17.00', '60'))).bids);
    expect((await readLedger(db(), product.id)).row).toEqual({ quantity: 100, reserved: 60 });
    await db().update(products).set({ listingState: 'BACKORDER' }).where(eq(products.id, product.id));
    await done(acceptBid(shopper, uuid, held));
    expect((await readLedger(db(), product.id)).row).toEqual({ quantity: 100, reserved: 0 });
  });

  test('counts what is held for the bid itself, and only that', async () => {
    const { uuid } = await offer();
    const first = only((await bidOk(uuid, { price: '15.00', quantity: '60' })).bids);
    const held = only((await done(counter(owner, uuid, first, '17.00', '60'))).bids);
    await sell('40');
    expect(await read(shopper, uuid)).toMatchObject({
      status: 'OPEN',
      left: '0',
      bids: [{ isHeld: true, quantity: '60' }],
    });
    expect((await counter(shopper, uuid, held, '16.00', '61')).body).toMatchObject({
      errors: { quantity: 'Only 60 units left' },
    });
    expect(only((await done(counter(shopper, uuid, held, '16.00', '60'))).bids)).toMatchObject({ turn: 'SELLER' });
  });
});

describe('an offer', () => {
  test('that ends earlier leaves no bid to answer after it', async () => {
    const { uuid } = await offer();
    const first = only((await bidOk(uuid, { price: '15.00' })).bids);
    const endsAt = later(1);
    expect((await change(uuid, { endsAt })).status).toBe(200);
    const [kept] = await db().select().from(dealBids).where(eq(dealBids.id, first.id));
    expect(kept?.answerBy.toISOString()).toBe(endsAt);
    expect((await change(uuid, { endsAt: later(72) })).status).toBe(200);
    const [still] = await db().select().from(dealBids).where(eq(dealBids.id, first.id));
    expect(still?.answerBy.toISOString()).toBe(endsAt);
  });

  test('is sold out once its product is, and open again when there is some', async () => {
    const { uuid } = await offer();
    const statuses = async (status: 'OPEN' | 'FILLED') => {
      const body = { orgId: seller.org.id, companyId: seller.company.id, filters: { statuses: [status] } };
      return (await owner.expectOk(offerCalls.own, { body })).results.map((one) => [one.uuid, one.status]);
    };
    const { order } = await sell('100');
    expect(await read(shopper, uuid)).toMatchObject({ status: 'FILLED', left: '0' });
    expect(await statuses('FILLED')).toEqual([[uuid, 'FILLED']]);
    expect(await statuses('OPEN')).toEqual([]);
    expect((await bid(uuid, { quantity: '10' })).body).toMatchObject({
      errors: { quantity: 'This offer is sold out' },
    });
    await db().execute(`update product_stock set reserved = 0 where product_id = ${product.id}`);
    expect(order.status).toBe('ACCEPTED');
    expect(await statuses('OPEN')).toEqual([[uuid, 'OPEN']]);
  });

  test('that is made smaller than its open bids and sold by that declines them', async () => {
    const { uuid } = await offer();
    await bidOk(uuid, { quantity: '20' });
    await bidOk(uuid, { quantity: '10', price: '15.00' });
    expect((await change(uuid, { quantity: '20' })).body).toMatchObject({ status: 'FILLED', openBids: 0 });
  });
});
