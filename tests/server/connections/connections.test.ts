import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { viewOf } from '../../../domain/connections/connection';
import { connections as calls } from '../../../domain/connections/contract';
import { auditLog, connections, mailbox, users } from '../../../server/db/schema';
import { openApp, type TestCaller } from '../../support/app';
import { makeMember, makeSeller, makeUser, type SellerFixture, type UserFixture } from '../../support/factories';

type Someone = { user: UserFixture; caller: TestCaller };

const app = await openApp();
let ada: Someone;
let ben: Someone;

const db = () => app.database.db;

async function someone(values: Partial<UserFixture> = {}): Promise<Someone> {
  const user = await makeUser(db(), values);
  return { user, caller: await app.as(user, null) };
}

beforeEach(async () => {
  ada = await someone({ firstName: 'Ada', lastName: 'Moss' });
  ben = await someone({ firstName: 'Ben', lastName: 'Fern' });
});

const invite = (from: Someone, to: Someone) =>
  from.caller.call(calls.invite, { body: { invitedUserUUID: to.user.id } });
const invited = (from: Someone, to: Someone) =>
  from.caller.expectOk(calls.invite, { body: { invitedUserUUID: to.user.id } });
const answer = ({ caller }: Someone, id: number, status: 'INVITED' | 'ACCEPTED' | 'IGNORED') =>
  caller.call(calls.answer, { params: { id }, body: { status } });
const remove = ({ caller }: Someone, id: number) => caller.call(calls.remove, { params: { id } });
const listOf = async ({ user, caller }: Someone) =>
  (await caller.expectOk(calls.list, {})).map((one) => [viewOf(one, user.id), one.status]);
const codeOf = async ({ caller }: Someone) =>
  new URL((await caller.expectOk(calls.link, {})).link).searchParams.get('code') ?? '';

