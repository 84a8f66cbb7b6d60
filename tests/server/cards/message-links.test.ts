import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import type { NewLink } from '../../../domain/cards/links';
import { auditLog, messageLinks as table } from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import { type CardsWorld, makeCardsWorld, type Side } from '../../support/cards/world';
import { connectPeople, writeTo } from '../../support/chat/network';
import { makeChannel, makeMember, type UserFixture } from '../../support/factories';

const { connections, intakes, messageLinks, orderProblems, orders } = contract;

const app = await openApp();
const { db } = app.database;
let world: CardsWorld;
let channel: { cid: string; messageId: string };
let colleague: { user: UserFixture; caller: TestCaller };

const ownerOf = (side: Side) => world.callers[side].OWNER;
const params = (side: Side) => ({ orgId: world.orgs[side].org.id });
const add = (caller: TestCaller, side: Side, body: NewLink) =>
  caller.call(messageLinks.add, { params: params(side), body });
const comment = async (caller: TestCaller, text = 'They need it Tuesday') =>
  (await caller.expectOk(orders.addComment, { params: { id: world.order.id }, body: { comment: text } })).id;

beforeAll(async () => {
  world = await makeCardsWorld(app);
  const { org, owner } = world.orgs.seller;
  const { user } = await makeMember(db, org, { defaultRoleId: 'ADMIN' });
  colleague = { user, caller: await app.as(user, org) };
  channel = await makeChannel(db, { org, people: [owner.user, user] });
});

describe('a message that became a comment', () => {
  let commentId: number;
  beforeAll(async () => {
    commentId = await comment(ownerOf('seller'));
    const link = { ...channel, kind: 'ORDER_COMMENT' as const, orderId: world.order.id, commentId };
    await ownerOf('seller').expectOk(messageLinks.add, { params: params('seller'), body: link });
    // A second click, or another window.
    await ownerOf('seller').expectOk(messageLinks.add, { params: params('seller'), body: link });
  });

  test('says so to colleagues in the conversation, once, with the order as they see it', async () => {
    const links = await colleague.caller.expectOk(messageLinks.ofChannel, {
      params: { ...params('seller'), cid: channel.cid },
    });
    const { order, orgs } = world;
    expect(links).toMatchObject([
      {
        messageId: channel.messageId,
        kind: 'ORDER_COMMENT',
        recordId: order.id,
        partId: String(commentId),
        name: `Order ${order.orderNumber}`,
        path: `/orders/${order.id}`,
        by: `${orgs.seller.owner.user.firstName} ${orgs.seller.owner.user.lastName}`,
      },
    ]);
    const entries = await db.select().from(auditLog).where(eq(auditLog.entity, 'message-link'));
    const entry = { orgId: orgs.seller.org.id, after: { order: `Order ${order.orderNumber}` } };
    expect(entries).toMatchObject([entry, entry]);
  });

  test('is named on the order to those in the conversation alone', async () => {
    const of = (caller: TestCaller) =>
      caller.expectOk(messageLinks.ofRecord, { params: params('seller'), query: { orderId: world.order.id } });
    expect(await of(colleague.caller)).toMatchObject([{ ...channel, partId: String(commentId) }]);
    // Others of the team see the order, not the conversation.
    expect(await of(world.callers.seller.ADMIN)).toEqual([]);
    expect(await of(world.callers.seller.powerless)).toEqual([]);
  });

  test('is never told to the other side of the order', async () => {
    const query = { orderId: world.order.id };
    expect(await ownerOf('buyer').expectOk(messageLinks.ofRecord, { params: params('buyer'), query })).toEqual([]);
    for (const side of ['buyer', 'stranger'] as const) {
      const asked = { params: { ...params(side), cid: channel.cid } };
      expect(await ownerOf(side).call(messageLinks.ofChannel, asked)).toMatchObject({ status: 404 });
    }
  });
});

test('only what the caller wrote, of a conversation they are in, on a record they see', async () => {
  const seller = ownerOf('seller');
  const commentId = await comment(seller);
  const link = { ...channel, kind: 'ORDER_COMMENT' as const, orderId: world.order.id, commentId };
  const before = await db.select().from(table);
  const refused: [TestCaller, Side, NewLink][] = [
    // Somebody else's comment, another order's, none.
    [colleague.caller, 'seller', link],
    [seller, 'seller', { ...link, orderId: world.draft.id }],
    [seller, 'seller', { ...link, commentId: 999_999_999 }],
    // A message elsewhere, or nowhere.
    [seller, 'seller', { ...link, cid: '0b7c9a52-3f10-4c1e-9d27-5a4be1f3a001' }],
    [seller, 'seller', { ...link, messageId: 'nowhere' }],
    // Not in the conversation, or not in the organization.
    [world.callers.seller.ADMIN, 'seller', { ...link, commentId: await comment(world.callers.seller.ADMIN) }],
    [ownerOf('buyer'), 'buyer', link],
    [ownerOf('buyer'), 'seller', link],
    [seller, 'seller', { ...channel, kind: 'ORDER_PROBLEM', orderId: world.order.id, problemId: 1 }],
    [seller, 'seller', { ...channel, kind: 'INTAKE_NOTE', intakeId: world.transfer.id, label: world.labels[1] ?? '' }],
  ];
  for (const [caller, side, body] of refused) expect(await add(caller, side, body)).toMatchObject({ status: 404 });
  expect(await db.select().from(table)).toEqual(before);
});

test('two connections link what one of them wrote each in their own organization, unknown to the other', async () => {
  const [seller, buyer] = [ownerOf('seller'), ownerOf('buyer')];
  const connectionId = await connectPeople(seller, buyer);
  const { cid } = await seller.expectOk(connections.startChat, { params: { id: connectionId } });
  const { id: messageId } = await writeTo(app, seller, cid, 'Two jars came cracked');
  const orderId = world.order.id;
  const problem = { kind: 'DAMAGED' as const, lineItemIds: [], message: 'Two jars came cracked' };
  const { id: problemId } = await buyer.expectOk(orderProblems.report, { params: { orderId }, body: problem });
  await buyer.expectOk(messageLinks.add, {
    params: params('buyer'),
    body: { cid, messageId, kind: 'ORDER_PROBLEM', orderId, problemId },
  });
  const { label, intakeId } = { label: world.labels[0] ?? '', intakeId: world.transfer.id };
  await seller.expectOk(intakes.setPackage, {
    params: { licenseId: world.orgs.seller.license.id, intakeId, label },
    body: { confirmed: false, markNotFound: false, notes: 'Two jars came cracked' },
  });
  await seller.expectOk(messageLinks.add, {
    params: params('seller'),
    body: { cid, messageId, kind: 'INTAKE_NOTE', intakeId, label },
  });
  const linksOf = (side: Side) => ownerOf(side).expectOk(messageLinks.ofChannel, { params: { ...params(side), cid } });
  expect(await linksOf('buyer')).toMatchObject([{ kind: 'ORDER_PROBLEM', path: `/orders/purchases/${orderId}` }]);
  expect(await linksOf('seller')).toMatchObject([
    { kind: 'INTAKE_NOTE', partId: label, name: `Manifest ${world.transfer.manifestNumber}` },
  ]);
  const ofOrder = { params: params('seller'), query: { orderId } };
  const told = await seller.expectOk(messageLinks.ofRecord, ofOrder);
  expect(told.filter((link) => link.messageId === messageId)).toEqual([]);
  const rows = await db
    .select()
    .from(table)
    .where(and(eq(table.channelId, cid), eq(table.orgId, world.orgs.buyer.org.id)));
  expect(rows).toHaveLength(1);
});
