import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { contract } from '../../../../domain/calls';
import { REPORTS_KEEP_CUSTOMER } from '../../../../domain/orders/entry/source';
import { MOST_OPEN_PROBLEMS } from '../../../../domain/orders/problems/problems';
import { mailbox, orderProblems, orders, orgUsers } from '../../../../server/db/schema';
import { makeBuyer, makeCustomer, makeMember, makeOrder, makeProduct, only } from '../../../support/factories';
import { lettersTo } from '../../../support/letters';
import { openSellerApp } from '../../../support/seller-app';

const { reported, report, list, answer } = contract.orderProblems;
const { app, seller, owner } = await openSellerApp();
const { db } = app.database;
const product = await makeProduct(db, seller, { name: 'Blue Dream 3.5g Jar', quantity: '1000' });

async function anOrder(status: 'SUBMITTED' | 'DELIVERED' | 'COMBINED' = 'DELIVERED') {
  const buyer = await makeBuyer(db);
  const customer = await makeCustomer(db, seller, { buyer });
  const rep = await makeMember(db, seller, {
    features: { BROWSE_MY_ORDERS: { read: true, write: true } },
    companyIds: [seller.company.id],
  });
  const { order, lines } = await makeOrder(db, seller, {
    buyer,
    customer,
    status,
    salesRepOrgUserIds: [rep.orgUserId],
    lines: [{ product, quantity: '12' }],
  });
  return { order, line: only(lines), buyer, rep, caller: await app.as(buyer.owner.user, buyer.org) };
}

test('a buyer’s report reaches the sales rep, whose answer reaches the buyer, and both stay with the order', async () => {
  const { order, line, buyer, rep, caller } = await anOrder();
  const params = { orderId: order.id };
  const body = { kind: 'DAMAGED' as const, lineItemIds: [line.id], message: 'Two jars are cracked.' };
  const made = await caller.expectOk(report, { params, body });
  expect(made).toMatchObject({ lines: ['12 units of Blue Dream 3.5g Jar'], message: body.message, answer: null });

  const [told] = await lettersTo(app, rep.user.email, 1);
  for (const words of [order.orderNumber, 'Blue Dream 3.5g Jar', body.message, `/orders/${order.id}`])
    expect(told?.text).toContain(words);

  const asRep = await app.as(rep.user, seller.org);
  expect(await asRep.expectOk(list, { params: { id: order.id } })).toEqual([made]);
  const answering = { params: { id: order.id, problemId: made.id }, body: { answer: 'We’ll credit both jars.' } };
  const answered = await asRep.expectOk(answer, answering);
  expect(answered.answer).toMatchObject({ text: 'We’ll credit both jars.' });
  expect(await caller.expectOk(reported, { params })).toEqual([answered]);
  const [letter] = await lettersTo(app, buyer.owner.user.email, 1);
  expect(letter?.text).toContain('We’ll credit both jars.');

  // A colleague who opened it before finds out.
  expect(await owner.call(answer, answering)).toMatchObject({ ok: false, status: 409 });
});

test('an answer isn’t emailed to someone who no longer sees the order', async () => {
  const { order, buyer, caller } = await anOrder();
  const [gone, moved] = [await makeMember(db, buyer), await makeMember(db, buyer)];
  const reporters = [await app.as(gone.user, buyer.org), await app.as(moved.user, buyer.org), caller];
  const reports = [];
  for (const reporter of reporters) {
    const body = { kind: 'DAMAGED' as const, message: 'Two jars are cracked.' };
    reports.push(await reporter.expectOk(report, { params: { orderId: order.id }, body }));
  }
  await db.update(orgUsers).set({ status: 'REMOVED' }).where(eq(orgUsers.id, gone.orgUserId));
  const { roleId } = await makeMember(db, buyer, { features: {} });
  await db.update(orgUsers).set({ roleId }).where(eq(orgUsers.id, moved.orgUserId));
  for (const { id: problemId } of reports) {
    await owner.expectOk(answer, { params: { id: order.id, problemId }, body: { answer: 'We’ll credit them.' } });
  }
  await lettersTo(app, buyer.owner.user.email, 1);
  const waiting = `select from jobs.job where name = 'problem-answer' and state in ('created', 'retry', 'active')`;
  await expect.poll(async () => (await app.database.pool.query(waiting)).rowCount).toBe(0);
  for (const { user } of [gone, moved]) expect(await db.$count(mailbox, eq(mailbox.recipient, user.email))).toBe(0);
});

