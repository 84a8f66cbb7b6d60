import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { type BulkProgress, MOST_BULK_ROWS } from '../../../../domain/bulk/bulk-act';
import { contract } from '../../../../domain/calls';
import type { DocumentKind } from '../../../../domain/orders/documents/document-kinds';
import { auditLog, changeFiles, changeRows, orders } from '../../../../server/db/schema';
import type { TestCaller } from '../../../support/app';
import { makeMember, makeOrder, makeProduct, makeSeller, type SellerFixture } from '../../../support/factories';
import { pagesOf } from '../../../support/files/pdf';
import { sweepOld } from '../../../support/retention/sweep';
import { openSellerApp } from '../../../support/seller-app';

const { bulk } = contract.orders;
const { get, file, stop } = contract.bulkActs;
const { app, seller, owner } = await openSellerApp();
const { db } = app.database;
const READ = { read: true, write: false };

type Selection = Parameters<typeof owner.call<typeof bulk>>[1]['body']['selection'];

const order = async (of: SellerFixture = seller, values: Parameters<typeof makeOrder>[2] = {}) =>
  (await makeOrder(db, of, values)).order;

const printing = (kind: DocumentKind, selection: Selection, of = seller) => ({
  body: { orgId: of.org.id, selection, act: { name: 'print' as const, kind } },
});

async function finished(id: number, caller: TestCaller): Promise<BulkProgress> {
  return vi.waitFor(
    async () => {
      const progress = await caller.expectOk(get, { params: { id }, query: {} });
      expect(progress.state).not.toBe('RUNNING');
      return progress;
    },
    { timeout: 90_000, interval: 100 },
  );
}

const print = async (kind: DocumentKind, selection: Selection, caller = owner, of = seller) =>
  finished((await caller.expectOk(bulk, printing(kind, selection, of))).id, caller);

const pages = async ({ id }: BulkProgress, number = 1, caller = owner) =>
  pagesOf(await caller.expectOk(file, { params: { id, number } }));

const printedAmong = async (ids: number[]) =>
  (await db.select().from(orders).where(inArray(orders.id, ids))).filter(({ printed }) => printed).map(({ id }) => id);

/** As many orders like this one, with its line. */
async function copies(of: SellerFixture, count: number): Promise<void> {
  const like = await order(of, { lines: [{ product: await makeProduct(db, of) }] });
  await db.execute(sql`
    insert into orders (org_id, company_id, customer_id, customer_name, order_number, status, order_source, subtotal_usd, total_usd, invoiced_usd)
    select ${like.orgId}, ${like.companyId}, ${like.customerId}, ${like.customerName}, 'M' || n, 'ACCEPTED', ${like.orderSource}, 0, 0, 0
      from generate_series(1, ${count}) n`);
}

test('orders are printed in one file, and marked as printed', async () => {
  const [first, second] = [await order(), await order()];
  const progress = await print('INVOICE', { ids: [first.id, second.id] });
  expect(progress).toMatchObject({ state: 'DONE', total: 2, succeeded: 2, failed: 0, canUndo: false });
  expect(progress.files).toMatchObject([{ number: 1, total: 2, bytes: expect.any(Number) }]);
  expect(progress.files[0]?.name).toMatch(/^invoices_\d{4}-\d\d-\d\d\.pdf$/);
  const text = await pages(progress);
  expect(text).toHaveLength(2);
  expect(text[0]).toContain(second.orderNumber);
  expect(text[1]).toContain(first.orderNumber);
  expect(await printedAmong([first.id, second.id])).toHaveLength(2);
  const entries = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.entity, 'order'), eq(auditLog.entityId, String(first.id))));
  expect(entries.map(({ after }) => after)).toEqual([{ printed: true }]);
});

test('the file says what printing the orders one by one says', async () => {
  const product = await makeProduct(db, seller, { name: 'Gelato jar' });
  const { id } = await order(seller, { lines: [{ product, quantity: '3', notes: 'Newest batch' }] });
  for (const kind of ['INVOICE', 'PACKING_SLIP', 'PICK_LIST'] as const) {
    const alone = await owner.expectOk(contract.orderDocuments.print, { body: { kind, orderIds: [id] } });
    expect(await pages(await print(kind, { ids: [id] }))).toEqual(await pagesOf(alone));
  }
});

