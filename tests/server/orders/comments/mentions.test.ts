import { and, eq, isNotNull } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { orderMentions } from '../../../../domain/orders/comments/contract';
import { MOST_MENTIONS } from '../../../../domain/orders/comments/mentions';
import { orders as contract } from '../../../../domain/orders/contract';
import { auditLog, mailbox, orgUsers, signInAttempts, users } from '../../../../server/db/schema';
import { MOST_COLLEAGUE_EMAILS } from '../../../../server/mail/limits';
import { mailMention } from '../../../../server/orders/comments/mentions';
import {
  type MemberFixture,
  makeCustomer,
  makeMember,
  makeOrder,
  makeSeller,
  type SellerFixture,
} from '../../../support/factories';
import { listen, stopListening } from '../../../support/live';
import { openCommentStage, say } from '../../../support/orders/comments';

const { app, seller, buyer, owner } = await openCommentStage();
let customer: Awaited<ReturnType<typeof makeCustomer>>;
let rep: MemberFixture;
let otherRep: MemberFixture;
let elsewhere: MemberFixture;
let warehouse: MemberFixture;

const db = () => app.database.db;
const ONLY_OWN = { BROWSE_MY_ORDERS: { read: true, write: true } };
const ALL = { BROWSE_ORDERS: { read: true, write: true } };

beforeAll(async () => {
  customer = await makeCustomer(db(), seller, { buyer });
  const companyIds = [seller.company.id];
  rep = await makeMember(db(), seller, { features: ONLY_OWN, companyIds });
  otherRep = await makeMember(db(), seller, { features: ONLY_OWN, companyIds });
  elsewhere = await makeMember(db(), seller, { features: ALL, companyIds: [] });
  warehouse = await makeMember(db(), seller, { features: { INVENTORY: { read: true, write: true } }, companyIds });
});
afterEach(stopListening);

const newOrder = async () =>
  (await makeOrder(db(), seller, { buyer, customer, salesRepOrgUserIds: [rep.orgUserId] })).order.id;
const at = ({ orgUserId }: MemberFixture) => `<@${orgUserId}>`;
const said = async (orderId: number, comment: string) =>
  (await owner.expectOk(contract.addComment, { params: { id: orderId }, body: { comment } })).id;
const edit = (id: number, commentId: number, comment: string) =>
  owner.expectOk(contract.editComment, { params: { id, commentId }, body: { comment } });
const lettersTo = (email: string) => db().select().from(mailbox).where(eq(mailbox.recipient, email));
const nameOf = ({ user }: MemberFixture) => `${user.firstName} ${user.lastName}`;

describe('whom a comment can mention', () => {
  test('is offered exactly those colleagues who can open the order', async () => {
    const orderId = await newOrder();
    const offered = await owner.expectOk(orderMentions.people, { params: { id: orderId } });
    const team = [rep, otherRep, elsewhere, warehouse, await makeMember(db(), seller, { defaultRoleId: 'USER' })];
    for (const member of team.slice(0, 4)) {
      const caller = await app.as(member.user, seller.org);
      const { status } = await caller.call(contract.get, { params: { id: orderId } });
      expect([member.orgUserId, status === 200]).toEqual([
        member.orgUserId,
        offered.some(({ id }) => id === member.orgUserId),
      ]);
    }
    expect(offered.map(({ id }) => id)).toContain(rep.orgUserId);
    expect(offered.map(({ id }) => id)).not.toContain(seller.owner.orgUserId);
  });

  test('is nobody for the buyer, a stranger, or a colleague who may only read the order', async () => {
    const orderId = await newOrder();
    const stranger = await makeSeller(db());
    const ask = async (user: MemberFixture['user'], org: SellerFixture['org']) =>
      (await (await app.as(user, org)).call(orderMentions.people, { params: { id: orderId } })).status;
    expect(await ask(buyer.owner.user, buyer.org)).toBe(404);
    expect(await ask(stranger.owner.user, stranger.org)).toBe(404);
    const reader = await makeMember(db(), seller, {
      features: { BROWSE_ORDERS: { read: true, write: false } },
      companyIds: [seller.company.id],
    });
    expect(await ask(reader.user, seller.org)).toBe(403);
  });

  test.each([
    ['another organization’s', () => buyer.owner],
    ['a colleague without access to the order', () => otherRep],
    ['a colleague of another company', () => elsewhere],
    ['a colleague who sees no orders', () => warehouse],
  ])('is not %s', async (_, whom) => {
    const answer = await say(owner, await newOrder(), `Ask ${at(whom())}`);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ errors: { comment: expect.stringContaining('can’t see this order') } });
    expect(await lettersTo(whom().user.email)).toEqual([]);
  });
});

