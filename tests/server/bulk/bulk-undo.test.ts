import { and, eq, inArray } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import type { BulkProgress } from '../../../domain/bulk/bulk-act';
import { contract } from '../../../domain/calls';
import type { OrderStatus } from '../../../domain/orders/status';
import {
  changeRows,
  customers,
  orderComments,
  orderLineItems,
  orderSalesReps,
  orders,
  orderTransitions,
  roles,
  soldLines,
} from '../../../server/db/schema';
import type { TestCaller } from '../../support/app';
import { makeMember, makeOrder, makeProduct, makeSeller, only } from '../../support/factories';
import { openSellerApp } from '../../support/seller-app';

const { bulk } = contract.orders;
const { get, undo } = contract.bulkActs;
const { app, seller, owner } = await openSellerApp();
const { db } = app.database;

type Act = Parameters<typeof owner.call<typeof bulk>>[1]['body']['act'];

const order = async (values: Parameters<typeof makeOrder>[2] = {}) => (await makeOrder(db, seller, values)).order;
const orderOf = async (id: number) => only(await db.select().from(orders).where(eq(orders.id, id)));
const datesOf = async (id: number) => {
  const { shipDate, paymentDueDate } = await orderOf(id);
  return [shipDate, paymentDueDate];
};
const repsOf = async (id: number) =>
  (await db.select().from(orderSalesReps).where(eq(orderSalesReps.orderId, id)))
    .map(({ orgUserId }) => orgUserId)
    .sort();

async function finished(id: number, caller: TestCaller = owner): Promise<BulkProgress> {
  return vi.waitFor(
    async () => {
      const progress = await caller.expectOk(get, { params: { id }, query: {} });
      expect(progress.state).not.toBe('RUNNING');
      return progress;
    },
    { timeout: 60_000, interval: 100 },
  );
}

const act = async (ids: number[], of: Act, caller: TestCaller = owner) =>
  finished((await caller.expectOk(bulk, { body: { orgId: seller.org.id, selection: { ids }, act: of } })).id, caller);
const undone = async (id: number, caller: TestCaller = owner) =>
  finished((await caller.expectOk(undo, { params: { id } })).id, caller);
const edit = async (id: number, change: { shipDate?: string | null; paymentDueDate?: string | null }) => {
  await db.update(orders).set(change).where(eq(orders.id, id));
};
const messagesOf = ({ rows }: BulkProgress) => rows.results.map(({ id, ok, message }) => ({ id, ok, message }));

describe('undoing ship dates', () => {
  test('gives each order its dates back, but for those changed since, which say so', async () => {
    const dated = await order({ shipDate: '2026-12-01', paymentDueDate: '2026-12-31' });
    const undated = await order();
    const moved = await order({ shipDate: '2026-12-01' });
    const redue = await order({ shipDate: '2026-12-01', paymentDueDate: '2026-12-31' });
    const already = await order({ shipDate: '2026-12-11' });
    const ids = [dated, undated, moved, redue, already].map(({ id }) => id);
    const change = { shipDate: '2026-12-11', updatePaymentDueDates: true };
    const begun = await act(ids, { name: 'setShipDate', ...change });
    expect(begun).toMatchObject({ succeeded: 5, failed: 0, canUndo: true, undoes: null });
    expect(await datesOf(dated.id)).toEqual(['2026-12-11', '2027-01-10']);
    await edit(moved.id, { shipDate: '2026-12-20' });
    await edit(redue.id, { paymentDueDate: '2027-02-01' });

    const progress = await undone(begun.id);
    expect(progress).toMatchObject({ undoes: begun.id, act: 'setShipDate', total: 4, succeeded: 3, failed: 1 });
    expect(progress.canUndo).toBe(false);
    const said = new Map(messagesOf(progress).map((row) => [row.id, row]));
    expect(said.get(moved.id)).toMatchObject({
      ok: false,
      message: 'Its ship date was changed since, so it keeps it.',
    });
    expect(said.get(redue.id)).toMatchObject({ ok: true, message: expect.stringContaining('payment due date') });
    expect(said.has(already.id)).toBe(false);
    expect(await Promise.all(ids.map(datesOf))).toEqual([
      ['2026-12-01', '2026-12-31'],
      [null, null],
      ['2026-12-20', null],
      ['2026-12-01', '2027-02-01'],
      ['2026-12-11', null],
    ]);
    const told = await owner.expectOk(get, { params: { id: progress.id }, query: { only: 'told' } });
    expect(told.rows.resultCount).toBe(2);
  });

  test('happens once, and an undo can’t be undone', async () => {
    const { id } = await order();
    const begun = await act([id], { name: 'setShipDate', shipDate: '2026-12-11', updatePaymentDueDates: false });
    const key = { idempotencyKey: crypto.randomUUID() };
    const [first, again] = await Promise.all([1, 2].map(() => owner.expectOk(undo, { params: { id: begun.id } }, key)));
    expect(again).toEqual(first);
    const progress = await finished(first?.id ?? 0);
    expect(await owner.call(undo, { params: { id: begun.id } })).toMatchObject({
      status: 409,
      body: { userFriendlyMessage: 'This is already undone.' },
    });
    expect((await owner.call(undo, { params: { id: progress.id } })).status).toBe(409);
    expect(await owner.expectOk(get, { params: { id: begun.id }, query: {} })).toMatchObject({ canUndo: false });
    expect(await datesOf(id)).toEqual([null, null]);
  });

  test('that was stopped can be continued', async () => {
    const ids = [(await order()).id, (await order()).id];
    const begun = await act(ids, { name: 'setShipDate', shipDate: '2026-12-11', updatePaymentDueDates: false });
    let id = 0;
    await db.transaction(async (tx) => {
      await tx
        .select()
        .from(orders)
        .where(and(eq(orders.orgId, seller.org.id), inArray(orders.id, ids)))
        .for('update');
      ({ id } = await owner.expectOk(undo, { params: { id: begun.id } }));
    });
    await owner.expectOk(contract.bulkActs.stop, { params: { id } });
    const { succeeded, state } = await finished(id);
    if (state === 'STOPPED' && succeeded < 2) await undone(begun.id);
    expect(await Promise.all(ids.map(datesOf))).toEqual([
      [null, null],
      [null, null],
    ]);
  });
});

