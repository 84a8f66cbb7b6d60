// Over 350 lines: all of it tells of one company’s books, to which orders are pushed, made once.
import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { bookPushes } from '../../../domain/accounting/push/contract';
import { ERROR_CODES } from '../../../domain/errors';
import { events } from '../../../domain/events/contract';
import { orders as orderCalls } from '../../../domain/orders/contract';
import { orderEntry } from '../../../domain/orders/entry/contract';
import { accountingConnections, orderLineItems, sandboxEntities } from '../../../server/db/schema';
import { openStream } from '../../../server/events/tell-events';
import { actInBooks, inBooks, toggleBooksFault } from '../../support/accounting/books';
import { openPushing } from '../../support/accounting/pushing';
import { makeCompany, makeProduct } from '../../support/factories';
import { entryOf } from '../../support/orders/order-entry';
import { memberOf, openSellerAndStranger } from '../../support/seller-app';

const { app, seller, owner, stranger, other } = await openSellerAndStranger();
const { db } = app.database;
const scope = { orgId: seller.org.id };
let pushing: Awaited<ReturnType<typeof openPushing>>;
beforeAll(async () => {
  pushing = await openPushing(app, seller, owner);
});

const there = async (kind: 'Invoice' | 'Payment' = 'Invoice') =>
  (await inBooks(app, pushing.realm, kind)).map(
    ({ data, entityId }) => ({ ...data, Id: entityId }) as Record<string, unknown>,
  );
const invoiceOf = async (number: string) => (await there()).filter(({ DocNumber }) => DocNumber === number);
const stateOf = async (orderId: number) =>
  (await pushing.rows(orderId)).map(({ kind, state, fault }) => [kind, state, fault]);

/** Until everything of an order is sent or stopped, without the pauses in which the books are left alone. */
async function settled(orderId: number) {
  await expect
    .poll(async () => {
      await db.execute(
        sql`update jobs.job set start_after = now() where name in ('push-books', 'follow-books') and state in ('created', 'retry')`,
      );
      await db.execute(
        sql`update accounting_documents set held_until = now() where held_until < now() + interval '1 minute'`,
      );
      await db.execute(
        sql`select pg_notify('pgboss_' || left(encode(sha224('jobs'), 'hex'), 24), name) from unnest(array['push-books', 'follow-books']) as name`,
      );
      const waiting = await db.execute(sql`select from jobs.job where name = 'follow-books' and state < 'completed'`);
      const rows = await pushing.rows(orderId);
      return waiting.rows.length === 0 && rows.length > 0 && rows.every(({ state }) => state !== 'PENDING');
    })
    .toBe(true);
  return pushing.rows(orderId);
}

it('pushes an order once, to the cent, with its discount and without its backorder lines', async () => {
  await db
    .update(accountingConnections)
    .set({ defaultOrderDiscountAccountId: await discountAccount() })
    .where(eq(accountingConnections.orgId, seller.org.id));
  const product = await makeProduct(db, seller);
  const order = await pushing.order({
    lines: [
      { product, quantity: '3', unitPrice: '12.35' },
      { product: await makeProduct(db, seller), quantity: '7', unitPrice: '0.33' },
      { product: await makeProduct(db, seller), quantity: '1', unitPrice: '0', isSample: true },
      { product: await makeProduct(db, seller), quantity: '2', unitPrice: '50', isBackorder: true },
    ],
    discount: '2.01',
  });
  await openStream(db, seller.org.id);
  expect(await pushing.push(order.id)).toEqual({ accepted: 1, ordersWithErrors: [] });
  await pushing.push(order.id);
  const [row] = await settled(order.id);
  const told = await owner.expectOk(events.list, { query: { type: 'invoice.pushed' } });
  expect(told.events.map(({ subject }) => subject)).toEqual([{ kind: 'order', id: String(order.id) }]);
  expect(row).toMatchObject({ state: 'SENT', externalNumber: order.orderNumber });
  const [invoice, ...more] = await invoiceOf(order.orderNumber);
  expect(more).toEqual([]);
  expect(invoice).toMatchObject({ TotalAmt: Number(order.invoicedUsd) });
  expect(invoice?.Line).toHaveLength(4);
});

const discountAccount = async () =>
  (await pushing.books.accounts(pushing.of)).find(({ name }) => name === 'Discounts given')?.id ?? null;

