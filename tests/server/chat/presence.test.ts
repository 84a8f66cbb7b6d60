import { type Event, StreamChat } from 'stream-chat';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { endLost, renew } from '../../../server/sandbox/chat/presence';
import { openApp, type TestApp, type TestCaller } from '../../support/app';
import { type MemberFixture, makeChannel, makeMember, makeSeller, type SellerFixture } from '../../support/factories';

const { chat } = contract;
const app = await openApp();
const beside = await openApp({ beside: app });
let seller: SellerFixture;
let colleague: MemberFixture;
let cid: string;
const clients: StreamChat[] = [];

beforeEach(async () => {
  seller = await makeSeller(app.database.db);
  colleague = await makeMember(app.database.db, seller, { features: {} });
  const channel = await makeChannel(app.database.db, { org: seller.org, people: [seller.owner.user, colleague.user] });
  cid = channel.cid;
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.disconnectUser()));
});

async function connect(caller: TestCaller, through: TestApp = app): Promise<StreamChat> {
  const { token, apiKey, basePath, userId } = await caller.expectOk(chat.token, {});
  const client = new StreamChat(apiKey, { baseURL: `${through.url}${basePath}`, allowServerSideConnect: true });
  await client.connectUser({ id: userId }, token);
  clients.push(client);
  return client;
}

/** Somebody who is told who comes and goes, and what they were told, as "name+" and "name-". */
async function watcher(caller: TestCaller, id: string) {
  const client = await connect(caller);
  const told: string[] = [];
  client.on('user.presence.changed', ({ user }: Event) => void told.push(`${user?.id}${user?.online ? '+' : '-'}`));
  await client.queryChannels({ type: 'team', members: { $in: [id] } }, [], { presence: true, limit: 30 });
  return { client, told };
}
const isOnline = (client: StreamChat, userId: string) =>
  client.activeChannels[`team:${cid}`]?.state.members[userId]?.user?.online;
const asOwner = () => app.as(seller.owner.user, seller.org);
const asColleague = () => app.as(colleague.user, seller.org);

test('a person is online with their first connection of any process until their last ends', async () => {
  const { client, told } = await watcher(await asOwner(), seller.owner.user.id);
  const them = colleague.user.id;
  expect(isOnline(client, them)).toBe(false);
  const here = await connect(await asColleague());
  const there = await connect(await asColleague(), beside);
  await expect.poll(() => told).toEqual([`${them}+`]);
  expect(isOnline(client, them)).toBe(true);
  await here.disconnectUser();
  // What is told after it shows that nothing was told of it.
  await there.disconnectUser();
  await expect.poll(() => told).toEqual([`${them}+`, `${them}-`]);
  expect(isOnline(client, them)).toBe(false);
});

test('who shares no channel, or didn’t ask, is told nothing', async () => {
  const stranger = await makeSeller(app.database.db);
  const far = await watcher(await app.as(stranger.owner.user, stranger.org), stranger.owner.user.id);
  const silent = await connect(await asOwner());
  const heard: string[] = [];
  silent.on('user.presence.changed', ({ user }: Event) => void heard.push(user?.id ?? ''));
  const second = await makeMember(app.database.db, seller, { features: {} });
  const near = await watcher(await app.as(second.user, seller.org), second.user.id);
  await connect(await asColleague());
  await expect.poll(() => near.told).toContain(`${colleague.user.id}+`);
  expect(far.told).toEqual([]);
  expect(heard).toEqual([]);
});

test('a question about people by id tells of those one shares a channel with, and from then on', async () => {
  const stranger = await makeSeller(app.database.db);
  await connect(await app.as(stranger.owner.user, stranger.org));
  const client = await connect(await asOwner());
  const told: string[] = [];
  client.on('user.presence.changed', ({ user }: Event) => void told.push(user?.id ?? ''));
  const ids = [colleague.user.id, stranger.owner.user.id];
  const { users } = await client.queryUsers({ id: { $in: ids } }, {}, { presence: true, limit: 100 });
  expect(users.map(({ id, online }) => ({ id, online }))).toEqual([{ id: colleague.user.id, online: false }]);
  await connect(await asColleague());
  await expect.poll(() => told).toEqual([colleague.user.id]);
});

test('a killed process’s people go once their time is over; one that had stopped for a while brings them back', async () => {
  const { client, told } = await watcher(await asOwner(), seller.owner.user.id);
  const them = colleague.user.id;
  await connect(await asColleague());
  await expect.poll(() => told).toEqual([`${them}+`]);
  const { pool, db } = app.database;
  const over = `update sandbox_chat_sockets set alive_until = now() - interval '1 second' where user_id = $1 returning id`;
  const { rows } = await pool.query<{ id: string }>(over, [them]);
  await endLost(db);
  await expect.poll(() => told).toEqual([`${them}+`, `${them}-`]);
  expect(isOnline(client, them)).toBe(false);
  await renew(
    db,
    rows.map(({ id }) => ({ id, userId: them })),
  );
  await expect.poll(() => told.at(-1)).toBe(`${them}+`);
});
