import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from '../../server/config';
import { bulkActs, orderPayments, orderTransitions } from '../../server/db/schema';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { makeOrder, makeProduct, makeSeller, only, type SellerFixture } from '../support/factories';
import { startVerdant, type Verdant } from '../support/process';
import { mintToken } from '../support/tokens';

// The same address before and after the restart, so tokens stay valid.
const PUBLIC_URL = 'http://127.0.0.1:65000';
const PAYMENTS = 60;
const ORDERS = 100;

let database: TestDatabase;
let seller: SellerFixture;
let token: string;
let server: Verdant;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database.database;
  seller = await makeSeller(db);
  server = await start();
  token = await mintToken(db, readConfig({ DATABASE_URL: database.url, PUBLIC_URL }), seller.owner.user.subject);
});
afterAll(async () => {
  await server.stop();
  await database.drop();
});

const start = () => startVerdant({ DATABASE_URL: database.url, PUBLIC_URL });

/** The reply's text, or null if the connection broke first. The printed address is the public one. */
async function pay(port: string, orderId: number, key: string): Promise<string | null> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/api/seller/orders/${orderId}/payments`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'org-id': String(seller.org.id),
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ amount: '5.00', paymentType: 'CASH', paymentDate: '2026-03-01' }),
    });
    const text = await response.text();
    return response.ok ? text : null;
  } catch {
    return null;
  }
}

test('payments interrupted by kill -9 and resent with their keys are each recorded once, with the same replies', async () => {
  const { db } = database.database;
  const product = await makeProduct(db, seller, { quantity: '100000' });
  const orderIds: number[] = [];
  for (let index = 0; index < PAYMENTS; index += 1) {
    const { order } = await makeOrder(db, seller, { status: 'ACCEPTED', lines: [{ product, quantity: '1' }] });
    orderIds.push(order.id);
  }
  const keys = orderIds.map(() => crypto.randomUUID());
  const send = () => Promise.all(orderIds.map((id, index) => sendAndCount(id, keys[index] ?? '')));
  let answered = 0;
  const sendAndCount = async (id: number, key: string) => {
    const answer = await pay(server.port, id, key);
    answered += answer === null ? 0 : 1;
    if (answered === 10) await server.stop('SIGKILL');
    return answer;
  };

  const first = await send();
  const acknowledged = first.filter((answer) => answer !== null);
  expect(acknowledged.length).toBeGreaterThanOrEqual(10);
  expect(acknowledged.length).toBeLessThan(PAYMENTS);

  server = await start();
  answered = PAYMENTS;
  const again = await send();

  expect(again.every((answer) => answer !== null)).toBe(true);
  first.forEach((answer, index) => {
    if (answer !== null) expect(again[index]).toBe(answer);
  });
  const kept = await db.select().from(orderPayments).where(inArray(orderPayments.orderId, orderIds));
  expect(kept.map(({ orderId }) => orderId).sort()).toEqual([...orderIds].sort());
});

test('a bulk action interrupted by kill -9 continues automatically, and does nothing twice', async () => {
  const { db } = database.database;
  const product = await makeProduct(db, seller, { quantity: '100000' });
  const ids: number[] = [];
  for (let index = 0; index < ORDERS; index += 1) {
    ids.push((await makeOrder(db, seller, { lines: [{ product, quantity: '1' }] })).order.id);
  }
  const act = { name: 'transition', status: 'ACCEPTED' };
  const response = await fetch(`http://127.0.0.1:${server.port}/api/leaflink/orders/bulk`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'org-id': String(seller.org.id),
      'content-type': 'application/json',
    },
    body: JSON.stringify({ orgId: seller.org.id, selection: { ids }, act }),
  });
  const { id } = (await response.json()) as { id: number };
  const progress = async () => only(await db.select().from(bulkActs).where(eq(bulkActs.id, id)));
  const patience = { timeout: 60_000, interval: 20 };
  await vi.waitFor(async () => expect((await progress()).succeeded).toBeGreaterThan(0), patience);
  await server.stop('SIGKILL');
  server = await start();
  await vi.waitFor(async () => expect((await progress()).state).toBe('DONE'), patience);
  expect(await progress()).toMatchObject({ total: ORDERS, succeeded: ORDERS, failed: 0 });
  const moves = await db
    .select()
    .from(orderTransitions)
    .where(and(inArray(orderTransitions.orderId, ids), eq(orderTransitions.toStatus, 'ACCEPTED')));
  expect(moves.map(({ orderId }) => orderId).sort()).toEqual([...ids].sort());
});
