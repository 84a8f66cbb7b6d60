import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '../../domain/contract';
import { orderPayments } from '../../server/db/schema';
import { startTestApp, type TestApp, type TestCaller } from '../support/app';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { makeOrder, makeSeller, type OrderFixture, type SellerFixture } from '../support/factories';

// Two databases that differ tell which of them answered. What is made first in each has the same ids in both.
let primary: TestDatabase;
let replica: TestDatabase;
let app: TestApp;
let seller: SellerFixture;
let order: OrderFixture;
let caller: TestCaller;

beforeAll(async () => {
  primary = await createTestDatabase();
  replica = await createTestDatabase();
  seller = await makeSeller(primary.database.db);
  const copy = await makeSeller(replica.database.db);
  expect([copy.org.id, copy.company.id]).toEqual([seller.org.id, seller.company.id]);
  const standing = { status: 'ACCEPTED', totalUsd: '500.00' } as const;
  order = (await makeOrder(primary.database.db, seller, { ...standing, customerName: 'Read from the primary' })).order;
  await makeOrder(replica.database.db, copy, { ...standing, customerName: 'Read from the replica' });
  await readOnly(replica);
  app = await startTestApp({ on: primary, replica });
  caller = await app.as(seller.owner.user, seller.org);
});
afterAll(async () => {
  await app.close();
  await primary.drop();
});

/** From now on the database refuses every write, as a standby does. */
async function readOnly({ url }: TestDatabase): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const name = new URL(url).pathname.slice(1);
  await client.query(`alter database ${name} set default_transaction_read_only = on`);
  await client.end();
}

async function listed(body = {}): Promise<string[]> {
  const { results } = await caller.expectOk(contract.orders.search, { body: { orgId: seller.org.id, ...body } });
  return results.map(({ customer }) => customer.name);
}

test('lists are read from the replica', async () => {
  expect(await listed()).toEqual(['Read from the replica']);
});

test('a single record is read from the primary, so that nobody meets an old one', async () => {
  const { customer } = await caller.expectOk(contract.orders.get, { params: { id: order.id } });
  expect(customer.name).toBe('Read from the primary');
});

test('what is written never goes to the replica', async () => {
  await caller.expectOk(contract.orders.recordPayment, {
    params: { id: order.id },
    body: { amount: '20.00', paymentType: 'CHECK', paymentDate: '2026-02-03' },
  });
  expect(await primary.database.db.$count(orderPayments)).toBe(1);
  expect(await replica.database.db.$count(orderPayments)).toBe(0);
  const payments = await caller.expectOk(contract.orders.payments, { params: { id: order.id } });
  expect(payments).toHaveLength(1);
});

test('what has not reached the replica yet is found at the primary rather than refused', async () => {
  const late = await makeSeller(primary.database.db);
  await makeOrder(primary.database.db, late, { customerName: 'Came a moment ago' });
  const newcomer = await app.as(late.owner.user, late.org);
  const { results } = await newcomer.expectOk(contract.orders.search, {
    body: { orgId: late.org.id, companyId: late.company.id },
  });
  expect(results.map(({ customer }) => customer.name)).toEqual(['Came a moment ago']);
});

test('while the replica is gone, the primary answers lists too', async () => {
  await replica.drop();
  expect(await listed()).toEqual(['Read from the primary']);
  expect(await listed({ itemsPerPage: 50 })).toEqual(['Read from the primary']);
});
