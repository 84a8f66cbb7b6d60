import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { auditLog, sandboxChatMembers } from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import {
  type MemberFixture,
  makeChannel,
  makeMember,
  makeSeller,
  makeUser,
  type SellerFixture,
} from '../../support/factories';

const { badges, chat, team } = contract;

const app = await openApp();
let seller: SellerFixture;
let owner: TestCaller;
let clerk: MemberFixture;
let mate: MemberFixture;

beforeEach(async () => {
  seller = await makeSeller(app.database.db);
  owner = await app.as(seller.owner.user, seller.org);
  clerk = await makeMember(app.database.db, seller, { features: {} });
  mate = await makeMember(app.database.db, seller, { features: {} });
});

const as = ({ user }: MemberFixture) => app.as(user, seller.org);
const org = () => ({ orgId: seller.org.id });
const list = (caller: TestCaller) => caller.expectOk(chat.channels, { params: org() });
const named = async (caller: TestCaller, name: string) => (await list(caller)).find((channel) => channel.name === name);
const make = (caller: TestCaller, body: { name: string; isPrivate?: boolean; userIds?: string[] }) =>
  caller.call(chat.create, { params: org(), body: { channelType: 'TEAM', ...body } });
const edit = (caller: TestCaller, cid: string, body: object) =>
  caller.call(chat.update, { params: { ...org(), cid }, body: { channelType: 'TEAM', ...body } });
/** The people the chat service lets read a channel. */
async function readersOf(cid: string): Promise<string[]> {
  const { db } = app.database;
  const rows = await db
    .select()
    .from(sandboxChatMembers)
    .where(eq(sandboxChatMembers.cid, `team:${cid}`));
  return rows.map(({ userId }) => userId).sort();
}
const ids = (...people: { id: string }[]) => people.map(({ id }) => id).sort();

async function opened(body: { name: string; isPrivate?: boolean; userIds?: string[] }): Promise<string> {
  const answer = await make(owner, body);
  if (!answer.ok) throw new Error(answer.body.userFriendlyMessage);
  return answer.body.cid;
}

describe('the default channel', () => {
  test('exists in every organization, with exactly its members', async () => {
    const general = await named(await as(clerk), 'general');
    expect(general).toMatchObject({ isDefault: true, isPrivate: false, role: 'member' });
    const everybody = ids(seller.owner.user, clerk.user, mate.user);
    expect(general?.members.map(({ userId }) => userId).sort()).toEqual(everybody);
    expect(await readersOf(general?.cid ?? '')).toEqual(everybody);
  });

  test('is created once, however many request it at once', async () => {
    const callers = [owner, await as(clerk), await as(mate)];
    const found = await Promise.all([...callers, ...callers].map((caller) => named(caller, 'general')));
    expect(new Set(found.map((channel) => channel?.cid)).size).toBe(1);
  });

  test('can’t be renamed or left, and its name is taken', async () => {
    const { cid = '' } = (await named(owner, 'general')) ?? {};
    expect(await edit(owner, cid, { channelName: 'lobby' })).toMatchObject({ status: 403 });
    expect(await edit(owner, cid, { removeSelf: true })).toMatchObject({ status: 403 });
    expect(await edit(owner, cid, { userIdsToRemove: [clerk.user.id] })).toMatchObject({ status: 403 });
    expect(await make(owner, { name: 'General' })).toMatchObject({ status: 409, body: { internalCode: 991 } });
  });

  test('adds people who join the team, and removes people who leave it, from every channel', async () => {
    const cid = await opened({ name: 'Dock', userIds: [clerk.user.id] });
    const { cid: general = '' } = (await named(owner, 'general')) ?? {};
    const newcomer = await makeMember(app.database.db, seller, { features: {} });
    expect(await named(await as(newcomer), 'general')).toBeDefined();
    expect(await readersOf(general)).toContain(newcomer.user.id);
    await owner.expectOk(team.remove, { params: { ...org(), id: clerk.orgUserId } });
    await expect.poll(() => readersOf(general), { timeout: 60_000 }).not.toContain(clerk.user.id);
    await expect.poll(() => readersOf(cid), { timeout: 60_000 }).toEqual([seller.owner.user.id]);
  });
});

