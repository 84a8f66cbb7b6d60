import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Finding } from '../../../domain/accounting/audit';
import { accountingAudits as calls } from '../../../domain/accounting/audit-contract';
import { accountingChanges } from '../../../domain/accounting/changes-contract';
import type { OrderStatus } from '../../../domain/orders/status';
import { auditBooks } from '../../../server/accounting/audit/run-audit';
import type { BooksOf } from '../../../server/accounting/books';
import { readBooksRecords } from '../../../server/accounting/mapping/read-records';
import type { Services } from '../../../server/context';
import { accountingAudits, accountingFindings } from '../../../server/db/schema';
import { actInBooks, booksAt, connectBooks } from '../../support/accounting/books';
import { mapTo, placeOf, pushed, pushedPayment } from '../../support/accounting/pushed';
import { waitFor } from '../../support/accounting/reading';
import type { TestCaller } from '../../support/app';
import { makeCustomer, makeOrder, makeProduct, only } from '../../support/factories';
import { both, readOnly } from '../../support/permissions';
import { memberOf, openSellerAndStranger } from '../../support/seller-app';

const { app, seller, owner, stranger } = await openSellerAndStranger();
const { db } = app.database;
const orgId = seller.org.id;
const params = { companyId: seller.company.id };
const customer = await makeCustomer(db, seller, { name: 'Cedar Apothecary' });
const unmapped = await makeCustomer(db, seller, { name: 'Unmapped' });
const product = await makeProduct(db, seller, { wholesalePrice: '100.00' });
const place = { of: { orgId, connectionId: 0 } as BooksOf, realm: '', books: booksAt(app) };
let there: Awaited<ReturnType<typeof placeOf>>;

const order = async (status: OrderStatus = 'ACCEPTED', to = customer) =>
  (await makeOrder(db, seller, { status, customer: to, lines: [{ product }] })).order;

async function audit(caller: TestCaller = owner, filters = {}) {
  const begun = await caller.expectOk(calls.start, { params, body: { orgId, filters } });
  await waitFor(async () => {
    const { state } = await caller.expectOk(calls.get, { params: { ...params, auditId: begun.id } });
    expect(['DONE', 'FAILED']).toContain(state);
  });
  return caller.expectOk(calls.get, { params: { ...params, auditId: begun.id } });
}
const findings = async (auditId: number, filters = {}, caller: TestCaller = owner) =>
  (
    await caller.expectOk(calls.findings, {
      params: { ...params, auditId },
      body: { orgId, itemsPerPage: 250, filters },
    })
  ).results;
const ofOrder = (found: readonly Finding[], id: number) =>
  found.filter((one) => one.order?.id === id).map(({ kind, fix }) => `${kind} ${fix}`);
const fix = (auditId: number, findingId: number, caller = owner) =>
  caller.call(calls.fix, { params: { ...params, auditId, findingId } });

beforeAll(async () => {
  const connected = await connectBooks(app, seller);
  Object.assign(place, connected);
  there = await placeOf(db, connected.books, connected.of);
  await readBooksRecords({ database: app.database, books: connected.books } as Services, connected.of);
  await mapTo(there, customer.id);
});
const act = (name: string, kind: 'Invoice' | 'Payment', id: string, value?: string) =>
  actInBooks(app, place.realm, { act: name, kind, id, ...(value !== undefined && { value }) });

