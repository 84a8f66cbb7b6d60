import { randomUUID } from 'node:crypto';
import { desc, eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { DEFAULT_FEATURES } from '../../../domain/access/roles';
import { addDays, dayOf } from '../../../domain/dates';
import { ERROR_CODES } from '../../../domain/errors';
import { orders as contract } from '../../../domain/orders/contract';
import { ORDER_STATUS_IDS, type OrderStatus, TRANSITIONS } from '../../../domain/orders/status';
import { stockEffect } from '../../../domain/orders/stock';
import { auditLog, orders, orderTransitions, productStock, products, stockMovements } from '../../../server/db/schema';
import type { TestCaller } from '../../support/app';
import { makeBuyer, makeCustomer, makeMember, makeOrder, makeProduct, makeSeller } from '../../support/factories';
import { openSellerApp } from '../../support/seller-app';

const { app, seller, owner: sellerOwner } = await openSellerApp();
const buyer = await makeBuyer(app.database.db);
const customer = await makeCustomer(app.database.db, seller, { buyer });
const buyerOwner = await app.as(buyer.owner.user, buyer.org);

const byButton = TRANSITIONS.filter(({ by }) => by !== 'merge');
const CASES = '3';
const PER_CASE = '12';
const BASE_UNITS = 36;

async function orderedByCase(status: OrderStatus) {
  const { db } = app.database;
  const product = await makeProduct(db, seller, { perCase: PER_CASE, quantity: '800' });
  const { order } = await makeOrder(db, seller, { buyer, customer, status, lines: [{ product, quantity: CASES }] });
  return { product, order };
}

const ask = (caller: TestCaller, id: number, status: OrderStatus, version?: number) =>
  caller.call(contract.transition, { params: { id }, body: { status, ...(version === undefined ? {} : { version }) } });

async function stockOf(productId: number) {
  const { db } = app.database;
  const [row] = await db.select().from(productStock).where(eq(productStock.productId, productId));
  const [ledger] = await db
    .select({
      quantity: sql<number>`sum(${stockMovements.quantityDelta})::float`,
      reserved: sql<number>`sum(${stockMovements.reservedDelta})::float`,
    })
    .from(stockMovements)
    .where(eq(stockMovements.productId, productId));
  return { kept: { quantity: Number(row?.quantity), reserved: Number(row?.reserved) }, ledger };
}

const orderRow = async (id: number) => (await app.database.db.select().from(orders).where(eq(orders.id, id)))[0];

describe('every change of status in the table', () => {
  test.each(byButton)('$from → $to by the $by moves the right stock and nothing else', async ({ from, to, by }) => {
    const { product, order } = await orderedByCase(from);
    const before = await stockOf(product.id);
    const answer = await ask(by === 'seller' ? sellerOwner : buyerOwner, order.id, to, order.version);
    expect(answer.body).toMatchObject({ status: to, version: order.version + 1 });

    const effect = stockEffect(from, to);
    const after = await stockOf(product.id);
    expect(after.kept).toEqual({
      quantity: before.kept.quantity + effect.quantity * BASE_UNITS,
      reserved: before.kept.reserved + effect.reserved * BASE_UNITS,
    });
    expect(after.ledger).toEqual(after.kept);
    expect(await orderRow(order.id)).toMatchObject({ status: to, version: order.version + 1 });
  });

  test('keeps the reason, readable by both sides', async () => {
    const { order } = await orderedByCase('SUBMITTED');
    await sellerOwner.expectOk(contract.transition, {
      params: { id: order.id },
      body: { status: 'REJECTED', reason: ' We no longer deliver to Fresno ' },
    });
    const reason = 'We no longer deliver to Fresno';
    const { history } = await sellerOwner.expectOk(contract.get, { params: { id: order.id } });
    expect(history.at(-1)).toMatchObject({ to: 'REJECTED', reason });
    expect(history[0]).toMatchObject({ reason: null });
    const [entry] = await app.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, String(order.id)))
      .orderBy(desc(auditLog.id));
    expect(entry?.after).toMatchObject({ status: 'REJECTED', reason });
  });

  test('adds a line to the history and the audit log, with who did it', async () => {
    const { order } = await orderedByCase('SUBMITTED');
    await ask(sellerOwner, order.id, 'ACCEPTED');
    const { history } = await sellerOwner.expectOk(contract.get, { params: { id: order.id } });
    expect(history.at(-1)).toMatchObject({
      from: 'SUBMITTED',
      to: 'ACCEPTED',
      by: `${seller.owner.user.firstName} ${seller.owner.user.lastName}`,
    });
    const entries = await app.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, String(order.id)));
    expect(entries.filter(({ entity }) => entity === 'order')).toMatchObject([
      {
        actorUserId: seller.owner.user.id,
        before: { status: 'SUBMITTED' },
        after: { status: 'ACCEPTED', as: 'seller' },
      },
    ]);
  });
});