describe('a channel’s name', () => {
  test('is unique within an organization, ignoring case; the refusal says where and what to do', async () => {
    await opened({ name: 'Dispatch' });
    const second = await make(await as(clerk), { name: ' dispatch ' });
    expect(second).toMatchObject({
      status: 409,
      body: { internalCode: 991, errors: { name: expect.stringContaining('choose another name') } },
    });
    const other = await makeSeller(app.database.db);
    const elsewhere = await app.as(other.owner.user, other.org);
    const body = { channelType: 'TEAM' as const, name: 'Dispatch' };
    expect((await elsewhere.call(chat.create, { params: { orgId: other.org.id }, body })).ok).toBe(true);
  });

  test('may be taken by a private channel too', async () => {
    await opened({ name: 'Board', isPrivate: true });
    expect(await make(await as(clerk), { name: 'board' })).toMatchObject({ body: { internalCode: 991 } });
  });

  test('goes to one of several concurrent requests', async () => {
    const callers = [owner, await as(clerk), await as(mate)];
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, index) =>
        make(callers[index % 3] as TestCaller, { name: index % 2 ? 'Night' : 'NIGHT' }),
      ),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(answers.filter(({ ok }) => !ok).map(({ body }) => 'internalCode' in body && body.internalCode)).toEqual(
      Array(8).fill(991),
    );
  });

  test('can be changed to a free one, or in case only', async () => {
    const cid = await opened({ name: 'Dock' });
    await opened({ name: 'Yard' });
    expect(await edit(owner, cid, { channelName: 'yard' })).toMatchObject({
      status: 409,
      body: { internalCode: 991, errors: { channelName: expect.any(String) } },
    });
    expect(await edit(owner, cid, { channelName: 'DOCK' })).toMatchObject({ ok: true, body: { name: 'DOCK' } });
    expect(await edit(owner, cid, { channelName: '' })).toMatchObject({ status: 400 });
  });

  test('is requested once per intent, however often it is sent', async () => {
    const idempotencyKey = randomUUID();
    const input = { params: org(), body: { channelType: 'TEAM' as const, name: 'Once' } };
    const answers = await Promise.all([1, 2, 3].map(() => owner.call(chat.create, input, { idempotencyKey })));
    expect(new Set(answers.map(({ ok, body }) => ok && body.cid)).size).toBe(1);
  });
});

describe('who sees and changes a channel', () => {
  test('a public one is seen by the team, joined by anyone on it, and read from then on', async () => {
    const cid = await opened({ name: 'Dock' });
    const caller = await as(clerk);
    expect(await named(caller, 'Dock')).toMatchObject({ role: null });
    expect(await readersOf(cid)).toEqual([seller.owner.user.id]);
    expect(await edit(caller, cid, { userIdsToAdd: [clerk.user.id] })).toMatchObject({
      ok: true,
      body: { role: 'member' },
    });
    expect(await readersOf(cid)).toEqual(ids(seller.owner.user, clerk.user));
    expect(await edit(caller, cid, { channelName: 'Pier' })).toMatchObject({ status: 403 });
    expect(await edit(caller, cid, { userIdsToRemove: [seller.owner.user.id] })).toMatchObject({ status: 403 });
    expect(await edit(caller, cid, { removeSelf: true })).toMatchObject({ ok: true, body: { role: null } });
    expect(await readersOf(cid)).toEqual([seller.owner.user.id]);
  });

  test('a private one doesn’t exist for non-members', async () => {
    const cid = await opened({ name: 'Board', isPrivate: true, userIds: [mate.user.id] });
    const outside = await as(clerk);
    expect(await named(outside, 'Board')).toBeUndefined();
    expect(await edit(outside, cid, { userIdsToAdd: [clerk.user.id] })).toMatchObject({ status: 404 });
    const inside = await as(mate);
    expect(await edit(inside, cid, { userIdsToAdd: [clerk.user.id] })).toMatchObject({ status: 403 });
    expect(await edit(owner, cid, { userIdsToAdd: [clerk.user.id] })).toMatchObject({ ok: true });
    expect(await edit(inside, cid, { removeSelf: true })).toMatchObject({ ok: true, body: null });
    expect(await readersOf(cid)).toEqual(ids(seller.owner.user, clerk.user));
  });

  test('its longest-standing member becomes the owner when the owner leaves', async () => {
    const cid = await opened({ name: 'Dock', userIds: [clerk.user.id] });
    await edit(owner, cid, { removeSelf: true });
    expect(await named(await as(clerk), 'Dock')).toMatchObject({ role: 'owner' });
  });

  test('once empty nobody reads it, and the first to join owns it', async () => {
    const cid = await opened({ name: 'Dock' });
    expect(await edit(owner, cid, { removeSelf: true })).toMatchObject({ ok: true });
    expect(await readersOf(cid)).toEqual([]);
    const caller = await as(clerk);
    expect(await edit(caller, cid, { userIdsToAdd: [clerk.user.id] })).toMatchObject({ body: { role: 'owner' } });
    expect(await readersOf(cid)).toEqual([clerk.user.id]);
  });

  test('another organization can’t find it, join it or be added', async () => {
    const cid = await opened({ name: 'Dock' });
    const other = await makeSeller(app.database.db);
    const stranger = await app.as(other.owner.user, other.org);
    const body = { channelType: 'TEAM' as const, userIdsToAdd: [other.owner.user.id] };
    const inTheirs = { orgId: other.org.id, cid };
    expect(await stranger.call(chat.update, { params: inTheirs, body })).toMatchObject({ status: 404 });
    expect(await stranger.call(chat.update, { params: { ...org(), cid }, body })).toMatchObject({ status: 404 });
    expect(await edit(owner, cid, { userIdsToAdd: [other.owner.user.id] })).toMatchObject({ status: 400 });
    const { messageId } = await makeChannel(app.database.db, { org: seller.org, people: [seller.owner.user] });
    expect(await stranger.call(chat.deleteMessage, { params: { messageId } })).toMatchObject({ status: 404 });
  });
});

