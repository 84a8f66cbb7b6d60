import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import type { BulkProgress } from '../../../domain/bulk/bulk-act';
import { contract } from '../../../domain/calls';
import { addDays, dayOf } from '../../../domain/dates';
import type { OrderStatus } from '../../../domain/orders/status';
import {
  auditLog,
  customers,
  orders,
  orderTransitions,
  productStock,
  soldLines,
  stockMovements,
} from '../../../server/db/schema';
import type { TestCaller } from '../../support/app';
import { makeCustomer, makeOrder, makeProduct, makeSeller, only, type SellerFixture } from '../../support/factories';
import { openSellerApp } from '../../support/seller-app';

const { app } = await openSellerApp();
const { db } = app.database;

type Trade = { seller: SellerFixture; caller: TestCaller; ids: number[] };

const STATUSES: readonly OrderStatus[] = [
  'SUBMITTED',
  'BACKORDER',
  'DRAFT',
  'SUBMITTED',
  'COMPLETE',
  'SUBMITTED',
  'BACKORDER',
];

/** Orders of a seller whose stock is short for some, and whose customers’ credit stops others. */
async function makeTrade(): Promise<Trade> {
  const seller = await makeSeller(db);
  const caller = await app.as(seller.owner.user, seller.org);
  const scarce = await makeProduct(db, seller, { quantity: '8' });
  const plenty = await makeProduct(db, seller, { quantity: '1000', allowFractionalQuantities: true });
  const ids: number[] = [];
  for (const [at, status] of STATUSES.entries()) {
    const lines = [
      { product: scarce, quantity: `${(at % 3) + 1}` },
      { product: plenty, quantity: '2.5' },
    ];
    const { order, customer } = await makeOrder(db, seller, { status, lines });
    ids.push(order.id);
    if (at === 5)
      await db.update(customers).set({ onHold: true, holdReason: 'Owes' }).where(eq(customers.id, customer.id));
  }
  return { seller, caller, ids };
}

async function finished(trade: Trade, id: number): Promise<BulkProgress> {
  return vi.waitFor(
    async () => {
      const progress = await trade.caller.expectOk(contract.bulkActs.get, { params: { id }, query: {} });
      expect(progress.state).not.toBe('RUNNING');
      return progress;
    },
    { timeout: 60_000, interval: 100 },
  );
}

/** The ways to move orders: each answers the refusals by place, null for those that moved. */
const WAYS: [string, (trade: Trade, status: OrderStatus) => Promise<(string | null)[]>][] = [
  [
    'one after the other, newest first',
    async ({ caller, ids }, status) => {
      const refusals = new Map<number, string | null>();
      for (const id of ids.toReversed()) {
        const answer = await caller.call(contract.orders.transition, { params: { id }, body: { status } });
        const { userFriendlyMessage = '' } = answer.body as { userFriendlyMessage?: string };
        refusals.set(id, answer.ok ? null : userFriendlyMessage);
      }
      return ids.map((id) => refusals.get(id) ?? null);
    },
  ],
  [
    'together',
    async (trade, status) => {
      const act = { name: 'transition' as const, status };
      const body = { orgId: trade.seller.org.id, selection: { ids: trade.ids }, act };
      const { id } = await trade.caller.expectOk(contract.orders.bulk, { body });
      const { rows } = await finished(trade, id);
      const refusals = new Map(rows.results.map((row) => [row.id, row.message]));
      return trade.ids.map((one) => refusals.get(one) ?? null);
    },
  ],
];

/** What is stored of them, by place. */
async function storedOf({ seller, ids }: Trade) {
  const { id: orgId } = seller.org;
  const place = (id: number | null) => ids.indexOf(id ?? 0);
  const found = await db.select().from(orders).where(inArray(orders.id, ids)).orderBy(asc(orders.id));
  const moves = await db
    .select()
    .from(orderTransitions)
    .where(and(inArray(orderTransitions.orderId, ids), isNotNull(orderTransitions.fromStatus)))
    .orderBy(asc(orderTransitions.id));
  const sold = await db.select().from(soldLines).where(inArray(soldLines.orderId, ids));
  const stock = await db
    .select()
    .from(productStock)
    .where(eq(productStock.orgId, orgId))
    .orderBy(asc(productStock.productId));
  const moved = await db.select().from(stockMovements).where(inArray(stockMovements.orderId, ids));
  const log = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.orgId, orgId), eq(auditLog.entity, 'order'), inArray(auditLog.entityId, ids.map(String))))
    .orderBy(asc(auditLog.id));
  return {
    orders: found.map(({ status, version, paymentDueDate }) => [status, version, paymentDueDate]),
    moves: moves.map(({ orderId, fromStatus, toStatus }) => [place(orderId), fromStatus, toStatus]),
    sold: sold.map(({ orderId, position, status }) => `${place(orderId)} ${position} ${status}`).sort(),
    stock: stock.map(({ quantity, reserved }) => [quantity, reserved]),
    moved: moved.map((row) => [place(row.orderId), row.kind, row.quantityDelta, row.reservedDelta].join(' ')).sort(),
    log: log.map(({ entityId, before, after }) => ({ order: place(Number(entityId)), before, after })),
  };
}