describe('a product counted another way by the time its goods are returned', () => {
  const count = (id: number, inventoryManagement: 'MANUAL' | 'UNLIMITED') =>
    app.database.db.update(products).set({ inventoryManagement }).where(eq(products.id, id));

  test.each<[string, 'MANUAL' | 'UNLIMITED', OrderStatus, { quantity: number; reserved: number }]>([
    ['gains no stock that was never taken', 'UNLIMITED', 'REJECTED', { quantity: 800, reserved: 0 }],
    ['has only its reservation made again', 'UNLIMITED', 'ACCEPTED', { quantity: 800, reserved: BASE_UNITS }],
    ['gets back what was taken', 'MANUAL', 'REJECTED', { quantity: 800, reserved: 0 }],
    ['gets it back and has it reserved', 'MANUAL', 'ACCEPTED', { quantity: 800, reserved: BASE_UNITS }],
  ])('%s (%s when fulfilled, %s later)', async (_what, mode, to, expected) => {
    const { db } = app.database;
    const other = mode === 'MANUAL' ? 'UNLIMITED' : 'MANUAL';
    const product = await makeProduct(db, seller, { perCase: PER_CASE, quantity: '800', inventoryManagement: mode });
    const lines = [{ product, quantity: CASES }];
    const { order } = await makeOrder(db, seller, { buyer, customer, status: 'ACCEPTED', lines });
    expect((await ask(sellerOwner, order.id, 'FULFILLED')).status).toBe(200);
    await count(product.id, other);
    expect((await ask(sellerOwner, order.id, to)).status).toBe(200);
    const { kept, ledger } = await stockOf(product.id);
    expect(kept).toEqual(expected);
    expect(ledger).toEqual(kept);
  });

  test('has released its order’s reservation, however it was counted then', async () => {
    const { db } = app.database;
    const product = await makeProduct(db, seller, { quantity: '0', inventoryManagement: 'UNLIMITED' });
    const { order } = await makeOrder(db, seller, { buyer, customer, lines: [{ product, quantity: '5' }] });
    await count(product.id, 'MANUAL');
    expect((await stockOf(product.id)).kept).toEqual({ quantity: 0, reserved: 5 });
    expect((await ask(sellerOwner, order.id, 'REJECTED')).status).toBe(200);
    expect((await stockOf(product.id)).kept).toEqual({ quantity: 0, reserved: 0 });
  });

  test('isn’t oversold when its order is reopened and there is none', async () => {
    const { db } = app.database;
    const product = await makeProduct(db, seller, { quantity: '0', inventoryManagement: 'UNLIMITED' });
    const lines = [{ product, quantity: '5' }];
    const { order } = await makeOrder(db, seller, { buyer, customer, status: 'ACCEPTED', lines });
    await ask(sellerOwner, order.id, 'FULFILLED');
    await count(product.id, 'MANUAL');
    const answer = await ask(sellerOwner, order.id, 'ACCEPTED');
    expect(answer.body).toMatchObject({ internalCode: ERROR_CODES.SHORT_OF_STOCK });
    expect((await stockOf(product.id)).kept).toEqual({ quantity: 0, reserved: 0 });
  });
});

