import { and, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { EventType } from '../../../domain/events/catalogue';
import { events as eventCalls } from '../../../domain/events/contract';
import { webhooks } from '../../../domain/webhooks/contract';
import { orgUsers, webhookDeliveries, webhookEndpoints } from '../../../server/db/schema';
import { transact } from '../../../server/db/transact';
import { tell } from '../../../server/events/tell-events';
import { openApp, type TestCaller } from '../../support/app';
import { makeMember, makeProduct, makeSeller, only, type SellerFixture } from '../../support/factories';
import { answering, idOf, openReceiver, type Receiver, verified } from '../../support/webhooks/receivers';

const environment = { WEBHOOKS_LOCAL: 'true' };
const app = await openApp({ environment });
await openApp({ beside: app, environment });
const { db } = app.database;
let seller: SellerFixture;
let owner: TestCaller;
let productId: number;
let receiver: Receiver;

beforeEach(async () => {
  seller = await makeSeller(db);
  owner = await app.as(seller.owner.user, seller.org);
  productId = (await makeProduct(db, seller)).id;
  receiver = await openReceiver();
});

const add = (to: Pick<Receiver, 'url'> = receiver, values: { types?: EventType[] } = {}) =>
  owner.expectOk(webhooks.create, { body: { url: to.url, ...values } });
const secretOf = async (id: number) => owner.expectOk(webhooks.secret, { params: { id } });
const happens = (type: EventType = 'product.updated', id: number | string = productId) =>
  transact(db, (tx) => tell(tx, { type, orgId: seller.org.id, subject: { kind: 'product', id } }));
const rows = (endpointId: number) =>
  db
    .select()
    .from(webhookDeliveries)
    .where(and(eq(webhookDeliveries.orgId, seller.org.id), eq(webhookDeliveries.endpointId, endpointId)))
    .orderBy(webhookDeliveries.id);
const endpointRow = async (id: number) =>
  only(await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)));
const isSo = (check: () => Promise<void> | void) => vi.waitFor(check, { timeout: 30_000, interval: 100 });
const becomes = (endpointId: number, ...states: string[]) =>
  expect.poll(async () => (await rows(endpointId)).map(({ state }) => state), { timeout: 30_000 }).toEqual(states);
/** Moves what waits to now, as if its pause were over; whoever has a lease loses it. */
const hurry = async (endpointId: number) => {
  await db.update(webhookEndpoints).set({ restsUntil: null }).where(eq(webhookEndpoints.id, endpointId));
  await db
    .update(webhookDeliveries)
    .set({ nextAt: sql`now()` })
    .where(and(eq(webhookDeliveries.endpointId, endpointId), eq(webhookDeliveries.state, 'WAITING')));
  await db.execute(sql`select pg_notify('verdant_deliveries', ${String(seller.org.id)})`);
};

