// Over 350 lines: one local chat service and its people serve all of these.
import { randomUUID } from 'node:crypto';
import { type Channel, type Event, StreamChat } from 'stream-chat';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { openChatService } from '../../../server/chat/service';
import { openLog } from '../../../server/log';
import { openAccount } from '../../../server/sandbox/chat/account';
import { openApp, startTestApp, type TestApp, type TestCaller } from '../../support/app';
import { countWaiting } from '../../support/cluster';
import { type MemberFixture, makeMember, makeSeller, type SellerFixture } from '../../support/factories';
import { createUser } from '../../support/identity/people';
import { PASSWORD, signIn } from '../../support/identity/sign-in';

// One file over 350 lines: its tests share two server processes, which another file would start again.

const { chat } = contract;

const app = await openApp();
const beside = await openApp({ beside: app });
let seller: SellerFixture;
let owner: TestCaller;
let colleague: MemberFixture;
const clients: StreamChat[] = [];

beforeEach(async () => {
  seller = await makeSeller(app.database.db);
  owner = await app.as(seller.owner.user, seller.org);
  colleague = await makeMember(app.database.db, seller, { features: {} });
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.disconnectUser()));
});

/** The browser's own client, connected as someone through one of the server processes. */
async function connect(caller: TestCaller, through: TestApp = app): Promise<StreamChat> {
  const { token, apiKey, basePath, userId } = await caller.expectOk(chat.token, {});
  const client = new StreamChat(apiKey, { baseURL: `${through.url}${basePath}`, allowServerSideConnect: true });
  await client.connectUser({ id: userId }, token);
  clients.push(client);
  return client;
}

async function makeTeamChannel(userIds: string[] = [], isPrivate = false): Promise<string> {
  const body = { channelType: 'TEAM' as const, name: `Dock ${randomUUID().slice(0, 6)}`, isPrivate, userIds };
  return (await owner.expectOk(chat.create, { params: { orgId: seller.org.id }, body })).cid;
}

async function unreadOf(caller: TestCaller): Promise<number | null> {
  return (await caller.expectOk(contract.badges.count, { query: { orgId: seller.org.id, of: 'messages' } })).messages;
}

const colleagueCaller = () => app.as(colleague.user, seller.org);

async function watch(client: StreamChat, cid: string): Promise<Channel> {
  const channel = client.channel('team', cid);
  await channel.watch();
  return channel;
}

function next(client: StreamChat, type: string): Promise<Event> {
  return new Promise((done) => {
    const { unsubscribe } = client.on(type as 'message.new', (event) => {
      unsubscribe();
      done(event);
    });
  });
}