describe('changes of status that are not in the table', () => {
  const allowed = new Set(byButton.map(({ from, to, by }) => `${by} ${from} ${to}`));
  const refused = (['seller', 'buyer'] as const).flatMap((by) =>
    ORDER_STATUS_IDS.filter((from) => by === 'seller' || from !== 'DRAFT').flatMap((from) =>
      ORDER_STATUS_IDS.filter((to) => !allowed.has(`${by} ${from} ${to}`)).map((to) => ({ by, from, to })),
    ),
  );

  test('are all refused, and change nothing', async () => {
    for (const from of ORDER_STATUS_IDS) {
      const { product, order } = await orderedByCase(from);
      const before = await stockOf(product.id);
      for (const { by, to } of refused.filter((one) => one.from === from)) {
        const answer = await ask(by === 'seller' ? sellerOwner : buyerOwner, order.id, to);
        expect([by, from, to, answer.status]).toEqual([by, from, to, 409]);
        expect(answer.body).toMatchObject({ internalCode: ERROR_CODES.ILLEGAL_TRANSITION });
      }
      expect(await stockOf(product.id)).toEqual(before);
      expect(await orderRow(order.id)).toMatchObject({ status: from, version: 0 });
    }
  });

  test('are refused with the order’s status and what is possible', async () => {
    const { order } = await orderedByCase('SHIPPED');
    const answer = await ask(sellerOwner, order.id, 'SUBMITTED');
    expect(answer.body).toMatchObject({
      userFriendlyMessage: `Order ${order.orderNumber} is now shipped and can’t be changed to submitted. You can change it to delivered, complete, or rejected.`,
      errorObject: { status: 'SHIPPED', availableTransitions: ['DELIVERED', 'COMPLETE', 'REJECTED'] },
    });
    const { order: done } = await orderedByCase('COMPLETE');
    expect((await ask(sellerOwner, done.id, 'SHIPPED')).body).toMatchObject({
      userFriendlyMessage: expect.stringContaining('You can’t change its status.'),
    });
  });
});

describe('who may change an order’s status', () => {
  test('a buyer can’t take a seller’s step, nor a seller a buyer’s', async () => {
    const { order } = await orderedByCase('SUBMITTED');
    expect((await ask(buyerOwner, order.id, 'ACCEPTED')).body).toMatchObject({
      internalCode: ERROR_CODES.ILLEGAL_TRANSITION,
      errorObject: { availableTransitions: ['CANCELLED'] },
    });
    expect((await ask(sellerOwner, order.id, 'CANCELLED')).status).toBe(409);
  });

  test('another organization’s order isn’t found', async () => {
    const { order } = await orderedByCase('SUBMITTED');
    const stranger = await makeSeller(app.database.db);
    const answer = await ask(await app.as(stranger.owner.user, stranger.org), order.id, 'ACCEPTED');
    expect(answer.status).toBe(404);
    const otherBuyer = await makeBuyer(app.database.db);
    const second = await ask(await app.as(otherBuyer.owner.user, otherBuyer.org), order.id, 'CANCELLED');
    expect(second.status).toBe(404);
  });

  test('a buyer can’t see the seller’s draft', async () => {
    const { order } = await orderedByCase('DRAFT');
    expect((await ask(buyerOwner, order.id, 'CANCELLED')).status).toBe(404);
  });

  test('someone without write on orders is told so, whatever they may read', async () => {
    const { order } = await orderedByCase('SUBMITTED');
    const reader = await makeMember(app.database.db, seller.org, {
      features: { BROWSE_ORDERS: { read: true, write: false } },
      companyIds: [seller.company.id],
    });
    expect((await ask(await app.as(reader.user, seller.org), order.id, 'ACCEPTED')).status).toBe(403);
  });

  test('a user moves the orders they’re the sales rep for, and only sees the others', async () => {
    const { db } = app.database;
    const rep = await makeMember(db, seller.org, { defaultRoleId: 'USER' });
    const caller = await app.as(rep.user, seller.org);
    const mine = await makeOrder(db, seller, { buyer, customer, salesRepOrgUserIds: [rep.orgUserId] });
    const other = await makeOrder(db, seller, { buyer, customer });
    expect((await ask(caller, mine.order.id, 'ACCEPTED')).status).toBe(200);
    const answer = await ask(caller, other.order.id, 'ACCEPTED');
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ internalCode: ERROR_CODES.FORBIDDEN });
  });

  test('reopening a fulfilled order requires write on frozen orders', async () => {
    const { order } = await orderedByCase('FULFILLED');
    const { EDIT_FROZEN_ORDERS: _, ...features } = DEFAULT_FEATURES.ADMIN;
    const clerk = await makeMember(app.database.db, seller.org, { features, companyIds: [seller.company.id] });
    const caller = await app.as(clerk.user, seller.org);
    const answer = await ask(caller, order.id, 'ACCEPTED');
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ internalCode: ERROR_CODES.FORBIDDEN });
    const seen = await caller.expectOk(contract.get, { params: { id: order.id } });
    expect(seen.availableTransitions).toEqual(['SHIPPED', 'REJECTED']);
    expect((await ask(sellerOwner, order.id, 'ACCEPTED')).status).toBe(200);
  });

  test('an organization that buys from itself can act for both sides', async () => {
    const { db } = app.database;
    const ownBuyer = await makeBuyer(db, { org: seller.org });
    const { order } = await makeOrder(db, seller, { buyer: ownBuyer });
    expect((await ask(sellerOwner, order.id, 'CANCELLED')).body).toMatchObject({ status: 'CANCELLED' });
  });
});