it('names what is wrong with an order and what mends it, and pushes the others', async () => {
  const [good, bad] = [await pushing.order(), await pushing.order({ isUnmatched: true })];
  const answer = await pushing.push(good.id, bad.id);
  expect(answer).toMatchObject({
    accepted: 1,
    ordersWithErrors: [
      {
        orderId: bad.id,
        errors: [
          { fault: 'UNMAPPED_CUSTOMER', mend: { act: 'MAP_CUSTOMER', id: bad.customerId } },
          { fault: 'UNMAPPED_PRODUCT', mend: { act: 'MAP_PRODUCT' } },
        ],
      },
    ],
  });
  await settled(good.id);
  expect(await pushing.rows(bad.id)).toMatchObject([{ state: 'FAILED', fault: 'UNMAPPED_CUSTOMER', externalId: null }]);
  await pushing.match.customer(bad.customerId);
  const [line] = await db.select().from(orderLineItems).where(eq(orderLineItems.orderId, bad.id));
  await pushing.match.product(line?.productId ?? 0);
  await pushing.push(bad.id);

  expect(await settled(bad.id)).toMatchObject([{ state: 'SENT' }]);
});

it('has the same invoice follow an edit, and none where nothing changed', async () => {
  const order = await pushing.order();
  await pushing.push(order.id);
  const [first] = await settled(order.id);
  const read = await owner.expectOk(orderCalls.get, { params: { id: order.id } });
  const draft = entryOf(read as never);
  const [line] = draft.lineItems;
  await owner.expectOk(orderEntry.update, {
    params: { id: order.id },
    body: { ...draft, lineItems: [{ ...line, quantity: '5' }], version: read.version } as never,
  });
  const [second] = await settled(order.id);
  expect(second).toMatchObject({ externalId: first?.externalId, incarnation: 1, state: 'SENT' });
  expect(second?.revision).toBe((first?.revision ?? 0) + 1);
  expect(await invoiceOf(order.orderNumber)).toMatchObject([{ TotalAmt: 61.75 }]);
  const again = await owner.expectOk(orderCalls.get, { params: { id: order.id } });
  await owner.expectOk(orderCalls.updateBasicInfo, {
    params: { id: order.id },
    body: { ...again, shippingDetails: 'Dock 2', salesRepOrgUserIds: [], version: again.version } as never,
  });
  const [third] = await settled(order.id);
  expect(third?.revision).toBe(second?.revision);
});

it('sends payments after their invoice, voids them with ours, and leaves out those that aren’t to leave us', async () => {
  const order = await pushing.order();
  const pay = (amount: string, skipExternalPush = false) =>
    owner.expectOk(orderCalls.recordPayment, {
      params: { id: order.id },
      body: {
        amount,
        paymentType: 'CASH',
        paymentDate: '2026-11-01',
        note: 'Till',
        skipExternalPush,
        confirmed: true,
      } as never,
    });
  const [first] = [await pay('10.00'), await pay('5.00', true), await pay('30.00')];
  await pushing.push(order.id);
  await settled(order.id);
  const paid = (await there('Payment')).filter(({ CustomerRef }) => CustomerRef !== undefined);
  expect(paid.map(({ TotalAmt }) => TotalAmt).sort()).toEqual([10, 30]);
  expect(await invoiceOf(order.orderNumber)).toMatchObject([{ TotalAmt: 37.05, Balance: 0 }]);
  await owner.expectOk(orderCalls.voidPayment, { params: { id: order.id, paymentId: first.id }, query: {} as never });
  await settled(order.id);
  expect((await pushing.documents(order.id)).documents.map(({ kind, isThere }) => [kind, isThere])).toEqual([
    ['INVOICE', true],
    ['PAYMENT', false],
    ['PAYMENT', true],
  ]);
});

it('voids the invoice of a rejected order', async () => {
  const order = await pushing.order();
  await pushing.push(order.id);
  await settled(order.id);
  await owner.expectOk(orderCalls.transition, {
    params: { id: order.id },
    body: { status: 'REJECTED', version: order.version, reason: 'No' } as never,
  });
  const [row] = await settled(order.id);
  expect(row).toMatchObject({ state: 'SENT', content: null, sentContent: null });
  expect(await invoiceOf(order.orderNumber)).toMatchObject([{ TotalAmt: 0 }]);
});

it('voids the invoices of merged orders for one, and makes them anew once they are taken apart', async () => {
  const first = await pushing.order();
  const second = await pushing.order({ customer: { id: first.customerId, name: first.customerName } as never });
  await pushing.push(first.id, second.id);
  await settled(first.id);
  await settled(second.id);
  const merged = await owner.expectOk(orderEntry.merge, {
    body: { ...scope, orderIds: [first.id, second.id] } as never,
  });
  await settled(first.id);
  await pushing.push(merged.id);
  await settled(merged.id);
  expect(await invoiceOf(first.orderNumber)).toMatchObject([{ TotalAmt: 0 }]);
  expect(await invoiceOf(merged.orderNumber)).toMatchObject([{ TotalAmt: 74.1 }]);
  await owner.expectOk(orderEntry.unmerge, { body: { ...scope, orderId: merged.id } as never });
  await settled(merged.id);
  const [back] = await settled(first.id);
  expect(back).toMatchObject({ incarnation: 2, externalNumber: `${first.orderNumber}-2`, state: 'SENT' });
  expect(await invoiceOf(`${first.orderNumber}-2`)).toMatchObject([{ TotalAmt: 37.05 }]);
  expect(await invoiceOf(merged.orderNumber)).toMatchObject([{ TotalAmt: 0 }]);
});