const QUIET = [
  [2, 'DRAFT'],
  [4, 'COMPLETE'],
] as const;

describe.each(WAYS)('orders moved %s', (_way, move) => {
  test('move as far as there is stock and credit, and each of the others says why', async () => {
    const trade = await makeTrade();
    expect(await move(trade, 'ACCEPTED')).toEqual([
      null,
      expect.stringMatching(/^Blue Dream Eighth \d+: 0 units available$/),
      expect.stringMatching(/^Blue Dream Eighth \d+: 0 units available$/),
      null,
      expect.stringMatching(
        /^Order \w+ is now complete and can’t be changed to accepted\. You can’t change its status\.$/,
      ),
      expect.stringMatching(/^.+ is on hold \(Owes\)\. Enter a reason to continue\.$/),
      null,
    ]);
    expect(await storedOf(trade)).toMatchObject({
      orders: [
        ['ACCEPTED', 1, null],
        ['BACKORDER', 0, null],
        ['DRAFT', 0, null],
        ['ACCEPTED', 1, null],
        ['COMPLETE', 0, null],
        ['SUBMITTED', 0, null],
        ['ACCEPTED', 1, null],
      ],
      stock: [
        ['6', '6'],
        ['997.5', '10'],
      ],
    });
    expect(await move(trade, 'FULFILLED')).toEqual([
      null,
      expect.stringMatching(
        /is now on backorder and can’t be changed to fulfilled\. You can change it to accepted or rejected\.$/,
      ),
      expect.stringMatching(/is now a draft .+ You can change it to submitted, accepted, or cancelled\.$/),
      null,
      expect.stringMatching(/is now complete .+ You can’t change its status\.$/),
      expect.stringMatching(/is now submitted .+ You can change it to accepted, rejected, or backorder\.$/),
      null,
    ]);
  });

  test('leave their history, what reports read, their stock and the log, and nothing of those refused', async () => {
    const trade = await makeTrade();
    for (const status of ['ACCEPTED', 'FULFILLED', 'REJECTED'] as const) await move(trade, status);
    const stored = await storedOf(trade);
    const moves: [number, OrderStatus, OrderStatus][] = [
      [6, 'BACKORDER', 'ACCEPTED'],
      [3, 'SUBMITTED', 'ACCEPTED'],
      [0, 'SUBMITTED', 'ACCEPTED'],
      [6, 'ACCEPTED', 'FULFILLED'],
      [3, 'ACCEPTED', 'FULFILLED'],
      [0, 'ACCEPTED', 'FULFILLED'],
      [6, 'FULFILLED', 'REJECTED'],
      [5, 'SUBMITTED', 'REJECTED'],
      [3, 'FULFILLED', 'REJECTED'],
      [1, 'BACKORDER', 'REJECTED'],
      [0, 'FULFILLED', 'REJECTED'],
    ];
    expect(stored.moves).toEqual(moves);
    expect(stored.log).toEqual(
      moves.map(([order, from, to]) => ({
        order,
        before: { status: from, paymentDueDate: null },
        after: { status: to, paymentDueDate: null, as: 'seller' },
      })),
    );
    const versions = [3, 1, 0, 3, 0, 1, 3];
    const statuses = versions.map((_, place) => QUIET.find(([at]) => at === place)?.[1] ?? 'REJECTED');
    expect(stored.orders).toEqual(statuses.map((status, place) => [status, versions[place], null]));
    expect(stored.sold).toEqual(statuses.flatMap((status, place) => [0, 1].map((at) => `${place} ${at} ${status}`)));
    expect(stored.stock).toEqual([
      ['6', '0'],
      ['997.5', '0'],
    ]);
    const each = ['reserve 0 1', 'take -1 -1', 'return 1 0', 'reserve 0 2.5', 'take -2.5 -2.5', 'return 2.5 0'];
    const held = ['reserve 0 3', 'release 0 -3', 'reserve 0 2.5', 'release 0 -2.5'];
    expect(stored.moved).toEqual(
      [
        ...[0, 3, 6].flatMap((place) => each.map((what) => `${place} ${what}`)),
        ...held.map((what) => `5 ${what}`),
        '4 take -2 0',
        '4 take -2.5 0',
      ].sort(),
    );
  });

  test('are due by the customer’s terms or else the payment option, unless a day was agreed', async () => {
    const seller = await makeSeller(db);
    const paymentOptionId = seller.paymentOptions.find(({ dueDays }) => dueDays === 30)?.id ?? 0;
    const agreed = await makeCustomer(db, seller, { paymentTermsDays: 14 });
    const made = [
      await makeOrder(db, seller, { customer: agreed, paymentOptionId }),
      await makeOrder(db, seller, { paymentOptionId }),
      await makeOrder(db, seller, { paymentOptionId, paymentDueDate: '2030-01-15' }),
    ];
    const trade = {
      seller,
      caller: await app.as(seller.owner.user, seller.org),
      ids: made.map(({ order }) => order.id),
    };
    const before = dayOf(new Date(), 'UTC');
    expect(await move(trade, 'ACCEPTED')).toEqual([null, null, null]);
    const { orders: moved } = await storedOf(trade);
    const days = [before, dayOf(new Date(), 'UTC')];
    expect(days.map((day) => addDays(day, 14))).toContain(moved[0]?.[2]);
    expect(days.map((day) => addDays(day, 30))).toContain(moved[1]?.[2]);
    expect(moved[2]?.[2]).toBe('2030-01-15');
  });

  test('reach a customer’s credit limit, the newest first, and go no further', async () => {
    const seller = await makeSeller(db);
    const customer = await makeCustomer(db, seller, { creditLimitUsd: '250.00' });
    const product = await makeProduct(db, seller, { quantity: '1000' });
    const ids: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      const { order } = await makeOrder(db, seller, { customer, lines: [{ product, unitPrice: '100.00' }] });
      ids.push(order.id);
    }
    const trade = { seller, caller: await app.as(seller.owner.user, seller.org), ids };
    expect(await move(trade, 'ACCEPTED')).toEqual([expect.stringContaining(' owes $200.00. '), null, null]);
  });
});

