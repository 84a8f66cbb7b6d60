import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import type { LiveTopic } from '../../../domain/live/events';
import { STREAM_TIMES } from '../../../server/http/live';
import { publish } from '../../../server/live/publish';
import { openApp, type TestCaller } from '../../support/app';
import { startShopping } from '../../support/carts/buying';
import {
  makeBrand,
  makeBuyer,
  makeBuyerLicense,
  makeMember,
  makeOrder,
  makeProduct,
  makeSeller,
  makeUser,
  type SellerFixture,
  type UserFixture,
} from '../../support/factories';
import { mintToken } from '../../support/identity/tokens';
import { type Heard, listen, stopListening } from '../../support/live';

const app = await openApp();
const second = await openApp({ beside: app });
let seller: SellerFixture;
let owner: TestCaller;
let startedAt: number;

beforeAll(async () => {
  startedAt = performance.now();
  seller = await makeSeller(app.database.db);
  owner = await app.as(seller.owner.user, seller.org);
});
afterEach(() => {
  stopListening();
  beatEvery(usualBeatMs);
});

const usualBeatMs = STREAM_TIMES.heartbeatMs;

/** For streams opened from now on. */
function beatEvery(ms: number): void {
  STREAM_TIMES.heartbeatMs = ms;
}

const accept = (id: number) =>
  owner.expectOk(contract.orders.transition, { params: { id }, body: { status: 'ACCEPTED' } });

test('an order’s change reaches seller and buyer on any server process', async () => {
  const buyer = await makeBuyer(app.database.db);
  const { order } = await makeOrder(app.database.db, seller, { buyer });
  const buyerToken = (await app.as(buyer.owner.user, buyer.org)).token;
  const here = await listen(app, owner.token, seller.org.id);
  const there = await listen(second, buyerToken, buyer.org.id);
  await accept(order.id);
  const change = { topic: 'orders', kind: 'changed', id: order.id };
  expect(await here.until(({ id }) => id === order.id)).toMatchObject({ ...change, orgIds: [seller.org.id] });
  expect(await there.until(({ id }) => id === order.id)).toMatchObject({ ...change, orgIds: [buyer.org.id] });
});

test.each(['?age=999999', '?age=-1', '?age=soon'])('a page with %s, whose events may be lost, resyncs', async (age) => {
  const old = await listen(app, owner.token, seller.org.id, age);
  while (old.resyncs === 0) await wait(5);
  expect(old.resyncs).toBe(1);
});

test('a cart’s changes reach people who see its license, also when it was emptied', async () => {
  const buyer = await makeBuyer(app.database.db);
  const { license } = await makeBuyerLicense(app.database.db, buyer);
  const clerk = (licenseIds: number[]) =>
    makeMember(app.database.db, buyer, { features: { PURCHASE_ORDERS: { read: true, write: true } }, licenseIds });
  const listenAs = async (person: Awaited<ReturnType<typeof clerk>>) =>
    listen(app, (await app.as(person.user, buyer.org)).token, buyer.org.id);
  const theirs = await listenAs(await clerk([buyer.license.id]));
  const others = await listenAs(await clerk([license.id]));
  const owners = await listenAs(buyer.owner);
  const product = await makeProduct(app.database.db, seller);
  const shopper = await startShopping(app, buyer);

  const { cart } = await shopper.fill(seller, [{ product, quantity: '1' }]);
  const query = { orgId: buyer.org.id, companyId: buyer.buyerCompany.id };
  await shopper.caller.expectOk(contract.carts.remove, { params: { id: cart.id }, query });

  for (const heard of [theirs, owners]) {
    expect(await heard.until(({ kind }) => kind === 'removed')).toEqual({
      topic: 'carts',
      kind: 'removed',
      id: cart.id,
      orgIds: [buyer.org.id],
    });
  }
  await publish(app.database.db, { topic: 'access', kind: 'changed', id: buyer.org.id, orgIds: [buyer.org.id] });
  await others.until(({ topic }) => topic === 'access');
  expect(others.events.filter(({ topic }) => topic === 'carts')).toEqual([]);
});

test('nobody gets events of another organization’s orders, or of those their role doesn’t show', async () => {
  const stranger = await makeSeller(app.database.db);
  const outside = await listen(app, (await app.as(stranger.owner.user, stranger.org)).token, stranger.org.id);
  const rep = await makeMember(app.database.db, seller, {
    features: { BROWSE_MY_ORDERS: { read: true, write: true } },
    companyIds: [seller.company.id],
  });
  const narrow = await listen(app, (await app.as(rep.user, seller.org)).token, seller.org.id);
  const { order: hidden } = await makeOrder(app.database.db, seller);
  const { order: shown } = await makeOrder(app.database.db, seller, { salesRepOrgUserIds: [rep.orgUserId] });
  await accept(hidden.id);
  await accept(shown.id);
  await narrow.until(({ id }) => id === shown.id);
  expect(narrow.events.map(({ id }) => id)).toEqual([shown.id]);
  expect(outside.events).toEqual([]);
});