it('takes an order out of the books, keeps the log, and pushes it again as another document', async () => {
  const order = await pushing.order();
  await pushing.push(order.id);
  await settled(order.id);
  await pushing.undo(order.id);
  const [undone] = await settled(order.id);
  expect(undone?.state).toBe('UNDONE');
  expect(await invoiceOf(order.orderNumber)).toMatchObject([{ TotalAmt: 0 }]);
  await owner.expectOk(orderCalls.recordPayment, {
    params: { id: order.id },
    body: {
      amount: '1.00',
      paymentType: 'CASH',
      paymentDate: '2026-11-01',
      note: '',
      skipExternalPush: false,
      confirmed: true,
    } as never,
  });
  await settled(order.id);
  expect(await stateOf(order.id)).toEqual([['INVOICE', 'UNDONE', null]]);
  const shown = await pushing.documents(order.id);
  expect(shown).toMatchObject({ canPush: true });
  expect(shown.documents[0]?.log.map(({ act }) => act)).toEqual(expect.arrayContaining(['CREATE', 'UNDO', 'VOID']));
  await pushing.push(order.id);
  const [again] = await settled(order.id);
  expect(again).toMatchObject({ state: 'SENT', incarnation: 2 });
});

it('has a status push by itself, and later ones too', async () => {
  const connection = eq(accountingConnections.orgId, seller.org.id);
  await db.update(accountingConnections).set({ pushesFrom: 'FULFILLED' }).where(connection);
  const order = await pushing.order({ status: 'FULFILLED' });
  await owner.expectOk(orderCalls.transition, {
    params: { id: order.id },
    body: { status: 'SHIPPED', version: order.version } as never,
  });
  const [row] = await settled(order.id);
  expect(row?.state).toBe('SENT');
  await db.update(accountingConnections).set({ pushesFrom: null }).where(connection);
});

it('leaves numbers to books that number themselves', async () => {
  await setCompany({ takesNumbers: false });
  const order = await pushing.order();
  expect((await preflightOf(order.id)).orders[0]?.notes).toEqual([
    expect.stringContaining('number invoices themselves'),
  ]);
  await pushing.push(order.id);
  const [row] = await settled(order.id);
  expect(row?.externalNumber).toMatch(/^1\d{3}$/);
  await setCompany({ takesNumbers: true });
});

async function setCompany(values: Record<string, unknown>) {
  const own = and(eq(sandboxEntities.realm, pushing.realm), eq(sandboxEntities.kind, 'Company'));
  await db
    .update(sandboxEntities)
    .set({ data: sql`${sandboxEntities.data} || ${JSON.stringify(values)}::jsonb` })
    .where(own);
}

const preflightOf = (...orderIds: number[]) =>
  owner.expectOk(bookPushes.preflight, { params: { companyId: seller.company.id }, body: { ...scope, orderIds } });

it('stops at another’s number, and sends it under another that a person chose', async () => {
  const order = await pushing.order();
  const theirs = await pushing.order();
  await pushing.push(theirs.id);
  const [row] = await settled(theirs.id);
  await db
    .update(sandboxEntities)
    .set({
      data: sql`${sandboxEntities.data} || ${JSON.stringify({ DocNumber: order.orderNumber, PrivateNote: 'Theirs' })}::jsonb`,
    })
    .where(
      and(
        eq(sandboxEntities.realm, pushing.realm),
        eq(sandboxEntities.kind, 'Invoice'),
        eq(sandboxEntities.entityId, row?.externalId ?? ''),
      ),
    );
  expect((await preflightOf(order.id)).orders[0]?.errors).toMatchObject([
    { fault: 'DUPLICATE_NUMBER', mend: { act: 'RENUMBER' } },
  ]);
  await pushing.push(order.id);
  const [failed] = await settled(order.id);
  expect(failed).toMatchObject({ state: 'FAILED', fault: 'DUPLICATE_NUMBER' });
  const found = await owner.expectOk(bookPushes.problems, { params: { companyId: seller.company.id }, body: scope });
  expect(found.results).toMatchObject([{ orderId: order.id, problem: { mend: { act: 'RENUMBER' } } }]);
  await pushing.mend(failed?.id ?? 0, 'RENUMBER', 'V-1');
  expect(await settled(order.id)).toMatchObject([{ state: 'SENT', externalNumber: 'V-1' }]);
});