describe('an invite to connect', () => {
  test('shows to both, and connects them once it is accepted', async () => {
    const { id } = await invited(ada, ben);
    expect(await listOf(ada)).toEqual([['invites-sent', 'INVITED']]);
    expect(await listOf(ben)).toEqual([['invites-received', 'INVITED']]);
    expect(await answer(ben, id, 'ACCEPTED')).toMatchObject({
      status: 200,
      body: { status: 'ACCEPTED', invitingUser: { displayName: 'Ada Moss' }, invitedUser: { displayName: 'Ben Fern' } },
    });
    for (const one of [ada, ben]) expect(await listOf(one)).toEqual([['connected', 'ACCEPTED']]);
    expect(await answer(ben, id, 'ACCEPTED')).toMatchObject({ status: 200 });
    expect(await answer(ben, id, 'IGNORED')).toMatchObject({ status: 409 });
  });

  test('that is ignored stays with its receiver, and its sender can’t tell', async () => {
    const { id } = await invited(ada, ben);
    const before = await ada.caller.expectOk(calls.list, {});
    expect(await answer(ben, id, 'IGNORED')).toMatchObject({ status: 200, body: { status: 'IGNORED' } });
    expect(await listOf(ben)).toEqual([['invites-received', 'IGNORED']]);
    expect(await ada.caller.expectOk(calls.list, {})).toEqual(before);
    expect(await invite(ada, ben)).toMatchObject({
      status: 409,
      body: { userFriendlyMessage: 'You already invited Ben Fern.' },
    });
    expect(await answer(ada, id, 'ACCEPTED')).toMatchObject({
      status: 409,
      body: { userFriendlyMessage: 'You sent this invite. Only Ben Fern can answer it.' },
    });
    expect(await answer(ben, id, 'ACCEPTED')).toMatchObject({ status: 200 });
    expect(await listOf(ada)).toEqual([['connected', 'ACCEPTED']]);
  });

  test('is withdrawn by its sender alone, and can be sent again from either side', async () => {
    const { id } = await invited(ada, ben);
    expect(await remove(ben, id)).toMatchObject({
      status: 409,
      body: { userFriendlyMessage: 'Ada Moss sent this invite. Ignore it instead.' },
    });
    expect(await remove(ada, id)).toMatchObject({ status: 200 });
    expect(await remove(ada, id)).toMatchObject({ status: 404 });
    for (const one of [ada, ben]) expect(await listOf(one)).toEqual([]);
    expect(await answer(ben, id, 'ACCEPTED')).toMatchObject({ status: 404 });
    await invited(ben, ada);
    expect(await listOf(ada)).toEqual([['invites-received', 'INVITED']]);
    expect(await db().$count(connections, eq(connections.invitedUserId, ada.user.id))).toBe(1);
  });

  test('is nobody else’s to see, answer or remove', async () => {
    const { id } = await invited(ada, ben);
    const other = await someone();
    expect(await listOf(other)).toEqual([]);
    expect(await answer(other, id, 'ACCEPTED')).toMatchObject({ status: 404 });
    expect(await remove(other, id)).toMatchObject({ status: 404 });
  });

  test('to each other at the same moment is one connection', async () => {
    const replies = await Promise.all([invite(ada, ben), invite(ben, ada)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    for (const one of [ada, ben]) expect(await listOf(one)).toEqual([['connected', 'ACCEPTED']]);
  });

  test('needs somebody else', async () => {
    const gone = await someone({ deletedAt: new Date() });
    expect(await invite(ada, ada)).toMatchObject({
      status: 400,
      body: { errors: { invitedUserUUID: 'Choose someone else' } },
    });
    expect(await invite(ada, gone)).toMatchObject({
      status: 400,
      body: { errors: { invitedUserUUID: 'Person not found' } },
    });
  });

  test('isn’t in any organization’s audit log', async () => {
    const { id } = await invited(ada, ben);
    const entries = await db().select().from(auditLog).where(eq(auditLog.entity, 'connection'));
    expect(entries.filter(({ entityId }) => entityId === `${id}`)).toMatchObject([{ orgId: 0 }]);
  });
});

test('where an invited person works is told once they accept', async () => {
  const { owner, org } = await makeSeller(db());
  const them = { user: owner.user, caller: await app.as(owner.user, org) };
  const { id, invitedUser } = await invited(ada, them);
  expect(invitedUser.organizations).toEqual([]);
  expect(await them.caller.expectOk(calls.list, {})).toMatchObject([{ invitedUser: { organizations: [org.name] } }]);
  await answer(them, id, 'ACCEPTED');
  expect(await ada.caller.expectOk(calls.list, {})).toMatchObject([{ invitedUser: { organizations: [org.name] } }]);
});

describe('a person’s link', () => {
  test('has a code of 36 characters and connects whoever accepts it, once', async () => {
    const code = await codeOf(ada);
    expect(code).toHaveLength(36);
    const params = { code };
    expect(await ben.caller.expectOk(calls.byCode, { params })).toMatchObject({
      status: 'INVITED',
      invitingUser: { displayName: 'Ada Moss' },
    });
    await Promise.all([1, 2].map(() => ben.caller.expectOk(calls.acceptCode, { params })));
    for (const one of [ada, ben]) expect(await listOf(one)).toEqual([['connected', 'ACCEPTED']]);
    expect(await ben.caller.expectOk(calls.byCode, { params })).toMatchObject({ status: 'ACCEPTED' });
  });

  test('isn’t for oneself, and an unknown one is refused', async () => {
    const params = { code: await codeOf(ada) };
    expect(await ada.caller.expectOk(calls.byCode, { params })).toMatchObject({ status: 'OWN' });
    expect(await ada.caller.call(calls.acceptCode, { params })).toMatchObject({ status: 409 });
    const unknown = { code: '0'.repeat(36) };
    expect(await ben.caller.call(calls.byCode, { params: unknown })).toMatchObject({ status: 404 });
    expect(await ben.caller.call(calls.acceptCode, { params: unknown })).toMatchObject({ status: 404 });
  });

  test('is emailed alike to people with an account and without', async () => {
    const code = await codeOf(ada);
    for (const email of [ben.user.email, `new-${code}@example.com`]) {
      expect(await ada.caller.expectOk(calls.sendLink, { query: { email } })).toEqual({ ok: true });
      const letters = () => db().select().from(mailbox).where(eq(mailbox.recipient, email));
      await expect.poll(async () => (await letters()).length).toBe(1);
      expect((await letters())[0]?.text).toContain(`invite_code=${code}&invite_type=CONNECTION_INVITE`);
    }
    expect(await ada.caller.call(calls.sendLink, { query: { email: 'nobody' } })).toMatchObject({
      status: 400,
      body: { errors: { email: 'Enter an email address' } },
    });
    expect(await ada.caller.call(calls.sendLink, { query: { email: ada.user.email } })).toMatchObject({ status: 400 });
    const unconfirmed = await someone({ emailVerifiedAt: null });
    expect(await unconfirmed.caller.call(calls.sendLink, { query: { email: 'a@example.com' } })).toMatchObject({
      status: 403,
    });
  });

  test('is emailed to one address a few times only', async () => {
    const query = { email: `often-${ada.user.id}@example.com` };
    for (let sent = 0; sent < 4; sent += 1) await ada.caller.expectOk(calls.sendLink, { query });
    expect(await ada.caller.call(calls.sendLink, { query })).toMatchObject({ status: 429 });
  });
});

describe('a person’s card', () => {
  let seller: SellerFixture;
  let colleague: Someone;
  beforeEach(async () => {
    seller = await makeSeller(db());
    const { user } = await makeMember(db(), seller, { features: {} });
    colleague = { user, caller: await app.as(user, seller.org) };
  });
  const card = ({ caller }: Someone, { id }: UserFixture) => caller.call(calls.card, { params: { id } });

  test('is for colleagues and connections', async () => {
    const { user: owner } = seller.owner;
    expect(await card(colleague, owner)).toMatchObject({
      status: 200,
      body: { email: null, organizations: [seller.org.name], connection: null },
    });
    expect(await card(ben, owner)).toMatchObject({ status: 404 });
    const { id } = await ben.caller.expectOk(calls.invite, { body: { invitedUserUUID: owner.id } });
    expect(await card(ben, owner)).toMatchObject({ status: 404 });
    const them = { user: owner, caller: await app.as(owner, seller.org) };
    await answer(them, id, 'ACCEPTED');
    expect(await card(ben, owner)).toMatchObject({
      status: 200,
      body: { email: owner.email, connection: { id, status: 'ACCEPTED' } },
    });
    await remove(ben, id);
    expect(await card(ben, owner)).toMatchObject({ status: 404 });
  });
});

test('deleting an account removes its connections and its link', async () => {
  const code = await codeOf(ben);
  await invited(ada, ben);
  await ben.caller.expectOk(contract.session.deleteMe, { body: { email: ben.user.email } });
  expect(await listOf(ada)).toEqual([]);
  expect(await ada.caller.call(calls.byCode, { params: { code } })).toMatchObject({ status: 404 });
  const [left] = await db().select().from(users).where(eq(users.id, ben.user.id));
  expect(left?.connectionCode).not.toBe(code);
});