describe('what is sent', () => {
  test('is what Standard Webhooks says, thin, and found right by another’s library', async () => {
    const { id } = await add();
    await happens();
    await becomes(id, 'DELIVERED');
    const [got] = receiver.got as [Receiver['got'][0]];
    const { secret } = await secretOf(id);
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const said = verified(secret, got) as { type: string; timestamp: string; data: Record<string, unknown> };
    expect(Object.keys(said)).toEqual(['type', 'timestamp', 'data']);
    expect(said).toMatchObject({
      type: 'product.updated',
      data: { id: idOf(got), orgId: seller.org.id, subject: { kind: 'product', id: String(productId) }, sequence: 1 },
    });
    expect(Buffer.byteLength(got.body)).toBeLessThan(20_000);
    expect(got.headers).toMatchObject({ 'content-type': 'application/json' });
    expect(() => verified(secret, { ...got, body: got.body.replace('product', 'products') })).toThrow();
    const other = { ...got.headers, 'webhook-id': 'evt_other' };
    expect(() => verified(secret, { ...got, headers: other })).toThrow();
    // The stream says the same.
    const { events } = await owner.expectOk(eventCalls.list, { query: {} });
    expect(events.map((event) => event.id)).toEqual([idOf(got)]);
  });

  test('is signed with both secrets while one is replaced, and with the new one alone afterwards', async () => {
    const { id, version } = await add();
    const { secret: old } = await secretOf(id);
    const rotated = await owner.expectOk(webhooks.rotate, { params: { id }, body: { version, overlapHours: 24 } });
    expect(rotated.oldSecretUntil).not.toBeNull();
    const now = await secretOf(id);
    expect(now.oldSecret).toBe(old);
    expect(now.secret).not.toBe(old);
    await happens();
    await becomes(id, 'DELIVERED');
    const [both] = receiver.got as [Receiver['got'][0]];
    expect(both.headers['webhook-signature']?.split(' ')).toHaveLength(2);
    for (const secret of [old, now.secret]) verified(secret, both);
    await db
      .update(webhookEndpoints)
      .set({ oldSecretUntil: new Date(0) })
      .where(eq(webhookEndpoints.id, id));
    await happens();
    await becomes(id, 'DELIVERED', 'DELIVERED');
    const after = receiver.got[1] as Receiver['got'][0];
    verified(now.secret, after);
    expect(() => verified(old, after)).toThrow();
  });

  test('goes to the endpoints that listen, once each, and never to another organization’s', async () => {
    const all = await add();
    const few = await openReceiver();
    const named = await add(few, { types: ['product.archived'] });
    const other = await makeSeller(db);
    const stranger = await app.as(other.owner.user, other.org);
    const theirs = await openReceiver();
    await stranger.expectOk(webhooks.create, { body: { url: theirs.url } });
    await happens('product.updated');
    await happens('product.archived');
    await becomes(all.id, 'DELIVERED', 'DELIVERED');
    await becomes(named.id, 'DELIVERED');
    expect(few.ids()).toEqual(receiver.ids('product.archived'));
    expect(new Set(receiver.ids()).size).toBe(2);
    expect(theirs.got).toEqual([]);
  });

  test('is what the endpoint’s maker may see then: nothing of others’ records, nothing once they left', async () => {
    const admin = await makeMember(db, seller.org, { defaultRoleId: 'ADMIN' });
    const maker = await app.as(admin.user, seller.org);
    const { id } = await maker.expectOk(webhooks.create, { body: { url: receiver.url } });
    const foreign = await makeProduct(db, await makeSeller(db));
    await happens('product.updated', foreign.id);
    await becomes(id, 'WITHHELD');
    await db
      .update(orgUsers)
      .set({ status: 'REMOVED' as never })
      .where(eq(orgUsers.id, admin.orgUserId));
    await happens();
    await becomes(id, 'WITHHELD', 'WITHHELD');
    expect((await rows(id)).map(({ reason }) => reason)).toEqual([
      'Its maker may not see what it is about',
      'Its maker is no longer on the team',
    ]);
    expect(receiver.got).toEqual([]);
    // Whoever takes it over has it sent again.
    const { version } = await endpointRow(id);
    await owner.expectOk(webhooks.update, { params: { id }, body: { url: receiver.url, types: [], version } });
    const [, last] = await rows(id);
    await owner.expectOk(webhooks.resend, { params: { id: last?.id ?? 0 } });
    await becomes(id, 'WITHHELD', 'DELIVERED');
  });
});