/** Someone without an organization, with their stream. */
async function alone(values: Partial<UserFixture> = {}) {
  const user = await makeUser(app.database.db, values);
  const caller = await app.as(user);
  return { user, caller, stream: await listen(second, caller.token, null) };
}

/** Fails unless a person's stream had this many changes, all of this topic, for themselves; beside those of their feed, which follow. */
async function hears({ user, stream }: Awaited<ReturnType<typeof alone>>, changes: number, topic: LiveTopic) {
  const heard = () => stream.events.filter((event) => event.topic !== 'feed');
  await expect.poll(() => heard().length).toBe(changes);
  const own = { topic, kind: 'changed', id: user.id, orgIds: [] };
  expect(heard()).toEqual(Array.from({ length: changes }, () => own));
}

test('a brand invite sent, resent and withdrawn reaches its receiver without an organization, nobody else', async () => {
  const [invited, other] = [await alone(), await alone()];
  const { brandInvites, ownBrands } = contract;
  const brandId = (await makeBrand(app.database.db, seller)).id;
  const params = { orgId: seller.org.id };
  const offer = { params, body: { brandId, invitedEmail: invited.user.email.toUpperCase() } };
  const { brandInviteId: id } = await owner.expectOk(brandInvites.create, offer);
  await hears(invited, 1, 'invitations');
  await owner.expectOk(brandInvites.resend, { params: { ...params, id } });
  await hears(invited, 2, 'invitations');
  await owner.expectOk(brandInvites.remove, { params: { ...params, id } });
  await hears(invited, 3, 'invitations');
  await owner.expectOk(brandInvites.create, offer);
  await owner.expectOk(ownBrands.release, { params: { id: brandId } });
  await hears(invited, 5, 'invitations');
  await hears(other, 0, 'invitations');
});

test('an invitation to a team reaches whoever confirmed its email, as often as it changes', async () => {
  const [invited, unconfirmed] = [await alone(), await alone({ emailVerifiedAt: null })];
  const { team } = contract;
  const own = { orgId: seller.org.id };
  const invite = (email: string) =>
    owner.expectOk(team.invite, { params: own, body: { email, defaultRole: 'USER' as const } });
  await invite(unconfirmed.user.email);
  const params = { ...own, id: (await invite(invited.user.email.toUpperCase())).id };
  await hears(invited, 1, 'invitations');
  await owner.expectOk(team.resendInvitation, { params });
  await hears(invited, 2, 'invitations');
  await owner.expectOk(team.resetInviteLink, { params });
  await hears(invited, 3, 'invitations');
  await owner.expectOk(team.remove, { params });
  await hears(invited, 4, 'invitations');
  await hears(unconfirmed, 0, 'invitations');
});

test('an invite to connect and its answer reach both people without an organization, and nobody else', async () => {
  const [inviting, invited, other] = [await alone(), await alone(), await alone()];
  const { connections } = contract;
  const { id } = await inviting.caller.expectOk(connections.invite, { body: { invitedUserUUID: invited.user.id } });
  await hears(inviting, 1, 'connections');
  await hears(invited, 1, 'connections');
  const answer = (status: 'IGNORED' | 'ACCEPTED') =>
    invited.caller.expectOk(connections.answer, { params: { id }, body: { status } });
  await answer('IGNORED');
  await hears(invited, 2, 'connections');
  await answer('ACCEPTED');
  await hears(invited, 3, 'connections');
  await hears(inviting, 2, 'connections');
  const own = (user: { id: string }) => ({ topic: 'feed', kind: 'changed', id: user.id, orgIds: [] });
  expect(await invited.stream.until(({ topic }) => topic === 'feed')).toEqual(own(invited.user));
  expect(await inviting.stream.until(({ topic }) => topic === 'feed')).toEqual(own(inviting.user));
  await hears(other, 0, 'connections');
  expect(other.stream.events).toEqual([]);
});

test('a visitor has no stream', async () => {
  expect((await fetch(`${app.url}/api/live`)).status).toBe(401);
});

test('someone removed from the team learns it, and gets nothing after', async () => {
  const clerk = await makeMember(app.database.db, seller, { defaultRoleId: 'ADMIN' });
  const heard = await listen(second, (await app.as(clerk.user, seller.org)).token, seller.org.id);
  const { order } = await makeOrder(app.database.db, seller);
  await owner.expectOk(contract.team.remove, { params: { orgId: seller.org.id, id: clerk.orgUserId } });
  expect(await heard.until(({ topic }) => topic === 'access')).toMatchObject({ kind: 'removed', id: clerk.orgUserId });
  const watcher = await listen(second, owner.token, seller.org.id);
  await accept(order.id);
  await watcher.until(({ id }) => id === order.id);
  expect(heard.events.filter(({ topic }) => topic === 'orders')).toEqual([]);
});

