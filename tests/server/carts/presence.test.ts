import { eq, sql } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { carts } from '../../../domain/carts/contract';
import { cartsTogether, PRESENCE_LASTS_MS } from '../../../domain/carts/presence-contract';
import type { CallInput } from '../../../domain/contract/endpoint';
import { cartVisits } from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import { type Shopper, startShopping } from '../../support/carts/buying';
import {
  type BuyerFixture,
  makeBuyer,
  makeBuyerLicense,
  makeMember,
  makeProduct,
  makeSeller,
  makeUser,
  only,
  type SellerFixture,
} from '../../support/factories';
import { listen, stopListening } from '../../support/live';

const app = await openApp();
const db = () => app.database.db;

afterEach(stopListening);

const buys = { PURCHASE_ORDERS: { read: true, write: true } };

/** A cart of a buyer, who is Ana Reyes, and her colleague Ben Okafor. */
async function start() {
  const seller = await makeSeller(db());
  const buyer = await makeBuyer(db());
  const product = await makeProduct(db(), seller, { quantity: '100' });
  const [ana, ben] = [
    await makeMember(db(), buyer, { user: await makeUser(db(), { firstName: 'Ana', lastName: 'Reyes' }) }),
    await makeMember(db(), buyer, { user: await makeUser(db(), { firstName: 'Ben', lastName: 'Okafor' }) }),
  ];
  const shoppers = {
    ana: await startShopping(app, buyer, ana.user),
    ben: await startShopping(app, buyer, ben.user),
  };
  const cart = await shoppers.ana.fill(seller, [{ product, quantity: '2' }]);
  const line = only(cart.cart.lineItems);
  return { seller, buyer, product, cart, line, ...shoppers };
}

type Page = { page: string; lineId?: number | null; isLeaving?: boolean };

const visit = (caller: TestCaller, buyer: BuyerFixture, { lineId = null, ...page }: Page) =>
  caller.expectOk(cartsTogether.visit, {
    body: { orgId: buyer.org.id, companyId: buyer.buyerCompany.id, lineId, ...page },
  });

const change = (shopper: Shopper, seller: SellerFixture, productId: number, quantity: string, knownQuantity: string) =>
  shopper.caller.expectOk(carts.create, {
    body: {
      orgId: shopper.buyer.org.id,
      companyId: shopper.buyer.buyerCompany.id,
      buyerLicenseId: shopper.buyer.buyerLicense.id,
      sellerCompanyId: seller.company.id,
      cartItems: [{ productId, quantity, knownQuantity }],
    },
  });

