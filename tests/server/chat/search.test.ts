import { randomUUID } from 'node:crypto';
import { StreamChat } from 'stream-chat';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { sandboxChatMessages } from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import { type MemberFixture, makeChannel, makeMember, makeSeller, type SellerFixture } from '../../support/factories';

const { chat } = contract;
const app = await openApp();
let seller: SellerFixture;
let colleague: MemberFixture;
let mine: string;
let theirs: string;
const clients: StreamChat[] = [];

beforeEach(async () => {
  const { db } = app.database;
  seller = await makeSeller(db);
  colleague = await makeMember(db, seller, { features: {} });
  mine = (await makeChannel(db, { org: seller.org, people: [seller.owner.user, colleague.user] })).cid;
  theirs = (await makeChannel(db, { org: seller.org, people: [colleague.user], isPrivate: true })).cid;
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.disconnectUser()));
});

async function connect(caller: TestCaller): Promise<StreamChat> {
  const { token, apiKey, basePath, userId } = await caller.expectOk(chat.token, {});
  const client = new StreamChat(apiKey, { baseURL: `${app.url}${basePath}`, allowServerSideConnect: true });
  await client.connectUser({ id: userId }, token);
  clients.push(client);
  return client;
}
const owner = async () => connect(await app.as(seller.owner.user, seller.org));

/** Messages in the order they are given. */
async function write(cid: string, texts: readonly string[], by = seller.owner.user.id, more = {}) {
  for (const text of texts) {
    const message = { id: randomUUID(), cid: `team:${cid}`, userId: by, text, ...more };
    await app.database.db.insert(sandboxChatMessages).values(message);
  }
}

type Asked = { text?: string; from?: string; cid?: string; next?: string; limit?: number };
async function search(client: StreamChat, { text, from, cid, next, limit = 20 }: Asked) {
  const { results, next: more } = await client.search(
    { members: { $in: [client.userID ?? ''] }, ...(cid === undefined ? {} : { cid: { $in: [`team:${cid}`] } }) },
    {
      ...(text === undefined ? {} : { text: { $autocomplete: text } }),
      ...(from === undefined ? {} : { 'user.id': { $in: [from] } }),
    },
    { sort: [{ created_at: -1 }], limit, ...(next === undefined ? {} : { next }) },
  );
  return { found: results.map(({ message }) => message.text), results, more };
}

test('finds all words in any order, the last begun, whatever accents and case, newest first', async () => {
  await write(mine, [
    'The hárvest comes Monday',
    'Harvested: 12 lbs of Blue Dream',
    'No harves here',
    'Monday: harvest',
  ]);
  const client = await owner();
  expect((await search(client, { text: 'monday HARV' })).found).toEqual([
    'Monday: harvest',
    'The hárvest comes Monday',
  ]);
  expect((await search(client, { text: 'harvest' })).found).toHaveLength(3);
  expect((await search(client, { text: 'harvest monday' })).found).toHaveLength(2);
  expect((await search(client, { text: 'arvest' })).found).toEqual([]);
  expect((await search(client, { text: `'"&|!():* \\` })).found).toEqual([]);
  expect((await search(client, { text: `lbs | 12 & 'blue` })).found).toEqual(['Harvested: 12 lbs of Blue Dream']);
});

test('says which channel and who, and finds by person and in one channel', async () => {
  const other = await makeChannel(app.database.db, { org: seller.org, people: [seller.owner.user], name: 'Dock' });
  await write(mine, ['pallets arrived'], colleague.user.id);
  await write(other.cid, ['pallets left']);
  const client = await owner();
  const { results } = await search(client, { text: 'pallets' });
  expect(results.map(({ message }) => (message.channel as { name?: string }).name)).toEqual([
    'Dock',
    expect.any(String),
  ]);
  expect((await search(client, { text: 'pallets', from: colleague.user.id })).found).toEqual(['pallets arrived']);
  expect((await search(client, { from: colleague.user.id })).found).toEqual(['pallets arrived']);
  expect((await search(client, { text: 'pallets', cid: other.cid })).found).toEqual(['pallets left']);
});

test('never finds what isn’t one’s own, was deleted, or was left', async () => {
  await write(theirs, ['salary talk'], colleague.user.id);
  await write(mine, ['salary here', 'salary gone']);
  const gone = (await search(await owner(), { text: 'salary gone' })).results[0]?.message.id ?? '';
  const caller = await app.as(seller.owner.user, seller.org);
  await caller.expectOk(chat.deleteMessage, { params: { messageId: gone } });
  const client = await owner();
  expect((await search(client, { text: 'salary' })).found).toEqual(['salary here']);
  expect((await search(client, { text: 'salary', cid: theirs })).found).toEqual([]);
  expect((await search(client, { from: colleague.user.id })).found).toEqual([]);
  const asColleague = { members: { $in: [colleague.user.id] } };
  await expect(client.search(asColleague, { text: { $autocomplete: 'salary' } })).rejects.toThrow('your own channels');
  const out = {
    params: { orgId: seller.org.id, cid: mine },
    body: { channelType: 'TEAM' as const, removeSelf: true as const },
  };
  await caller.expectOk(chat.update, out);
  expect((await search(client, { text: 'salary' })).found).toEqual([]);
});

describe('with many messages', () => {
  test('goes on where a page ended, none twice, also what is old and rare', async () => {
    await write(mine, ['first rare one']);
    await app.database.pool.query(
      `insert into sandbox_chat_messages (id, cid, user_id, text)
       select gen_random_uuid()::text, $1, $2, 'common words ' || n from generate_series(1, 700) n`,
      [`team:${mine}`, seller.owner.user.id],
    );
    const client = await owner();
    const one = await search(client, { text: 'common words' });
    const two = await search(client, { text: 'common words', next: one.more ?? '' });
    expect([...one.found, ...two.found]).toEqual(Array.from({ length: 40 }, (_, at) => `common words ${700 - at}`));
    const rare = await search(client, { text: 'rare' });
    expect(rare.found).toEqual(['first rare one']);
    expect(rare.more).toBeUndefined();
  });
});
