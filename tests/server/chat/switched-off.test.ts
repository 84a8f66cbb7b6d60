import { expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import type { Endpoint } from '../../../domain/contract/endpoint';
import { openApp, startTestApp } from '../../support/app';
import { makeMember, makeSeller } from '../../support/factories';

const app = await openApp({ environment: { CHAT: 'false' } });
const { db, pool } = app.database;

const waiting = async () => {
  const { rows } = await pool.query(
    `select count(*)::int as n from jobs.job where name = 'chat-team' and state < 'active'`,
  );
  return rows[0].n;
};

const calls = Object.values(contract).flatMap((area) => Object.values(area) as Endpoint[]);
const ofChat = calls.filter(({ part }) => part === 'chat');

test('there are calls of every kind of conversation', () => expect(ofChat.length).toBeGreaterThan(15));

test.each(ofChat.map((call) => [`${call.method} ${call.path}`, call] as const))(
  '%s answers that messages are switched off',
  async (_name, endpoint) => {
    const seller = await makeSeller(db);
    const caller = await app.as(seller.owner.user, seller.org);
    const params = { orgId: seller.org.id, cid: crypto.randomUUID(), messageId: 'one' };
    const body = { channelType: 'TEAM', name: 'harvest' };
    const input = { params, ...(endpoint.method === 'GET' ? {} : { body }) };
    expect(await caller.call(endpoint as Endpoint, input as never)).toMatchObject({
      status: 404,
      body: { userFriendlyMessage: expect.stringMatching(/^Messages are switched off on this installation\./) },
    });
  },
);

test('whoever isn’t signed in hears that first', async () => {
  expect(await app.withToken(null).call(contract.chat.token, {})).toMatchObject({ status: 401 });
});

test('the service’s news is not taken, and the local service isn’t served', async () => {
  for (const path of ['/api/chat-news', '/sandbox/chat/users']) {
    const response = await fetch(`${app.url}${path}`, { method: 'POST', body: '{}' });
    expect(response.status).toBe(404);
  }
});

test('a person’s own data has no messages', async () => {
  const seller = await makeSeller(db);
  const file = await (await app.as(seller.owner.user, seller.org)).expectOk(contract.session.exportMine, {});
  expect(JSON.parse(String(file))).toMatchObject({ messages: [] });
});

test('the rest goes on, and what the team’s channels need waits until messages are switched on', async () => {
  const seller = await makeSeller(db);
  const owner = await app.as(seller.owner.user, seller.org);
  const clerk = await makeMember(db, seller, { features: {} });
  const params = { orgId: seller.org.id, id: clerk.orgUserId };
  await owner.expectOk(contract.team.remove, { params });
  expect(await waiting()).toBe(1);
  const { rows } = await pool.query(
    `select bool_and(keep_until > now() + interval '10 years') as "areKept" from jobs.job where name = 'chat-team'`,
  );
  expect(rows).toEqual([{ areKept: true }]);
  const on = await startTestApp({ beside: app });
  try {
    await expect.poll(waiting, { timeout: 60_000 }).toBe(0);
    const caller = on.withToken(owner.token, seller.org.id);
    const { orgId } = params;
    expect(await caller.expectOk(contract.chat.channels, { params: { orgId } })).toEqual(expect.any(Array));
  } finally {
    await on.close();
  }
});
