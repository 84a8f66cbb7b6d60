// Over 350 lines: all of it tells of one company’s books and what is changed in them, made once.
import { createHmac } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { accountingChanges as calls } from '../../../domain/accounting/changes-contract';
import { orders as orderCalls } from '../../../domain/orders/contract';
import type { BooksOf } from '../../../server/accounting/books';
import { sweepBooks } from '../../../server/accounting/changes/hear-books';
import { readBooksChanges } from '../../../server/accounting/changes/read-changes';
import { readBooksRecords } from '../../../server/accounting/mapping/read-records';
import type { Services } from '../../../server/context';
import {
  accountingConnections,
  accountingCustomers,
  accountingDocuments,
  accountingProducts,
  accountingProposals,
  auditLog,
  orderPayments,
} from '../../../server/db/schema';
import { ACCOUNTING_HOOKS_PATH } from '../../../server/http/accounting-hooks';
import { hookOf } from '../../../server/sandbox/accounting/hooks';
import { actInBooks, booksAt, connectBooks, toggleBooksFault } from '../../support/accounting/books';
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
const product = await makeProduct(db, seller, { wholesalePrice: '100.00' });
const books = booksAt(app);
let of: BooksOf;
let realm: string;
let there: Awaited<ReturnType<typeof placeOf>>;

beforeAll(async () => {
  ({ of, realm } = await connectBooks(app, seller));
  there = await placeOf(db, books, of);
  await readBooksRecords({ database: app.database, books } as Services, of);
  await mapTo(there, customer.id);
  await db
    .update(accountingCustomers)
    .set({ externalName: (await books.searchCustomers(of, '', 1))[0]?.name ?? '' })
    .where(eq(accountingCustomers.orgId, orgId));
});

const order = async () => (await makeOrder(db, seller, { status: 'ACCEPTED', customer, lines: [{ product }] })).order;
const act = (name: string, kind: 'Invoice' | 'Payment' | 'Customer', id: string, value?: string) =>
  actInBooks(app, realm, { act: name, kind, id, ...(value !== undefined && { value }) });
const inbox = async (filters = {}, caller: TestCaller = owner) =>
  (await caller.expectOk(calls.search, { params, body: { orgId, itemsPerPage: 250, filters } })).results;
/** The change of an order that comes by webhook. */
const changeOf = (orderId: number, kind: string) =>
  waitFor(async () => only((await inbox()).filter((one) => one.order?.id === orderId && one.kind === kind)));
const decide = (verb: 'accept' | 'dismiss' | 'restore', ids: number[], caller = owner) =>
  caller.call(calls[verb], { params, body: { orgId, ids } }, { idempotencyKey: crypto.randomUUID() });
const paymentsOf = (id: number) => owner.expectOk(orderCalls.payments, { params: { id } });
const orderNow = (id: number) => owner.expectOk(orderCalls.get, { params: { id } });
const readNow = () =>
  readBooksChanges(
    { database: app.database, books, jobs: { enqueue: async () => {} }, log: console } as unknown as Services,
    of,
  );

