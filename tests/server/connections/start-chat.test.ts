import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { networkChannels, sandboxChatChannels, sandboxChatMembers } from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import { connectPeople, writeTo } from '../../support/chat/network';
import { makeSeller, makeUser, type UserFixture } from '../../support/factories';

type Someone = { user: UserFixture; caller: TestCaller };

const { blockedUsers: blocks, connections: calls } = contract;

const app = await openApp();
const db = () => app.database.db;
let ada: Someone;
let ben: Someone;

async function someone(values: Partial<UserFixture> = {}): Promise<Someone> {
  const user = await makeUser(db(), values);
  return { user, caller: await app.as(user, null) };
}

beforeEach(async () => {
  const { owner, org } = await makeSeller(db());
  ada = { user: owner.user, caller: await app.as(owner.user, org) };
  ben = await someone();
});

const connect = () => connectPeople(ada.caller, ben.caller);
const start = ({ caller }: Someone, id: number) => caller.call(calls.startChat, { params: { id } });
const started = async (one: Someone, id: number) => {
  const { cid, channelType } = await one.caller.expectOk(calls.startChat, { params: { id } });
  expect(channelType).toBe('NETWORK_DM');
  return cid;
};
const readers = async (cid: string) =>
  (
    await db()
      .select()
      .from(sandboxChatMembers)
      .where(eq(sandboxChatMembers.cid, `network_dm:${cid}`))
  )
    .map(({ userId }) => userId)
    .sort();
const isFrozen = async (cid: string) => {
  const there = eq(sandboxChatChannels.cid, `network_dm:${cid}`);
  const [channel] = await db().select().from(sandboxChatChannels).where(there);
  return channel?.data.frozen;
};

const write = async ({ caller }: Someone, cid: string, text: string) => (await writeTo(app, caller, cid, text)).status;

test('two connections have one direct channel, whoever opens it and however often', async () => {
  const id = await connect();
  const cids = await Promise.all([started(ada, id), started(ben, id)]);
  expect(new Set([...cids, await started(ada, id)]).size).toBe(1);
  const [cid = ''] = cids;
  expect(await readers(cid)).toEqual([ada.user.id, ben.user.id].sort());
  expect(await isFrozen(cid)).toBe(false);
  expect(await write(ada, cid, 'Hello from the other side of the river')).toBe(201);
});

test('only the two have it, and only once they are connected', async () => {
  const { id } = await ada.caller.expectOk(calls.invite, { body: { invitedUserUUID: ben.user.id } });
  for (const one of [ada, ben]) expect(await start(one, id)).toMatchObject({ status: 409 });
  await ben.caller.expectOk(calls.answer, { params: { id }, body: { status: 'ACCEPTED' } });
  expect(await start(await someone(), id)).toMatchObject({ status: 404 });
  expect(
    await db().$count(networkChannels, eq(networkChannels.oneUserId, [ada.user.id, ben.user.id].sort()[0] ?? '')),
  ).toBe(0);
  await started(ben, id);
});

test.each(['removed', 'blocked'] as const)(
  'nobody writes in it while they are %s, and again once it is opened',
  async (how) => {
    const id = await connect();
    const cid = await started(ada, id);
    if (how === 'removed') await ben.caller.expectOk(calls.remove, { params: { id } });
    else await ben.caller.expectOk(blocks.block, { params: { userId: ada.user.id } });
    await expect.poll(() => isFrozen(cid)).toBe(true);
    const both = [ada.user.id, ben.user.id].sort();
    // To people who blocked each other it isn't there.
    await expect.poll(() => readers(cid)).toEqual(how === 'blocked' ? [] : both);
    for (const one of [ada, ben]) {
      expect((await start(one, id)).status).toBe(404);
      expect(await write(one, cid, 'Still there?')).toBe(how === 'blocked' ? 404 : 403);
    }
    if (how === 'blocked') await ben.caller.expectOk(blocks.unblock, { params: { userId: ada.user.id } });
    await expect.poll(() => readers(cid)).toEqual(both);
    expect(await connect()).toBe(id);
    // Connected again, but not opened again.
    expect(await isFrozen(cid)).toBe(true);
    expect(await started(ben, id)).toBe(cid);
    expect(await isFrozen(cid)).toBe(false);
    expect(await write(ada, cid, 'There you are')).toBe(201);
  },
);

test('whoever deletes their account leaves it, and it stays with the other to read', async () => {
  const id = await connect();
  const cid = await started(ben, id);
  await ben.caller.expectOk(contract.session.deleteMe, { body: { email: ben.user.email } });
  await expect.poll(() => isFrozen(cid)).toBe(true);
  await expect.poll(() => readers(cid)).toEqual([ada.user.id]);
  const there = and(eq(networkChannels.id, cid), eq(networkChannels.isFrozen, true));
  expect(await db().$count(networkChannels, there)).toBe(1);
});
