import { expect, test } from 'vitest';
import { BADGE_NAMES, badges } from '../../../domain/badges/badges';
import { chat } from '../../../domain/chat/contract';
import { notifications } from '../../../domain/notifications/contract';
import { openApp, type TestCaller } from '../../support/app';
import { makeBrandInvite, makeMember, makeOrder, makeSeller, type SellerFixture } from '../../support/factories';
import { makeNotification } from '../../support/notifications/feeds';

const app = await openApp();
const { db } = app.database;
const ALL = BADGE_NAMES.join(',');
const NONE = { orders: null, approvals: null, messages: null, invites: null, unseen: null, unread: null };

const count = (caller: TestCaller, { org }: SellerFixture, of = ALL) =>
  caller.expectOk(badges.count, { query: { orgId: org.id, of } });

async function busySeller() {
  const seller = await makeSeller(db);
  await makeOrder(db, seller);
  await makeBrandInvite(db, await makeSeller(db), { invitedEmail: seller.owner.user.email });
  return { seller, caller: await app.as(seller.owner.user, seller.org) };
}

test('counts what is asked for, and nothing else', async () => {
  const { seller, caller } = await busySeller();
  const entry = await makeNotification(db, seller.owner.user.id);
  expect(await count(caller, seller)).toEqual({
    orders: 1,
    approvals: null,
    messages: 0,
    invites: 1,
    unseen: 1,
    unread: 1,
  });
  expect(await count(caller, seller, 'unseen')).toEqual({ ...NONE, unseen: 1 });
  await caller.expectOk(notifications.removeGroup, { params: { groupName: entry.groupName } });
  expect(await count(caller, seller, 'orders')).toEqual({ ...NONE, orders: 1 });
  expect(await count(caller, seller, 'invites,messages')).toEqual({ ...NONE, messages: 0, invites: 1 });
});

test('tells a count only to whom may open what it counts', async () => {
  const { seller } = await busySeller();
  const clerk = await makeMember(db, seller, { features: {} });
  expect(await count(await app.as(clerk.user, seller.org), seller)).toMatchObject({ orders: null, invites: 0 });
  const stranger = await makeSeller(db);
  const caller = await app.as(stranger.owner.user, stranger.org);
  const asked = { query: { orgId: seller.org.id, of: ALL } };
  expect(await caller.call(badges.count, asked)).toMatchObject({ status: 404 });
});

test.each(['', 'orders,everything'])('refuses to count %j', async (of) => {
  const { seller, caller } = await busySeller();
  expect(await caller.call(badges.count, { query: { orgId: seller.org.id, of } })).toMatchObject({ status: 400 });
});

test('a chat service that doesn’t answer leaves out only the unread messages', async () => {
  const { seller, caller } = await busySeller();
  const body = { channelType: 'TEAM' as const, name: 'Dock', isPrivate: false, userIds: [] };
  await caller.expectOk(chat.create, { params: { orgId: seller.org.id }, body });
  const holder = await app.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('lock table sandbox_chat_members, sandbox_chat_channels');
    expect(await count(caller, seller)).toMatchObject({ orders: 1, messages: null, invites: 1 });
  } finally {
    holder.release(true);
  }
  expect(await count(caller, seller)).toMatchObject({ messages: 0 });
});