test('all matching orders are printed, in files of at most 1,000', async () => {
  const mine = await makeSeller(db);
  const caller = await app.as(mine.owner.user, mine.org);
  await copies(mine, 1_001);
  const drafts = [await order(mine, { status: 'DRAFT' })];
  const progress = await print('PACKING_SLIP', { filters: { statuses: ['ACCEPTED'] }, except: [] }, caller, mine);
  expect(progress).toMatchObject({ state: 'DONE', total: 1_001, succeeded: 1_001, failed: 0 });
  expect(progress.files.map(({ total }) => total)).toEqual([1_000, 1]);
  expect(progress.files.map(({ name }) => name.replace(/\d{4}-\d\d-\d\d/, 'day'))).toEqual([
    'packing_slips_day_1.pdf',
    'packing_slip_M1_2.pdf',
  ]);
  const first = await caller.expectOk(file, { params: { id: progress.id, number: 1 } });
  expect((await first.text()).match(/\/Type \/Page\b/g)).toHaveLength(1_000);
  expect((await pages(progress, 2, caller))[0]).toContain('Packing slip M1');
  expect(await db.$count(orders, and(eq(orders.orgId, mine.org.id), eq(orders.printed, true)))).toBe(1_001);
  expect(await printedAmong(drafts.map(({ id }) => id))).toEqual([]);
  const kept = and(eq(changeRows.changeId, progress.id), isNotNull(changeRows.kept));
  expect(await db.$count(changeRows, kept)).toBe(0);
});

test('a pick list of more orders than its heading can name counts them', async () => {
  const mine = await makeSeller(db);
  const caller = await app.as(mine.owner.user, mine.org);
  await copies(mine, 250);
  const progress = await print('PICK_LIST', { filters: {}, except: [] }, caller, mine);
  const [first] = await pages(progress, 1, caller);
  expect(first).toContain('Pick list of 251 orders');
  expect(first).not.toContain('M17, ');
});

test('printing that is stopped leaves no file, and no order marked', async () => {
  const mine = await makeSeller(db);
  const caller = await app.as(mine.owner.user, mine.org);
  await copies(mine, 600);
  const selection = { filters: {}, except: [] };
  const { id } = await caller.expectOk(bulk, printing('INVOICE', selection, mine));
  await caller.expectOk(stop, { params: { id } });
  const progress = await finished(id, caller);
  expect(progress).toMatchObject({ state: 'STOPPED', succeeded: 0, failed: 0, files: [], canUndo: false });
  expect(progress.rows.results.every(({ ok }) => ok === null)).toBe(true);
  expect(await db.$count(orders, and(eq(orders.orgId, mine.org.id), eq(orders.printed, true)))).toBe(0);
});

test('those who only read orders print them, and mark none', async () => {
  const { id } = await order();
  const viewer = await makeMember(db, seller, { features: { BROWSE_ORDERS: READ }, companyIds: [seller.company.id] });
  const reader = await app.as(viewer.user, seller.org);
  const progress = await print('INVOICE', { ids: [id] }, reader);
  expect(progress).toMatchObject({ succeeded: 1, failed: 0 });
  expect(await pages(progress, 1, reader)).toHaveLength(1);
  expect(await printedAmong([id])).toEqual([]);
  const change = { orgId: seller.org.id, selection: { ids: [id] } };
  const refused = await reader.call(bulk, { body: { ...change, act: { name: 'transition', status: 'ACCEPTED' } } });
  expect(refused.status).toBe(403);
});

test('nobody prints orders they don’t see, or gets a file that isn’t theirs', async () => {
  const { id } = await order();
  const stranger = await makeSeller(db);
  const theirs = await order(stranger);
  expect((await owner.call(bulk, printing('INVOICE', { ids: [theirs.id] }))).status).toBe(404);
  const progress = await print('INVOICE', { ids: [id, theirs.id] });
  expect(progress).toMatchObject({ total: 1, succeeded: 1 });
  expect((await pages(progress)).join()).not.toContain(theirs.orderNumber);
  const colleague = await makeMember(db, seller, { features: { BROWSE_ORDERS: { read: true, write: true } } });
  const asked = { params: { id: progress.id, number: 1 } };
  for (const other of [await app.as(colleague.user, seller.org), await app.as(stranger.owner.user, stranger.org)])
    expect((await other.call(file, asked)).status).toBe(404);
  expect((await owner.call(file, { params: { id: progress.id, number: 2 } })).status).toBe(404);
  const without = await makeMember(db, seller, { features: { CUSTOMERS: READ } });
  expect((await (await app.as(without.user, seller.org)).call(bulk, printing('INVOICE', { ids: [id] }))).status).toBe(
    403,
  );
});

test('more orders than one action takes are refused in words', async () => {
  const mine = await makeSeller(db);
  const caller = await app.as(mine.owner.user, mine.org);
  await copies(mine, MOST_BULK_ROWS);
  expect(await caller.call(bulk, printing('INVOICE', { filters: {}, except: [] }, mine))).toMatchObject({
    status: 400,
    body: {
      errors: { selection: 'You can do this with up to 10,000 orders at once. Narrow the filters and try again.' },
    },
  });
});

test('files are deleted after a week, and their action stays', async () => {
  const { id } = await order();
  const progress = await print('INVOICE', { ids: [id] });
  await db
    .update(changeFiles)
    .set({ createdAt: sql`now() - interval '8 days'` })
    .where(eq(changeFiles.changeId, progress.id));
  await sweepOld(app, seller.org.id);
  expect((await owner.call(file, { params: { id: progress.id, number: 1 } })).status).toBe(404);
  expect(await owner.expectOk(get, { params: { id: progress.id }, query: {} })).toMatchObject({
    files: [],
    succeeded: 1,
  });
});
