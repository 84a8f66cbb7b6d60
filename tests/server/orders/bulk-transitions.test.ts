import { and, asc, eq, inArray } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import type { BulkProgress } from '../../../domain/bulk/bulk-act';
import { contract } from '../../../domain/calls';
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
import { makeOrder, makeProduct, makeSeller, only, type SellerFixture } from '../../support/factories';
import { openSellerApp } from '../../support/seller-app';

const { app } = await openSellerApp();
const { db } = app.database;

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
async function makeTrade() {
  const seller = await makeSeller(db);
  const caller = await app.as(seller.owner.user, seller.org);
  const scarce = await makeProduct(db, seller, { quantity: '7' });
  const plenty = await makeProduct(db, seller, { quantity: '1000' });
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

async function finished(trade: Awaited<ReturnType<typeof makeTrade>>, id: number): Promise<BulkProgress> {
  return vi.waitFor(
    async () => {
      const progress = await trade.caller.expectOk(contract.bulkActs.get, { params: { id }, query: {} });
      expect(progress.state).not.toBe('RUNNING');
      return progress;
    },
    { timeout: 60_000, interval: 100 },
  );
}

/** What is stored of them, told without ids and times. */
async function storedOf(seller: SellerFixture, ids: number[]) {
  const { id: orgId } = seller.org;
  const place = (id: number | null) => ids.indexOf(id ?? 0);
  const found = await db.select().from(orders).where(inArray(orders.id, ids)).orderBy(asc(orders.id));
  const moves = await db.select().from(orderTransitions).where(inArray(orderTransitions.orderId, ids));
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
    .where(and(eq(auditLog.orgId, orgId), eq(auditLog.entity, 'order'), inArray(auditLog.entityId, ids.map(String))));
  return {
    found: found.map(({ status, version, paymentDueDate }) => [status, version, paymentDueDate]),
    moves: moves.map(({ orderId, fromStatus, toStatus }) => [place(orderId), fromStatus, toStatus].join()).sort(),
    sold: sold.map(({ orderId, position, status }) => [place(orderId), position, status].join()).sort(),
    stock: stock.map(({ quantity, reserved }) => [quantity, reserved]),
    moved: moved.map((row) => [place(row.orderId), row.kind, row.quantityDelta, row.reservedDelta].join()).sort(),
    log: log
      .map(({ entityId, before, after }) => [place(Number(entityId)), JSON.stringify({ before, after })].join())
      .sort(),
  };
}

test('changing statuses in bulk stores and refuses exactly what single changes do', async () => {
  const [together, apart] = [await makeTrade(), await makeTrade()];
  for (const status of ['ACCEPTED', 'FULFILLED', 'REJECTED'] as const) {
    const body = {
      orgId: together.seller.org.id,
      selection: { ids: together.ids },
      act: { name: 'transition' as const, status },
    };
    const { id } = await together.caller.expectOk(contract.orders.bulk, { body });
    const { rows } = await finished(together, id);
    const messages = new Map(rows.results.map((row) => [row.id, row.message]));
    const expected: (string | null)[] = [];
    // In the same order: newest first.
    for (const orderId of apart.ids.toReversed()) {
      const answer = await apart.caller.call(contract.orders.transition, { params: { id: orderId }, body: { status } });
      const refusal = answer.body as { userFriendlyMessage?: string };
      expected.push(answer.status === 200 ? null : (refusal.userFriendlyMessage ?? ''));
    }
    const numbered = (text: string | null | undefined) =>
      text?.replace(/Order \w+/, 'Order #').replace(/^[^:.]*?:/, ':');
    const named = (text: string | null | undefined) => numbered(text)?.replace(/^.* is on hold/, 'X is on hold');
    expect(together.ids.toReversed().map((orderId) => named(messages.get(orderId)) ?? null)).toEqual(
      expected.map((text) => named(text) ?? null),
    );
    expect(await storedOf(together.seller, together.ids)).toEqual(await storedOf(apart.seller, apart.ids));
    if (status === 'ACCEPTED') {
      expect(expected.filter((text) => text?.includes('on hold'))).toHaveLength(1);
      expect(expected.filter((text) => text === null).length).toBeGreaterThan(1);
      expect(new Set(expected).size).toBeGreaterThan(3);
    }
  }
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
