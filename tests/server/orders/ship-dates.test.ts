import { eq, inArray } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import type { BulkProgress } from '../../../domain/bulk/bulk-act';
import { contract } from '../../../domain/calls';
import { orderSalesReps, orders } from '../../../server/db/schema';
import { makeMember, makeOrder, makeSeller } from '../../support/factories';
import { openSellerApp } from '../../support/seller-app';

const { bulk } = contract.orders;
const { shipDates } = contract.orderEntry;
const { app, seller, owner } = await openSellerApp();
const { db } = app.database;

const order = async (values: Parameters<typeof makeOrder>[2] = {}) => (await makeOrder(db, seller, values)).order;
const body = (orderIds: number[], rest: { shipDate: string | null; updatePaymentDueDates?: boolean }) => ({
  body: { orgId: seller.org.id, companyId: seller.company.id, orderIds, ...rest },
});
const datesOf = async (ids: number[]) => {
  const rows = await db.select().from(orders).where(inArray(orders.id, ids)).orderBy(orders.id);
  return rows.map(({ shipDate, paymentDueDate }) => [shipDate, paymentDueDate]);
};

async function finished(id: number): Promise<BulkProgress> {
  return vi.waitFor(async () => {
    const progress = await owner.expectOk(contract.bulkActs.get, { params: { id }, query: {} });
    expect(progress.state).not.toBe('RUNNING');
    return progress;
  }, 30_000);
}

const act = async (ids: number[], of: Parameters<typeof owner.call<typeof bulk>>[1]['body']['act']) =>
  finished((await owner.expectOk(bulk, { body: { orgId: seller.org.id, selection: { ids }, act: of } })).id);

test('ship dates of many orders are set at once, and payment falls due as many days later', async () => {
  const dated = await order({ shipDate: '2026-12-01', paymentDueDate: '2026-12-31' });
  const undated = await order({ paymentDueDate: '2026-12-31' });
  const ids = [dated.id, undated.id];
  const answer = await owner.expectOk(shipDates, body(ids, { shipDate: '2026-12-04', updatePaymentDueDates: true }));
  expect(answer).toEqual({ updated: 2, unchanged: 0 });
  expect(await datesOf(ids)).toEqual([
    ['2026-12-04', '2027-01-03'],
    ['2026-12-04', '2026-12-31'],
  ]);
  expect(await owner.expectOk(shipDates, body(ids, { shipDate: '2026-12-04' }))).toEqual({ updated: 0, unchanged: 2 });
  await owner.expectOk(shipDates, body(ids, { shipDate: null }));
  expect((await datesOf(ids)).map(([shipDate]) => shipDate)).toEqual([null, null]);
});

test('none is set when one isn’t the caller’s, or may not be changed', async () => {
  const own = await order();
  const { order: foreign } = await makeOrder(db, await makeSeller(db));
  const answer = await owner.call(shipDates, body([own.id, foreign.id], { shipDate: '2026-12-04' }));
  expect(answer.status).toBe(404);
  const looker = await makeMember(db, seller, {
    features: { BROWSE_ORDERS: { read: true, write: false }, BROWSE_MY_ORDERS: { read: true, write: true } },
    companyIds: [seller.company.id],
  });
  const theirs = await order({ salesRepOrgUserIds: [looker.orgUserId] });
  const caller = await app.as(looker.user, seller.org);
  expect((await caller.call(shipDates, body([own.id, theirs.id], { shipDate: '2026-12-04' }))).status).toBe(403);
  expect(await datesOf([own.id])).toEqual([[null, null]]);
  expect((await caller.call(shipDates, body([theirs.id], { shipDate: '2026-12-04' }))).ok).toBe(true);
});

test('bulk actions set ship dates and sales reps, and delete drafts alone', async () => {
  const [draft, placed] = [await order({ status: 'DRAFT' }), await order()];
  const ids = [draft.id, placed.id];
  await act(ids, { name: 'setShipDate', shipDate: '2026-12-08' });
  expect((await datesOf(ids)).map(([shipDate]) => shipDate)).toEqual(['2026-12-08', '2026-12-08']);
  const repsOf = async () =>
    (await db.select().from(orderSalesReps).where(eq(orderSalesReps.orderId, placed.id))).map((rep) => rep.orgUserId);
  await act(ids, { name: 'addSalesRep', salesRepId: seller.owner.orgUserId });
  expect(await repsOf()).toEqual([seller.owner.orgUserId]);
  await act(ids, { name: 'removeSalesRep', salesRepId: seller.owner.orgUserId });
  expect(await repsOf()).toEqual([]);
  const progress = await act(ids, { name: 'removeDraft' });
  expect(progress).toMatchObject({ succeeded: 1, failed: 1 });
  expect(progress.rows.results.find(({ ok }) => ok === false)?.message).toContain('Only drafts can be deleted.');
  expect(await datesOf(ids)).toHaveLength(1);
});

test('somebody outside the organization can’t become a sales rep', async () => {
  const { owner: stranger } = await makeSeller(db);
  const placed = await order();
  const progress = await act([placed.id], { name: 'addSalesRep', salesRepId: stranger.orgUserId });
  expect(progress).toMatchObject({ succeeded: 0, failed: 1 });
});
