import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { notifications as feed } from '../../../domain/notifications/contract';
import type { NoticeKey } from '../../../domain/notifications/settings';
import { orders as sales } from '../../../domain/orders/contract';
import { heldLetters, notificationSettings, orgUsers, users } from '../../../server/db/schema';
import { forgetFeed } from '../../../server/notices/forget-feed';
import { openApp, type TestCaller } from '../../support/app';
import {
  type MemberFixture,
  makeBuyer,
  makeCustomer,
  makeMember,
  makeOrder,
  makeSeller,
  type SellerFixture,
  type UserFixture,
} from '../../support/factories';
import { makeNotification } from '../../support/notifications/feeds';
import { heldOf, lettersOf, sendDue, subjectsOf, work } from '../../support/notifications/held';
import { both } from '../../support/permissions';

const app = await openApp({ environment: { FEED_MAIL_MINUTES: '10' } });
const { db } = app.database;
let seller: SellerFixture;
let owner: TestCaller;
let rep: MemberFixture;
let caller: TestCaller;

const own = (of: SellerFixture) => ({ features: { BROWSE_MY_ORDERS: both }, companyIds: [of.company.id] });
beforeEach(async () => {
  seller = await makeSeller(db);
  owner = await app.as(seller.owner.user, seller.org);
  rep = await makeMember(db, seller, own(seller));
  caller = await app.as(rep.user, seller.org);
});

/** An order whose seller was told of it, as placing it does. */
async function placed(of = seller, reps = [rep.orgUserId]) {
  const buyer = await makeBuyer(db);
  const customer = await makeCustomer(db, of, { buyer });
  const made = { buyer, customer, salesRepOrgUserIds: reps, createdByUserId: buyer.owner.user.id };
  const { order } = await makeOrder(db, of, made);
  const { id: orderId } = order;
  const payload = { orderId, companyId: of.company.id };
  const notice = { type: 'NEW_BUYER_ORDER', orgId: of.org.id, subject: `order:${orderId}`, payload } as const;
  const at = new Date().toISOString();
  await work(
    app,
    { name: 'notify', data: { ...notice, by: buyer.owner.user.id, eventId: randomUUID(), at } },
    { name: 'order-placed', data: { orgId: of.org.id, orderId } },
  );
  return { ...order, subject: `New order ${order.orderNumber} from ${order.customerName}`, buyer };
}
const mention = async (orderId: number, comment = `Ask <@${rep.orgUserId}> about the pallets`) => {
  const { id } = await owner.expectOk(sales.addComment, { params: { id: orderId }, body: { comment } });
  await work(app);
  return id;
};
const choose = (key: NoticeKey, ways: { inFeed?: boolean; byEmail?: boolean }, by = caller) =>
  by.expectOk(feed.updateSettings, { body: { emailSettings: [{ key, ...ways }] } });

describe('one letter', () => {
  test('leaves when it is due, as it always said it, and once', async () => {
    const order = await placed();
    expect(await subjectsOf(app, rep.user)).toEqual([]);
    await sendDue(app, 9);
    expect(await subjectsOf(app, rep.user)).toEqual([]);
    await sendDue(app);
    await sendDue(app, 60);
    const letters = await lettersOf(app, rep.user);
    expect(letters.map(({ subject }) => subject)).toEqual([order.subject]);
    expect(letters[0]?.text).toContain(`${app.config.publicUrl}/orders/${order.id}`);
    expect(letters[0]?.text).toContain(`Choose what we email you: ${app.config.publicUrl}/profile/settings`);
    expect(letters[0]?.html).toContain('Stop emails like this one');
  });

  test('is held once, and sent once, however often its job runs and whoever sends what is due', async () => {
    const order = await placed();
    const job = {
      name: 'order-letter',
      data: { orgId: seller.org.id, orderId: order.id, orgUserId: rep.orgUserId },
    } as const;
    await work(app, { ...job, again: 'a crash' });
    expect(await heldOf(app, rep.user)).toHaveLength(1);
    await Promise.all([sendDue(app), sendDue(app), sendDue(app)]);
    await work(app, { ...job, again: 'a crash after' });
    await sendDue(app, 60);
    expect(await subjectsOf(app, rep.user)).toEqual([order.subject]);
  });

  test.each([
    ['saw it', () => caller.expectOk(feed.seen, {})],
    ['read it', () => caller.expectOk(feed.read, { body: {} })],
    [
      'removed it',
      async () => {
        const { groups } = await caller.expectOk(feed.list, { query: {} });
        for (const { name } of groups) await caller.expectOk(feed.removeGroup, { params: { groupName: name } });
      },
    ],
    [
      'removed one of several',
      async () => {
        const { groups } = await caller.expectOk(feed.list, { query: {} });
        for (const { id } of groups[0]?.activities ?? [])
          await caller.expectOk(feed.remove, { params: { activityId: id } });
      },
    ],
    ['wants none', () => choose('NEW_BUYER_ORDER', { byEmail: false })],
  ])('isn’t sent to who %s', async (_, act) => {
    const order = await placed(seller, [rep.orgUserId, seller.owner.orgUserId]);
    await act();
    await sendDue(app);
    expect(await subjectsOf(app, rep.user)).toEqual([]);
    expect(await heldOf(app, rep.user)).toEqual([]);
    expect(await subjectsOf(app, seller.owner.user)).toEqual([order.subject]);
  });

  test('isn’t sent once a colleague accepted the order, nor a mention that was taken back', async () => {
    const order = await placed();
    await owner.expectOk(sales.transition, {
      params: { id: order.id },
      body: { status: 'ACCEPTED', version: order.version },
    });
    const commentId = await mention(order.id);
    expect(await heldOf(app, rep.user)).toMatchObject([{ key: 'MENTION' }]);
    await owner.expectOk(sales.removeComment, { params: { id: order.id, commentId } });
    await work(app);
    await sendDue(app);
    expect(await subjectsOf(app, rep.user)).toEqual([]);
  });

  test('what was seen isn’t emailed for what came to its entry since; what came is', async () => {
    const first = await placed();
    await caller.expectOk(feed.seen, {});
    const second = await placed();
    await sendDue(app);
    expect(await subjectsOf(app, rep.user)).toEqual([second.subject]);
    expect(first.subject).not.toBe(second.subject);
  });

  test('says nothing to who left, or may no longer see it', async () => {
    const order = await placed();
    await mention(order.id);
    const { roleId } = await makeMember(db, seller, { features: {} });
    await db.update(orgUsers).set({ roleId }).where(eq(orgUsers.id, rep.orgUserId));
    await sendDue(app);
    expect(await subjectsOf(app, rep.user)).toEqual([]);
  });
});