describe('a receiver that fails', () => {
  test.each([
    ['500', answering(500), 'It answered 500', 500],
    [
      'a redirect',
      answering(302, { location: 'http://127.0.0.1:1/' }),
      'It answered 302: redirects aren’t followed',
      302,
    ],
    ['429', answering(429, { 'retry-after': '3600' }), 'It answered 429: it can’t take it now', 429],
  ] as const)('is tried again after %s, with the same id and another time', async (_name, answer, reason, status) => {
    const { id } = await add();
    receiver.answers(answer);
    await happens();
    await isSo(async () =>
      expect(only(await rows(id))).toMatchObject({ state: 'WAITING', reason, lastStatus: status }),
    );
    const waits = ((only(await rows(id)).nextAt?.getTime() ?? 0) - Date.now()) / 1000;
    if (status === 429) expect(waits).toBeGreaterThan(3_000);
    receiver.answers(answering(204));
    await hurry(id);
    await becomes(id, 'DELIVERED');
    expect(new Set(receiver.ids()).size).toBe(1);
    const { history } = await owner.expectOk(webhooks.delivery, { params: { id: only(await rows(id)).id } });
    expect(history[0]).toMatchObject({ status: 204, problem: null, address: '127.0.0.1' });
    expect(history.at(-1)).toMatchObject({ number: 1, status, problem: reason });
    expect(await endpointRow(id)).toMatchObject({ failures: 0, failingSince: null, problem: null });
  });

  test('that closes, or talks nonsense, is a failure in words', async () => {
    const { id } = await add();
    receiver.answers((response) => response.socket?.destroy());
    await happens();
    await isSo(async () => expect(only(await rows(id)).reason).toBe('It closed the connection without an answer'));
    receiver.answers((response) => response.socket?.end('220 mail.example ESMTP\r\n'));
    await hurry(id);
    await isSo(async () => expect(only(await rows(id)).reason).toBe('It answered something other than HTTP'));
  });

  test('with an endless answer is read no further than it must be', async () => {
    const { id } = await add();
    receiver.answers((response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
      };
      response.on('drain', more);
      more();
    });
    await happens();
    await becomes(id, 'DELIVERED');
    const { history } = await owner.expectOk(webhooks.delivery, { params: { id: only(await rows(id)).id } });
    expect(history[0]?.replyHead).toHaveLength(2_000);
  });

  test('and answers 410 is switched off at once: what waits is cancelled, and comes when it is resumed', async () => {
    const { id } = await add();
    receiver.answers(answering(410));
    await happens();
    await isSo(async () => expect(await endpointRow(id)).toMatchObject({ state: 'DISABLED' }));
    await becomes(id, 'FAILED');
    await happens('product.archived');
    expect(await rows(id)).toHaveLength(1);
    receiver.answers(answering(200));
    const { version } = await owner.expectOk(webhooks.detail, { params: { id } });
    await owner.expectOk(webhooks.resume, { params: { id }, body: { version, replaysMissed: true } });
    await isSo(() => expect(receiver.ids('product.archived')).toHaveLength(1));
    // Its own end is something that happened too.
    await isSo(() => expect(receiver.ids('endpoint.disabled')).toHaveLength(1));
  });

  test('for five days is switched off', async () => {
    const { id } = await add();
    receiver.answers(answering(500));
    await happens();
    await isSo(async () => expect((await endpointRow(id)).failingSince).not.toBeNull());
    await db
      .update(webhookEndpoints)
      .set({ failingSince: new Date(Date.now() - 5 * 86_400_000) })
      .where(eq(webhookEndpoints.id, id));
    await hurry(id);
    await isSo(async () => expect((await endpointRow(id)).state).toBe('DISABLED'));
    await becomes(id, 'CANCELLED');
    expect((await endpointRow(id)).problem).toBe('Everything failed for 5 days: It answered 500');
  });

  test('keeps nothing from another: while one never answers, all of another’s arrive', async () => {
    const held: (() => void)[] = [];
    receiver.answers((response) => void held.push(() => response.writeHead(200).end()));
    const slow = await add();
    const quick = await openReceiver();
    const other = await add(quick);
    for (let at = 0; at < 30; at += 1) await happens();
    await becomes(other.id, ...Array<string>(30).fill('DELIVERED'));
    expect((await rows(slow.id)).every(({ state }) => state === 'WAITING')).toBe(true);
    // A few in each of two processes.
    expect(receiver.got.length).toBeLessThanOrEqual(10);
    receiver.answers(answering(200));
    for (const release of held) release();
    await becomes(slow.id, ...Array<string>(30).fill('DELIVERED'));
    expect(new Set(receiver.ids()).size).toBe(30);
  });
});

