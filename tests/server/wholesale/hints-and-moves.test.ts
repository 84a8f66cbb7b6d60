import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { wholesale } from '../../../domain/integrations/contract';
import { orders as orderCalls } from '../../../domain/orders/contract';
import type { OrderStatus } from '../../../domain/orders/status';
import { isAlike, statusOfTheirs } from '../../../domain/wholesale/status';
import { marketplaceMoves, orderTransitions } from '../../../server/db/schema';
import { demoHookKey } from '../../../server/sandbox/demo-keys';
import { HOOK_PAUSES } from '../../../server/sandbox/wholesale/hooks';
import { openApp, type TestCaller } from '../../support/app';
import { makeProduct, makeSeller, only, type SellerFixture } from '../../support/factories';
import { shopFor, toggleMode, untilSo } from '../../support/wholesale/shops';

const app = await openApp();
const { db } = app.database;
HOOK_PAUSES.lateMs = 300;
let seller: SellerFixture;
let owner: TestCaller;
let shop: ReturnType<typeof shopFor>;
const on: string[] = [];

beforeEach(async () => {
  seller = await makeSeller(db);
  owner = await app.as(seller.owner.user, seller.org);
  shop = shopFor(app, seller, owner);
  await makeProduct(db, seller, { sku: 'HINT-1', quantity: '10000' });
  await shop.addProduct('11', { sku: 'HINT-1', quantity: '10000' });
  await shop.addCustomer('21');
});
afterEach(async () => {
  for (const mode of on.splice(0)) await toggleMode(app, mode);
});
const start = async (mode: string) => {
  await toggleMode(app, mode);
  on.push(mode);
};
const place = () => shop.place({ customerId: '21', lines: [{ productId: '11', quantity: '1', price: '10.00' }] });
const buy = (quantity = '1') => shop.form('place', { customer: '21', product: '11', quantity });
const newest = async () => only((await shop.all('order')).slice(-1)).id;
const isIn = (number: string, status = 'SUBMITTED') =>
  untilSo(async () => expect(await shop.orderOf(number)).toMatchObject({ status }));
const move = async (number: string, status: OrderStatus) =>
  owner.call(orderCalls.transition, { params: { id: (await shop.orderOf(number))?.id ?? 0 }, body: { status } });

describe('what the wholesale marketplace tells of changes', () => {
  test('brings an order within moments, and again what is changed of it', async () => {
    await shop.begin();
    await shop.listen();
    await buy();
    const number = await newest();
    await isIn(number);
    await shop.form('move', { order: number, action: 'cancel' });
    await isIn(number, 'CANCELLED');
    expect((await shop.syncRow()).hookHeardAt).not.toBeNull();
  });

  test.each(['doubled', 'late', 'reordered'])('brings each change once when it comes %s', async (mode) => {
    await shop.begin();
    await shop.listen();
    await start(mode);
    await buy();
    const number = await newest();
    await buy('2');
    await shop.form('move', { order: number, action: 'accept' });
    await shop.form('move', { order: number, action: 'fulfill' });
    await buy('3');
    await isIn(number, 'FULFILLED');
    const order = await shop.orderOf(number);
    const steps = await db
      .select()
      .from(orderTransitions)
      .where(eq(orderTransitions.orderId, order?.id ?? 0));
    expect(steps.filter(({ toStatus }) => toStatus === 'FULFILLED')).toHaveLength(1);
  });

  test('comes with the next reading when it is lost', async () => {
    await shop.begin();
    await shop.listen();
    await start('lost');
    await buy();
    const number = await newest();
    await shop.read();
    expect(await shop.orderOf(number)).toMatchObject({ status: 'SUBMITTED' });
  });

  test('is refused when it is forged, without a key, or for another organization', async () => {
    await shop.begin();
    await shop.listen();
    const { hookPath } = only(await owner.expectOk(wholesale.syncs, { params: { orgId: seller.org.id } }));
    const body = JSON.stringify({ type: 'order', action: 'updated', data: { number: 'x' } });
    const tell = (path: string, key: string) =>
      fetch(`${app.url}${path}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'll-signature': createHmac('sha256', key).update(body).digest('base64'),
        },
        body,
      });
    const key = demoHookKey(shop.realm);
    expect((await tell(hookPath ?? '', key)).status).toBe(204);
    expect((await tell(hookPath ?? '', `${key}x`)).status).toBe(401);
    const elsewhere = (hookPath ?? '').replace(`/${seller.org.id}-`, `/${seller.org.id + 1}-`);
    expect((await tell(elsewhere, key)).status).toBe(404);
    expect((await tell('/webhooks/wholesale/none', key)).status).toBe(404);
    await start('forged');
    await buy();
    const number = await newest();
    await expect(shop.orderOf(number)).resolves.toBeUndefined();
  });
});

describe('an order’s status', () => {
  test('moves both ways, and what we did is never done again', async () => {
    await shop.begin();
    const number = await place();
    await shop.read();
    expect((await move(number, 'ACCEPTED')).status).toBe(200);
    await untilSo(async () => expect(await shop.statusOf(number)).toBe('Accepted'));
    await shop.read();
    await shop.move(number, 'fulfill');
    await shop.read();
    expect(await shop.orderOf(number)).toMatchObject({ status: 'FULFILLED' });
    expect((await move(number, 'SHIPPED')).status).toBe(200);
    await untilSo(async () => expect(await shop.statusOf(number)).toBe('Shipped'));
    for (let round = 0; round < 2; round += 1) await shop.read();
    const order = await shop.orderOf(number);
    const sent = await db
      .select()
      .from(marketplaceMoves)
      .where(eq(marketplaceMoves.orderId, order?.id ?? 0));
    expect(sent.map(({ action, state }) => ({ action, state }))).toEqual([
      { action: 'accept', state: 'SENT' },
      { action: 'ship', state: 'SENT' },
    ]);
    const events = await shop.eventsOf(number);
    expect(events.map(({ type, source }) => `${type} ${source}`)).toEqual([
      'submitted app',
      'accepted api',
      'fulfilled app',
      'shipped api',
    ]);
  });

  test('comes to the same on both sides within two readings, whoever moved first', async () => {
    await shop.begin();
    const moves: [string[], OrderStatus[]][] = [
      [['accept', 'fulfill'], ['ACCEPTED']],
      [['accept'], ['ACCEPTED', 'FULFILLED', 'SHIPPED']],
      [['cancel'], ['ACCEPTED']],
      [['accept'], ['REJECTED']],
      [['accept', 'fulfill', 'ship'], ['BACKORDER']],
    ];
    const numbers: string[] = [];
    for (const _ of moves) numbers.push(await place());
    await shop.read();
    for (const [at, [theirs, ours]] of moves.entries()) {
      const number = numbers[at] ?? '';
      for (const action of theirs) await shop.move(number, action);
      for (const status of ours) await move(number, status);
    }
    await shop.read();
    await shop.read();
    for (const number of numbers) {
      await untilSo(async () => {
        const ours = (await shop.orderOf(number))?.status as OrderStatus;
        const theirs = statusOfTheirs((await shop.statusOf(number)) ?? '');
        expect({ ours, theirs, isAlike: theirs !== null && isAlike(ours, theirs) }).toMatchObject({ isAlike: true });
      });
    }
  });

  test('that we don’t know stays with a reason', async () => {
    await shop.begin();
    const number = await place();
    await shop.edit(number, { status: 'On its way' as never });
    await shop.read();
    expect(await shop.orderOf(number)).toBeUndefined();
    expect((await shop.recordOf('ORDER', number))?.problem).toBe('We don’t know its status “On its way”.');
  });
});