test('many orders cloned at once say their drafts and what was left out, and undoing deletes the drafts', async () => {
  const seller = await makeSeller(db);
  const caller = await app.as(seller.owner.user, seller.org);
  const [sold, archived] = [await makeProduct(db, seller), await makeProduct(db, seller, { listingState: 'ARCHIVED' })];
  const lines = [sold, archived].map((product) => ({ product, quantity: '1' }));
  const { order } = await makeOrder(db, seller, { lines });
  const { order: gone } = await makeOrder(db, seller, { lines: lines.slice(1) });
  const body = {
    orgId: seller.org.id,
    selection: { ids: [order.id, gone.id] },
    act: { name: 'clone' as const, prices: 'copy' as const },
  };
  const trade = { seller, caller, ids: [] };
  const begun = await finished(trade, (await caller.expectOk(contract.orders.bulk, { body })).id);
  expect(begun).toMatchObject({ succeeded: 1, failed: 1, canUndo: true });
  const draft = only(
    await db
      .select()
      .from(orders)
      .where(and(eq(orders.orgId, seller.org.id), eq(orders.status, 'DRAFT'))),
  );
  expect(begun.rows.results).toEqual([
    { id: gone.id, label: gone.orderNumber, ok: false, message: 'No products found in original order' },
    {
      id: order.id,
      label: order.orderNumber,
      ok: true,
      message: `Draft ${draft.orderNumber}. Left out: ${archived.name} (archived).`,
    },
  ]);
  const { id } = await caller.expectOk(contract.bulkActs.undo, { params: { id: begun.id } });
  expect((await finished(trade, id)).rows.results).toMatchObject([
    { ok: true, message: `Draft ${draft.orderNumber} is deleted.` },
  ]);
  expect(await db.$count(orders, eq(orders.id, draft.id))).toBe(0);
});
