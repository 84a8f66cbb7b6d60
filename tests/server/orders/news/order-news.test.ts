import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { contract } from '../../../../domain/calls';
import { mailbox, orders, orgUsers } from '../../../../server/db/schema';
import { announceNews } from '../../../../server/orders/news/news-letters';
import type { BuyerFixture } from '../../../support/factories';
import { makeBuyer, makeCustomer, makeMember, makeOrder, makeProduct, makeSeller } from '../../../support/factories';
import { lettersTo } from '../../../support/letters';
import { entryOf } from '../../../support/orders/order-entry';
import { openSellerApp } from '../../../support/seller-app';

const { transition, bulk, get } = contract.orders;
const { update } = contract.orderEntry;
const { orderNews } = contract;
const { app, seller, owner } = await openSellerApp();
const { db, pool } = app.database;
const product = await makeProduct(db, seller, { name: 'Blue Dream Jar', quantity: '100000', wholesalePrice: '10.00' });
type Status = NonNullable<Parameters<typeof makeOrder>[2]>['status'];

const orderOf = async (buyer: BuyerFixture, values: NonNullable<Parameters<typeof makeOrder>[2]> = {}) =>
  (
    await makeOrder(db, seller, {
      buyer,
      createdByUserId: buyer.owner.user.id,
      lines: [{ product, quantity: '5' }],
      ...values,
    })
  ).order;

async function anOrder(status: Status = 'SUBMITTED') {
  const buyer = await makeBuyer(db);
  const customer = await makeCustomer(db, seller, { buyer });
  const order = await orderOf(buyer, { customer, status });
  return { buyer, customer, order, email: buyer.owner.user.email, caller: await app.as(buyer.owner.user, buyer.org) };
}

const move = (id: number, status: NonNullable<Status>, reason?: string) =>
  owner.expectOk(transition, { params: { id }, body: { status, ...(reason && { reason }) } });

const OF_NEWS = `name in ('order-news', 'order-changed', 'order-news-letter') and state in ('created', 'retry', 'active')`;

/** Brings what waits forward, until nothing of it is left. */
const untilTold = () =>
  vi.waitFor(
    async () => {
      await pool.query(`update jobs.job set start_after = now() where ${OF_NEWS} and start_after > now()`);
      expect((await pool.query(`select from jobs.job where ${OF_NEWS}`)).rowCount).toBe(0);
    },
    { timeout: 60_000, interval: 100 },
  );

const subjectsTo = async (email: string) =>
  (await db.select().from(mailbox).where(eq(mailbox.recipient, email))).map(({ subject }) =>
    subject.replace(/^.* (accepted|changed|rejected|shipped) .*$/, '$1'),
  );

const change = async (id: number, quantity: string) => {
  const order = await owner.expectOk(get, { params: { id } });
  const entry = entryOf(order);
  const lineItems = entry.lineItems.map((line) => ({ ...line, quantity }));
  const saved = await owner.expectOk(update, { params: { id }, body: { ...entry, lineItems } });
  expect(saved.saveSuccessful).toBe(true);
};

const finished = (id: number) =>
  vi.waitFor(
    async () => {
      const progress = await owner.expectOk(contract.bulkActs.get, { params: { id }, query: {} });
      expect(progress.state).not.toBe('RUNNING');
      return progress;
    },
    { timeout: 60_000, interval: 100 },
  );

test('who placed an order is emailed once when it is accepted and once when it is shipped, and not of the steps between', async () => {
  const { order, email } = await anOrder();
  for (const status of ['ACCEPTED', 'BACKORDER', 'ACCEPTED', 'FULFILLED', 'ACCEPTED', 'FULFILLED', 'SHIPPED'] as const)
    await move(order.id, status);
  await untilTold();
  expect((await subjectsTo(email)).sort()).toEqual(['accepted', 'shipped']);
  const letters = await lettersTo(app, email, 2);
  for (const { text } of letters) {
    for (const words of [order.orderNumber, seller.company.name, 'Blue Dream Jar', `/orders/purchases/${order.id}`])
      expect(text).toContain(words);
  }
});

