import { beforeEach, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { ORG_SERVICE_TYPE } from '../../../domain/chat/channel';
import { openApp, type TestCaller } from '../../support/app';
import { closesChats, connectChat, postNews } from '../../support/chat/client';
import { writeTo } from '../../support/chat/network';
import { makeMember, makeOrgChannel, makeSeller, type SellerFixture } from '../../support/factories';
import { countsOf, HIDDEN_TITLE, toldOf } from '../../support/notifications/told';

const { blockedUsers, chat, chatExports, orgChannels } = contract;

const app = await openApp();
const { db } = app.database;
closesChats();

type Side = SellerFixture & { caller: TestCaller };
const makeSide = async (): Promise<Side> => {
  const seller = await makeSeller(db);
  return { ...seller, caller: await app.as(seller.owner.user, seller.org) };
};

let acme: Side;
let coastal: Side;
let cid: string;

beforeEach(async () => {
  [acme, coastal] = [await makeSide(), await makeSide()];
  ({ cid } = await makeOrgChannel(db, {
    one: { org: acme.org, people: [acme.owner.user] },
    other: { org: coastal.org, people: [coastal.owner.user] },
    topic: 'Menus',
  }));
});

async function open(caller: TestCaller) {
  const client = await connectChat(app, caller);
  const channel = client.channel(ORG_SERVICE_TYPE, cid);
  await channel.watch();
  return { client, channel };
}

async function mention(from: Side, ...people: readonly Side[]) {
  const { channel } = await open(from.caller);
  const mentioned_users = people.map(({ owner }) => owner.user.id);
  const { message } = await channel.sendMessage({ text: 'The price is 4711', mentioned_users });
  expect(
    await postNews(app, { type: 'message.new', cid: message.cid, user: { id: from.owner.user.id }, message }),
  ).toBe(204);
  return message.id;
}

test('a mention tells somebody of the other organization in theirs, and nothing once they left', async () => {
  const id = await mention(acme, coastal);
  expect(await toldOf(app, coastal.owner.user, 'CHAT_MENTION')).toMatchObject([
    { orgId: coastal.org.id, lines: ['In Menus', ''], route: `/chat/messages/${cid}?message=${id}` },
  ]);
  expect(await countsOf(app, [acme.owner.user], 'CHAT_MENTION')).toEqual([0]);
  await coastal.caller.expectOk(orgChannels.leave, { params: { orgId: coastal.org.id, cid } });
  expect(await toldOf(app, coastal.owner.user, 'CHAT_MENTION')).toMatchObject([{ title: HIDDEN_TITLE, route: null }]);
});

test('people are offered to be mentioned from both sides, but not those whom one of the two blocked', async () => {
  const offered = async ({ caller, org }: Side) =>
    (await caller.expectOk(chat.mentionable, { params: { orgId: org.id, cid } })).map(({ userId }) => userId);
  expect(await offered(acme)).toEqual([coastal.owner.user.id]);
  expect(await offered(coastal)).toEqual([acme.owner.user.id]);
  const stranger = await makeSide();
  expect(await stranger.caller.call(chat.mentionable, { params: { orgId: stranger.org.id, cid } })).toMatchObject({
    status: 404,
  });
  await coastal.caller.expectOk(blockedUsers.block, { params: { userId: acme.owner.user.id } });
  expect([await offered(acme), await offered(coastal)]).toEqual([[], []]);
  await mention(acme, coastal);
  expect(await countsOf(app, [coastal.owner.user], 'CHAT_MENTION')).toEqual([0]);
});

test('an export has one’s own people’s words with their files, and the others’ as text with their organization', async () => {
  const upload = async (side: Side, name: string) => {
    const { channel } = await open(side.caller);
    const sent = await channel.sendFile(Buffer.from('%PDF-1.4 menu'), name, 'application/pdf');
    await channel.sendMessage({
      text: `See ${name}`,
      attachments: [{ type: 'file', title: name, mime_type: 'application/pdf', asset_url: sent.file }],
    });
  };
  await upload(acme, 'ours.pdf');
  await upload(coastal, 'theirs.pdf');
  const both = await makeMember(db, coastal, { defaultRoleId: 'ADMIN', user: acme.owner.user });
  expect(both.org.id).toBe(coastal.org.id);
  const exported = async ({ caller, org }: Side) => {
    const params = { orgId: org.id };
    const { id } = await caller.expectOk(chatExports.request, { params });
    const newest = async () => (await caller.expectOk(chatExports.list, { params, query: {} })).results[0];
    await expect.poll(async () => (await newest())?.status, { timeout: 60_000 }).toBe('READY');
    const text = await caller.expectOk(chatExports.download, { params: { ...params, exportId: id } });
    const { channels } = JSON.parse(text) as { channels: { name: string; messages: Record<string, unknown>[] }[] };
    return channels.find(({ name }) => name === 'Menus');
  };
  const ours = await exported(acme);
  expect(ours).toMatchObject({ kind: 'with another organization', with: [coastal.org.name] });
  expect(ours?.messages.find(({ text }) => text === 'See ours.pdf')).toMatchObject({ files: [{ name: 'ours.pdf' }] });
  const theirs = ours?.messages.find(({ text }) => text === 'See theirs.pdf');
  expect(theirs).toMatchObject({ organization: coastal.org.name, filesLeftOut: 1 });
  expect(theirs).not.toHaveProperty('files');
  // Somebody of both organizations spoke for the one they were there for.
  const seen = (await exported(coastal))?.messages.find(({ text }) => text === 'See ours.pdf');
  expect(seen).toMatchObject({ organization: acme.org.name, filesLeftOut: 1 });
});

test('messages are found by those in the channel alone', async () => {
  await writeTo(app, acme.caller, cid, 'Huckleberry harvest', ORG_SERVICE_TYPE);
  const found = async (caller: TestCaller) => {
    const client = await connectChat(app, caller);
    const { results } = await client.search({ members: { $in: [client.userID ?? ''] } }, 'huckleberry', { limit: 10 });
    return results.map(({ message }) => message.text);
  };
  expect(await found(coastal.caller)).toEqual(['Huckleberry harvest']);
  const clerk = await makeMember(db, coastal, { features: {} });
  expect(await found(await app.as(clerk.user, coastal.org))).toEqual([]);
});