describe('what somebody chose', () => {
  test('isn’t in the feed, and is emailed all the same', async () => {
    await choose('MENTION', { inFeed: false });
    const order = await placed();
    await caller.expectOk(feed.read, { body: {} });
    await mention(order.id);
    expect((await caller.expectOk(feed.counts, {})).unread).toBe(0);
    await sendDue(app);
    expect(await subjectsOf(app, rep.user)).toEqual([expect.stringContaining('mentioned you')]);
  });

  test('a kind without a letter of its own is emailed as the feed says it, to who wants that', async () => {
    const people = await Promise.all([
      makeMember(db, seller, { defaultRoleId: 'ADMIN' }),
      makeMember(db, seller, { defaultRoleId: 'ADMIN' }),
    ]);
    const [wants, leaves] = people.map(({ user }) => user) as [UserFixture, UserFixture];
    await choose('ITEM_ASSIGNED', { byEmail: true, inFeed: false }, await app.as(wants, seller.org));
    const payload = { brandId: seller.brand.id, items: 3 };
    const notice = {
      type: 'ITEM_ASSIGNED',
      orgId: seller.org.id,
      subject: `brand:${seller.brand.id}`,
      payload,
    } as const;
    const job = {
      name: 'notify',
      data: { ...notice, by: null, eventId: randomUUID(), at: new Date().toISOString() },
    } as const;
    await work(app, job, job);
    await sendDue(app);
    await sendDue(app, 60);
    const letters = await lettersOf(app, wants);
    expect(letters.map(({ subject }) => subject)).toEqual([`3 items assigned to ${seller.brand.name}`]);
    expect(letters[0]?.text).toContain(`${app.config.publicUrl}/inventory/brands/branded`);
    expect(await subjectsOf(app, leaves)).toEqual([]);
    expect((await (await app.as(wants, seller.org)).expectOk(feed.counts, {})).unread).toBe(0);
  });
});

describe('several', () => {
  test('are one letter across organizations, of what its reader still may see', async () => {
    const other = await makeSeller(db);
    const there = await makeMember(db, other, { ...own(other), user: rep.user });
    const here = await placed();
    await mention(here.id);
    const elsewhere = await placed(other, [there.orgUserId]);
    const taken = await placed();
    await owner.expectOk(sales.transition, {
      params: { id: taken.id },
      body: { status: 'ACCEPTED', version: taken.version },
    });
    await work(app);
    await sendDue(app);
    const letters = await lettersOf(app, rep.user);
    expect(letters.map(({ subject }) => subject)).toEqual(['3 notifications']);
    const text = letters[0]?.text ?? '';
    expect(text).toContain(`- Order ${here.orderNumber}\n  ${here.customerName}`);
    expect(text).toContain(`- Order ${elsewhere.orderNumber}`);
    expect(text).toContain('mentioned you on order');
    expect(text).toContain(seller.org.name);
    expect(text).toContain(other.org.name);
    expect(text).toContain(`${app.config.publicUrl}/orders/${elsewhere.id}`);
    expect(text).toContain('Stop all emails about notifications');
    expect(text).not.toContain(taken.orderNumber);
  });

  test('say nothing of an organization their reader left meanwhile', async () => {
    const [first, second] = [await placed(), await placed()];
    await db.update(orgUsers).set({ status: 'REMOVED' }).where(eq(orgUsers.id, rep.orgUserId));
    await sendDue(app);
    expect(await subjectsOf(app, rep.user)).toEqual([]);
    expect(first.id).not.toBe(second.id);
  });
});

