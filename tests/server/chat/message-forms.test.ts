import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { FIRST_REACTIONS, MORE_REACTIONS } from '../../../domain/chat/reactions';
import { openApp, type TestCaller } from '../../support/app';
import { closesChats, connectChat, watchChannel } from '../../support/chat/client';
import { type MemberFixture, makeMember, makeSeller, type SellerFixture } from '../../support/factories';

const { chat, badges } = contract;

const app = await openApp();
closesChats();
let seller: SellerFixture;
let owner: TestCaller;
let colleague: MemberFixture;
let theirCaller: TestCaller;
let cid: string;

beforeEach(async () => {
  seller = await makeSeller(app.database.db);
  owner = await app.as(seller.owner.user, seller.org);
  colleague = await makeMember(app.database.db, seller, { features: {} });
  theirCaller = await app.as(colleague.user, seller.org);
  const body = { channelType: 'TEAM' as const, name: `Dock ${randomUUID().slice(0, 6)}`, userIds: [colleague.user.id] };
  cid = (await owner.expectOk(chat.create, { params: { orgId: seller.org.id }, body })).cid;
});

const mine = async () => watchChannel(await connectChat(app, owner), cid);
const theirs = async () => watchChannel(await connectChat(app, theirCaller), cid);
const unreadOfTheirs = async () =>
  (await theirCaller.expectOk(badges.count, { query: { orgId: seller.org.id, of: 'messages' } })).messages;

test('a message posted by a command is known as such, and HTML in it or beside it stays text', async () => {
  const live = await mine();
  const { message } = await live.sendMessage({
    text: '<b onclick="alert(1)">Look</b>',
    html: '<script>alert(1)</script>',
    command_name: 'order',
    command_args: '1234',
  } as never);
  expect(message).toMatchObject({ command_name: 'order', command_args: '1234', html: '' });
  expect(message.text).toBe('<b onclick="alert(1)">Look</b>');
  const plain = await live.sendMessage({ text: 'No command' });
  expect(plain.message).not.toHaveProperty('command_name');
});

test('a silent message is there and counts as unread for nobody', async () => {
  const [live, there] = [await mine(), await theirs()];
  await live.sendMessage({ text: 'Ada joined', silent: true });
  const told = new Promise((done) => there.on('message.new', ({ message }) => message?.text === 'Hello' && done(0)));
  await live.sendMessage({ text: 'Hello' });
  await told;
  expect(there.state.messages.map(({ text }) => text)).toEqual(['Ada joined', 'Hello']);
  expect(there.countUnread()).toBe(1);
  expect(await unreadOfTheirs()).toBe(1);
});

test('a muted channel counts nothing until it is over, and the client knows until when', async () => {
  const [live, there] = [await mine(), await theirs()];
  const muted = new Promise((done) => there.getClient().on('notification.channel_mutes_updated', done));
  await there.mute({ expiration: 3_600_000 });
  await muted;
  const { expiresAt } = there.muteStatus();
  expect((expiresAt?.getTime() ?? 0) - Date.now()).toBeGreaterThan(3_000_000);
  await live.sendMessage({ text: 'One' });
  expect(await unreadOfTheirs()).toBe(0);
  const over = `update sandbox_chat_members set muted_until = now() - interval '1 second' where muted_until is not null`;
  await app.database.pool.query(over);
  expect(await unreadOfTheirs()).toBe(1);
});

test('a person’s own message is there once and unread in none of their windows', async () => {
  const [live, second] = [await mine(), await mine()];
  expect(live.getClient().userID).toBe(second.getClient().userID);
  expect(live.getClient().wsConnection?.connectionID).not.toBe(second.getClient().wsConnection?.connectionID);
  const heard = [live, second].map(
    (one) => new Promise((done) => one.on('message.new', ({ message }) => message?.text === 'Last' && done(0))),
  );
  await live.sendMessage({ text: 'First' });
  await live.sendMessage({ text: 'Last' });
  await Promise.all(heard);
  for (const one of [live, second]) {
    expect(one.state.messages.map(({ text }) => text)).toEqual(['First', 'Last']);
    expect(one.countUnread()).toBe(0);
  }
});

test('a reaction of a person and a type is there once, by event and reply; ten come first, then the rest', async () => {
  const [live, there] = [await mine(), await theirs()];
  const { message } = await live.sendMessage({ text: 'Harvest is in' });
  const heard = new Promise((done) => there.on('reaction.new', done));
  await there.sendReaction(message.id, { type: 'like' });
  await heard;
  await there.sendReaction(message.id, { type: 'like' });
  expect(there.state.findMessage(message.id)).toMatchObject({ own_reactions: [{ type: 'like' }] });
  expect(there.state.findMessage(message.id)?.latest_reactions).toHaveLength(1);
  for (let at = 0; at < FIRST_REACTIONS + 1; at += 1) {
    await live.sendReaction(message.id, { type: `1f60${at.toString(16)}` });
  }
  const { message: read } = await live.getClient().getMessage(message.id);
  expect(read.latest_reactions).toHaveLength(FIRST_REACTIONS);
  const { reactions } = await live.getReactions(message.id, { limit: MORE_REACTIONS, offset: FIRST_REACTIONS });
  const all = [...(read.latest_reactions ?? []), ...reactions].map(({ type, user_id: by }) => `${by} ${type}`);
  expect(new Set(all).size).toBe(FIRST_REACTIONS + 2);
});