test('undoing added and removed sales reps leaves the reps others changed', async () => {
  const [one, other] = [await makeMember(db, seller), await makeMember(db, seller)];
  const [first, second] = [await order(), await order({ salesRepOrgUserIds: [one.orgUserId] })];
  const ids = [first.id, second.id];
  const added = await act(ids, { name: 'addSalesRep', salesRepId: one.orgUserId });
  expect(added).toMatchObject({ succeeded: 2 });
  await act([first.id], { name: 'addSalesRep', salesRepId: other.orgUserId });
  expect(await undone(added.id)).toMatchObject({ total: 1, succeeded: 1 });
  expect(await repsOf(first.id)).toEqual([other.orgUserId]);
  expect(await repsOf(second.id)).toEqual([one.orgUserId]);

  const removed = await act(ids, { name: 'removeSalesRep', salesRepId: other.orgUserId });
  expect(await repsOf(first.id)).toEqual([]);
  expect(await undone(removed.id)).toMatchObject({ total: 1, succeeded: 1 });
  expect(await repsOf(first.id)).toEqual([other.orgUserId]);

  const again = await act([second.id], { name: 'removeSalesRep', salesRepId: one.orgUserId });
  await act([second.id], { name: 'addSalesRep', salesRepId: one.orgUserId });
  const kept = await undone(again.id);
  expect(messagesOf(kept)).toMatchObject([{ ok: false, message: expect.stringContaining('changed since') }]);
});