describe('two who decide at once', () => {
  test('a decision on an outdated copy is refused, naming the current version', async () => {
    const { order } = await orderedByCase('SUBMITTED');
    await ask(sellerOwner, order.id, 'ACCEPTED', 0);
    const answer = await ask(sellerOwner, order.id, 'FULFILLED', 0);
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ internalCode: ERROR_CODES.STALE, errorObject: { currentVersion: 1 } });
    expect(await orderRow(order.id)).toMatchObject({ status: 'ACCEPTED' });
  });

  test('when the seller accepts and the buyer cancels, one wins, the other is told, and stock follows', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { product, order } = await orderedByCase('SUBMITTED');
      const answers = await Promise.all([
        ask(sellerOwner, order.id, 'ACCEPTED'),
        ask(buyerOwner, order.id, 'CANCELLED'),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const winner = answers[0].ok ? 'ACCEPTED' : 'CANCELLED';
      expect(await orderRow(order.id)).toMatchObject({ status: winner, version: 1 });
      expect((await stockOf(product.id)).kept.reserved).toBe(winner === 'ACCEPTED' ? BASE_UNITS : 0);
      const steps = await app.database.db.select().from(orderTransitions).where(eq(orderTransitions.orderId, order.id));
      expect(steps).toHaveLength(2);
    }
  });

  test('the same step eight times at once takes stock once', async () => {
    const { product, order } = await orderedByCase('ACCEPTED');
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(sellerOwner, order.id, 'FULFILLED')));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await stockOf(product.id)).kept).toEqual({ quantity: 800 - BASE_UNITS, reserved: 0 });
  });
});

describe('consequences of a status change', () => {
  test('a backorder is only accepted while there is stock, and the shortage is named', async () => {
    const { db } = app.database;
    const product = await makeProduct(db, seller, { quantity: '5', name: 'Gelato Eighth' });
    const { order } = await makeOrder(db, seller, {
      buyer,
      customer,
      status: 'BACKORDER',
      lines: [{ product, quantity: '6' }],
    });
    const answer = await ask(sellerOwner, order.id, 'ACCEPTED');
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      internalCode: ERROR_CODES.SHORT_OF_STOCK,
      userFriendlyMessage: expect.stringContaining('Gelato Eighth'),
    });
    expect(await orderRow(order.id)).toMatchObject({ status: 'BACKORDER', version: 0 });
  });

  test('accepting sets the payment due date from the payment option, unless a day was agreed', async () => {
    const { db } = app.database;
    const paymentOptionId = seller.paymentOptions.find(({ dueDays }) => dueDays === 30)?.id ?? 0;
    const { order: open } = await makeOrder(db, seller, { buyer, customer, paymentOptionId });
    const { order: agreed } = await makeOrder(db, seller, {
      buyer,
      customer,
      paymentOptionId,
      paymentDueDate: '2030-01-15',
    });
    await ask(sellerOwner, open.id, 'ACCEPTED');
    await ask(sellerOwner, agreed.id, 'ACCEPTED');
    const today = dayOf(new Date(), 'UTC');
    expect([addDays(today, 30), addDays(today, 29)]).toContain((await orderRow(open.id))?.paymentDueDate);
    expect(await orderRow(agreed.id)).toMatchObject({ paymentDueDate: '2030-01-15' });
  });

  test('the same idempotency key moves an order once and replies twice', async () => {
    const { order } = await orderedByCase('SUBMITTED');
    const input = { params: { id: order.id }, body: { status: 'ACCEPTED' as const } };
    const options = { idempotencyKey: randomUUID() };
    const first = await sellerOwner.call(contract.transition, input, options);
    const second = await sellerOwner.call(contract.transition, input, options);
    expect(second.body).toEqual(first.body);
    expect(second.status).toBe(200);
    expect(await orderRow(order.id)).toMatchObject({ version: 1 });
  });
});
