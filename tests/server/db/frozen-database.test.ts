import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { contract } from '../../../domain/calls';
import { startTestApp, type TestApp, type TestCaller } from '../../support/app';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { type DatabaseProxy, openDatabaseProxy } from '../../support/db/database-proxy';
import { makeOrder, makeSeller, type SellerFixture } from '../../support/factories';
import { listen, stopListening } from '../../support/live';

const RECOVERY = { timeout: 60_000, interval: 200 };

let database: TestDatabase;
let proxy: DatabaseProxy;
let app: TestApp;
let seller: SellerFixture;
let owner: TestCaller;

beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await openDatabaseProxy(database.url);
  app = await startTestApp({ on: proxy, environment: { LOG_LEVEL: 'silent' } });
  seller = await makeSeller(database.database.db);
  owner = await app.as(seller.owner.user, seller.org);
});
afterEach(() => {
  stopListening();
  proxy.thaw();
});
afterAll(async () => {
  await app.close();
  await proxy.close();
  await database.drop();
});

const search = () => owner.call(contract.orders.search, { body: { orgId: seller.org.id } });
const health = async () => (await fetch(`${app.url}/health`)).status;

test('while the database is frozen, pending and new calls get a readable error, until it is back', async () => {
  const { order } = await makeOrder(database.database.db, seller, { status: 'ACCEPTED', totalUsd: '500.00' });
  const pay = () =>
    owner.call(contract.orders.recordPayment, {
      params: { id: order.id },
      body: { amount: '5.00', paymentType: 'CASH', paymentDate: '2026-03-01' },
    });
  expect([(await search()).status, await health()]).toEqual([200, 200]);
  proxy.freeze();

  // More than there are connections, so some must wait.
  const underWay = await Promise.all([...Array.from({ length: 40 }, search), pay()]);
  const after = await Promise.all([search(), pay()]);

  for (const answer of [...underWay, ...after]) {
    expect(answer).toMatchObject({ status: 503, body: { userFriendlyMessage: expect.stringMatching(/our database/) } });
  }
  expect(await health()).toBe(503);

  proxy.thaw();
  await vi.waitFor(async () => expect([(await search()).status, await health()]).toEqual([200, 200]), RECOVERY);
  expect((await pay()).status).toBe(200);
});

test('live readers get changes again after the database was frozen', async () => {
  const heard = await listen(app, owner.token, seller.org.id);
  const before = heard.resyncs;
  proxy.freeze();
  await vi.waitFor(async () => expect(await health()).toBe(503), RECOVERY);
  proxy.thaw();
  await vi.waitFor(async () => expect(await health()).toBe(200), RECOVERY);
  const { order } = await makeOrder(database.database.db, seller);
  await owner.expectOk(contract.orders.transition, { params: { id: order.id }, body: { status: 'ACCEPTED' } });
  // By the surviving connection, or by a resync if it was reopened.
  await Promise.race([
    heard.until(({ id }) => id === order.id),
    vi.waitFor(() => expect(heard.resyncs).toBeGreaterThan(before), RECOVERY),
  ]);
});
