import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from '../../../server/config';
import { changes, orderPayments, orders, orderTransitions } from '../../../server/db/schema';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { makeOrder, makeProduct, makeSeller, only, type SellerFixture } from '../../support/factories';
import { mintToken } from '../../support/identity/tokens';
import { startVerdant, type Verdant } from '../../support/process';

// The address of both processes, as behind one proxy, so tokens are valid at each.
const PUBLIC_URL = 'http://127.0.0.1:65000';
const PATIENCE = { timeout: 90_000, interval: 50 };
const ORDERS = 40;

let database: TestDatabase;
let seller: SellerFixture;
let token: string;
let servers: [Verdant, Verdant];

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database.database;
  seller = await makeSeller(db);
  servers = await Promise.all([start(), start()]);
  token = await mintToken(db, readConfig({ DATABASE_URL: database.url, PUBLIC_URL }), seller.owner.user.subject);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await database.drop();
});

const start = () => startVerdant({ DATABASE_URL: database.url, PUBLIC_URL });

/** The reply's text, or null if the connection broke first or the call failed. */
async function post(server: Verdant, path: string, body: object, key: string): Promise<string | null> {
  try {
    const response = await fetch(`http://127.0.0.1:${server.port}/api/${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'org-id': String(seller.org.id),
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    return response.ok ? text : null;
  } catch {
    return null;
  }
}

async function makeOrders(status: 'SUBMITTED' | 'ACCEPTED'): Promise<number[]> {
  const { db } = database.database;
  const product = await makeProduct(db, seller, { quantity: '100000' });
  const ids: number[] = [];
  for (let index = 0; index < ORDERS; index += 1) {
    ids.push((await makeOrder(db, seller, { status, lines: [{ product, quantity: '1' }] })).order.id);
  }
  return ids;
}

/** Keeps whoever changes this order waiting, until it is released. */
async function holdOrder(id: number | undefined): Promise<() => Promise<void>> {
  const holder = await database.database.pool.connect();
  await holder.query('begin');
  await holder.query('select from orders where org_id = $1 and id = $2 for update', [seller.org.id, id]);
  return async () => {
    await holder.query('rollback');
    holder.release();
  };
}

test('of two processes one dies by kill -9: what it was asked is sent to the other, and is there once and whole', async () => {
  const { db } = database.database;
  const ids = await makeOrders('ACCEPTED');
  const asked = ids.map((id, index) => ({ id, key: crypto.randomUUID(), server: index % 2 }));
  const pay = (at: (typeof asked)[number], server: Verdant) =>
    post(
      server,
      `seller/orders/${at.id}/payments`,
      { amount: '5.00', paymentType: 'CASH', paymentDate: '2026-03-01' },
      at.key,
    );
  const [killed, other] = servers;
  // Something is under way there when it dies.
  const held = asked.findLastIndex(({ server }) => server === 0);
  const release = await holdOrder(ids[held]);
  let answered = 0;
  const first = await Promise.all(
    asked.map(async (one) => {
      const reply = await pay(one, servers[one.server] ?? other);
      answered += 1;
      if (answered === ORDERS / 4) {
        await killed.stop('SIGKILL');
        await release();
      }
      return reply;
    }),
  );
  asked.forEach(({ server }, index) => {
    if (server === 1) expect(first[index]).not.toBeNull();
  });
  expect(first[held]).toBeNull();

  const again = await Promise.all(asked.map((one) => pay(one, other)));
  expect(again).not.toContain(null);
  first.forEach((reply, index) => {
    if (reply !== null) expect(again[index]).toBe(reply);
  });
  const payments = await db.select().from(orderPayments).where(inArray(orderPayments.orderId, ids));
  expect(payments.map(({ orderId }) => orderId).sort()).toEqual([...ids].sort());
  const paid = await db.select({ paid: orders.paidUsd }).from(orders).where(inArray(orders.id, ids));
  expect(new Set(paid.map((order) => order.paid))).toEqual(new Set(['5.00']));
}, 200_000);

test('a job of a killed process goes on in the other one, and what was done of it isn’t done again', async () => {
  const { db } = database.database;
  const ids = await makeOrders('SUBMITTED');
  // The process that is left takes the job; another is started once it has.
  const release = await holdOrder(ids[0]);
  const selection = { orgId: seller.org.id, selection: { ids }, act: { name: 'transition', status: 'ACCEPTED' } };
  const { id } = JSON.parse((await post(servers[1], 'leaflink/orders/bulk', selection, crypto.randomUUID())) ?? '{}');
  const progress = async () => only(await db.select().from(changes).where(eq(changes.id, id)));
  await vi.waitFor(async () => expect((await progress()).succeeded).toBeGreaterThan(0), PATIENCE);
  servers[0] = await start();
  await servers[1].stop('SIGKILL');
  expect((await progress()).state).toBe('RUNNING');
  await release();
  // Its last sign of life becomes older than any that counts.
  await db.execute(sql`update jobs.job set heartbeat_on = now() - interval '1 hour' where state = 'active'`);
  await vi.waitFor(async () => expect((await progress()).state).toBe('DONE'), PATIENCE);
  expect(await progress()).toMatchObject({ total: ORDERS, succeeded: ORDERS, failed: 0 });
  const moves = await db
    .select()
    .from(orderTransitions)
    .where(and(inArray(orderTransitions.orderId, ids), eq(orderTransitions.toStatus, 'ACCEPTED')));
  expect(moves.map(({ orderId }) => orderId).sort()).toEqual([...ids].sort());

  servers[1] = await start();
  expect(servers[1].output()).not.toMatch(/"level":[56]0/);
}, 200_000);