test('a rejection comes with its reason, and what it overtook isn’t told after it', async () => {
  const { order, email } = await anOrder();
  await move(order.id, 'ACCEPTED');
  await move(order.id, 'REJECTED', 'The truck broke down.');
  await untilTold();
  const [letter] = (await lettersTo(app, email, 1)).filter(({ subject }) => subject.includes('rejected'));
  expect(letter?.text).toContain('They wrote: The truck broke down.');
  // The acceptance isn't told anymore: a job that comes late enqueues nothing.
  const enqueue = vi.fn();
  const services = { database: app.database, jobs: { enqueue } } as unknown as Parameters<typeof announceNews>[0];
  await announceNews(services, { orgId: seller.org.id, orderId: order.id, about: 'ACCEPTED' });
  expect(enqueue).not.toHaveBeenCalled();
  await announceNews(services, { orgId: seller.org.id, orderId: order.id, about: 'REJECTED' });
  expect(enqueue).toHaveBeenCalledOnce();
});

test('orders accepted in bulk are each told once, and a repeated act tells nobody again', async () => {
  const { buyer, customer, order, email } = await anOrder();
  const others = [await orderOf(buyer, { customer }), await orderOf(buyer, { customer })];
  const ids = [order, ...others].map(({ id }) => id);
  for (let time = 0; time < 2; time++) {
    const act = { name: 'transition' as const, status: 'ACCEPTED' as const };
    const begun = await owner.expectOk(bulk, { body: { orgId: seller.org.id, selection: { ids }, act } });
    await finished(begun.id);
    await untilTold();
  }
  expect(await subjectsTo(email)).toEqual(['accepted', 'accepted', 'accepted']);
});

test('changes are told together after a while, and what was changed back isn’t told at all', async () => {
  const { order, email } = await anOrder('ACCEPTED');
  await change(order.id, '7');
  await change(order.id, '5');
  await untilTold();
  expect(await subjectsTo(email)).toEqual([]);

  await change(order.id, '8');
  await change(order.id, '9');
  await untilTold();
  expect(await subjectsTo(email)).toEqual(['changed']);
  const [letter] = await lettersTo(app, email, 1);
  expect(letter?.text).toContain('Blue Dream Jar, quantity: 9 units, was 5 units');
  expect(letter?.text).toContain('Total: $90.00, was $50.00');

  const ids = [order.id];
  const act = { name: 'setShipDate' as const, shipDate: '2026-12-04', updatePaymentDueDates: false };
  const dated = await owner.expectOk(bulk, { body: { orgId: seller.org.id, selection: { ids }, act } });
  await finished(dated.id);
  await finished((await owner.expectOk(contract.bulkActs.undo, { params: { id: dated.id } })).id);
  await untilTold();
  expect(await subjectsTo(email)).toEqual(['changed']);
});

test('a change that began before another and waited for it is told as well', async () => {
  const { order, email } = await anOrder('ACCEPTED');
  // What a change that began later has written meanwhile.
  const untoldSince = new Date(Date.now() + 60_000);
  await db.update(orders).set({ untoldSince }).where(eq(orders.id, order.id));
  await change(order.id, '6');
  await untilTold();
  expect(await subjectsTo(email)).toEqual(['changed']);
});

test('what was changed before an order is accepted is told with that, and not again', async () => {
  const { order, email } = await anOrder();
  await change(order.id, '4');
  await move(order.id, 'ACCEPTED');
  await untilTold();
  expect(await subjectsTo(email)).toEqual(['accepted']);
  const [letter] = await lettersTo(app, email, 1);
  expect(letter?.text).toContain('Blue Dream Jar, quantity: 4 units, was 5 units');
  const [kept] = await db.select().from(orders).where(eq(orders.id, order.id));
  expect(kept?.untoldSince).toBeNull();
});

