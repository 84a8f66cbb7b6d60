import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { approvalSettings, approvals } from '../../../../domain/carts/approvals/contract';
import type { CartWrapper } from '../../../../domain/carts/cart';

import { carts } from '../../../../domain/carts/contract';
import { approvalRequests, carts as cartRows } from '../../../../server/db/schema';
import {
  app,
  approve,
  ask,
  buyer,
  clerk,
  colleague,
  db,
  decline,
  eachWithBuyers,
  fill,
  get,
  owner,
  params,
  placed,
  product,
  rule,
  seller,
  waiting,
  withdraw,
} from '../../../support/carts/approving';
import { checkoutBody, type Shopper, startShopping } from '../../../support/carts/buying';
import { countWaiting } from '../../../support/cluster';
import { makeApproval, makeMember, makeProduct, makeSeller, only } from '../../../support/factories';
import { lettersTo } from '../../../support/letters';
import { both, readOnly } from '../../../support/permissions';
import { strangerTo } from '../../../support/seller-app';

await eachWithBuyers();

const CENTS = '.00';

describe('what needs approval', () => {
  test('is a seller’s cart above the amount, and one exactly at it isn’t', async () => {
    await rule();
    expect(await fill('5')).toMatchObject({ needsApproval: null, approval: null });
    expect(await fill('6')).toMatchObject({ needsApproval: 'above $100.00', approval: null });
  });

  test('is a cart with one of the brands, whatever it comes to', async () => {
    await rule({ aboveUsd: null, brandIds: [seller.brand.id] });
    expect((await fill('1')).needsApproval).toBe(seller.brand.name);
  });

  test('is nothing without a rule, and nothing of those who approve', async () => {
    expect((await fill()).needsApproval).toBeNull();
    await rule();
    const [cart] = await owner.list();
    expect(cart?.needsApproval).toBeNull();
    const { createdOrders, askedCarts } = await owner.checkout(cart ? [cart] : []);
    expect([createdOrders.length, askedCarts]).toEqual([1, []]);
  });

  test('is decided by named people alone, once there are any', async () => {
    const boss = await colleague();
    await rule({ approverIds: [boss.orgUserId] });
    await fill();
    const needed = async (shopper: Shopper) => (await shopper.list())[0]?.needsApproval;
    expect(await Promise.all([owner, boss, clerk].map(needed))).toEqual(['above $100.00', null, 'above $100.00']);
  });
});

describe('the settings', () => {
  test('are read and set by those who edit the organization, for their own buyer companies', async () => {
    const reader = await colleague({ ...{ PURCHASE_ORDERS: both }, ...{ EDIT_ORGANIZATION: readOnly } });
    expect((await rule({}, reader.caller)).status).toBe(403);
    expect((await reader.caller.call(approvalSettings.get, { params: params() })).status).toBe(200);
    expect((await clerk.caller.call(approvalSettings.get, { params: params() })).status).toBe(403);
    expect((await rule({}, await strangerTo({ app }))).status).toBe(404);
  });

  test('are saved with their version, and refused at the field', async () => {
    expect(await rule()).toMatchObject({ status: 200, body: { aboveUsd: '100.00', version: 0 } });
    expect((await rule({ version: null })).status).toBe(409);
    for (const [field, value] of [
      ['aboveUsd', '-1'],
      ['brandIds', [999_999]],
      ['approverIds', [999_999]],
    ] as const) {
      expect(await rule({ [field]: value })).toMatchObject({ status: 400, body: { errors: { [field]: /./ } } });
    }
  });

  test('say when nobody named can approve anymore, and asking is refused then', async () => {
    const boss = await colleague();
    await rule({ approverIds: [boss.orgUserId] });
    await db().execute(sql`update org_users set status = 'REMOVED' where id = ${boss.orgUserId}`);
    expect(await owner.caller.expectOk(approvalSettings.get, { params: params() })).toMatchObject({
      approverIds: [],
      lacksApprovers: true,
    });
    const { failedCarts, askedCarts } = await clerk.checkout([await fill()]);
    expect(askedCarts).toEqual([]);
    expect(only(failedCarts).message).toMatch(/Nobody can approve/);
  });
});