describe('a comment', () => {
  const team = (size: number) =>
    Promise.all(Array.from({ length: size }, () => makeMember(db(), seller, { defaultRoleId: 'ADMIN' })));

  test('mentions up to 20 people: one with more isn’t written', async () => {
    const orderId = await newOrder();
    const everyone = await team(MOST_MENTIONS + 1);
    const refused = await say(owner, orderId, everyone.map(at).join(' '));
    expect(refused.status).toBe(400);
    expect(refused.body).toMatchObject({ errors: { comment: `Mention at most ${MOST_MENTIONS} people` } });
    const kept = await owner.expectOk(contract.comments, { params: { id: orderId }, query: {} });
    expect(kept.results).toEqual([]);
    expect((await say(owner, orderId, everyone.slice(1).map(at).join(' '))).status).toBe(200);
  });

  test('whose writer has mentioned many people is kept and told in the app, without more emails; others’ are sent', async () => {
    const orderId = await newOrder();
    const [writer, ...everyone] = await team(MOST_MENTIONS + 1);
    const [first] = everyone;
    if (!writer || !first) throw new Error('no team');
    const by = await app.as(writer.user, seller.org);
    const all = everyone.map(at).join(' ');
    const lettersOf = async () => (await Promise.all(everyone.map(({ user }) => lettersTo(user.email)))).flat().length;
    const hears = await listen(app, (await app.as(first.user, seller.org)).token, seller.org.id);
    const counted = eq(signInAttempts.key, `mentions-from:${writer.user.id}`);
    const tomorrow = new Date(Date.now() + 86_400_000);
    for (let sent = 0; sent < MOST_COLLEAGUE_EMAILS; sent += MOST_MENTIONS) {
      expect((await say(by, orderId, all)).status).toBe(200);
      // However long this takes, none of them expires.
      await db().update(signInAttempts).set({ lastAttemptAt: tomorrow }).where(counted);
    }
    const full = and(counted, isNotNull(signInAttempts.blockedUntil));
    expect(await db().update(signInAttempts).set({ blockedUntil: tomorrow }).where(full).returning()).toHaveLength(1);
    await expect.poll(lettersOf, { timeout: 60_000 }).toBe(MOST_COLLEAGUE_EMAILS);
    const { id } = await by.expectOk(contract.addComment, {
      params: { id: orderId },
      body: { comment: `${all} again` },
    });
    await hears.until((event) => event.topic === 'mentions' && event.id === id);
    const params = { commentId: id };
    await (await app.as(first.user, seller.org)).expectOk(orderMentions.get, { params });
    // Anything the last comment would have sent is ahead of this in the queue.
    await said(orderId, at(first));
    await expect.poll(lettersOf, { timeout: 60_000 }).toBe(MOST_COLLEAGUE_EMAILS + 1);
  });
});