describe('a chat token', () => {
  /** Someone of the team who signed in with their password, twice. */
  async function arrive() {
    const email = `${randomUUID()}@example.com`;
    const made = { email, firstName: 'Ada', lastName: 'Grower', password: PASSWORD, verified: true, onboarded: true };
    const user = await createUser(app.database.db, made);
    await makeMember(app.database.db, seller, { defaultRoleId: 'USER', user: user as never });
    const here = { address: app.url, publicUrl: app.config.publicUrl };
    const [phone, desk] = [await signIn(here, email), await signIn(here, email)];
    const as = ({ tokens }: typeof phone) => app.withToken(tokens.access_token, seller.org.id);
    return { phone, desk, as };
  }

  /** Whether the chat service takes a token. */
  async function isTaken({
    token,
    apiKey,
    basePath,
    userId,
  }: {
    token: string;
    apiKey: string;
    basePath: string | null;
    userId: string;
  }) {
    const reply = await fetch(`${app.url}${basePath}/channels?api_key=${apiKey}&user_id=${userId}`, {
      method: 'POST',
      headers: { authorization: token, 'stream-auth-type': 'jwt', 'content-type': 'application/json' },
      body: JSON.stringify({ filter_conditions: {}, sort: [], state: true, watch: false, presence: false }),
    });
    return reply.status !== 401;
  }

  test('ends with its session, by sign-out and from another device; other sessions get a new one', async () => {
    const { phone, desk, as } = await arrive();
    const [theirs, own] = [as(phone), as(desk)];
    const first = await theirs.expectOk(chat.token, {});
    expect(await isTaken(first)).toBe(true);
    const others = (await own.expectOk(contract.session.sessions, {})).filter(({ isCurrent }) => !isCurrent);
    for (const { id } of others) await own.expectOk(contract.session.endSession, { params: { sessionId: id } });
    await expect.poll(() => isTaken(first), { timeout: 60_000 }).toBe(false);
    expect((await theirs.call(chat.token, {})).status).toBe(401);

    const renewed = async () => own.expectOk(chat.token, {});
    await expect.poll(async () => isTaken(await renewed()), { timeout: 60_000 }).toBe(true);
    const last = await renewed();
    const end = new URLSearchParams({
      post_logout_redirect_uri: `${app.config.publicUrl}/marketplace`,
      id_token_hint: desk.tokens.id_token,
    });
    await desk.browser.visit(`/oidc/session/end?${end}`);
    await expect.poll(() => isTaken(last), { timeout: 60_000 }).toBe(false);
  });

  test('closes the connection it opened, and one of a colleague stays', async () => {
    const { phone, as } = await arrive();
    const caller = as(phone);
    const [mine, theirs] = [await connect(caller), await connect(owner)];
    const cid = await makeTeamChannel([mine.userID ?? '']);
    const there = await watch(theirs, cid);
    await watch(mine, cid);
    const heard: string[] = [];
    mine.on('message.new', ({ message }) => void heard.push(message?.text ?? ''));
    const end = new URLSearchParams({
      post_logout_redirect_uri: `${app.config.publicUrl}/marketplace`,
      id_token_hint: phone.tokens.id_token,
    });
    await phone.browser.visit(`/oidc/session/end?${end}`);
    await expect
      .poll(
        async () =>
          (
            await app.database.pool.query(
              'select 1 from sandbox_chat_users where id = $1 and revoked_before is not null',
              [mine.userID],
            )
          ).rowCount,
        { timeout: 60_000 },
      )
      .toBe(1);
    await there.sendMessage({ text: 'Only for those signed in' });
    const arrived = next(theirs, 'message.new');
    await there.sendMessage({ text: 'And this' });
    await arrived;
    expect(heard).toEqual([]);
  });
});

describe('a conversation', () => {
  test('reaches a colleague on another server process: message, edit, reaction, typing, deletion', async () => {
    const cid = await makeTeamChannel([colleague.user.id]);
    const mine = await watch(await connect(owner), cid);
    const theirs = await connect(await colleagueCaller(), beside);
    const there = await watch(theirs, cid);

    const arrived = next(theirs, 'message.new');
    const { message } = await mine.sendMessage({ text: 'Two pallets at four' });
    expect((await arrived).message).toMatchObject({ id: message.id, text: 'Two pallets at four' });
    expect(there.state.unreadCount).toBe(1);

    const typing = next(theirs, 'typing.start');
    await mine.keystroke();
    expect((await typing).user?.id).toBe(seller.owner.user.id);

    const edited = next(theirs, 'message.updated');
    await mine.getClient().updateMessage({ id: message.id, text: 'Three pallets at four' });
    expect((await edited).message?.text).toBe('Three pallets at four');

    const reacted = next(mine.getClient(), 'reaction.new');
    await there.sendReaction(message.id, { type: 'like' });
    expect((await reacted).message?.reaction_groups?.like?.count).toBe(1);
    const again = next(mine.getClient(), 'reaction.new');
    await there.sendReaction(message.id, { type: 'like' });
    expect((await again).message?.reaction_groups?.like?.count).toBe(1);

    const deleted = next(theirs, 'message.deleted');
    await owner.expectOk(chat.deleteMessage, { params: { messageId: message.id } });
    expect((await deleted).message).toMatchObject({ id: message.id, type: 'deleted', text: '' });
  });

  test('counts unread messages until read, except muted ones', async () => {
    const cid = await makeTeamChannel([colleague.user.id]);
    const mine = await watch(await connect(owner), cid);
    const caller = await colleagueCaller();
    const unread = () => unreadOf(caller);
    await mine.sendMessage({ text: 'One' });
    await mine.sendMessage({ text: 'Two' });
    expect(await unread()).toBe(2);
    const there = await watch(await connect(caller), cid);
    expect(there.state.unreadCount).toBe(2);
    await there.mute();
    expect(await unread()).toBe(0);
    await there.unmute();
    expect(await unread()).toBe(2);
    await there.markRead();
    expect(await unread()).toBe(0);
    expect(await unreadOf(owner)).toBe(0);
  });

  test('loads older history page by page', async () => {
    const cid = await makeTeamChannel();
    const mine = await watch(await connect(owner), cid);
    for (let number = 1; number <= 7; number += 1) await mine.sendMessage({ text: `Message ${number}` });
    const client = await connect(owner);
    const channel = client.channel('team', cid);
    await channel.watch({ messages: { limit: 3 } });
    const texts = () => channel.state.messages.map(({ text }) => text);
    expect(texts()).toEqual(['Message 5', 'Message 6', 'Message 7']);
    await channel.query({ messages: { limit: 3, id_lt: channel.state.messages[0]?.id ?? '' } });
    expect(texts()).toEqual([2, 3, 4, 5, 6, 7].map((number) => `Message ${number}`));
  });
});

