import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { OPEN_INVITES_MAX, REINVITE_DAYS } from '../../../domain/connections/connection';
import { connections } from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import { makeUser, type UserFixture } from '../../support/factories';

type Someone = { user: UserFixture; caller: TestCaller };

const { connections: calls } = contract;

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

const invite = (from: Someone, to: { id: string }) =>
  from.caller.call(calls.invite, { body: { invitedUserUUID: to.id } });
const invited = (from: Someone, to: { id: string }) =>
  from.caller.expectOk(calls.invite, { body: { invitedUserUUID: to.id } });
const remove = ({ caller }: Someone, id: number) => caller.expectOk(calls.remove, { params: { id } });
const answer = ({ caller }: Someone, id: number, status: 'ACCEPTED' | 'IGNORED') =>
  caller.expectOk(calls.answer, { params: { id }, body: { status } });
const codeOf = async ({ caller }: Someone) =>
  new URL((await caller.expectOk(calls.link, {})).link).searchParams.get('code') ?? '';
/** As if it had ended so many days ago. */
const endedAgo = (id: number, days: number) =>
  db()
    .update(connections)
    .set({ removedAt: new Date(Date.now() - days * 86_400_000) })
    .where(eq(connections.id, id));

const refusal = (answer: { status: number; body: unknown }) =>
  (answer.body as { userFriendlyMessage?: string }).userFriendlyMessage;

test('who withdraws an invite sends the next one 21 days later, the other at once', async () => {
  const { id } = await invited(ada, ben.user);
  await remove(ada, id);
  const again = await invite(ada, ben.user);
  expect(again.status).toBe(409);
  expect(refusal(again)).toMatch(/^You can invite Ben Fern again from \d\d\/\d\d\/\d{4}\.$/);
  await endedAgo(id, REINVITE_DAYS - 2);
  expect((await invite(ada, ben.user)).status).toBe(409);
  await endedAgo(id, REINVITE_DAYS + 1);
  expect((await invite(ada, ben.user)).status).toBe(200);
  await remove(ada, id);
  expect((await invite(ben, ada.user)).status).toBe(200);
});

test.each(['the one who had invited', 'the one who was invited'])(
  'a connection removed by %s makes who had invited wait',
  async (who) => {
    const { id } = await invited(ada, ben.user);
    await answer(ben, id, 'ACCEPTED');
    await remove(who === 'the one who was invited' ? ben : ada, id);
    expect((await invite(ada, ben.user)).status).toBe(409);
    expect((await invite(ben, ada.user)).status).toBe(200);
  },
);

test('a link connects at once all the same', async () => {
  const { id } = await invited(ada, ben.user);
  await remove(ada, id);
  expect((await invite(ada, ben.user)).status).toBe(409);
  const params = { code: await codeOf(ben) };
  expect(await ada.caller.expectOk(calls.acceptCode, { params })).toMatchObject({ id, status: 'ACCEPTED' });
});

test('one person has 50 open invites at most, ignored ones among them, also when several are sent at once', async () => {
  const people = await Promise.all(Array.from({ length: OPEN_INVITES_MAX + 1 }, () => makeUser(db())));
  await db()
    .insert(connections)
    .values(
      people.slice(0, OPEN_INVITES_MAX - 1).map(({ id }, index) => ({
        invitingUserId: ada.user.id,
        invitedUserId: id,
        status: index === 0 ? ('IGNORED' as const) : ('INVITED' as const),
        invitedAt: new Date(),
      })),
    );
  const last = people.slice(-2);
  const both = await Promise.all(last.map((person) => invite(ada, person)));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.map(refusal)).toContain('You have 50 open invites. Withdraw some to send more.');
  // Accepting an invite, and others' invites, take none.
  await invited(ben, ada.user);
  expect(await invited(ada, ben.user)).toMatchObject({ status: 'ACCEPTED' });
  const [first] = await ada.caller.expectOk(calls.list, {}).then((rows) => rows.filter(({ connected }) => !connected));
  await remove(ada, first?.id ?? 0);
  expect((await invite(ada, await makeUser(db()))).status).toBe(200);
  expect((await invite(ada, await makeUser(db()))).status).toBe(409);
});
