import { and, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from '../../../server/config';
import {
  changes,
  licenseSyncs,
  orderPayments,
  orderTransitions,
  packages,
  trackingWrites,
} from '../../../server/db/schema';
import { MOST_WRITTEN } from '../../../server/integrations/tracking/tracking-calls';
import { demoTrackingKey } from '../../../server/sandbox/demo-keys';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import {
  makeItem,
  makeOrder,
  makeProduct,
  makeSeller,
  only,
  type SellerFixture,
  unique,
} from '../../support/factories';
import { mintToken } from '../../support/identity/tokens';
import { addTheirs, expectSettled, oursOf, releaseWrites, theirsOf } from '../../support/inventory/tracking-state';
import { startVerdant, type Verdant } from '../../support/process';

// The same address before and after the restart, so tokens stay valid.
const PUBLIC_URL = 'http://127.0.0.1:65000';
const PAYMENTS = 60;
const ORDERS = 100;
const TRACKED = 2_400;
/** More than a call sends: the first call succeeds while the second, with the last label, is held. */
const SPLITS = MOST_WRITTEN + 6;

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

async function post<Reply>(path: string, body: object): Promise<Reply> {
  const response = await fetch(`http://127.0.0.1:${server.port}/api/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'org-id': String(seller.org.id),
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Reply;
}

/**
 * Holds what a statement locks or adds against the server, until its work has come so far that it waits for it: so it is
 * killed in the midst of it, however fast it is.
 */
async function hold(statement: string, values: unknown[]): Promise<() => Promise<void>> {
  const holder = await database.database.pool.connect();
  await holder.query(`begin; set local lock_timeout = '60s'`);
  await holder.query(statement, values);
  return async () => {
    await holder.query('rollback');
    holder.release();
  };
}

const holdRows = (table: 'orders' | 'tracking_items', ids: readonly number[]) =>
  hold(`select from ${table} where org_id = $1 and id = any($2) for update`, [seller.org.id, ids]);

/** Nobody else can add a package of this label to the tracking system. */
const holdLabel = (label: string | undefined) =>
  hold(
    `insert into sandbox_packages (license_number, list, label, quantity, data) values ($1, 'active', $2, 0, '{}')`,
    [seller.license.licenseNumber, label],
  );

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
  const release = await holdRows('orders', orderIds.slice(-5));
  let answered = 0;
  const sendAndCount = async (id: number, key: string) => {
    const answer = await pay(server.port, id, key);
    answered += answer === null ? 0 : 1;
    if (answered === 10) await server.stop('SIGKILL');
    return answer;
  };

  const first = await send();
  await release();
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
  // The newest is the first to be changed.
  const release = await holdRows('orders', ids.slice(0, 1));
  const { id } = await post<{ id: number }>('leaflink/orders/bulk', { orgId: seller.org.id, selection: { ids }, act });
  const progress = async () => only(await db.select().from(changes).where(eq(changes.id, id)));
  const patience = { timeout: 60_000, interval: 20 };
  await vi.waitFor(async () => expect((await progress()).succeeded).toBeGreaterThan(0), patience);
  await server.stop('SIGKILL');
  await release();
  expect((await progress()).state).toBe('RUNNING');
  server = await start();
  await vi.waitFor(async () => expect((await progress()).state).toBe('DONE'), patience);
  expect(await progress()).toMatchObject({ total: ORDERS, succeeded: ORDERS, failed: 0 });
  const moves = await db
    .select()
    .from(orderTransitions)
    .where(and(inArray(orderTransitions.orderId, ids), eq(orderTransitions.toStatus, 'ACCEPTED')));
  expect(moves.map(({ orderId }) => orderId).sort()).toEqual([...ids].sort());
});

test('what is read of the tracking system and written there goes on after each kill -9, without a gap and not twice', async () => {
  const { db } = database.database;
  const { org, license } = seller;
  const patience = { timeout: 60_000, interval: 20 };
  const metrcApiKey = demoTrackingKey(org.id, 'CA');
  const sync = (key = {}) => post(`orgs/${org.id}/metrc-license-syncs`, { licenseId: license.id, ...key });
  const first = Date.UTC(2021, 0, 1);
  const held = await makeItem(db, seller);
  await addTheirs(
    db,
    seller,
    Array.from({ length: TRACKED }, (_, n) => ({
      quantity: '40',
      modifiedAt: new Date(first + n * 7_200_000),
      // Pages are read from the last to the first: this one is saved with the last packages.
      ...(n === 60 ? { data: { Item: itemOf(held) } } : {}),
    })),
  );
  const read = () => db.$count(packages, and(eq(packages.orgId, org.id), eq(packages.licenseId, license.id)));
  for (const [part, enough] of [0, TRACKED / 4, TRACKED / 2].entries()) {
    const release = await holdRows('tracking_items', [held.id]);
    await sync(part === 0 ? { metrcApiKey } : {});
    await vi.waitFor(async () => expect(await read()).toBeGreaterThan(enough), patience);
    expect(await read()).toBeLessThan(TRACKED);
    await server.stop('SIGKILL');
    await release();
    server = await start();
  }
  await sync();
  const state = async () => only(await db.select().from(licenseSyncs).where(eq(licenseSyncs.licenseId, license.id)));
  await vi.waitFor(async () => expect(await state()).toMatchObject({ roundBeganAt: null }), patience);
  await expectSettled(db, seller);

  const [source] = await oursOf(db, seller);
  const label = source?.label ?? '';
  const newPackages = Array.from({ length: SPLITS }, () => ({ label: newTag(), quantity: '2' }));
  const release = await holdLabel(newPackages.at(-1)?.label);
  await post(`licenses/${license.id}/packages/${label}/split`, {
    newPackages,
    unitOfMeasureAbbreviation: 'ea',
    actualDate: '2026-03-01',
    tradeSample: false,
  });
  const writes = () => db.select().from(trackingWrites).where(eq(trackingWrites.orgId, org.id));
  const sent = async () => (await writes()).filter(({ state }) => state === 'SENT').length;
  await vi.waitFor(async () => expect(await sent()).toBeGreaterThan(0), patience);
  await server.stop('SIGKILL');
  await release();
  expect(await sent()).toBeLessThan(SPLITS);
  await releaseWrites(db, org.id);
  server = await start();
  await sync();
  await vi.waitFor(async () => expect(await sent()).toBe(SPLITS), patience);
  const theirs = await theirsOf(db, seller);
  expect(theirs).toHaveLength(TRACKED + SPLITS);
  expect(theirs.find((one) => one.label === label)?.quantity).toBe(String(40 - 2 * SPLITS));
}, 240_000);

/** An item as the tracking system tells it. */
const itemOf = ({ trackingId, name, categoryName, strainName }: Awaited<ReturnType<typeof makeItem>>) => ({
  Id: trackingId,
  Name: name,
  ProductCategoryName: categoryName,
  StrainName: strainName,
  UnitOfMeasureName: 'Each',
});

const newTag = () => `1A40603000021990${String(unique()).padStart(8, '0')}`;