test('an order that was accepted before its letter was held isn’t emailed', async () => {
  const customer = await makeCustomer(db, seller);
  const { order } = await makeOrder(db, seller, { customer, salesRepOrgUserIds: [rep.orgUserId], status: 'ACCEPTED' });
  await work(app, { name: 'order-placed', data: { orgId: seller.org.id, orderId: order.id } });
  expect(await heldOf(app, rep.user)).toHaveLength(1);
  await sendDue(app);
  expect(await subjectsOf(app, rep.user)).toEqual([]);
});

test.each([
  ['who deleted their account', { deletedAt: new Date() }],
  ['an address that wasn’t confirmed', { emailVerifiedAt: null }],
])('nothing of several is emailed to %s', async (_, is) => {
  await placed();
  await placed();
  await db.update(users).set(is).where(eq(users.id, rep.user.id));
  await sendDue(app);
  expect(await subjectsOf(app, rep.user)).toEqual([]);
});

describe('quiet hours', () => {
  const quiet = () =>
    caller.expectOk(feed.updateSettings, {
      body: { quietHours: { from: '22:00', to: '07:00' }, timeZone: 'America/Denver' },
    });
  const dueAt = (at: string) =>
    db
      .update(heldLetters)
      .set({ createdAt: new Date(at), dueAt: new Date(at) })
      .where(eq(heldLetters.userId, rep.user.id));

  test('put letters off until they are over; others’ leave', async () => {
    await quiet();
    const order = await placed(seller, [rep.orgUserId, seller.owner.orgUserId]);
    const night = new Date(`${new Date().getUTCFullYear() + 1}-01-15T06:30:00Z`);
    await sendDue(app, night);
    expect(await subjectsOf(app, rep.user)).toEqual([]);
    expect(await subjectsOf(app, seller.owner.user)).toEqual([order.subject]);
    const morning = new Date(night.getTime() + 7.5 * 60 * 60_000);
    expect(await heldOf(app, rep.user)).toMatchObject([{ dueAt: morning }]);
    await sendDue(app, new Date(morning.getTime() - 1));
    expect(await subjectsOf(app, rep.user)).toEqual([]);
    await sendDue(app, morning);
    expect(await subjectsOf(app, rep.user)).toEqual([order.subject]);
  });

  test('that are given up hold up nothing anymore', async () => {
    await quiet();
    const order = await placed();
    await sendDue(app, new Date(`${new Date().getUTCFullYear() + 1}-01-15T06:30:00Z`));
    await caller.expectOk(feed.updateSettings, { body: { quietHours: null } });
    await sendDue(app);
    expect(await subjectsOf(app, rep.user)).toEqual([order.subject]);
  });

  test('don’t hold up what is due before them', async () => {
    await quiet();
    const order = await placed();
    await dueAt('2027-01-15T04:50:00Z');
    await sendDue(app, new Date('2027-01-15T04:59:59Z'));
    expect(await subjectsOf(app, rep.user)).toEqual([order.subject]);
  });
});

test('who leaves an organization, or deletes their account, is held no letters', async () => {
  await placed();
  const order = await placed(seller, [seller.owner.orgUserId]);
  await choose('MENTION', { byEmail: false });
  await forgetFeed(db, rep.user.id, seller.org.id);
  expect(await heldOf(app, rep.user)).toEqual([]);
  expect(await heldOf(app, seller.owner.user)).toMatchObject([{ subject: `order:${order.id}` }]);
  const settings = () => db.$count(notificationSettings, eq(notificationSettings.userId, rep.user.id));
  expect(await settings()).toBe(1);
  await forgetFeed(db, rep.user.id);
  expect(await settings()).toBe(0);
  expect(await db.$count(heldLetters, and(eq(heldLetters.userId, rep.user.id)))).toBe(0);
});

test('a letter of what is in an old entry isn’t mistaken for that', async () => {
  const { id, orderNumber } = await placed();
  await caller.expectOk(feed.seen, {});
  await makeNotification(db, rep.user.id, {
    type: 'CUSTOM',
    orgId: seller.org.id,
    subject: `order-cancelled:${id}`,
    payload: { about: 'ORDER_CANCELLED', orderId: id },
  });
  await work(app, {
    name: 'order-letter',
    data: { orgId: seller.org.id, orderId: id, orgUserId: rep.orgUserId, about: 'ORDER_CANCELLED' },
  });
  await sendDue(app);
  expect(await subjectsOf(app, rep.user)).toEqual([expect.stringContaining(`cancelled order ${orderNumber}`)]);
});