describe('a direct conversation', () => {
  const meet = (caller: TestCaller, userId: string) =>
    caller.call(chat.create, { params: org(), body: { channelType: 'TEAM_DM', userId } });

  test('exists once per two people, is named after the other person, and is private', async () => {
    const [mine, theirs] = await Promise.all([
      meet(await as(clerk), mate.user.id),
      meet(await as(mate), clerk.user.id),
    ]);
    if (!mine.ok || !theirs.ok) throw new Error('refused');
    expect(mine.body.cid).toBe(theirs.body.cid);
    expect(mine.body.name).toBe(`${mate.user.firstName} ${mate.user.lastName}`);
    expect(theirs.body.name).toBe(`${clerk.user.firstName} ${clerk.user.lastName}`);
    expect((await list(owner)).map(({ cid }) => cid)).not.toContain(mine.body.cid);
    const params = { ...org(), cid: mine.body.cid };
    const leave = { channelType: 'TEAM_DM' as const, removeSelf: true as const };
    expect(await (await as(clerk)).call(chat.update, { params, body: leave })).toMatchObject({ status: 403 });
    expect(await owner.call(chat.update, { params, body: leave })).toMatchObject({ status: 404 });
  });

  test('isn’t possible with oneself or a stranger', async () => {
    expect(await meet(owner, seller.owner.user.id)).toMatchObject({ status: 400 });
    const other = await makeSeller(app.database.db);
    expect(await meet(owner, other.owner.user.id)).toMatchObject({ status: 400 });
  });
});

describe('a message', () => {
  test('is deleted by its author or a channel owner, with an audit entry, and by nobody else', async () => {
    const people = [clerk.user, mate.user];
    const { messageId } = await makeChannel(app.database.db, { org: seller.org, people });
    const remove = (caller: TestCaller) => caller.call(chat.deleteMessage, { params: { messageId } });
    expect(await remove(owner)).toMatchObject({ status: 404 });
    expect(await remove(await as(mate))).toMatchObject({ status: 403 });
    expect(await remove(await as(clerk))).toMatchObject({ status: 200 });
    expect(await remove(await as(clerk))).toMatchObject({ status: 404 });
    const entries = await app.database.db.select().from(auditLog).where(eq(auditLog.entityId, messageId));
    expect(entries).toMatchObject([{ entity: 'chat-message', actorUserId: clerk.user.id }]);
  });
});

test('can’t be read, counted or written by someone acting for a person', async () => {
  const staff = await app.as(await makeUser(app.database.db, { isSupport: true }));
  const acting = { userId: clerk.user.id, reason: 'Cannot see yesterday’s order' };
  const { token } = await staff.expectOk(contract.support.impersonate, { body: acting });
  const stand = app.withToken(token, seller.org.id);
  const refused = { status: 403, body: { userFriendlyMessage: expect.stringContaining('Stop acting for them first') } };
  expect(await stand.call(chat.token, {})).toMatchObject(refused);
  expect(await stand.call(chat.channels, { params: org() })).toMatchObject(refused);
  const asked = { query: { ...org(), of: 'messages,invites' } };
  expect(await stand.expectOk(badges.count, asked)).toMatchObject({ messages: null, invites: 0 });
  expect(await make(stand, { name: 'In their name' })).toMatchObject(refused);
});