test('a removed permission stops events it no longer shows', async () => {
  const clerk = await makeMember(app.database.db, seller, {
    features: { BROWSE_ORDERS: { read: true, write: false } },
    companyIds: [seller.company.id],
  });
  const heard = await listen(app, (await app.as(clerk.user, seller.org)).token, seller.org.id);
  const { order } = await makeOrder(app.database.db, seller);
  const role = await owner.expectOk(contract.roles.get, { params: { orgId: seller.org.id, id: clerk.roleId } });
  await owner.expectOk(contract.roles.update, {
    params: { orgId: seller.org.id, id: role.id },
    body: { name: role.name, features: {}, version: role.version },
  });
  await heard.until(({ topic }) => topic === 'access');
  const watcher = await listen(app, owner.token, seller.org.id);
  await accept(order.id);
  await watcher.until(({ id }) => id === order.id);
  expect(heard.events.filter(({ topic }) => topic === 'orders')).toEqual([]);
});

test('the stream ends with its token, and an expired one is refused', async () => {
  const { db } = app.database;
  const brief = await mintToken(db, app.config, seller.owner.user.subject, { expiresIn: 2 });
  const heard = await listen(app, brief, seller.org.id);
  await heard.ended;
  const expired = await mintToken(db, app.config, seller.owner.user.subject, { expiresIn: -60 });
  const refused = await fetch(`${app.url}/api/live`, {
    headers: { authorization: `Bearer ${expired}`, 'org-id': String(seller.org.id) },
  });
  expect(refused.status).toBe(401);
  expect(await refused.json()).toMatchObject({ message: 'TOKEN_EXPIRED' });
});

test('a page that says its age gets the events since, without reloading everything', async () => {
  // A server has no events from before its start, and replays slightly more than requested.
  await wait(Math.max(0, startedAt + 2500 - performance.now()));
  const before = await listen(app, owner.token, seller.org.id);
  const { order } = await makeOrder(app.database.db, seller);
  await accept(order.id);
  await before.until(({ id }) => id === order.id);
  const young = await listen(app, owner.token, seller.org.id, '?age=20');
  await young.until(({ id }) => id === order.id);
  const { order: next } = await makeOrder(app.database.db, seller);
  await accept(next.id);
  await young.until(({ id }) => id === next.id);
  expect(young.resyncs).toBe(0);
});

test('the stream of someone acting for a person ends after “Stop”, and their own continues', async () => {
  const staff = await makeUser(app.database.db, { isSupport: true });
  const body = { userId: seller.owner.user.id, reason: 'Cannot see yesterday’s order' };
  const { token } = await (await app.as(staff)).expectOk(contract.support.impersonate, { body });
  beatEvery(1000);
  const acting = await listen(app, token, seller.org.id);
  const own = await listen(app, owner.token, seller.org.id);
  let hasEnded = false;
  void own.ended.then(() => {
    hasEnded = true;
  });
  await app.withToken(token, seller.org.id).expectOk(contract.support.stop, {});
  await acting.ended;
  expect(hasEnded).toBe(false);
});

test('someone who opens more than twenty streams loses the oldest, and nobody else’s', async () => {
  const clerk = await makeMember(app.database.db, seller, { defaultRoleId: 'ADMIN' });
  const { token } = await app.as(clerk.user, seller.org);
  const others = await listen(app, owner.token, seller.org.id);
  const ended: number[] = [];
  const streams: Heard[] = [];
  for (let n = 0; n < 22; n++) {
    const heard = await listen(app, token, seller.org.id);
    void heard.ended.then(() => ended.push(n));
    streams.push(heard);
  }
  await Promise.all(streams.slice(0, 2).map((heard) => heard.ended));
  const { order } = await makeOrder(app.database.db, seller);
  await accept(order.id);
  await Promise.all([others, ...streams.slice(2)].map((heard) => heard.until(({ id }) => id === order.id)));
  expect(ended.sort()).toEqual([0, 1]);
});

test('a reader whose access can’t be reread is disconnected, rather than left without events', async () => {
  const { pool } = app.database;
  const heard = await listen(app, owner.token, seller.org.id);
  const event = { topic: 'access', kind: 'changed', id: 1, orgIds: [seller.org.id] };
  await pool.query('alter table organization_flags rename to out_of_reach');
  await pool.query('select pg_notify($1, $2)', ['verdant_live', JSON.stringify(event)]);
  await heard.ended;
  await pool.query('alter table out_of_reach rename to organization_flags');
  expect((await listen(app, owner.token, seller.org.id)).resyncs).toBe(1);
});

test('readers are told to refetch after the listening connection was lost', async () => {
  const heard = await listen(app, owner.token, seller.org.id);
  await app.database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'verdant-live' and datname = current_database()`,
  );
  while (heard.resyncs < 2) await wait(20);
  const { order } = await makeOrder(app.database.db, seller);
  await accept(order.id);
  await heard.until(({ id }) => id === order.id);
});