test('new team members can connect at once', async () => {
  const client = await connect(await colleagueCaller());
  expect(client.user).toMatchObject({ id: colleague.user.id, total_unread_count: 0 });
  expect(await client.queryChannels({ members: { $in: [colleague.user.id] } })).toHaveLength(1);
});

describe('only members', () => {
  test('read a channel, private or public, by id, by messages or in a list', async () => {
    const cid = await makeTeamChannel();
    const mine = await watch(await connect(owner), cid);
    const { message } = await mine.sendMessage({ text: 'Ours alone' });
    const client = await connect(await colleagueCaller());
    const refused = { status: 404 };
    await expect(client.channel('team', cid).watch()).rejects.toMatchObject(refused);
    await expect(client.getMessage(message.id)).rejects.toMatchObject(refused);
    await expect(client.channel('team', cid).sendMessage({ text: 'Let me in' })).rejects.toMatchObject(refused);
    expect(await client.queryChannels({ cid: { $in: [`team:${cid}`] } })).toEqual([]);
    await expect(client.queryChannels({ members: { $in: [seller.owner.user.id] } })).rejects.toMatchObject({
      status: 400,
    });
  });

  test('see a channel, and only the platform changes it', async () => {
    const cid = await makeTeamChannel();
    const client = await connect(owner);
    const mine = await watch(client, cid);
    const refused = { status: 403 };
    await expect(mine.addMembers([colleague.user.id])).rejects.toMatchObject(refused);
    await expect(mine.updatePartial({ set: { name: 'general' } as object })).rejects.toMatchObject(refused);
    await expect(client.channel('team', randomUUID()).create()).rejects.toMatchObject({ status: 404 });
  });

  test('receive a channel’s events, until removed', async () => {
    const cid = await makeTeamChannel([colleague.user.id]);
    const mine = await watch(await connect(owner), cid);
    const theirs = await connect(await colleagueCaller());
    await watch(theirs, cid);
    const out = next(theirs, 'notification.removed_from_channel');
    const params = { orgId: seller.org.id, cid };
    await owner.expectOk(chat.update, { params, body: { channelType: 'TEAM', userIdsToRemove: [colleague.user.id] } });
    expect((await out).cid).toBe(`team:${cid}`);
    const heard: string[] = [];
    theirs.on((event) => heard.push(event.type));
    await mine.sendMessage({ text: 'Now we are alone' });
    await expect(theirs.channel('team', cid).watch()).rejects.toMatchObject({ status: 404 });
    expect(heard).not.toContain('message.new');
  });

  test('write, as themselves, and change only their own messages', async () => {
    const cid = await makeTeamChannel([colleague.user.id]);
    const mine = await watch(await connect(owner), cid);
    const { message } = await mine.sendMessage({ text: 'As I said' });
    const theirs = await connect(await colleagueCaller());
    await expect(theirs.updateMessage({ id: message.id, text: 'As he never said' })).rejects.toMatchObject({
      status: 403,
    });
    await expect(theirs.deleteMessage(message.id)).rejects.toMatchObject({ status: 403 });
    const caller = await colleagueCaller();
    expect((await caller.call(chat.deleteMessage, { params: { messageId: message.id } })).status).toBe(403);
  });

  test('connect, with a valid token of this app', async () => {
    const { apiKey, basePath, userId } = await owner.expectOk(chat.token, {});
    const forger = new StreamChat(apiKey, 'a secret of my own', { allowServerSideConnect: true });
    const client = new StreamChat(apiKey, { baseURL: `${app.url}${basePath}`, allowServerSideConnect: true });
    await expect(client.connectUser({ id: userId }, forger.createToken(userId))).rejects.toThrow();
    await client.disconnectUser();
    const answer = await fetch(`${app.url}${basePath}/channels`, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(401);
  });
});

describe('the events endpoint', () => {
  test('accepts only the chat service’s signature', async () => {
    const body = JSON.stringify({ type: 'message.new', cid: `team:${randomUUID()}` });
    const headers = { 'content-type': 'application/json', 'x-signature': 'f'.repeat(64) };
    expect((await fetch(`${app.url}/api/chat-news`, { method: 'POST', headers, body })).status).toBe(403);
  });
});

test('the local service locks people in one order, whichever they are named in, so that calls don’t deadlock', async () => {
  const [low, high] = ['a', 'b'].map((letter) => `${letter}-${randomUUID()}`) as [string, string];
  const { key, secret } = await openAccount(app.database.db);
  const { basePath } = await owner.expectOk(chat.token, {});
  const service = new StreamChat(key, secret, { baseURL: `${app.url}${basePath}` });
  const named = (name: string) => [high, low].map((id) => ({ id, name }));
  await service.upsertUsers(named('Before'));
  const holder = await app.database.pool.connect();
  const lock = (id: string, how = '') =>
    holder.query(`select from sandbox_chat_users where id = $1 for update ${how}`, [id]);
  try {
    await holder.query('begin');
    await lock(low);
    const naming = service.upsertUsers(named('After'));
    await expect.poll(() => countWaiting(app.database)).toBe(1);
    // Whoever waits for the first doesn't have the second yet.
    expect((await lock(high, 'nowait')).rowCount).toBe(1);
    await holder.query('commit');
    await naming;
  } finally {
    holder.release(true);
  }
});

test('a chat service that doesn’t respond is reported as unavailable, and nothing else stops', async () => {
  const silent = openChatService({ apiKey: 'key', secret: 'secret', address: 'http://127.0.0.1:9' }, openLog('silent'));
  const unavailable = { code: 'UNAVAILABLE', message: expect.stringContaining('We can’t reach messages') };
  await expect(silent.unreadOf('somebody')).rejects.toMatchObject(unavailable);
  await expect(silent.findMessage('a message')).rejects.toMatchObject(unavailable);
  await expect(silent.deleteMessage('a message')).rejects.toMatchObject(unavailable);
});

test('pages may use the hosted service where it is configured and chat is on, and nowhere otherwise', async () => {
  const hosted = await startTestApp({
    on: { url: app.config.databaseUrl ?? '' },
    environment: { CHAT_API_KEY: 'key', CHAT_API_SECRET: 'secret' },
  });
  const off = await startTestApp({
    on: { url: app.config.databaseUrl ?? '' },
    environment: { CHAT_API_KEY: 'key', CHAT_API_SECRET: 'secret', CHAT: 'false' },
  });
  const allowed = async ({ url }: TestApp) => {
    const policy = (await fetch(`${url}/chat`)).headers.get('content-security-policy') ?? '';
    const sources = (directive: string) => new RegExp(`${directive} ([^;]*)`).exec(policy)?.[1]?.split(' ') ?? [];
    return { connect: sources('connect-src'), pictures: sources('img-src') };
  };
  const own = { connect: ["'self'"], pictures: ["'self'", 'data:', 'blob:'] };
  expect(await allowed(app)).toEqual(own);
  expect(await allowed(off)).toEqual(own);
  expect(await allowed(hosted)).toEqual({
    connect: ["'self'", 'https://chat.stream-io-api.com', 'wss://chat.stream-io-api.com'],
    pictures: [...own.pictures, 'https://*.stream-io-cdn.com'],
  });
  expect((await fetch(`${hosted.url}/sandbox/chat/channels`, { method: 'POST' })).status).toBe(404);
  await hosted.close();
  await off.close();
});

test.each(['null \u0000', 'half \ud83c of an emoji'])(
  'the local service refuses a text it can’t keep, %j',
  async (text) => {
    const cid = await makeTeamChannel();
    const channel = await watch(await connect(owner), cid);
    await expect(channel.sendMessage({ text })).rejects.toMatchObject({ status: 400 });
    await channel.sendMessage({ text: 'whole \u{1f33f}' });
  },
);