it('asks a person about an invoice that was changed there, and overwrites it if they say so', async () => {
  const order = await pushing.order();
  await pushing.push(order.id);
  const [row] = await settled(order.id);
  await actInBooks(app, pushing.realm, { act: 'amount', kind: 'Invoice', id: row?.externalId ?? '', value: '5' });
  await owner.expectOk(orderCalls.transition, {
    params: { id: order.id },
    body: { status: 'REJECTED', version: order.version } as never,
  });
  const [failed] = await settled(order.id);
  expect(failed).toMatchObject({ state: 'FAILED', fault: 'CHANGED_THERE' });
  await pushing.mend(failed?.id ?? 0, 'OVERWRITE');
  expect(await settled(order.id)).toMatchObject([{ state: 'SENT', sentContent: null }]);
});

it('sends once more over a change of the version alone', async () => {
  const order = await pushing.order();
  await pushing.push(order.id);
  const [row] = await settled(order.id);
  const own = and(
    eq(sandboxEntities.realm, pushing.realm),
    eq(sandboxEntities.kind, 'Invoice'),
    eq(sandboxEntities.entityId, row?.externalId ?? ''),
  );
  await db
    .update(sandboxEntities)
    .set({ version: sql`${sandboxEntities.version} + 3` })
    .where(own);
  await pushing.undo(order.id);
  expect(await settled(order.id)).toMatchObject([{ state: 'UNDONE' }]);
});

it('looks up an invoice whose answer was lost, and never adds it twice', async () => {
  await toggleBooksFault(app, 'mute');
  const order = await pushing.order();
  await pushing.push(order.id);
  await expect.poll(async () => (await pushing.rows(order.id))[0]?.doubtedAt ?? null).not.toBeNull();
  await toggleBooksFault(app, 'mute');
  expect(await settled(order.id)).toMatchObject([{ state: 'SENT', incarnation: 1 }]);
  expect(await invoiceOf(order.orderNumber)).toHaveLength(1);
});

it('makes an inactive customer active again, and sends the order', async () => {
  const order = await pushing.order();
  const [customer] = await pushing.books.searchCustomers(pushing.of, '', 1);
  await actInBooks(app, pushing.realm, { act: 'toggle', kind: 'Customer', id: customer?.id ?? '' });
  await pushing.push(order.id);
  const [failed] = await settled(order.id);
  expect(failed).toMatchObject({ state: 'FAILED', fault: 'INACTIVE_REFERENCE' });
  await pushing.mend(failed?.id ?? 0, 'REOPEN');
  expect(await settled(order.id)).toMatchObject([{ state: 'SENT' }]);
});

it('previews a range with what would fail', async () => {
  await pushing.order({ isUnmatched: true, createdAt: new Date('2026-03-03T18:00:00Z') });
  await pushing.order({ createdAt: new Date('2026-03-05T18:00:00Z') });
  const preview = await owner.expectOk(bookPushes.previewRange, {
    params: { companyId: seller.company.id },
    body: { ...scope, from: '2026-03-01', to: '2026-03-31', statuses: ['ACCEPTED'] },
  });
  expect(preview).toMatchObject({ orders: 2, failing: 1, pushed: 0, totalUsd: expect.any(String) });
});

it('is for those who may write payments, of their own organization and company', async () => {
  const order = await pushing.order();
  const input = {
    params: { companyId: seller.company.id },
    body: { ...scope, companyId: seller.company.id, orderIds: [order.id] },
  };
  const reader = await memberOf(
    { app, seller },
    { features: { ORDER_PAYMENTS: 'read', BROWSE_ORDERS: 'read' } as never },
  );
  expect(await reader.call(bookPushes.push, input)).toMatchObject({
    ok: false,
    body: { internalCode: ERROR_CODES.FORBIDDEN },
  });
  expect(
    await stranger.call(bookPushes.push, { params: input.params, body: { ...input.body, orgId: other.org.id } }),
  ).toMatchObject({ ok: false, body: { internalCode: ERROR_CODES.NOT_FOUND } });
  const { company: spare } = await makeCompany(db, seller);
  expect(
    await owner.call(bookPushes.push, {
      params: { companyId: spare.id },
      body: { ...input.body, companyId: spare.id },
    }),
  ).toMatchObject({ ok: false, body: { internalCode: ERROR_CODES.NOT_FOUND } });
});