describe('a payment made in the books', () => {
  test('becomes ours once a person accepts it, and isn’t pushed back', async () => {
    const one = await order();
    await act('pay', 'Invoice', (await pushed(there, one)).id);
    const change = await changeOf(one.id, 'PAID');
    expect(change).toMatchObject({ ours: '$0.00 paid', theirs: '$100.00 more', state: 'OPEN' });
    expect(await decide('accept', [change.id])).toMatchObject({
      status: 200,
      body: [{ id: change.id, problem: null }],
    });
    expect(await paymentsOf(one.id)).toMatchObject([
      { amount: '100.00', skipExternalPush: true, paymentType: 'OTHER' },
    ]);
    expect((await orderNow(one.id)).paidUsd).toBe('100.00');
    expect(await decide('accept', [change.id])).toMatchObject({ status: 409 });
    await readNow();
    expect((await inbox()).filter((row) => row.order?.id === one.id)).toEqual([]);
    expect((await inbox({ decided: true })).find(({ id }) => id === change.id)).toMatchObject({ state: 'ACCEPTED' });
  });

  test('and voided there later is voided here when that is accepted', async () => {
    const one = await order();
    const invoice = await pushed(there, one);
    await act('pay', 'Invoice', invoice.id);
    await decide('accept', [(await changeOf(one.id, 'PAID')).id]);
    const [payment] = await db
      .select({ id: accountingProposals.externalId })
      .from(accountingProposals)
      .where(and(eq(accountingProposals.orgId, orgId), eq(accountingProposals.orderId, one.id)));
    await act('void', 'Payment', payment?.id ?? '');
    const change = await changeOf(one.id, 'PAYMENT_VOIDED');
    expect(await decide('accept', [change.id])).toMatchObject({ status: 200 });
    expect((await paymentsOf(one.id))[0]?.voidedAt).not.toBeNull();
    expect((await orderNow(one.id)).paidUsd).toBe('0.00');
  });

  test('is out of date once it is recorded here by hand', async () => {
    const one = await order();
    await act('pay', 'Invoice', (await pushed(there, one)).id);
    const change = await changeOf(one.id, 'PAID');
    await owner.expectOk(orderCalls.recordPayment, {
      params: { id: one.id },
      body: {
        amount: '100.00',
        paymentType: 'CASH',
        paymentDate: '2026-11-20',
        skipExternalPush: true,
        confirmed: true,
      },
    });
    expect(await decide('accept', [change.id])).toMatchObject({
      status: 409,
      body: { userFriendlyMessage: 'It changed since. We’re reading it again.' },
    });
    expect(await paymentsOf(one.id)).toHaveLength(1);
    expect((await inbox()).map(({ id }) => id)).not.toContain(change.id);
  });
});

describe('our own payment', () => {
  test('that is voided in the books is voided here when that is accepted', async () => {
    const one = await order();
    const { record } = await pushedPayment(there, one, (await pushed(there, one)).id, '40.00');
    await act('void', 'Payment', record.id);
    const change = await changeOf(one.id, 'PAYMENT_VOIDED');
    expect(await decide('accept', [change.id])).toMatchObject({ status: 200 });
    expect((await orderNow(one.id)).paidUsd).toBe('0.00');
  });
});

describe('a changed invoice', () => {
  test('of another amount can’t be taken over, but dismissed', async () => {
    const one = await order();
    await act('amount', 'Invoice', (await pushed(there, one)).id, '90');
    const change = await changeOf(one.id, 'AMOUNT');
    expect(change).toMatchObject({ ours: '$100.00', theirs: '$90.00' });
    expect(await decide('accept', [change.id])).toMatchObject({ status: 409 });
    expect(await decide('dismiss', [change.id])).toMatchObject({ status: 200 });
    await readNow();
    expect((await inbox()).map(({ id }) => id)).not.toContain(change.id);
  });

  test('of another amount is pushed again over theirs, if a person says so', async () => {
    const externalName = (await books.searchItems(of, '', 1))[0]?.name ?? '';
    await db
      .insert(accountingProducts)
      .values({ ...of, productId: product.id, externalId: there.itemId, externalName });
    const one = await order();
    const { id } = await pushed(there, one);
    await act('amount', 'Invoice', id, '90');
    const change = await changeOf(one.id, 'AMOUNT');
    expect(await decide('restore', [change.id])).toMatchObject({ status: 200, body: [{ problem: null }] });
    await waitFor(async () => expect((await books.findInvoices(of, { ids: [id] }))[0]?.totalUsd).toBe('100.00'));
    await readNow();
    expect((await inbox()).filter((row) => row.order?.id === one.id)).toEqual([]);
  });

  test('of another number gives us that number', async () => {
    const one = await order();
    await act('number', 'Invoice', (await pushed(there, one)).id, 'A-77');
    const change = await changeOf(one.id, 'NUMBER');
    expect(await decide('accept', [change.id])).toMatchObject({ status: 200 });
    const [document] = await db
      .select()
      .from(accountingDocuments)
      .where(and(eq(accountingDocuments.orgId, orgId), eq(accountingDocuments.orderId, one.id)));
    expect(document?.externalNumber).toBe('A-77');
  });

  test('that is void or deleted there stays out once that is accepted', async () => {
    for (const how of ['void', 'delete']) {
      const one = await order();
      await act(how, 'Invoice', (await pushed(there, one)).id);
      const change = await changeOf(one.id, 'VOIDED');
      expect(await decide('accept', [change.id])).toMatchObject({ status: 200 });
      const [document] = await db
        .select()
        .from(accountingDocuments)
        .where(and(eq(accountingDocuments.orgId, orgId), eq(accountingDocuments.orderId, one.id)));
      expect(document).toMatchObject({ state: 'UNDONE', content: null });
    }
  });

  test('that changed again is refused, and read again', async () => {
    const one = await order();
    const { id } = await pushed(there, one);
    await act('number', 'Invoice', id, 'B-1');
    const change = await changeOf(one.id, 'NUMBER');
    await toggleBooksFault(app, 'forgedHooks');
    await act('number', 'Invoice', id, 'B-2');
    await toggleBooksFault(app, 'forgedHooks');
    expect(await decide('accept', [change.id])).toMatchObject({ status: 409 });
    await waitFor(async () => expect((await changeOf(one.id, 'NUMBER')).theirs).toBe('B-2'));
  });
});