describe('colleagues in one cart', () => {
  test('see each other, and which line the other is changing, until the page closes', async () => {
    const { buyer, cart, line, ana, ben } = await start();
    expect(await visit(ana.caller, buyer, { page: 'ana-page' })).toEqual([]);
    expect(await visit(ben.caller, buyer, { page: 'ben-page', lineId: line.id })).toMatchObject([
      { name: 'Ana Reyes', cartIds: [cart.cart.id], lineId: null },
    ]);
    expect(await visit(ana.caller, buyer, { page: 'ana-page' })).toMatchObject([
      { name: 'Ben Okafor', cartIds: [cart.cart.id], lineId: line.id },
    ]);
    await visit(ben.caller, buyer, { page: 'ben-page', isLeaving: true });
    expect(await visit(ana.caller, buyer, { page: 'ana-page' })).toEqual([]);
  });

  test('are gone once their page closed, also when what it said before arrives after that', async () => {
    const { buyer, ana, ben } = await start();
    await visit(ben.caller, buyer, { page: 'ben-page' });
    expect(await visit(ana.caller, buyer, { page: 'ana-page' })).toMatchObject([{ name: 'Ben Okafor' }]);
    await visit(ben.caller, buyer, { page: 'ben-page', isLeaving: true });
    expect(await visit(ben.caller, buyer, { page: 'ben-page' })).toEqual([]);
    // Nothing of it had arrived yet.
    await visit(ben.caller, buyer, { page: 'ben-other', isLeaving: true });
    await visit(ben.caller, buyer, { page: 'ben-other' });
    expect(await visit(ana.caller, buyer, { page: 'ana-page' })).toEqual([]);
    await visit(ben.caller, buyer, { page: 'ben-back' });
    expect(await visit(ana.caller, buyer, { page: 'ana-page' })).toMatchObject([{ name: 'Ben Okafor' }]);
  });

  test('are seen once, however many pages they have open, and nobody sees themselves', async () => {
    const { buyer, ana, ben } = await start();
    await visit(ana.caller, buyer, { page: 'ana-first' });
    expect(await visit(ana.caller, buyer, { page: 'ana-second' })).toEqual([]);
    expect((await visit(ben.caller, buyer, { page: 'ben-page' })).map(({ name }) => name)).toEqual(['Ana Reyes']);
  });

  test('are gone within a minute once their connection is lost', async () => {
    const { buyer, ana, ben } = await start();
    await visit(ana.caller, buyer, { page: 'ana-page' });
    await db()
      .update(cartVisits)
      .set({ seenAt: new Date(Date.now() - PRESENCE_LASTS_MS - 1) })
      .where(eq(cartVisits.orgId, buyer.org.id));
    expect(PRESENCE_LASTS_MS).toBeLessThan(60_000);
    expect(await visit(ben.caller, buyer, { page: 'ben-page' })).toEqual([]);
    const { rows } = await db().execute(sql`select page from cart_visits where org_id = ${buyer.org.id}`);
    expect(rows).toEqual([{ page: 'ben-page' }]);
  });

  test('hear at once that somebody came, turned to a line or left, and nothing of a page that stays as it is', async () => {
    const { buyer, line, ana, ben } = await start();
    const heard = await listen(app, ben.caller.token, buyer.org.id);
    const visits = () => heard.events.filter(({ topic }) => topic === 'cart-visits').slice(1);
    await visit(ben.caller, buyer, { page: 'ben-page' });
    await heard.until(({ topic }) => topic === 'cart-visits');
    await visit(ana.caller, buyer, { page: 'ana-page' });
    await visit(ana.caller, buyer, { page: 'ana-page' });
    await visit(ana.caller, buyer, { page: 'ana-page', lineId: line.id });
    await visit(ana.caller, buyer, { page: 'ana-page', isLeaving: true });
    await expect.poll(() => visits().length).toBe(3);
    expect(only(visits().slice(0, 1))).toMatchObject({ id: buyer.buyerCompany.id, orgIds: [buyer.org.id] });
  });

  test('who buy for other licenses don’t see each other', async () => {
    const { buyer, ana } = await start();
    const { license } = await makeBuyerLicense(db(), buyer);
    const elsewhere = await makeMember(db(), buyer, { features: buys, licenseIds: [license.id] });
    await visit(ana.caller, buyer, { page: 'ana-page' });
    const caller = await app.as(elsewhere.user, buyer.org);
    expect(await visit(caller, buyer, { page: 'elsewhere' })).toEqual([]);
    expect(await visit(ana.caller, buyer, { page: 'ana-page' })).toEqual([]);
  });

  test('are shown to neither the seller nor another organization', async () => {
    const { seller, buyer, line, ana } = await start();
    const rival = await makeBuyer(db());
    const others = [
      { caller: await app.as(seller.owner.user, seller.org), org: seller.org },
      { caller: await app.as(rival.owner.user, rival.org), org: rival.org },
    ];
    const streams = await Promise.all(others.map(({ caller, org }) => listen(app, caller.token, org.id)));
    await visit(ana.caller, buyer, { page: 'ana-page', lineId: line.id });
    for (const { caller, org } of others) {
      const body = { companyId: buyer.buyerCompany.id, page: 'nosy-page', lineId: null };
      for (const orgId of [org.id, buyer.org.id]) {
        expect((await caller.call(cartsTogether.visit, { body: { ...body, orgId } })).status).toBe(404);
      }
    }
    expect(await visit(others[1]?.caller as TestCaller, rival, { page: 'rival-page' })).toEqual([]);
    const ofRival = { orgId: rival.org.id, companyId: rival.buyerCompany.id, page: 'rival-page', lineId: line.id };
    expect((await others[1]?.caller.call(cartsTogether.visit, { body: ofRival }))?.status).toBe(404);
    expect(streams.flatMap(({ events }) => events.filter(({ orgIds }) => orgIds.includes(buyer.org.id)))).toEqual([]);
  });
});

describe('a line two colleagues change at once', () => {
  test('tells the later one who changed it and to what, and stays as it is', async () => {
    const { seller, product, ana, ben } = await start();
    expect((await change(ana, seller, product.id, '5', '2')).results).toMatchObject([{ message: null, clash: null }]);
    expect((await change(ben, seller, product.id, '3', '2')).results).toMatchObject([
      {
        item: { quantity: '5' },
        message: 'Ana Reyes set this to 5 while you were changing it',
        clash: { by: 'Ana Reyes', quantity: '5' },
      },
    ]);
    const { results } = await change(ben, seller, product.id, '3', '5');
    expect(results).toMatchObject([{ item: { quantity: '3' }, message: null, clash: null }]);
  });

  test('is nobody’s trouble when both want the same, or one repeats what was saved', async () => {
    const { seller, product, ana, ben } = await start();
    await change(ana, seller, product.id, '5', '2');
    for (const shopper of [ana, ben]) {
      expect((await change(shopper, seller, product.id, '5', '2')).results).toMatchObject([{ message: null }]);
    }
  });

  test('is not put back after the other removed it, unless asked for', async () => {
    const { seller, product, cart, line, ana, ben } = await start();
    const other = await makeProduct(db(), seller);
    await ana.fill(seller, [{ product: other, quantity: '1' }]);
    await ana.caller.expectOk(carts.removeItem, { params: { id: cart.cart.id, itemId: line.id } });
    const refused = await change(ben, seller, product.id, '3', '2');
    expect(refused.results).toMatchObject([
      {
        item: null,
        message: 'Ana Reyes removed this line while you were changing it',
        clash: { by: 'Ana Reyes', quantity: null },
      },
    ]);
    expect(refused.cart?.cart.lineItems.map(({ productId }) => productId)).toEqual([other.id]);
    const added = await ben.fill(seller, [{ product, quantity: '3' }]);
    expect(added.cart.lineItems.map(({ quantity }) => quantity)).toEqual(['1', '3']);
  });

  test('that only one of them knows of is not set anew by the other, and a repeated addition is fine', async () => {
    const { seller, product, ana, ben } = await start();
    expect((await change(ben, seller, product.id, '3', '0')).results).toMatchObject([
      { item: { quantity: '2' }, clash: { quantity: '2' } },
    ]);
    const other = await makeProduct(db(), seller);
    for (const shopper of [ana, ana, ben]) {
      expect((await change(shopper, seller, other.id, '4', '0')).results).toMatchObject([
        { item: { quantity: '4' }, message: null },
      ]);
    }
  });

  test('of two sent at the same moment one is saved and the other is told', async () => {
    const { seller, product, ana, ben } = await start();
    const replies = await Promise.all([
      change(ana, seller, product.id, '5', '2'),
      change(ben, seller, product.id, '3', '2'),
    ]);
    expect(replies.filter(({ results }) => results[0]?.clash === null)).toHaveLength(1);
    const kept = only(only(await ana.list()).cart.lineItems).quantity;
    expect(replies.map(({ results }) => results[0]?.item?.quantity)).toEqual([kept, kept]);
  });
});

