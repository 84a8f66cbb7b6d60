import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { READ_AFTER, readPosition, WRITTEN_AT } from '../../../domain/live/position';
import { orderPayments } from '../../../server/db/schema';
import { startTestApp, type TestApp, type TestCaller } from '../../support/app';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { makeOrder, makeSeller, type OrderFixture, type SellerFixture } from '../../support/factories';
import { listen, stopListening } from '../../support/live';

// Two different databases show which of them answered. The first rows in each have the same ids.
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

/** From now on the database refuses writes, like a standby. */
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

test('a single record is read from the primary, so it is never outdated', async () => {
  const { customer } = await caller.expectOk(contract.orders.get, { params: { id: order.id } });
  expect(customer.name).toBe('Read from the primary');
});

test('writes never go to the replica', async () => {
  await caller.expectOk(contract.orders.recordPayment, {
    params: { id: order.id },
    body: { amount: '20.00', paymentType: 'CHECK', paymentDate: '2026-02-03' },
  });
  expect(await primary.database.db.$count(orderPayments)).toBe(1);
  expect(await replica.database.db.$count(orderPayments)).toBe(0);
  const payments = await caller.expectOk(contract.orders.payments, { params: { id: order.id } });
  expect(payments).toHaveLength(1);
});

test('what hasn’t reached the replica yet is found on the primary', async () => {
  const late = await makeSeller(primary.database.db);
  await makeOrder(primary.database.db, late, { customerName: 'Came a moment ago' });
  const newcomer = await app.as(late.owner.user, late.org);
  const { results } = await newcomer.expectOk(contract.orders.search, {
    body: { orgId: late.org.id, companyId: late.company.id },
  });
  expect(results.map(({ customer }) => customer.name)).toEqual(['Came a moment ago']);
});

describe('a lagging replica', () => {
  /** A standby's status functions; these two databases only act the parts. */
  async function replay(position: string): Promise<void> {
    await replica.database.pool.query(`begin; set transaction read write; delete from replayed;
      insert into replayed values ('${position}'); commit`);
  }
  const listedAfter = async (position: string) => {
    const body = { orgId: seller.org.id };
    const answer = await caller.call(contract.orders.search, { body }, { headers: { [READ_AFTER]: position } });
    return answer.ok ? answer.body.results.map(({ customer }) => customer.name) : [];
  };

  test('isn’t read by someone told of a change it doesn’t have yet, and is once it does', async () => {
    const { pool } = replica.database;
    const name = new URL(replica.url).pathname.slice(1);
    await pool.query(`begin; set transaction read write; create table replayed (at pg_lsn);
      create function public.pg_last_wal_replay_lsn() returns pg_lsn language sql as 'select at from public.replayed'; commit`);
    await pool.query(`begin; set transaction read write;
      alter database ${name} set search_path = public, pg_catalog; commit`);
    const late = await startTestApp({ on: primary, replica });
    const reader = await late.as(seller.owner.user, seller.org);
    const heard = await listen(late, reader.token, seller.org.id);
    await replay('0/1');
    const written = await reader.call(contract.orders.addComment, {
      params: { id: order.id },
      body: { comment: 'Hello' },
    });
    const position = readPosition(written.headers.get(WRITTEN_AT)) ?? '';
    const event = await heard.until(({ id }) => id === order.id);
    caller = reader;

    expect(readPosition(event.position)).not.toBeNull();
    expect(await listedAfter(position)).toEqual(['Read from the primary']);
    expect(await listedAfter(event.position ?? '')).toEqual(['Read from the primary']);
    expect(await listed()).toEqual(['Read from the replica']);
    await replay('FFFFFFFF/0');
    expect(await listedAfter(position)).toEqual(['Read from the replica']);
    expect(await listedAfter('no position')).toEqual(['Read from the replica']);
    stopListening();
    caller = await app.as(seller.owner.user, seller.org);
    await late.close();
  });
});

test('without the replica, the primary serves lists too', async () => {
  await replica.drop();
  expect(await listed()).toEqual(['Read from the primary']);
  expect(await listed({ itemsPerPage: 50 })).toEqual(['Read from the primary']);
});
