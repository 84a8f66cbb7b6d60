import { beforeAll, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { CHANGED, LIVE_TOPICS } from '../../../domain/live/events';
import { openApp, type TestCaller } from '../../support/app';
import { makeOrder, makeSeller, makeUser, type SellerFixture } from '../../support/factories';

const app = await openApp();
let seller: SellerFixture;
let owner: TestCaller;

beforeAll(async () => {
  seller = await makeSeller(app.database.db);
  owner = await app.as(seller.owner.user, seller.org);
});

const toldIn = ({ status, headers }: { status: number; headers: Headers }) => ({
  status,
  topics: headers.get(CHANGED)?.split(',') ?? [],
});

const payment = { amount: '20.00', paymentType: 'CHECK', paymentDate: '2026-02-03' } as const;

test('a write tells each topic it published, once; a replay, which no longer knows them, tells all', async () => {
  const { order } = await makeOrder(app.database.db, seller, { status: 'ACCEPTED', totalUsd: '500.00' });
  const idempotencyKey = crypto.randomUUID();
  const pay = () =>
    owner.call(contract.orders.recordPayment, { params: { id: order.id }, body: payment }, { idempotencyKey });
  expect(toldIn(await pay())).toEqual({ status: 200, topics: ['orders'] });
  expect(toldIn(await pay())).toEqual({ status: 200, topics: [...LIVE_TOPICS] });
});

test('a read tells none, and neither does a refused write', async () => {
  const { order } = await makeOrder(app.database.db, seller, { status: 'SUBMITTED' });
  const [params, stranger] = [{ id: order.id }, await makeSeller(app.database.db)];
  expect(toldIn(await owner.call(contract.orders.get, { params }))).toEqual({ status: 200, topics: [] });
  const other = await app.as(stranger.owner.user, stranger.org);
  const accept = (caller: TestCaller) =>
    caller.call(contract.orders.transition, { params, body: { status: 'ACCEPTED' } });
  expect(toldIn(await accept(other))).toEqual({ status: 404, topics: [] });
  expect(toldIn(await accept(owner)).topics).toContain('orders');
});

test('what a write changes for another organization is not told', async () => {
  const suggestion = { suggestedName: 'Moss Creek', suggestedStates: ['CA'], autoClaim: true };
  const suggested = await owner.call(contract.brandSuggestions.create, { body: suggestion });
  expect(toldIn(suggested)).toEqual({ status: 200, topics: ['organization'] });
  const staff = await app.as(await makeUser(app.database.db, { isSupport: true }));
  const { id } = suggested.body as { id: number };
  const input = { params: { id }, body: { reason: 'It exists' } };
  expect(toldIn(await staff.call(contract.brandSuggestions.reject, input))).toEqual({ status: 200, topics: [] });
});