test('drafts and what nobody of a buyer’s reads tell nobody', async () => {
  const { order, buyer, customer, email } = await anOrder();
  const draft = await orderOf(buyer, { customer, status: 'DRAFT' });
  await change(draft.id, '6');
  const { version } = await owner.expectOk(get, { params: { id: order.id } });
  const info = { shipDate: null, paymentDueDate: null, shippingDetails: '', salesRepOrgUserIds: [], version };
  await owner.expectOk(contract.orders.updateBasicInfo, {
    params: { id: order.id },
    body: { ...info, notes: 'They pay late' },
  });
  const { order: unbought } = await makeOrder(db, seller);
  await move(unbought.id, 'ACCEPTED');
  await untilTold();
  expect(await subjectsTo(email)).toEqual([]);
});

test('each person chooses what they are emailed about, and of which orders', async () => {
  const { order, buyer, customer, email, caller } = await anOrder();
  expect(await caller.expectOk(orderNews.get, {})).toEqual({
    orders: 'MINE',
    about: ['ACCEPTED', 'CHANGED', 'REJECTED', 'SHIPPED'],
  });
  await caller.expectOk(orderNews.save, { body: { orders: 'MINE', about: ['SHIPPED'] } });
  const purchases = { PURCHASE_ORDERS: { read: true, write: false } };
  const licensed = { features: purchases, licenseIds: [buyer.license.id] };
  const [curious, other, blind] = [
    await makeMember(db, buyer, licensed),
    await makeMember(db, buyer, licensed),
    await makeMember(db, buyer, { features: purchases }),
  ];
  for (const { user } of [curious, blind]) {
    const theirs = await app.as(user, buyer.org);
    await theirs.expectOk(orderNews.save, { body: { orders: 'ALL', about: ['ACCEPTED'] } });
  }
  for (const status of ['ACCEPTED', 'FULFILLED', 'SHIPPED'] as const) await move(order.id, status);
  await untilTold();
  expect(await subjectsTo(email)).toEqual(['shipped']);
  expect(await subjectsTo(curious.user.email)).toEqual(['accepted']);
  expect(await subjectsTo(other.user.email)).toEqual([]);
  // Of a license they may not buy for.
  expect(await subjectsTo(blind.user.email)).toEqual([]);

  // Nobody of theirs placed it: the owner hears, as chosen.
  const entered = await orderOf(buyer, { customer, createdByUserId: seller.owner.user.id });
  await caller.expectOk(orderNews.save, { body: { orders: 'MINE', about: ['ACCEPTED'] } });
  await move(entered.id, 'ACCEPTED');
  await untilTold();
  expect((await subjectsTo(email)).sort()).toEqual(['accepted', 'shipped']);
});

test('who left the team isn’t emailed, and who only sells has nothing to choose', async () => {
  const { order, buyer, customer } = await anOrder();
  const gone = await makeMember(db, buyer, { defaultRoleId: 'ADMIN' });
  const theirs = await orderOf(buyer, { customer, createdByUserId: gone.user.id });
  await db.update(orgUsers).set({ status: 'REMOVED' }).where(eq(orgUsers.id, gone.orgUserId));
  await move(theirs.id, 'ACCEPTED');
  await move(order.id, 'ACCEPTED');
  await untilTold();
  expect(await subjectsTo(gone.user.email)).toEqual([]);
  // The owner hears of their own and, since nobody here placed it anymore, of that too.
  expect(await subjectsTo(buyer.owner.user.email)).toEqual(['accepted', 'accepted']);

  const stranger = await makeSeller(db);
  const sells = await makeMember(db, stranger, { features: { BROWSE_ORDERS: { read: true, write: true } } });
  expect((await (await app.as(sells.user, stranger.org)).call(orderNews.get, {})).status).toBe(403);
});
