import { randomUUID } from 'node:crypto';
import type { Channel, Message, MessageResponse } from 'stream-chat';
import { beforeEach, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { heldLetters } from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import { closesChats, connectChat, postNews, watchChannel } from '../../support/chat/client';
import { connectPeople } from '../../support/chat/network';
import { type MemberFixture, makeMember, makeSeller, type SellerFixture } from '../../support/factories';
import { countsOf, HIDDEN_TITLE, toldOf } from '../../support/notifications/told';

const { blockedUsers: blocks, chat, connections } = contract;
const KIND = 'CHAT_MENTION';

const app = await openApp();
closesChats();
let seller: SellerFixture;
let owner: TestCaller;
let ada: MemberFixture;
let ben: MemberFixture;

beforeEach(async () => {
  seller = await makeSeller(app.database.db);
  owner = await app.as(seller.owner.user, seller.org);
  ada = await makeMember(app.database.db, seller, { features: {} });
  ben = await makeMember(app.database.db, seller, { features: {} });
});

const org = () => ({ orgId: seller.org.id });
const as = ({ user }: MemberFixture) => app.as(user, seller.org);

async function makeChannel(...people: readonly MemberFixture[]) {
  const name = `Dock ${randomUUID().slice(0, 6)}`;
  const body = { channelType: 'TEAM' as const, name, isPrivate: true, userIds: people.map(({ user }) => user.id) };
  const { cid } = await owner.expectOk(chat.create, { params: org(), body });
  return { cid, name, live: await watchChannel(await connectChat(app, owner), cid) };
}

/** Until its news arrived, which the stand-in posts without waiting: posted once more, it tells nobody twice. */
async function arrived(type: string, message: MessageResponse): Promise<void> {
  const { cid = '', user } = message;
  expect(await postNews(app, { type, cid, user: { id: user?.id }, message })).toBe(204);
}

async function say(live: Channel, message: Message) {
  const sent = await live.sendMessage(message);
  await arrived('message.new', sent.message);
  return sent;
}

test('CHAT_MENTION is for members a message mentions, says who and where, and nothing of what was said', async () => {
  const { cid, name, live } = await makeChannel(ada);
  const mentioned_users = [ada, ben, seller.owner].map(({ user }) => user.id);
  const { message } = await say(live, { text: 'The safe code is 4711, @Ada', mentioned_users });
  expect(message.mentioned_users?.map(({ id }) => id)).toEqual([ada.user.id, seller.owner.user.id]);
  const { firstName, lastName } = seller.owner.user;
  const told = await toldOf(app, ada.user, KIND);
  expect(told).toMatchObject([
    {
      orgId: seller.org.id,
      title: `${firstName} ${lastName} mentioned you`,
      lines: [`In ${name}`, ''],
      route: `/chat/messages/${cid}?message=${message.id}`,
    },
  ]);
  expect(JSON.stringify(told)).not.toContain('4711');
  expect(await countsOf(app, [ben.user, seller.owner.user], KIND)).toEqual([0, 0]);
  expect(await app.database.db.$count(heldLetters)).toBeGreaterThan(0);
});

test('the same news twice tells once; it must be signed, of the message’s own channel, and of who is there now', async () => {
  const { cid, live } = await makeChannel(ada, ben);
  const mentioned_users = [ada.user.id, ben.user.id];
  const { message } = await say(live, { text: '@Ada @Ben', mentioned_users });
  const at = (cid: string) => ({
    type: 'message.new',
    cid: `team:${cid}`,
    user: { id: seller.owner.user.id },
    message: { id: message.id, mentioned_users: [{ id: ada.user.id }] },
  });
  expect(await postNews(app, at(cid))).toBe(204);
  expect(await postNews(app, at(randomUUID()))).toBe(204);
  expect(await countsOf(app, [ada.user, ben.user], KIND)).toEqual([1, 1]);
});

test('who muted the channel hears nothing, for as long as that is, nor anybody of a silent message', async () => {
  const { cid, live } = await makeChannel(ada, ben);
  const mentioned_users = [ada.user.id, ben.user.id];
  const theirs = await watchChannel(await connectChat(app, await as(ada)), cid);
  await theirs.mute({ expiration: 3_600_000 });
  const { message } = await say(live, { text: '@Ada @Ben', mentioned_users });
  expect(await countsOf(app, [ada.user, ben.user], KIND)).toEqual([0, 1]);
  await theirs.unmute();
  const { message: edited } = await live.getClient().updateMessage({
    id: message.id,
    text: 'Once more: @Ada @Ben',
    mentioned_users: mentioned_users.map((id) => ({ id })),
  });
  await arrived('message.updated', edited);
  expect(await countsOf(app, [ada.user, ben.user], KIND)).toEqual([0, 1]);

  const { live: other } = await makeChannel(ada);
  await say(other, { text: '@Ada joined', mentioned_users: [ada.user.id], silent: true });
  expect(await countsOf(app, [ada.user], KIND)).toEqual([0]);
});

test('an edit tells those it adds, once; with the message the notices are gone', async () => {
  const { live } = await makeChannel(ada, ben);
  const client = live.getClient();
  const { message } = await say(live, { text: '@Ada', mentioned_users: [ada.user.id] });
  expect(await countsOf(app, [ada.user, ben.user], KIND)).toEqual([1, 0]);
  const both = [ada.user.id, ben.user.id];
  for (const text of ['@Ada @Ben', '@Ben @Ada']) {
    const { message: edited } = await client.updateMessage({
      id: message.id,
      text,
      mentioned_users: both.map((id) => ({ id })),
    });
    expect(edited.message_text_updated_at).toBeDefined();
    await arrived('message.updated', edited);
    expect(await countsOf(app, [ada.user, ben.user], KIND)).toEqual([1, 1]);
  }
  await owner.expectOk(chat.deleteMessage, { params: { messageId: message.id } });
  await arrived('message.deleted', message);
  expect(await countsOf(app, [ada.user, ben.user], KIND)).toEqual([0, 0]);
});

test('whoever leaves the channel is told no more of it, and one who was blocked isn’t told or offered', async () => {
  const { cid, live } = await makeChannel(ada, ben);
  const params = { ...org(), cid };
  await owner.expectOk(blocks.block, { params: { userId: ben.user.id } });
  const offered = await owner.expectOk(chat.mentionable, { params });
  expect(offered.map(({ userId }) => userId)).toEqual([ada.user.id]);
  const theirs = await (await as(ben)).expectOk(chat.mentionable, { params });
  expect(theirs.map(({ userId }) => userId)).toEqual([ada.user.id]);
  await say(live, { text: '@Ada @Ben', mentioned_users: [ada.user.id, ben.user.id] });
  expect(await countsOf(app, [ada.user, ben.user], KIND)).toEqual([1, 0]);

  await (await as(ada)).expectOk(chat.update, { params, body: { channelType: 'TEAM', removeSelf: true } });
  const [hidden] = await toldOf(app, ada.user, KIND);
  expect(hidden).toMatchObject({ title: HIDDEN_TITLE, route: null });
  expect((await (await as(ada)).call(chat.mentionable, { params })).status).toBe(404);
  const other = await makeSeller(app.database.db);
  const stranger = await app.as(other.owner.user, other.org);
  expect((await stranger.call(chat.mentionable, { params })).status).toBe(404);
  expect((await stranger.call(chat.mentionable, { params: { orgId: other.org.id, cid } })).status).toBe(404);
});

test('a connection is told in their direct channel, until one blocks the other', async () => {
  const other = await makeSeller(app.database.db);
  const stranger = await app.as(other.owner.user, other.org);
  const id = await connectPeople(owner, stranger);
  const { cid } = await owner.expectOk(connections.startChat, { params: { id } });
  const live = await watchChannel(await connectChat(app, owner), cid, 'network_dm');
  const mentioned_users = [other.owner.user.id];
  await say(live, { text: '@you', mentioned_users });
  expect(await toldOf(app, other.owner.user, KIND)).toMatchObject([{ lines: ['In your direct messages', ''] }]);
  const params = { orgId: seller.org.id, cid };
  expect(await owner.expectOk(chat.mentionable, { params })).toMatchObject([{ userId: other.owner.user.id }]);
  await stranger.expectOk(blocks.block, { params: { userId: seller.owner.user.id } });
  expect(await toldOf(app, other.owner.user, KIND)).toMatchObject([{ title: HIDDEN_TITLE, route: null }]);
  expect((await owner.call(chat.mentionable, { params })).status).toBe(404);
});