test('nobody reports, reads or answers what isn’t theirs, and lines are the order’s own', async () => {
  const [mine, others] = [await anOrder(), await anOrder()];
  const body = { kind: 'MISSING' as const, message: 'One case is missing' };
  const params = { orderId: others.order.id };
  expect((await mine.caller.call(report, { params, body })).status).toBe(404);
  expect((await mine.caller.call(reported, { params })).status).toBe(404);
  const made = await others.caller.expectOk(report, { params, body });
  const asRep = await app.as(mine.rep.user, seller.org);
  const answering = { params: { id: mine.order.id, problemId: made.id }, body: { answer: 'Ours' } };
  expect((await asRep.call(answer, answering)).status).toBe(404);
  expect((await asRep.call(list, { params: { id: others.order.id } })).status).toBe(404);
  const wrong = { params: { orderId: mine.order.id }, body: { ...body, lineItemIds: [others.line.id] } };
  expect(await mine.caller.call(report, wrong)).toMatchObject({ status: 400, body: { errors: { lineItemIds: {} } } });
  expect(await mine.caller.expectOk(reported, { params: { orderId: mine.order.id } })).toEqual([]);
});

test('reports without words, of merged orders, and after too many unanswered ones are refused, and nobody is emailed', async () => {
  const { order, rep, caller } = await anOrder();
  const params = { orderId: order.id };
  const body = { kind: 'OTHER' as const, message: 'Please call us' };
  expect((await caller.call(report, { params, body: { ...body, message: '  ' } })).status).toBe(400);
  for (let made = 0; made < MOST_OPEN_PROBLEMS; made++) {
    await caller.expectOk(report, { params, body: { ...body, message: `Please call us ${made}` } });
  }
  const refused = await caller.call(report, { params, body });
  expect(refused).toMatchObject({
    status: 409,
    body: { userFriendlyMessage: expect.stringContaining('Wait for an answer') },
  });
  const [first] = await owner.expectOk(list, { params: { id: order.id } });
  await owner.expectOk(answer, { params: { id: order.id, problemId: first?.id ?? 0 }, body: { answer: 'Calling' } });
  await caller.expectOk(report, { params, body });
  const merged = await anOrder('COMBINED');
  expect(await merged.caller.call(report, { params: { orderId: merged.order.id }, body })).toMatchObject({
    status: 409,
    body: { userFriendlyMessage: expect.stringContaining('merged') },
  });
  await lettersTo(app, rep.user.email, MOST_OPEN_PROBLEMS + 1);
  expect(await db.$count(mailbox, eq(mailbox.recipient, rep.user.email))).toBe(MOST_OPEN_PROBLEMS + 1);
});

test('an order its buyer reported stays with its customer, so that nobody else reads the report', async () => {
  const { order, line, caller } = await anOrder('SUBMITTED');
  await db.update(orders).set({ orderSource: 'MANUAL' }).where(eq(orders.id, order.id));
  const others = await makeBuyer(db);
  const other = await makeCustomer(db, seller, { buyer: others });
  const give = async () =>
    owner.call(contract.orderEntry.update, {
      params: { id: order.id },
      body: {
        customerId: other.id,
        lineItems: [{ id: line.id, productId: product.id, quantity: '12' }],
        version: (await owner.expectOk(contract.orders.get, { params: { id: order.id } })).version,
      },
    });
  const params = { orderId: order.id };
  const told = await caller.expectOk(report, { params, body: { kind: 'OTHER', message: 'Ours alone' } });
  expect(await give()).toMatchObject({ status: 400, body: { errors: { customerId: REPORTS_KEEP_CUSTOMER } } });
  const stranger = await app.as(others.owner.user, others.org);
  expect((await stranger.call(reported, { params })).status).toBe(404);
  await db.delete(orderProblems).where(eq(orderProblems.id, told.id));
  expect(await give()).toMatchObject({ ok: true, body: { saveSuccessful: true, customer: { id: other.id } } });
});