describe('the notes of a cart', () => {
  const note = (shopper: Shopper, id: number, body: CallInput<typeof carts.update>['body']) =>
    shopper.caller.call(carts.update, { params: { id }, body });

  test('keep what each wrote in a field of their own', async () => {
    const { cart, ana, ben } = await start();
    const { id } = cart.cart;
    await note(ana, id, { orderNotes: 'Ring twice', known: { orderNotes: '' } });
    await note(ben, id, { deliveryPreferences: 'Mornings', known: { deliveryPreferences: '' } });
    expect(only(await ana.list()).cart).toMatchObject({ orderNotes: 'Ring twice', deliveryPreferences: 'Mornings' });
  });

  test('are not overwritten unseen: the later one is told who changed which field', async () => {
    const { cart, ana, ben } = await start();
    const { id } = cart.cart;
    await note(ana, id, { orderNotes: 'Ring twice', known: { orderNotes: '' } });
    await note(ben, id, { deliveryPreferences: 'Mornings' });
    const clashing = await note(ben, id, { orderNotes: 'Use the dock', known: { orderNotes: '' } });
    const told = 'Ana Reyes changed this while you were typing';
    expect(clashing).toMatchObject({
      status: 409,
      body: { userFriendlyMessage: told, errors: { orderNotes: told } },
    });
    expect(only(await ben.list()).cart).toMatchObject({ orderNotes: 'Ring twice', deliveryPreferences: 'Mornings' });
    for (const known of [{ orderNotes: 'Ring twice' }, { orderNotes: 'Ring twice' }, undefined]) {
      expect((await note(ben, id, { orderNotes: 'Use the dock', known })).status).toBe(200);
    }
    expect(only(await ana.list()).cart).toMatchObject({ orderNotes: 'Use the dock' });
  });
});

describe('what became of a cart', () => {
  const outcome = (caller: TestCaller, id: number) => caller.call(cartsTogether.outcome, { params: { id } });

  test('tells a colleague who placed the order, and which it is', async () => {
    const { seller, cart, ana, ben } = await start();
    expect((await outcome(ben.caller, cart.cart.id)).body).toEqual({ order: null });
    const [order] = (await ana.checkout([cart])).createdOrders;
    const told = { id: order?.id, orderNumber: order?.orderNumber, totalUsd: '40.00', sellerName: seller.company.name };
    expect((await outcome(ben.caller, cart.cart.id)).body).toEqual({
      order: { ...told, by: 'Ana Reyes', isOwn: false },
    });
    expect((await outcome(ana.caller, cart.cart.id)).body).toMatchObject({ order: { isOwn: true } });
  });

  test('is told to nobody who didn’t see the cart, and not of one that was emptied', async () => {
    const { seller, buyer, product, cart, ana, ben } = await start();
    await ana.checkout([cart]);
    const rival = await makeBuyer(db());
    const { license } = await makeBuyerLicense(db(), buyer);
    const elsewhere = await makeMember(db(), buyer, { features: buys, licenseIds: [license.id] });
    for (const caller of [
      await app.as(seller.owner.user, seller.org),
      await app.as(rival.owner.user, rival.org),
      await app.as(elsewhere.user, buyer.org),
    ]) {
      expect([403, 404]).toContain((await outcome(caller, cart.cart.id)).status);
    }
    const emptied = await ana.fill(seller, [{ product, quantity: '1' }]);
    const query = { orgId: buyer.org.id, companyId: buyer.buyerCompany.id };
    await ana.caller.expectOk(carts.remove, { params: { id: emptied.cart.id }, query });
    expect((await outcome(ben.caller, emptied.cart.id)).status).toBe(404);
  });
});