describe('comparing orders with the books', () => {
  test('finds each kind of difference, in both directions, and what mends it', async () => {
    const agrees = await order();
    await pushed(there, agrees);
    const missing = await order();
    const noCustomer = await order('ACCEPTED', unmapped);
    const draft = await order('DRAFT');
    const amount = await order();
    await act('amount', 'Invoice', (await pushed(there, amount)).id, '90');
    const number = await order();
    await act('number', 'Invoice', (await pushed(there, number)).id, 'X-1');
    const paid = await order();
    await act('pay', 'Invoice', (await pushed(there, paid)).id);
    const voided = await order();
    await act('void', 'Invoice', (await pushed(there, voided)).id);
    const cancelled = await order();
    await pushed(there, cancelled);
    await db.execute(
      `update accounting_documents set content = null where org_id = ${orgId} and order_id = ${cancelled.id}`,
    );
    const payment = await order();
    const invoice = await pushed(there, payment);
    await act('void', 'Payment', (await pushedPayment(there, payment, invoice.id, '40.00')).record.id);
    const elsewhere = await order();
    const [other] = await place.books
      .searchCustomers(place.of, '', 5)
      .then((all) => all.filter(({ id }) => id !== there.customerId));
    await pushed({ ...there, customerId: other?.id ?? '' }, elsewhere);
    const orphan = await order();
    const lost = await pushed(there, orphan);
    await db.execute(`delete from accounting_documents where org_id = ${orgId} and order_id = ${orphan.id}`);
    await db.execute(`update orders set order_number = 'gone' where org_id = ${orgId} and id = ${orphan.id}`);

    const done = await audit();
    expect(done).toMatchObject({ state: 'DONE', about: 'All orders', comparedCount: done.orderCount });
    const found = await findings(done.id);
    expect(ofOrder(found, agrees.id)).toEqual([]);
    expect(ofOrder(found, draft.id)).toEqual([]);
    expect(ofOrder(found, missing.id)).toEqual(['MISSING_THERE PUSH']);
    expect(ofOrder(found, noCustomer.id)).toEqual(['MISSING_THERE MAP']);
    expect(ofOrder(found, amount.id)).toEqual(['AMOUNT PUSH_AGAIN']);
    expect(ofOrder(found, number.id)).toEqual(['NUMBER PROPOSE']);
    expect(ofOrder(found, paid.id)).toEqual(['PAID PROPOSE']);
    expect(ofOrder(found, voided.id)).toEqual(['VOIDED PROPOSE']);
    expect(ofOrder(found, cancelled.id)).toEqual(['VOIDED PUSH_AGAIN']);
    expect(ofOrder(found, payment.id).sort()).toEqual(['PAID PUSH_AGAIN', 'PAYMENT PROPOSE']);
    expect(ofOrder(found, elsewhere.id)).toEqual(['CUSTOMER PUSH_AGAIN']);
    const here = only(found.filter(({ kind }) => kind === 'MISSING_HERE'));
    expect(here).toMatchObject({ order: null, fix: 'NOTE', theirs: expect.stringContaining(lost.number ?? '?') });
    expect(done.counts.find(({ id }) => id === 'MISSING_HERE')?.count).toBe(1);

    expect(await fix(done.id, here.id)).toMatchObject({ status: 200, body: { settledBy: 'NOTED' } });
    expect(await fix(done.id, here.id)).toMatchObject({ status: 409 });
    expect((await findings(done.id)).map(({ id }) => id)).not.toContain(here.id);
    expect((await findings(done.id, { settled: true })).map(({ id }) => id)).toEqual([here.id]);

    const ofPaid = only(found.filter((one) => one.order?.id === paid.id));
    expect(await fix(done.id, ofPaid.id)).toMatchObject({ status: 200, body: { settledBy: 'PROPOSED' } });
    const { results } = await owner.expectOk(accountingChanges.search, { params, body: { orgId } });
    const proposal = only(results.filter((one) => one.order?.id === paid.id && one.kind === 'PAID'));
    expect(await owner.expectOk(accountingChanges.accept, { params, body: { orgId, ids: [proposal.id] } })).toEqual([
      { id: proposal.id, problem: null },
    ]);
    const again = await findings((await audit()).id);
    expect(ofOrder(again, paid.id)).toEqual([]);
  });

  test('is of the orders that match its filters, as the caller sees them', async () => {
    const done = await audit(owner, { customerIds: [unmapped.id] });
    expect(done.about).toContain('Customer');
    expect((await findings(done.id)).every((one) => one.order?.customerName === 'Unmapped')).toBe(true);
    const rep = await memberOf({ app, seller }, { features: { BROWSE_MY_ORDERS: readOnly, ORDER_PAYMENTS: readOnly } });
    expect((await audit(rep)).orderCount).toBe(0);
  });
});

