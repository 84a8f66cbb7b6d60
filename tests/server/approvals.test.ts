import { and, asc, eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { approvalSettings, approvals } from '../../domain/carts/approval-contract';
import type { CartWrapper } from '../../domain/carts/cart';
import { carts } from '../../domain/carts/contract';
import {
  approvalRequests,
  auditLog,
  carts as cartRows,
  companyPaymentOptions,
  orderLineItems,
  orders,
  orderTransitions,
  orgUsers,
  products,
  soldLines,
  stockMovements,
} from '../../server/db/schema';
import type { TestApp, TestCaller } from '../support/app';
import { checkoutBody, type Shopper, startShopping } from '../support/buying';
import { countWaiting } from '../support/cluster';
import {
  type BuyerFixture,
  type MemberFixture,
  makeApproval,
  makeBuyer,
  makeMember,
  makeProduct,
  makeSeller,
  only,
  type ProductFixture,
  type SellerFixture,
} from '../support/factories';
import { lettersTo } from '../support/letters';
import { both, readOnly } from '../support/permissions';
import { eachWithSeller, strangerTo } from '../support/seller-app';

let app: TestApp;
let seller: SellerFixture;
let buyer: BuyerFixture;
let product: ProductFixture;
let owner: Shopper;
/** Buys, and neither manages the organization nor is named. */
let clerk: Shopper & MemberFixture;

eachWithSeller((now) => ({ app, seller } = now));
const db = () => app.database.db;
const CENTS = '.00';

beforeEach(async () => {
  buyer = await makeBuyer(db());
  owner = await startShopping(app, buyer);
  clerk = await colleague();
  product = await makeProduct(db(), seller, { wholesalePrice: '20.00', quantity: '10000' });
});

async function colleague(features = { PURCHASE_ORDERS: both }) {
  const member = await makeMember(db(), buyer.org, { features, licenseIds: [buyer.license.id] });
  return { ...(await startShopping(app, buyer, member.user)), ...member };
}

const params = () => ({ companyId: buyer.buyerCompany.id });
const rule = async (values: object = {}, caller: TestCaller = owner.caller) => {
  const { version } = await owner.caller.expectOk(approvalSettings.get, { params: params() });
  const body = { aboveUsd: '100.00', brandIds: [], approverIds: [], version, ...values };
  return caller.call(approvalSettings.save, { params: params(), body });
};
const fill = (quantity = '10', shopper: Shopper = clerk) => shopper.fill(seller, [{ product, quantity }]);
const ask = async (quantity = '10') => {
  const cart = await fill(quantity);
  const { askedCarts } = await clerk.checkout([cart]);
  return { cart, id: only(askedCarts).approvalId };
};
const approve = (id: number, expectedTotal = '200.00', shopper: Shopper = owner) =>
  shopper.caller.call(approvals.approve, { params: { id }, body: { expectedTotal } });
const decline = (id: number, reason = 'Too much for this week', shopper: Shopper = owner) =>
  shopper.caller.call(approvals.decline, { params: { id }, body: { reason } });
const withdraw = (id: number, shopper: Shopper = clerk) => shopper.caller.call(approvals.withdraw, { params: { id } });
const get = (id: number, shopper: Shopper = owner) => shopper.caller.expectOk(approvals.get, { params: { id } });
const waiting = async (shopper: Shopper = owner) =>
  (
    await shopper.caller.expectOk(approvals.waiting, {
      query: { orgId: buyer.org.id, companyId: buyer.buyerCompany.id },
    })
  ).count;
const placed = () => db().select().from(orders).where(eq(orders.orgId, seller.org.id)).orderBy(asc(orders.id));

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

/** Everything an order is, without what tells two orders apart. */
async function describeOrder(id: number) {
  const plain = (row: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(row).filter(
        ([name, value]) =>
          !['id', 'orderId', 'orderNumber', 'orderLineItemId', 'lineItemId'].includes(name) && !(value instanceof Date),
      ),
    );
  const own = { org: seller.org.id };
  const [order] = await db()
    .select()
    .from(orders)
    .where(and(eq(orders.orgId, own.org), eq(orders.id, id)));
  const of = async (
    table: typeof orderLineItems | typeof orderTransitions | typeof soldLines | typeof stockMovements,
  ) =>
    (
      await db()
        .select()
        .from(table)
        .where(and(eq(table.orgId, own.org), eq(table.orderId, id)))
    )
      .map((row) => JSON.stringify(plain(row)))
      .sort();
  return {
    order: plain(order ?? {}),
    lines: await of(orderLineItems),
    transitions: await of(orderTransitions),
    sold: await of(soldLines),
    stock: await of(stockMovements),
  };
}

describe('approving', () => {
  test('places the order that would have been placed without the rule, whatever is in the cart', async () => {
    const others = [
      product,
      await makeProduct(db(), seller, { wholesalePrice: '3.35', quantity: '10000' }),
      await makeProduct(db(), seller, {
        wholesalePrice: '12.00',
        quantity: '10000',
        sellInBulk: true,
        unitMultiplier: '12',
      }),
    ];
    const line = fc.record({
      at: fc.nat(2),
      quantity: fc.integer({ min: 1, max: 9 }),
      notes: fc.string({ maxLength: 8, unit: 'grapheme-ascii' }),
    });
    const carted = fc.record({
      lines: fc.uniqueArray(line, { minLength: 1, selector: ({ at }) => at }),
      notes: fc.constantFrom('', 'Ring twice'),
      payment: fc.nat(seller.paymentOptions.length - 1),
    });
    // The first order also makes the customer.
    await clerk.checkout([await fill('1')]);
    const place = async ({ lines, notes, payment }: typeof carted extends fc.Arbitrary<infer C> ? C : never) => {
      const filled = await clerk.fill(
        seller,
        lines.map(({ at, quantity, notes: said }) => ({
          product: others[at] ?? product,
          quantity: String(quantity),
          notes: said,
        })),
      );
      const cart = await clerk.caller.expectOk(carts.update, {
        params: { id: filled.cart.id },
        body: { orderNotes: notes, deliveryPreferences: notes },
      });
      const body = checkoutBody(buyer, [cart]);
      const chosen = cart.availablePaymentOptions[payment]?.id ?? 0;
      const sent = { ...body, carts: body.carts.map((one) => ({ ...one, companyPaymentOptionId: chosen })) };
      return { cart, result: await clerk.caller.expectOk(carts.checkout, { body: sent }) };
    };
    await fc.assert(
      fc.asyncProperty(carted, async (wanted) => {
        await rule({ aboveUsd: null });
        const direct = only((await place(wanted)).result.createdOrders);
        await rule({ aboveUsd: '0.00' });
        const { cart, result } = await place(wanted);
        const approved = await approve(only(result.askedCarts).approvalId, cart.cart.total);
        if (!approved.ok) throw new Error(JSON.stringify(approved.body));
        expect(await describeOrder(approved.body.id)).toEqual(await describeOrder(direct.id));
      }),
      { numRuns: 12 },
    );
    expect((await placed()).every(({ createdByUserId }) => createdByUserId === clerk.user.id)).toBe(true);
  });

  test('is kept in the audit log under who approved, and told to who asked', async () => {
    await rule();
    const { id } = await ask();
    const approved = await approve(id);
    expect(approved.ok).toBe(true);
    const log = await db().select().from(auditLog).where(eq(auditLog.orgId, buyer.org.id)).orderBy(asc(auditLog.id));
    const asker = `${clerk.user.firstName} ${clerk.user.lastName}`;
    expect(log.filter(({ endpoint }) => endpoint.includes('/approve'))).toEqual([
      expect.objectContaining({ entity: 'order', actorUserId: buyer.owner.user.id }),
      // What became of the cart, for colleagues who have it open.
      expect.objectContaining({ entity: 'cart', actorUserId: buyer.owner.user.id }),
      expect.objectContaining({
        entity: 'order-approval',
        actorUserId: buyer.owner.user.id,
        after: expect.objectContaining({ status: 'APPROVED', askedBy: asker }),
      }),
    ]);
    const order = only(await placed());
    const [letter] = await lettersTo(app, clerk.user.email, 1);
    expect(letter?.text).toContain(order.orderNumber);
    expect(await get(id)).toMatchObject({ status: 'APPROVED', placed: { id: order.id }, now: null });
    expect(await clerk.list()).toEqual([]);
    expect(await waiting()).toBe(0);
  });

  test('shows what changed since and is refused as checkout is', async () => {
    await rule();
    const { id } = await ask();
    await db().update(products).set({ wholesalePrice: '25.00' }).where(eq(products.id, product.id));
    expect((await get(id)).now).toEqual({
      totalUsd: '250.00',
      changes: [`${product.name}: $25.00 each. It was $20.00.`, 'The total is now $250.00. It was $200.00.'],
    });
    expect(await approve(id)).toMatchObject({
      status: 409,
      body: { userFriendlyMessage: expect.stringContaining('$250.00') },
    });
    await db().execute(sql`update product_stock set quantity = 3 where product_id = ${product.id}`);
    expect((await get(id)).now?.changes.join(' ')).toMatch(/3/);
    expect((await approve(id, '250.00')).status).toBe(409);
    await db().execute(sql`update product_stock set quantity = 1000 where product_id = ${product.id}`);
    const options = db().update(companyPaymentOptions).set({ removed: true });
    await options.where(eq(companyPaymentOptions.companyId, seller.company.id));
    expect((await get(id)).now?.changes.join(' ')).toMatch(/no longer offered/);
    expect((await approve(id, '250.00')).status).toBe(409);
    expect(await placed()).toEqual([]);
    await db()
      .update(companyPaymentOptions)
      .set({ removed: false })
      .where(eq(companyPaymentOptions.companyId, seller.company.id));
    expect((await approve(id, '250.00')).ok).toBe(true);
    expect(only(await placed()).totalUsd).toBe('250.00');
  });

  test('is for those who approve: neither the asker, a reader, nor another organization', async () => {
    await rule();
    const { id } = await ask();
    expect((await approve(id, '200.00', clerk)).status).toBe(403);
    expect((await decline(id, 'No', clerk)).status).toBe(403);
    const stranger = await strangerTo({ app });
    expect((await stranger.call(approvals.get, { params: { id } })).status).toBe(404);
    expect((await stranger.call(approvals.approve, { params: { id }, body: { expectedTotal: '200.00' } })).status).toBe(
      404,
    );
    const elsewhere = await makeMember(db(), buyer.org, {
      features: { PURCHASE_ORDERS: both, EDIT_ORGANIZATION: both },
    });
    const unassigned = await app.as(elsewhere.user, buyer.org);
    expect((await unassigned.call(approvals.get, { params: { id } })).status).toBe(404);
    await rule({ approverIds: [clerk.orgUserId] });
    expect((await approve(id, '200.00', clerk)).ok).toBe(true);
  });

  test('is refused once the person who asked can’t order anymore', async () => {
    await rule();
    const { id } = await ask();
    await db().execute(sql`update org_users set status = 'REMOVED' where id = ${clerk.orgUserId}`);
    expect(await approve(id)).toMatchObject({
      status: 409,
      body: { userFriendlyMessage: expect.stringContaining('can’t place orders') },
    });
    expect((await decline(id)).ok).toBe(true);
  });

  test('is refused once the person who asked doesn’t buy for the license anymore', async () => {
    await rule();
    const { id } = await ask();
    await db().update(orgUsers).set({ licenseIds: [] }).where(eq(orgUsers.id, clerk.orgUserId));
    expect((await approve(id)).body).toMatchObject({
      userFriendlyMessage: expect.stringContaining('can’t place orders for this license anymore. Decline this'),
    });
    expect((await decline(id)).ok).toBe(true);
    expect(await lettersTo(app, clerk.user.email, 0)).toEqual([]);
  });

  test('waits for those who are named since, who hear of it', async () => {
    const [boss, next] = [await colleague(), await colleague()];
    await rule({ approverIds: [boss.orgUserId] });
    const { id } = await ask();
    await rule({ approverIds: [next.orgUserId] });
    const [letter] = await lettersTo(app, next.user.email, 1);
    expect(letter?.subject).toContain('asks you to approve an order');
    const [cart] = await clerk.list();
    expect(cart?.approval?.asked).toEqual([expect.stringContaining(next.user.lastName)]);
    expect((await approve(id, '200.00', next)).ok).toBe(true);
  });

  test('sent again with its key gets the same reply', async () => {
    await rule();
    const { id } = await ask();
    const key = { idempotencyKey: crypto.randomUUID() };
    const send = () =>
      owner.caller.expectOk(approvals.approve, { params: { id }, body: { expectedTotal: '200.00' } }, key);
    const first = await send();
    expect(await send()).toEqual(first);
    expect(await placed()).toHaveLength(1);
  });

  test('twice at once places one order', async () => {
    const boss = await colleague();
    await rule({ approverIds: [buyer.owner.orgUserId, boss.orgUserId] });
    const { id } = await ask();
    const answers = await Promise.all([
      approve(id),
      approve(id, '200.00', boss),
      approve(id),
      approve(id, '200.00', boss),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(answers.flatMap((one) => (one.ok ? [] : [one.body.userFriendlyMessage]))).toEqual(
      Array(3).fill(expect.stringMatching(/already approved/)),
    );
    expect(await placed()).toHaveLength(1);
  });

  test.each([
    ['approved', approve],
    ['declined', decline],
    ['withdrawn', withdraw],
  ])('is settled once: what was settled while it waited for its cart isn’t %s', async (_, act) => {
    await rule();
    const { id, cart } = await ask();
    const own = and(eq(cartRows.orgId, buyer.org.id), eq(cartRows.id, cart.cart.id));
    const answer = await db().transaction(async (tx) => {
      await tx.select().from(cartRows).where(own).for('update');
      const late = act(id);
      await expect.poll(() => countWaiting(app.database)).toBe(1);
      await tx
        .update(approvalRequests)
        .set({ status: 'WITHDRAWN' })
        .where(and(eq(approvalRequests.orgId, buyer.org.id), eq(approvalRequests.id, id)));
      await tx.update(cartRows).set({ approvalId: null }).where(own);
      return { late };
    });
    expect(await answer.late).toMatchObject({
      status: 409,
      body: { userFriendlyMessage: expect.stringContaining('withdrawn') },
    });
    expect(await placed()).toEqual([]);
  });

  test('while it is withdrawn and changed ends as one of the two', async () => {
    await rule();
    for (let round = 0; round < 4; round += 1) {
      const before = (await placed()).length;
      const { id } = await ask();
      const change = withdraw(id).then(() => clerk.add(seller, [{ product, quantity: '7' }]));
      const [approved, changed] = await Promise.all([approve(id), change]);
      const after = await placed();
      expect(after.length - before).toBe(approved.ok ? 1 : 0);
      if (approved.ok) expect(after.at(-1)?.totalUsd).toBe('200.00');
      else expect(approved.status).toBe(409);
      expect(changed.cart?.cart.total).toBe('140.00');
      await clerk.caller.expectOk(carts.remove, {
        params: { id: changed.cart?.cart.id ?? 0 },
        query: { orgId: buyer.org.id, companyId: buyer.buyerCompany.id },
      });
    }
  });
});

describe('what ends a request without an order', () => {
  test('declined, its cart says why to its asker, can be changed and asked for again', async () => {
    await rule();
    const { id, cart } = await ask();
    expect(await decline(id, '  ')).toMatchObject({ status: 400, body: { errors: { reason: 'Say why' } } });
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
