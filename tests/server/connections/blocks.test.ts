import { randomUUID } from 'node:crypto';
import { and, eq, or, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import {
  auditLog,
  chatChannels,
  connections,
  mailbox,
  sandboxChatMembers,
  userBlocks,
} from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import { makeMember, makeSeller, makeUser, type UserFixture } from '../../support/factories';
import { listen, stopListening } from '../../support/live';

type Someone = { user: UserFixture; caller: TestCaller };

const { blockedUsers: blocks, connections: calls, chat } = contract;

const app = await openApp();
const db = () => app.database.db;

let ada: Someone;
let ben: Someone;

async function someone(values: Partial<UserFixture> = {}): Promise<Someone> {
  const user = await makeUser(db(), values);
  return { user, caller: await app.as(user, null) };
}

beforeEach(async () => {
  ada = await someone({ firstName: 'Ada', lastName: 'Moss' });
  ben = await someone({ firstName: 'Ben', lastName: 'Fern' });
});
afterEach(stopListening);

const invite = (from: Someone, to: { id: string }) =>
  from.caller.call(calls.invite, { body: { invitedUserUUID: to.id } });
const block = ({ caller }: Someone, { user }: Someone) => caller.call(blocks.block, { params: { userId: user.id } });
const unblock = ({ caller }: Someone, { user }: Someone) =>
  caller.expectOk(blocks.unblock, { params: { userId: user.id } });
const blockedBy = async ({ caller }: Someone) => (await caller.expectOk(blocks.list, {})).map(({ id }) => id);
const listOf = ({ caller }: Someone) => caller.expectOk(calls.list, {});
const cardOf = ({ caller }: Someone, { user }: Someone) => caller.call(calls.card, { params: { id: user.id } });
const codeOf = async ({ caller }: Someone) =>
  new URL((await caller.expectOk(calls.link, {})).link).searchParams.get('code') ?? '';
/** What a refusal says, without what tells requests apart. */
const said = ({ status, body }: { status: number; body: unknown }) => {
  const { userFriendlyMessage, internalCode, errors } = body as Record<string, unknown>;
  return { status, userFriendlyMessage, internalCode, errors };
};

async function connect(one: Someone, other: Someone): Promise<number> {
  const { id } = await one.caller.expectOk(calls.acceptCode, { params: { code: await codeOf(other) } });
  return id;
}

describe.each([
  ['who blocked', () => [ada, ben] as const],
  ['who was blocked', () => [ben, ada] as const],
])('after a block, to the one %s', (_, seen) => {
  let me: Someone;
  let other: Someone;
  beforeEach(async () => {
    await connect(ada, ben);
    [me, other] = seen();
    expect((await cardOf(me, other)).status).toBe(200);
    expect(await block(ada, ben)).toMatchObject({ status: 200, body: { id: ben.user.id, displayName: 'Ben Fern' } });
  });

  test('the other is in no list, has no card, and can’t be invited any more than nobody', async () => {
    expect(await listOf(me)).toEqual([]);
    expect((await cardOf(me, other)).status).toBe(404);
    expect(said(await invite(me, other.user))).toEqual(said(await invite(me, { id: randomUUID() })));
    expect(said(await invite(me, other.user))).toMatchObject({
      status: 400,
      errors: { invitedUserUUID: 'Person not found' },
    });
  });

  test('the other’s link is an unknown one', async () => {
    const code = await codeOf(other);
    for (const call of [calls.byCode, calls.acceptCode]) {
      const refused = said(await me.caller.call(call, { params: { code } }));
      expect(refused.status).toBe(404);
      expect(refused).toEqual(said(await me.caller.call(call, { params: { code: '0'.repeat(36) } })));
    }
    expect(await listOf(other)).toEqual([]);
  });

  test('their own link is sent as to anybody, and never arrives', async () => {
    const third = await someone();
    for (const { user } of [other, third]) {
      expect(await me.caller.expectOk(calls.sendLink, { query: { email: user.email.toUpperCase() } })).toEqual({
        ok: true,
      });
    }
    const lettersTo = (email: string) => db().$count(mailbox, eq(mailbox.recipient, email));
    await expect.poll(() => lettersTo(third.user.email)).toBe(1);
    const left = sql`select from jobs.job where name = 'connection-invitation' and state < 'completed'`;
    await expect.poll(async () => (await db().execute(left)).rowCount).toBe(0);
    expect(await lettersTo(other.user.email)).toBe(0);
  });

  test('the other’s old connection isn’t there to answer, remove or message', async () => {
    const [row] = await db().select().from(connections).where(eq(connections.invitedUserId, ben.user.id));
    const params = { id: row?.id ?? 0 };
    expect(row?.status).toBe('REMOVED');
    expect((await me.caller.call(calls.answer, { params, body: { status: 'ACCEPTED' } })).status).toBe(404);
    expect((await me.caller.call(calls.remove, { params })).status).toBe(404);
    expect((await me.caller.call(calls.startChat, { params })).status).toBe(404);
  });
});

describe('a block', () => {
  test('is known to who made it alone, once however often it is sent, until they undo it', async () => {
    for (const _ of [1, 2]) expect((await block(ada, ben)).status).toBe(200);
    expect(await blockedBy(ada)).toEqual([ben.user.id]);
    expect(await blockedBy(ben)).toEqual([]);
    expect(await db().$count(userBlocks, eq(userBlocks.blockerId, ada.user.id))).toBe(1);
    for (const _ of [1, 2]) await unblock(ada, ben);
    expect(await blockedBy(ada)).toEqual([]);
    expect((await invite(ben, ada.user)).status).toBe(200);
  });

  test('can’t be undone by the one it is against', async () => {
    await block(ada, ben);
    await unblock(ben, ada);
    expect(await blockedBy(ada)).toEqual([ben.user.id]);
    expect((await invite(ben, ada.user)).status).toBe(400);
  });

  test('is not for oneself, nobody, a deleted account, or somebody whose block hides them', async () => {
    expect(await block(ada, ada)).toMatchObject({
      status: 409,
      body: { userFriendlyMessage: 'You can’t block yourself.' },
    });
    const gone = await someone({ deletedAt: new Date() });
    const nobody = said(await ada.caller.call(blocks.block, { params: { userId: randomUUID() } }));
    expect(nobody.status).toBe(404);
    expect(said(await block(ada, gone))).toEqual(nobody);
    await block(ada, ben);
    expect(said(await block(ben, ada))).toEqual(nobody);
    expect(await blockedBy(ben)).toEqual([]);
  });

  test('ends an invite from either side, and undoing it brings neither invite nor connection back', async () => {
    const [cora, dan] = [await someone(), await someone()];
    await invite(ada, ben.user);
    await invite(cora, ada.user);
    await connect(ada, dan);
    for (const other of [ben, cora, dan]) {
      expect(await listOf(other)).toHaveLength(1);
      await block(ada, other);
      expect(await listOf(other)).toEqual([]);
      await unblock(ada, other);
      expect(await listOf(other)).toEqual([]);
    }
    expect(await listOf(ada)).toEqual([]);
    // Who had sent the invite waits as after withdrawing it; the other doesn't.
    expect((await invite(ada, ben.user)).status).toBe(409);
    expect((await invite(cora, ada.user)).status).toBe(409);
    expect((await invite(ada, cora.user)).status).toBe(200);
  });

  test('counts no invite of the one who is hidden', async () => {
    const { owner, org } = await makeSeller(db());
    const me = { user: owner.user, caller: await app.as(owner.user, org) };
    await invite(ben, owner.user);
    const waiting = async () => (await me.caller.expectOk(contract.invitations.waiting, {})).count;
    expect(await waiting()).toBe(1);
    await block(me, ben);
    expect(await waiting()).toBe(0);
  });

  test('at the same moment as an invite leaves nothing that comes back later', async () => {
    await Promise.all([block(ada, ben), invite(ben, ada.user)]);
    expect(await listOf(ada)).toEqual([]);
    await unblock(ada, ben);
    for (const one of [ada, ben]) expect(await listOf(one)).toEqual([]);
  });

  test('reaches the open pages of who made it, and of the other only if something ended', async () => {
    const stranger = await someone();
    await connect(ada, ben);
    const [here, there, beyond] = [
      await listen(app, ada.caller.token, null),
      await listen(app, ben.caller.token, null),
      await listen(app, stranger.caller.token, null),
    ];
    await block(ada, stranger);
    await block(ada, ben);
    await there.until(({ topic, id }) => topic === 'connections' && id === ben.user.id);
    await here.until(({ topic, id }) => topic === 'connections' && id === ada.user.id);
    // What is heard after it shows that nothing was.
    await invite(ben, stranger.user);
    await beyond.until(({ topic }) => topic === 'connections');
    // Their feed follows.
    expect(beyond.events.filter(({ topic }) => topic !== 'feed')).toHaveLength(1);
  });

  test('isn’t in any organization’s audit log, however often it is made and undone', async () => {
    const { owner, org } = await makeSeller(db());
    const me = { user: owner.user, caller: await app.as(owner.user, org) };
    for (const _ of [1, 2]) await block(me, ben);
    for (const _ of [1, 2]) await unblock(me, ben);
    const entries = await db().select().from(auditLog).where(eq(auditLog.actorUserId, owner.user.id));
    expect(entries).toHaveLength(4);
    expect(entries).toEqual(entries.map((entry) => ({ ...entry, entity: 'user-block', orgId: 0 })));
  });

  test('goes with either account, and with its export', async () => {
    const cora = await someone();
    await block(ada, ben);
    await block(cora, ada);
    const own = (await ada.caller.expectOk(contract.session.exportMine, {})) as unknown;
    const file = JSON.parse(typeof own === 'string' ? own : JSON.stringify(own));
    expect(file.blockedUsers).toMatchObject([{ displayName: 'Ben Fern' }]);
    await ada.caller.expectOk(contract.session.deleteMe, { body: { email: ada.user.email } });
    const hers = or(eq(userBlocks.blockerId, ada.user.id), eq(userBlocks.blockedId, ada.user.id));
    expect(await db().$count(userBlocks, hers)).toBe(0);
    expect(await blockedBy(cora)).toEqual([]);
  });
});

describe('between colleagues', () => {
  test('a block hides connection and direct conversation, and nothing of the team', async () => {
    const seller = await makeSeller(db());
    const { user: owner } = seller.owner;
    const me = { user: owner, caller: await app.as(owner, seller.org) };
    const { user } = await makeMember(db(), seller, { features: {} });
    const mate = { user, caller: await app.as(user, seller.org) };
    const params = { orgId: seller.org.id };
    const direct = ({ caller }: Someone, other: Someone) =>
      caller.call(chat.create, { params, body: { channelType: 'TEAM_DM', userId: other.user.id } });
    const conversations = async ({ caller }: Someone) =>
      (await caller.expectOk(chat.channels, { params })).filter(({ channelType }) => channelType === 'TEAM_DM');
    const opened = await direct(me, mate);
    if (!opened.ok) throw new Error(opened.body.userFriendlyMessage);
    const { cid } = opened.body;
    const readers = () => db().$count(sandboxChatMembers, eq(sandboxChatMembers.cid, `team:${cid}`));
    expect(await readers()).toBe(2);
    await connect(me, mate);

    expect((await block(me, mate)).status).toBe(200);
    await expect.poll(readers).toBe(0);
    for (const [one, other, isBlocked] of [
      [me, mate, true],
      [mate, me, false],
    ] as const) {
      expect(await listOf(one)).toEqual([]);
      expect(await conversations(one)).toEqual([]);
      expect(await direct(one, other)).toMatchObject({
        status: 400,
        body: { errors: { userId: 'You can’t message this person' } },
      });
      expect(await cardOf(one, other)).toMatchObject({
        status: 200,
        body: { email: null, connection: null, isBlocked },
      });
    }
    const team = await mate.caller.expectOk(chat.channels, { params });
    expect(team.flatMap(({ members }) => members.map(({ userId }) => userId))).toContain(owner.id);
    // Both may block; the conversation is back once neither does.
    expect((await block(mate, me)).status).toBe(200);
    await unblock(me, mate);
    expect(await conversations(me)).toEqual([]);
    await unblock(mate, me);
    await expect.poll(readers).toBe(2);
    for (const one of [me, mate]) expect((await conversations(one)).map((row) => row.cid)).toEqual([cid]);
    expect(await db().$count(chatChannels, and(eq(chatChannels.orgId, seller.org.id), eq(chatChannels.id, cid)))).toBe(
      1,
    );
  });
});
