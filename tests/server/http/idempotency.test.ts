import { and, eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { auditLog, orderPayments, orders, orgUsers, roles } from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import { makeMember, makeOrder, makeSeller, type SellerFixture } from '../../support/factories';

const app = await openApp();
const second = await openApp({ beside: app });
let seller: SellerFixture;
let caller: TestCaller;
let elsewhere: TestCaller;

beforeAll(async () => {
  seller = await makeSeller(app.database.db);
  caller = await app.as(seller.owner.user, seller.org);
  elsewhere = await second.as(seller.owner.user, seller.org);
});

async function anOrder() {
  const { order } = await makeOrder(app.database.db, seller, { status: 'ACCEPTED', totalUsd: '500.00' });
  return order;
}

const payment = { amount: '20.00', paymentType: 'CHECK', paymentDate: '2026-02-03' } as const;

test('a hundred requests with one key, through two server processes, have one effect and one reply', async () => {
  const order = await anOrder();
  const idempotencyKey = crypto.randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      (index % 2 === 0 ? caller : elsewhere).call(
        contract.orders.recordPayment,
        { params: { id: order.id }, body: payment },
        { idempotencyKey },
      ),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(99);
  const kept = await app.database.db.select().from(orderPayments).where(eq(orderPayments.orderId, order.id));
  expect(kept).toHaveLength(1);
  const [paid] = await app.database.db.select().from(orders).where(eq(orders.id, order.id));
  expect(paid?.paidUsd).toBe('20.00');
});

test('a reply is given again while its owner sees as much, also more, and no longer once they lost the company', async () => {
  const { db } = app.database;
  const assigned = { companyIds: [seller.company.id], brandIds: [seller.brand.id] };
  const both = { read: true, write: true };
  const clerk = await makeMember(db, seller, { features: { BROWSE_ORDERS: both, ORDER_PAYMENTS: both }, ...assigned });
  const own = await app.as(clerk.user, seller.org);
  const order = await anOrder();
  const idempotencyKey = crypto.randomUUID();
  const again = () =>
    own.call(contract.orders.recordPayment, { params: { id: order.id }, body: payment }, { idempotencyKey });
  const assign = (values: object) => db.update(orgUsers).set(values).where(eq(orgUsers.id, clerk.orgUserId));
  const first = await again();
  expect(first.status).toBe(200);
  await assign({ licenseIds: [seller.license.id] });
  expect(await again()).toMatchObject({ status: 200, body: first.body });
  await assign({ companyIds: [] });
  const refused = await again();
  expect(refused).toMatchObject({ status: 403, body: { message: 'FORBIDDEN' } });
  expect(JSON.stringify(refused.body)).not.toContain('20.00');
  await assign(assigned);
  expect(await again()).toMatchObject({ status: 200, body: first.body });
  expect(await db.$count(orderPayments, eq(orderPayments.orderId, order.id))).toBe(1);
});

test('an organization is named by digits alone', async () => {
  for (const id of [
    '1e0',
    `${seller.org.id}e0`,
    `0x${seller.org.id.toString(16)}`,
    `0${seller.org.id}`,
    '+1',
    '1.0',
    '-1',
    '0',
  ])
    expect(await caller.call(contract.session.membership, {}, { headers: { 'org-id': id } })).toMatchObject({
      status: 400,
    });
  const headers = { 'org-id': String(seller.org.id) };
  expect(await caller.call(contract.session.membership, {}, { headers })).toMatchObject({ status: 200 });
});

test('a record is named by digits alone, in path, query and body', async () => {
  const { id } = seller.company;
  const orgId = seller.org.id;
  const spelled = [
    `${id}e0`,
    `0x${id.toString(16)}`,
    `0${id}`,
    ` ${id} `,
    `+${id}`,
    `${id}.0`,
  ] as unknown[] as number[];
  for (const wrong of spelled) {
    const query = { orgId, companyId: wrong };
    expect((await caller.call(contract.companies.get, { params: { id: wrong } })).status).toBe(404);
    expect((await caller.call(contract.customerStatuses.list, { query })).status).toBe(400);
  }
  for (const wrong of [...spelled, '', true, [id]] as unknown[] as number[]) {
    const body = { orgId, companyId: wrong, filters: {} };
    expect((await caller.call(contract.customers.search, { body })).status).toBe(400);
  }
  const written = String(id) as unknown as number;
  await caller.expectOk(contract.companies.get, { params: { id: written } });
  await caller.expectOk(contract.customerStatuses.list, { query: { orgId, companyId: written } });
  await caller.expectOk(contract.customers.search, { body: { orgId, companyId: written, filters: {} } });
});

test('a key reused with another body is refused, and changes nothing', async () => {
  const order = await anOrder();
  const idempotencyKey = crypto.randomUUID();
  const input = { params: { id: order.id }, body: payment };
  await caller.expectOk(contract.orders.recordPayment, input, { idempotencyKey });
  const answer = await caller.call(
    contract.orders.recordPayment,
    { ...input, body: { ...payment, amount: '21.00' } },
    { idempotencyKey },
  );
  expect(answer).toMatchObject({ status: 422, body: { message: 'KEY_REUSED' } });
  const kept = await app.database.db.select().from(orderPayments).where(eq(orderPayments.orderId, order.id));
  expect(kept.map(({ amount }) => amount)).toEqual(['20.00']);
});

test('a refused request frees its key, so it can be corrected and resent', async () => {
  const order = await anOrder();
  const idempotencyKey = crypto.randomUUID();
  const refused = await caller.call(
    contract.orders.recordPayment,
    { params: { id: order.id }, body: { ...payment, amount: '0' } },
    { idempotencyKey },
  );
  expect(refused.status).toBe(400);
  await caller.expectOk(contract.orders.recordPayment, { params: { id: order.id }, body: payment }, { idempotencyKey });
});

test('two people can use the same key', async () => {
  const order = await anOrder();
  const colleague = await makeMember(app.database.db, seller, { defaultRoleId: 'ADMIN' });
  const other = await app.as(colleague.user, seller.org);
  const idempotencyKey = crypto.randomUUID();
  const input = { params: { id: order.id }, body: payment };
  const first = await caller.expectOk(contract.orders.recordPayment, input, { idempotencyKey });
  const again = await other.expectOk(contract.orders.recordPayment, input, { idempotencyKey });
  expect(again.id).not.toBe(first.id);
});

test('a key that is too short is refused, saying what to send', async () => {
  const order = await anOrder();
  const answer = await caller.call(
    contract.orders.recordPayment,
    { params: { id: order.id }, body: payment },
    { idempotencyKey: 'short' },
  );
  expect(answer).toMatchObject({ status: 400, body: { userFriendlyMessage: expect.stringContaining('8 to 200') } });
});

test('every write records who, what, before and after in the audit log; a refused one records nothing', async () => {
  const { db } = app.database;
  const created = await caller.expectOk(contract.roles.create, {
    params: { orgId: seller.org.id },
    body: { name: 'Counter staff', features: {} },
  });
  const refused = await caller.call(contract.roles.create, {
    params: { orgId: seller.org.id },
    body: { name: 'counter STAFF', features: {} },
  });
  expect(refused).toMatchObject({ status: 400, body: { errors: { name: 'Another role already has this name' } } });
  const entries = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.entity, 'role'), eq(auditLog.entityId, String(created.id))));
  expect(entries).toHaveLength(1);
  expect(entries[0]).toMatchObject({
    orgId: seller.org.id,
    actorUserId: seller.owner.user.id,
    impersonatorUserId: null,
    entity: 'role',
    endpoint: 'POST /orgs/:orgId/roles',
    before: null,
    after: { name: 'Counter staff' },
  });
  expect(await db.select().from(roles).where(eq(roles.name, 'counter STAFF'))).toEqual([]);
});