describe('undoing deleted drafts', () => {
  const draft = async () => {
    const product = await makeProduct(db, seller);
    const rep = await makeMember(db, seller);
    const lines = [
      { product, quantity: '2.5' },
      { product: await makeProduct(db, seller), quantity: '1' },
    ];
    const made = await order({ status: 'DRAFT' as OrderStatus, lines, salesRepOrgUserIds: [rep.orgUserId] });
    await owner.expectOk(contract.orders.addComment, { params: { id: made.id }, body: { comment: 'Call first' } });
    return made;
  };
  const all = async (id: number) => ({
    order: await owner.expectOk(contract.orders.get, { params: { id } }),
    lines: await db.select().from(orderLineItems).where(eq(orderLineItems.orderId, id)).orderBy(orderLineItems.id),
    sold: await db.select().from(soldLines).where(eq(soldLines.orderId, id)).orderBy(soldLines.position),
    moves: await db.select().from(orderTransitions).where(eq(orderTransitions.orderId, id)),
    comments: await db.select().from(orderComments).where(eq(orderComments.orderId, id)),
  });

  test('brings each back with its number, lines, ids, reps, comments and history', async () => {
    const [one, other] = [await draft(), await draft()];
    const before = await all(one.id);
    const stays = await order({ status: 'SUBMITTED' });
    const begun = await act([one.id, other.id, stays.id], { name: 'removeDraft' });
    expect(begun).toMatchObject({ succeeded: 2, failed: 1, canUndo: true });
    expect((await owner.call(contract.orders.get, { params: { id: one.id } })).status).toBe(404);

    expect(await undone(begun.id)).toMatchObject({ total: 2, succeeded: 2, failed: 0 });
    const after = await all(one.id);
    const { version, updated, ...rest } = before.order;
    expect(after.order).toMatchObject(rest);
    expect(after.order.version).toBe(version + 1);
    expect({ ...after, order: null }).toEqual({ ...before, order: null });
    expect(before.lines).toHaveLength(2);
    expect(before.comments).toHaveLength(1);
    const [row] = await db
      .select({ kept: changeRows.kept })
      .from(changeRows)
      .where(and(eq(changeRows.changeId, begun.id), eq(changeRows.subjectId, one.id)));
    expect(row?.kept).toBeNull();

    const changes = await owner.expectOk(contract.orderHistory.changes, { params: { id: one.id }, query: {} });
    expect(changes.results.flatMap((entry) => entry.changes).filter(({ field }) => field === 'Deleted')).toEqual([
      { field: 'Deleted', before: 'Yes', after: 'No' },
      { field: 'Deleted', before: 'No', after: 'Yes' },
    ]);
  });

  test('says what was deleted since', async () => {
    const { id, customerId } = await draft();
    const begun = await act([id], { name: 'removeDraft' });
    await db.delete(customers).where(and(eq(customers.orgId, seller.org.id), eq(customers.id, customerId)));
    expect(messagesOf(await undone(begun.id))).toMatchObject([
      { ok: false, message: 'Its customer was deleted since.' },
    ]);
  });
});

describe('access', () => {
  test('another person’s bulk action, or another organization’s, can’t be undone', async () => {
    const { id } = await order();
    const begun = await act([id], { name: 'setShipDate', shipDate: '2026-12-11', updatePaymentDueDates: false });
    const colleague = await makeMember(db, seller, { defaultRoleId: 'ADMIN' });
    const stranger = await makeSeller(db);
    for (const caller of [await app.as(colleague.user, seller.org), await app.as(stranger.owner.user, stranger.org)])
      expect((await caller.call(undo, { params: { id: begun.id } })).status).toBe(404);
    expect(await datesOf(id)).toEqual(['2026-12-11', null]);
  });

  test('permissions are checked again: for starting it, and for each order', async () => {
    const both = { read: true, write: true };
    const sees = { companyIds: [seller.company.id], brandIds: [seller.brand.id] };
    const member = await makeMember(db, seller, { features: { BROWSE_ORDERS: both }, ...sees });
    const caller = await app.as(member.user, seller.org);
    const set = (features: object) => db.update(roles).set({ features }).where(eq(roles.id, member.roleId));
    const [own, other] = [await order({ salesRepOrgUserIds: [member.orgUserId] }), await order()];
    const change = { name: 'setShipDate', shipDate: '2026-12-11', updatePaymentDueDates: false } as const;
    const begun = await act([own.id, other.id], change, caller);
    await set({ BROWSE_ORDERS: { read: true, write: false } });
    expect((await caller.call(undo, { params: { id: begun.id } })).status).toBe(403);
    await set({ BROWSE_MY_ORDERS: both });
    expect(await undone(begun.id, caller)).toMatchObject({ succeeded: 1, failed: 1 });
    expect(await datesOf(own.id)).toEqual([null, null]);
    expect(await datesOf(other.id)).toEqual(['2026-12-11', null]);
  });
});

test('undoing a change of customers gives them their fields back', async () => {
  const { customer } = await makeOrder(db, seller);
  const body = { orgId: seller.org.id, selection: { ids: [customer.id] } };
  const start = { name: 'setHold', onHold: true, holdReason: 'Two bounced checks' } as const;
  const { id } = await owner.expectOk(contract.customers.bulk, { body: { ...body, act: start } });
  await finished(id);
  expect(await owner.expectOk(contract.customers.get, { params: { id: customer.id } })).toMatchObject({ onHold: true });
  expect(await undone(id)).toMatchObject({ entity: 'customer', succeeded: 1 });
  expect(await owner.expectOk(contract.customers.get, { params: { id: customer.id } })).toMatchObject({
    onHold: false,
  });
});