describe('an audit that is killed', () => {
  test('goes on where it was, and finds everything once', async () => {
    const many = 2_300;
    await db.execute(`insert into orders (org_id, company_id, customer_id, customer_name, order_number, status, order_source, subtotal_usd, total_usd, invoiced_usd, created_at)
      select ${orgId}, ${seller.company.id}, ${customer.id}, 'Cedar Apothecary', 'many-' || n, 'ACCEPTED', 'MANUAL', 10, 10, 10, now() - n * interval '1 minute'
        from generate_series(1, ${many}) n`);
    const begun = await insertAudit();
    const books = Object.create(place.books) as typeof place.books;
    const listInvoices = vi.fn(place.books.listInvoices.bind(place.books));
    let reads = 0;
    books.listInvoices = (...asked) => {
      reads += 1;
      if (reads === 2) throw new Error('killed');
      return listInvoices(...asked);
    };
    books.findInvoices = async () => [];
    const services = { database: app.database, books, jobs: { enqueue: async () => {} } } as unknown as Services;
    await expect(auditBooks(services, { orgId, auditId: begun })).rejects.toThrow('killed');
    const [half] = await db.select().from(accountingAudits).where(eq(accountingAudits.id, begun));
    expect(half).toMatchObject({ state: 'RUNNING', comparedCount: 1_000 });
    await auditBooks(services, { orgId, auditId: begun });
    const [whole] = await db.select().from(accountingAudits).where(eq(accountingAudits.id, begun));
    expect(whole?.state).toBe('DONE');
    expect(whole?.comparedCount).toBe(whole?.orderCount);
    const rows = await db
      .select({ orderId: accountingFindings.orderId })
      .from(accountingFindings)
      .where(
        and(
          eq(accountingFindings.orgId, orgId),
          eq(accountingFindings.auditId, begun),
          eq(accountingFindings.kind, 'MISSING_THERE'),
        ),
      );
    expect(new Set(rows.map(({ orderId }) => orderId)).size).toBe(rows.length);
    expect(rows.length).toBeGreaterThanOrEqual(many);
  });

  async function insertAudit(): Promise<number> {
    const [made] = await db
      .insert(accountingAudits)
      .values({
        orgId,
        connectionId: place.of.connectionId,
        asked: { companyId: seller.company.id, filters: {}, timeZone: 'UTC' },
        startedByUserId: seller.owner.user.id,
        createdAt: new Date(),
      })
      .returning({ id: accountingAudits.id });
    return made?.id ?? 0;
  }
});

describe('who may compare', () => {
  test('takes read on order payments; mending takes write', async () => {
    const reader = await memberOf({ app, seller }, { features: { BROWSE_ORDERS: readOnly, ORDER_PAYMENTS: readOnly } });
    const [latest] = await reader.expectOk(calls.list, { params });
    const [open] = await findings(latest?.id ?? 0, {}, reader);
    expect(await fix(latest?.id ?? 0, open?.id ?? 0, reader)).toMatchObject({ status: 403 });
    const none = await memberOf({ app, seller }, { features: { BROWSE_ORDERS: both } });
    expect(await none.call(calls.start, { params, body: { orgId } })).toMatchObject({ status: 403 });
  });

  test('is nobody of another organization', async () => {
    const [latest] = await owner.expectOk(calls.list, { params });
    const auditId = latest?.id ?? 0;
    expect(await stranger.call(calls.start, { params, body: { orgId } })).toMatchObject({ status: 404 });
    expect(await stranger.call(calls.get, { params: { ...params, auditId } })).toMatchObject({ status: 404 });
    expect(await stranger.call(calls.list, { params })).toMatchObject({ status: 404 });
  });
});
