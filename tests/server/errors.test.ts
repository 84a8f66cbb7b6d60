import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '../../domain/contract';
import { orderComments, orders } from '../../server/db/schema';
import { startTestApp, type TestApp, type TestCaller } from '../support/app';
import { createTestDatabase } from '../support/database';
import { makeOrder, makeSeller, type OrderFixture, type SellerFixture } from '../support/factories';

let app: TestApp;
let seller: SellerFixture;
let order: OrderFixture;
let caller: TestCaller;

beforeAll(async () => {
  app = await startTestApp();
  seller = await makeSeller(app.database.db);
  order = (await makeOrder(app.database.db, seller, { status: 'ACCEPTED' })).order;
  caller = await app.as(seller.owner.user, seller.org);
});
afterAll(() => app.close());

const UNKEEPABLE = { status: 400, body: { message: 'BAD_INPUT', userFriendlyMessage: expect.stringMatching(/^Some/) } };

test('text with a character no database keeps is refused as the mistake it is', async () => {
  const body = { comment: 'a null \u0000 byte' };
  expect(await caller.call(contract.orders.addComment, { params: { id: order.id }, body })).toMatchObject(UNKEEPABLE);
  expect(await app.database.db.$count(orderComments)).toBe(0);
});

test('a day that no calendar has is refused as the mistake it is', async () => {
  const body = { ...contractBody(), shipDate: '0000-01-01' };
  const answer = await caller.call(contract.orders.updateBasicInfo, { params: { id: order.id }, body });
  expect(answer).toMatchObject(UNKEEPABLE);
  const [kept] = await app.database.db.select().from(orders).where(eq(orders.id, order.id));
  expect(kept).toMatchObject({ shipDate: null, version: order.version });
});

function contractBody() {
  const { version, shippingDetails, notes } = order;
  return { version, shippingDetails, notes, paymentDueDate: null, salesRepOrgUserIds: [] };
}

test('while the database is gone, people are told that it is, and that their change may be kept', async () => {
  const doomed = await createTestDatabase();
  const stranded = await startTestApp({ on: doomed });
  const theirs = await makeSeller(doomed.database.db);
  const asked = await stranded.as(theirs.owner.user, theirs.org);
  await doomed.drop();
  const answer = await asked.call(contract.session.me, { query: {} });
  expect(answer).toMatchObject({
    status: 503,
    body: { message: 'UNAVAILABLE', userFriendlyMessage: expect.stringContaining('could not reach our database') },
  });
  await stranded.close().catch(() => undefined);
});