describe('a renamed customer', () => {
  test('has its name here once that is accepted', async () => {
    await act('rename', 'Customer', there.customerId, 'Cedar and Sons');
    const change = await waitFor(async () => only((await inbox()).filter(({ kind }) => kind === 'RENAMED')));
    expect(change).toMatchObject({ theirs: 'Cedar and Sons', order: null });
    expect(await decide('accept', [change.id])).toMatchObject({ status: 200 });
    const [mapped] = await db.select().from(accountingCustomers).where(eq(accountingCustomers.orgId, orgId));
    expect(mapped?.externalName).toBe('Cedar and Sons');
  });
});

describe('our own writing', () => {
  test('never comes back as a change', async () => {
    const one = await order();
    const invoice = await pushed(there, one);
    await pushedPayment(there, one, invoice.id, '40.00');
    await readNow();
    await readNow();
    expect((await inbox()).filter((row) => row.order?.id === one.id)).toEqual([]);
  });

  test('is no change either while its answer is on its way', async () => {
    const one = await order();
    const { id } = await pushed(there, one);
    await db
      .update(accountingDocuments)
      .set({ externalVersion: null, seen: null, doubtedAt: new Date() })
      .where(and(eq(accountingDocuments.orgId, orgId), eq(accountingDocuments.externalId, id)));
    await readNow();
    expect((await inbox()).filter((row) => row.order?.id === one.id)).toEqual([]);
  });
});

describe('changes that are accepted without asking', () => {
  test('are taken over by the platform, and the rest waits', async () => {
    const chosen = { params, body: { orgId, kinds: ['PAID' as const] } };
    expect(await owner.expectOk(calls.setAutomatic, chosen)).toEqual({ kinds: ['PAID'] });
    const one = await order();
    const { id } = await pushed(there, one);
    await act('pay', 'Invoice', id);
    await waitFor(async () => expect(await paymentsOf(one.id)).toHaveLength(1));
    expect((await paymentsOf(one.id))[0]).toMatchObject({ createdBy: 'Verdant', skipExternalPush: true });
    const decided = (await inbox({ decided: true })).find((row) => row.order?.id === one.id);
    expect(decided).toMatchObject({ state: 'ACCEPTED', decidedBy: null });
    const logged = await db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.orgId, orgId), eq(auditLog.endpoint, 'JOB read-books')));
    expect(logged.length).toBeGreaterThan(0);
    await owner.expectOk(calls.setAutomatic, { params, body: { orgId, kinds: [] } });
  });
});