describe('a mention', () => {
  test('is emailed once, with the comment in words; an edit tells only those it adds', async () => {
    const orderId = await newOrder();
    const second = await makeMember(db(), seller, { defaultRoleId: 'ADMIN' });
    const commentId = await said(orderId, `${at(rep)}, is this <b>packed</b>?`);
    await expect.poll(async () => (await lettersTo(rep.user.email)).length).toBe(1);
    const [letter] = await lettersTo(rep.user.email);
    expect(letter?.subject).toMatch(/ mentioned you on order \d+$/);
    expect(letter?.text).toContain(`@${nameOf(rep)}, is this <b>packed</b>?`);
    expect(letter?.text).toContain(`/orders/${orderId}`);
    expect(letter?.html).toContain('&lt;b&gt;packed');

    await edit(orderId, commentId, `${at(rep)} ${at(second)}, is this packed?`);
    await expect.poll(async () => (await lettersTo(second.user.email)).length).toBe(1);
    await edit(orderId, commentId, `${at(second)}, is this packed?`);
    await edit(orderId, commentId, `${at(rep)} ${at(second)}, is this packed now?`);
    // Anything the edits would have sent is ahead of this in the queue.
    const third = await makeMember(db(), seller, { defaultRoleId: 'ADMIN' });
    await said(orderId, at(third));
    await expect.poll(async () => (await lettersTo(third.user.email)).length).toBe(1);
    expect(await lettersTo(rep.user.email)).toHaveLength(1);
    expect(await lettersTo(second.user.email)).toHaveLength(1);
  });

  test('shows the name the person has now, also after they left; the audit log the one they had', async () => {
    const orderId = await newOrder();
    const member = await makeMember(db(), seller, { defaultRoleId: 'ADMIN' });
    const commentId = await said(orderId, `Ask ${at(member)}`);
    await db().update(users).set({ firstName: 'Renamed' }).where(eq(users.id, member.user.id));
    await db().update(orgUsers).set({ status: 'REMOVED' }).where(eq(orgUsers.id, member.orgUserId));
    const { results } = await owner.expectOk(contract.comments, { params: { id: orderId }, query: {} });
    expect(results[0]).toMatchObject({
      comment: `Ask ${at(member)}`,
      mentions: [{ id: member.orgUserId, displayName: `Renamed ${member.user.lastName}` }],
    });
    const [entry] = await db()
      .select({ after: auditLog.after })
      .from(auditLog)
      .where(
        and(
          eq(auditLog.orgId, seller.org.id),
          eq(auditLog.entity, 'comment'),
          eq(auditLog.entityId, String(commentId)),
        ),
      );
    expect(entry?.after).toMatchObject({ comment: `Ask @${nameOf(member)}` });
    // Someone who left can stay in a comment that is edited, but can't be mentioned anew.
    expect((await edit(orderId, commentId, `Asked ${at(member)}`)).comment).toBe(`Asked ${at(member)}`);
    expect((await say(owner, orderId, `Ask ${at(member)}`)).status).toBe(400);
  });

  test('isn’t emailed to someone who can’t see the order anymore, or whom the comment doesn’t mention anymore', async () => {
    const orderId = await newOrder();
    const member = await makeMember(db(), seller, { defaultRoleId: 'ADMIN' });
    const commentId = await said(orderId, 'Nobody yet');
    const letter = { orgId: seller.org.id, commentId, orgUserId: member.orgUserId };
    const sent: string[] = [];
    const services = {
      database: app.database,
      config: app.config,
      mail: { send: async ({ to }: { to: string }) => void sent.push(to) },
    } as unknown as Parameters<typeof mailMention>[0];
    await mailMention(services, letter);
    expect(sent).toEqual([]);
    await edit(orderId, commentId, at(member));
    await mailMention(services, letter);
    expect(sent).toEqual([member.user.email]);
    await db().update(orgUsers).set({ roleId: warehouse.roleId }).where(eq(orgUsers.id, member.orgUserId));
    await mailMention(services, letter);
    expect(sent).toHaveLength(1);
  });

  test('reaches the person at once, and nobody else', async () => {
    const orderId = await newOrder();
    const repHears = await listen(app, (await app.as(rep.user, seller.org)).token, seller.org.id);
    const otherHears = await listen(app, (await app.as(otherRep.user, seller.org)).token, seller.org.id);
    const ownerHears = await listen(app, owner.token, seller.org.id);
    const commentId = await said(orderId, `${at(rep)} and ${at(seller.owner)}`);
    const news = await repHears.until(({ topic }) => topic === 'mentions');
    expect(news).toEqual({ topic: 'mentions', kind: 'created', id: commentId, orgIds: [seller.org.id], by: news.by });
    const { order } = await makeOrder(db(), seller, { salesRepOrgUserIds: [otherRep.orgUserId, rep.orgUserId] });
    await said(order.id, 'Last');
    for (const hears of [otherHears, ownerHears]) {
      await hears.until(({ topic, id }) => topic === 'orders' && id === order.id);
      expect(hears.events.filter(({ topic }) => topic === 'mentions')).toEqual([]);
    }
  });

  test('is read by the person mentioned alone', async () => {
    const orderId = await newOrder();
    const commentId = await said(orderId, `Over to ${at(rep)}`);
    const params = { commentId };
    const found = await (await app.as(rep.user, seller.org)).expectOk(orderMentions.get, { params });
    expect(found).toMatchObject({ order: { id: orderId }, comment: `Over to @${nameOf(rep)}` });
    for (const [user, org] of [
      [seller.owner.user, seller.org],
      [otherRep.user, seller.org],
    ] as const) {
      expect((await (await app.as(user, org)).call(orderMentions.get, { params })).status).toBe(404);
    }
    const outside = await app.as(buyer.owner.user, buyer.org);
    expect([403, 404]).toContain((await outside.call(orderMentions.get, { params })).status);
  });
});