describe('what people do', () => {
  test('a paused endpoint gets nothing, and what it missed when it is resumed so', async () => {
    const { id, version } = await add();
    await owner.expectOk(webhooks.pause, { params: { id }, body: { version } });
    await happens('product.archived');
    await happens('product.updated');
    const paused = await owner.expectOk(webhooks.detail, { params: { id } });
    const again = { params: { id }, body: { version: paused.version, replaysMissed: true } };
    await owner.expectOk(webhooks.resume, again);
    await becomes(id, 'DELIVERED', 'DELIVERED');
    expect(await owner.call(webhooks.resume, again)).toMatchObject({ status: 409 });
  });

  test('resumed without it, only what happens from then on', async () => {
    const { id, version } = await add();
    await owner.expectOk(webhooks.pause, { params: { id }, body: { version } });
    await happens('product.archived');
    const body = { version: version + 1, replaysMissed: false };
    await owner.expectOk(webhooks.resume, { params: { id }, body });
    await happens('product.updated');
    await becomes(id, 'DELIVERED');
    expect(receiver.ids('product.archived')).toEqual([]);
  });

  test('a ping comes to this endpoint alone, whatever it listens to', async () => {
    const { id } = await add(receiver, { types: ['product.archived'] });
    const other = await openReceiver();
    await add(other);
    const { deliveryId } = await owner.expectOk(webhooks.ping, { params: { id } });
    await becomes(id, 'DELIVERED');
    expect(only(await rows(id)).id).toBe(deliveryId);
    expect(receiver.ids('ping')).toHaveLength(1);
    expect(other.got).toEqual([]);
  });

  test('a delivery is sent again with its id, and events of a time to a new endpoint; a dry run only counts', async () => {
    const { id } = await add();
    await happens();
    await happens('product.archived');
    await becomes(id, 'DELIVERED', 'DELIVERED');
    const [first] = await rows(id);
    await owner.expectOk(webhooks.resend, { params: { id: first?.id ?? 0 } });
    await isSo(() => expect(receiver.got).toHaveLength(3));
    expect(new Set(receiver.ids()).size).toBe(2);
    const late = await openReceiver();
    const added = await add(late);
    const span = {
      from: new Date(Date.now() - 3_600_000).toISOString(),
      until: new Date(Date.now() + 60_000).toISOString(),
    };
    const replay = (isDryRun: boolean, types: EventType[] = []) =>
      owner.expectOk(webhooks.replay, { params: { id: added.id }, body: { ...span, types, isDryRun } });
    expect(await replay(true)).toEqual({ sent: 2, withheld: 0 });
    expect(await rows(added.id)).toEqual([]);
    expect(await replay(false, ['product.archived'])).toEqual({ sent: 1, withheld: 0 });
    await becomes(added.id, 'DELIVERED');
    expect(late.ids()).toEqual(receiver.ids('product.archived'));
  });

  test('the test receiver is an endpoint like any other, and shows what came and whether it was signed', async () => {
    const endpoint = await owner.expectOk(webhooks.create, { body: { kind: 'RECEIVER' } });
    await owner.expectOk(webhooks.ping, { params: { id: endpoint.id } });
    await becomes(endpoint.id, 'DELIVERED');
    const path = new URL(endpoint.url).pathname;
    const forged = await fetch(app.url + path, { method: 'POST', body: '{"type":"ping"}' });
    expect(forged.status).toBe(401);
    expect((await fetch(`${app.url}${path}x`, { method: 'POST', body: '{}' })).status).toBe(404);
    const received = await owner.expectOk(webhooks.received, { params: { id: endpoint.id } });
    expect(received.map(({ type, isVerified }) => [type, isVerified])).toEqual([
      ['ping', false],
      ['ping', true],
    ]);
    for (let at = 0; at < 52; at += 1) await fetch(app.url + path, { method: 'POST', body: `${at}` });
    expect(await owner.expectOk(webhooks.received, { params: { id: endpoint.id } })).toHaveLength(50);
  });

  test('the list of deliveries is filtered, and has none of others', async () => {
    const { id } = await add();
    await happens();
    await becomes(id, 'DELIVERED');
    const search = (body: object) => owner.expectOk(webhooks.deliveries, { body: { orgId: seller.org.id, ...body } });
    expect((await search({ endpointId: id })).results).toMatchObject([
      {
        endpointId: id,
        state: 'DELIVERED',
        lastStatus: 200,
        event: { type: 'product.updated', id: receiver.ids()[0] },
      },
    ]);
    expect((await search({ filters: { type: ['product.archived'] } })).results).toEqual([]);
    expect((await search({ filters: { state: ['DELIVERED'], type: ['product.updated'] } })).resultCount).toBe(1);
    const other = await makeSeller(db);
    const stranger = await app.as(other.owner.user, other.org);
    const theirs = { body: { orgId: other.org.id, endpointId: id } };
    expect(await stranger.call(webhooks.deliveries, theirs)).toMatchObject({ status: 404 });
    expect((await stranger.expectOk(webhooks.deliveries, { body: { orgId: other.org.id } })).results).toEqual([]);
  });
});