describe('asking for approval', () => {
  test('keeps what would have been placed, places nothing, emails those who approve and has the cart wait', async () => {
    await rule();
    const { id } = await ask();
    expect(await placed()).toEqual([]);
    const name = `${buyer.owner.user.firstName} ${buyer.owner.user.lastName}`;
    expect((await clerk.list())[0]?.approval).toMatchObject({ id, status: 'WAITING', asked: [name] });
    expect(await get(id)).toMatchObject({
      status: 'WAITING',
      why: 'above $100.00',
      totalUsd: '200.00',
      order: {
        lines: [{ productId: product.id, quantity: '10', unitPrice: '20.00' }],
        paymentOption: { dueDays: expect.any(Number) },
      },
      now: { totalUsd: `200${CENTS}`, changes: [] },
      whyNot: null,
    });
    const [letter] = await lettersTo(app, buyer.owner.user.email, 1);
    for (const words of ['above $100.00', product.name, '$200.00', `/orders/purchases/approvals/${id}`]) {
      expect(letter?.text).toContain(words);
    }
    expect([await waiting(owner), await waiting(clerk)]).toEqual([1, 0]);
    expect((await get(id, clerk)).whyNot).toContain(name);
  });

  test('once is enough: the cart can’t be asked for, ordered, changed or emptied while it waits', async () => {
    await rule();
    const { cart } = await ask();
    const line = only(cart.cart.lineItems);
    for (const shopper of [clerk, owner]) {
      expect(only((await shopper.checkout([cart])).failedCarts).message).toMatch(/waiting for approval/);
    }
    const { results } = await clerk.add(seller, [{ product, quantity: '11' }]);
    expect(only(results).message).toMatch(/waiting for approval/);
    const { caller } = clerk;
    const item = { productId: product.id, quantity: '0' };
    const id = cart.cart.id;
    const [same] = await caller.expectOk(carts.upsertItems, { params: { id }, body: { items: [item] } });
    expect(same?.message).toMatch(/waiting for approval/);
    const notes = { orderNotes: 'More', deliveryPreferences: '' };
    expect((await caller.call(carts.update, { params: { id }, body: notes })).status).toBe(409);
    expect((await caller.call(carts.removeItem, { params: { id, itemId: line.id } })).status).toBe(409);
    const query = { orgId: buyer.org.id, companyId: buyer.buyerCompany.id };
    expect((await caller.call(carts.remove, { params: { id }, query })).status).toBe(409);
    expect((await clerk.list())[0]?.cart).toEqual((await owner.list())[0]?.cart);
  });

  test('wins over a change that waited for the cart meanwhile', async () => {
    await rule();
    const { cart } = await fill();
    const own = and(eq(cartRows.orgId, buyer.org.id), eq(cartRows.id, cart.id));
    const { late } = await db().transaction(async (tx) => {
      await tx.select().from(cartRows).where(own).for('update');
      const items = [{ productId: product.id, quantity: '11' }];
      const change = clerk.caller.expectOk(carts.upsertItems, { params: { id: cart.id }, body: { items } });
      await expect.poll(() => countWaiting(app.database)).toBe(1);
      const approvalId = await makeApproval(tx, seller, buyer, { cartId: cart.id });
      await tx.update(cartRows).set({ approvalId }).where(own);
      return { late: change };
    });
    expect(only(await late).message).toMatch(/waiting for approval/);
    expect((await clerk.list())[0]?.cart.total).toBe('200.00');
  });

  test('of several carts asks for those that need it and places the others', async () => {
    await rule();
    const other = await makeSeller(db());
    const cheap = await makeProduct(db(), other, { wholesalePrice: '1.00' });
    const both = [await fill(), await clerk.fill(other, [{ product: cheap, quantity: '2' }])];
    const key = { idempotencyKey: crypto.randomUUID() };
    const first = await clerk.checkout(both, key);
    expect(first.createdOrders.map(({ cartId }) => cartId)).toEqual([both[1]?.cart.id]);
    expect(first.askedCarts.map(({ cartId }) => cartId)).toEqual([both[0]?.cart.id]);
    expect(await clerk.checkout(both, key)).toEqual(first);
    expect(await db().$count(approvalRequests, eq(approvalRequests.orgId, buyer.org.id))).toBe(1);
  });

  test('sent many times at once with one key is one request', async () => {
    await rule();
    const cart = await fill();
    const key = { idempotencyKey: crypto.randomUUID() };
    const answers = await Promise.all(Array.from({ length: 8 }, () => clerk.checkout([cart], key)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await waiting()).toBe(1);
  });

  test('is refused as checkout is, and when the rule isn’t what the buyer saw', async () => {
    await rule();
    const cart = await fill();
    expect(only((await clerk.checkout([cart], { expectedTotal: '1.00' })).failedCarts).message).toMatch(/total is now/);
    const told = async (asksApproval: boolean) => {
      const body = checkoutBody(buyer, [cart]);
      const sent = { ...body, carts: body.carts.map((one) => ({ ...one, asksApproval })) };
      return clerk.caller.expectOk(carts.checkout, { body: sent });
    };
    expect(only((await told(false)).failedCarts).message).toMatch(/now needs approval: above \$100/);
    await rule({ aboveUsd: null });
    expect(only((await told(true)).failedCarts).message).toMatch(/doesn’t need approval anymore/);
    expect(await placed()).toEqual([]);
    expect((await told(false)).createdOrders).toHaveLength(1);
  });
});

describe('what ends a request without an order', () => {
  test('declined, its cart says why to its asker, can be changed and asked for again', async () => {
    await rule();
    const { id, cart } = await ask();
    expect(await decline(id, '  ')).toMatchObject({ status: 400, body: { errors: { reason: 'Enter a reason' } } });
    expect((await decline(id)).ok).toBe(true);
    const shown = (list: CartWrapper[]) => list[0]?.approval;
    expect(shown(await clerk.list())).toMatchObject({ status: 'DECLINED', reason: 'Too much for this week' });
    const [letter] = await lettersTo(app, clerk.user.email, 1);
    expect(letter?.text).toContain('Too much for this week');
    expect((await approve(id)).status).toBe(409);
    const smaller = await fill('6');
    expect(smaller.approval).toMatchObject({ status: 'DECLINED' });
    const { askedCarts } = await clerk.checkout([smaller]);
    expect(only(askedCarts)).toMatchObject({ cartId: cart.cart.id, totalUsd: '120.00' });
    expect((await approve(only(askedCarts).approvalId, '120.00')).ok).toBe(true);
  });

  test('withdrawn by whoever shares the cart, it is open again', async () => {
    await rule();
    const { id } = await ask();
    expect((await withdraw(id, owner)).ok).toBe(true);
    expect((await clerk.list())[0]?.approval).toBeNull();
    expect(await approve(id)).toMatchObject({
      status: 409,
      body: { userFriendlyMessage: expect.stringContaining('withdrawn') },
    });
    expect((await withdraw(id)).status).toBe(409);
    expect((await fill('4')).needsApproval).toBeNull();
  });

  test('no longer needed once the rule asks for less, its asker hears of it and orders', async () => {
    await rule();
    const { id, cart } = await ask();
    await rule({ aboveUsd: '150.00' });
    expect((await get(id)).status).toBe('WAITING');
    await rule({ aboveUsd: '200.00' });
    expect(await get(id)).toMatchObject({
      status: 'WITHDRAWN',
      reason: expect.stringContaining('doesn’t need approval'),
    });
    const [letter] = await lettersTo(app, clerk.user.email, 1);
    expect(letter?.subject).toMatch(/No approval needed/);
    expect((await clerk.checkout([cart])).createdOrders).toHaveLength(1);
  });
});

test('the list finds requests by status, asker, seller and date, of one’s own licenses alone', async () => {
  await rule();
  const { id } = await ask();
  const search = async (filters: object, shopper: Shopper = owner) => {
    const body = { orgId: buyer.org.id, companyId: buyer.buyerCompany.id, filters };
    return (await shopper.caller.expectOk(approvals.search, { body })).results.map((row) => row.id);
  };
  expect(await search({ status: ['WAITING'] })).toEqual([id]);
  expect(await search({ status: ['DECLINED'] })).toEqual([]);
  expect(await search({ who: clerk.user.lastName, seller: seller.company.name.slice(2) })).toEqual([id]);
  expect(await search({ askedRel: 'TODAY_SO_FAR' })).toEqual([id]);
  const { user } = await makeMember(db(), buyer.org, { features: { PURCHASE_ORDERS: both }, licenseIds: [] });
  expect(await search({}, await startShopping(app, buyer, user))).toEqual([]);
});