describe('webhooks', () => {
  const post = (body: string, key = app.config.accounting.webhookKey) =>
    fetch(`${app.url}${ACCOUNTING_HOOKS_PATH}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'intuit-signature': createHmac('sha256', key).update(body).digest('base64'),
      },
      body,
    });
  const hook = (isNew: boolean, of: string) =>
    JSON.stringify(
      hookOf({ realm: of, kind: 'Invoice', entityId: '1', modifiedAt: new Date() } as never, 'Update', isNew),
    );
  const heard = async () =>
    (
      await db.select().from(accountingConnections).where(eq(accountingConnections.orgId, orgId))
    )[0]?.hookHeardAt?.getTime() ?? 0;

  test('of both formats are heard, when they are signed', async () => {
    for (const isNew of [false, true]) {
      const before = await heard();
      expect((await post(hook(isNew, realm))).status).toBe(200);
      expect(await heard()).toBeGreaterThan(before);
    }
  });

  test('that are forged, unsigned or changed on the way are refused', async () => {
    const before = await heard();
    expect((await post(hook(true, realm), 'another key')).status).toBe(401);
    const unsigned = await fetch(`${app.url}${ACCOUNTING_HOOKS_PATH}`, { method: 'POST', body: hook(true, realm) });
    expect(unsigned.status).toBe(401);
    const signature = createHmac('sha256', app.config.accounting.webhookKey).update(hook(true, realm)).digest('base64');
    const changed = await fetch(`${app.url}${ACCOUNTING_HOOKS_PATH}`, {
      method: 'POST',
      headers: { 'intuit-signature': signature, 'content-type': 'application/json' },
      body: `${hook(true, realm)} `,
    });
    expect(changed.status).toBe(401);
    expect(await heard()).toBe(before);
  });

  test('about companies nobody connected, or that say nothing we know, are taken and ignored', async () => {
    expect((await post(hook(true, '999'))).status).toBe(200);
    expect((await post('{"anything": true}')).status).toBe(200);
    expect((await post('not json')).status).toBe(200);
  });

  test('that come twice or late make one change', async () => {
    await toggleBooksFault(app, 'twiceHooks');
    const one = await order();
    await act('pay', 'Invoice', (await pushed(there, one)).id);
    await changeOf(one.id, 'PAID');
    await toggleBooksFault(app, 'twiceHooks');
    await post(hook(false, realm));
    await readNow();
    await changeOf(one.id, 'PAID');
    expect(
      await db
        .select()
        .from(orderPayments)
        .where(and(eq(orderPayments.orgId, orgId), eq(orderPayments.orderId, one.id))),
    ).toEqual([]);
  });

  test('that are lost are made up for by the sweep', async () => {
    await toggleBooksFault(app, 'forgedHooks');
    const one = await order();
    await act('pay', 'Invoice', (await pushed(there, one)).id);
    await toggleBooksFault(app, 'forgedHooks');
    const asked: unknown[] = [];
    const jobs = { enqueue: async (_db: unknown, job: unknown) => void asked.push(job) };
    await sweepBooks({ database: app.database, jobs } as unknown as Services);
    expect(asked).toEqual([{ name: 'read-books', data: of }]);
    await readNow();
    await changeOf(one.id, 'PAID');
  });
});

describe('who may decide', () => {
  test('takes write on order payments; reading takes read', async () => {
    const one = await order();
    await act('pay', 'Invoice', (await pushed(there, one)).id);
    const change = await changeOf(one.id, 'PAID');
    const reader = await memberOf({ app, seller }, { features: { BROWSE_ORDERS: readOnly, ORDER_PAYMENTS: readOnly } });
    expect((await inbox({}, reader)).map(({ id }) => id)).toContain(change.id);
    expect(await decide('accept', [change.id], reader)).toMatchObject({ status: 403 });
    const blind = await memberOf({ app, seller }, { features: { BROWSE_MY_ORDERS: both, ORDER_PAYMENTS: both } });
    expect((await inbox({}, blind)).map(({ id }) => id)).not.toContain(change.id);
    expect(await decide('dismiss', [change.id], blind)).toMatchObject({ status: 404 });
    expect(await stranger.call(calls.search, { params, body: { orgId } })).toMatchObject({ status: 404 });
    expect(await decide('accept', [change.id], stranger)).toMatchObject({ status: 404 });
  });
});
