import { beforeAll, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import type { User } from '../../../server/identity/accounts';
import { openApp } from '../../support/app';
import { createUser } from '../../support/identity/people';
import { PASSWORD, signIn } from '../../support/identity/sign-in';

const { endSession, me, refresh, sessions } = contract.session;

const app = await openApp();
let ada: User;

beforeAll(async () => {
  ada = await person('ada@example.com');
});

const person = (email: string, isSupport = false) =>
  createUser(app.database.db, {
    isSupport,
    firstName: 'Ada',
    lastName: 'Grower',
    password: PASSWORD,
    onboarded: true,
    email,
    verified: true,
  });

async function arrive(email: string) {
  const { tokens } = await signIn({ address: app.url, publicUrl: app.config.publicUrl }, email);
  return { ...app.withToken(tokens.access_token), refreshToken: tokens.refresh_token };
}

test('someone sees their sessions, which one is current, and ends another', async () => {
  const phone = await arrive(ada.email);
  const desk = await arrive(ada.email);
  const seen = await desk.expectOk(sessions, {});
  expect(seen.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
  const [here, other] = seen;

  await desk.expectOk(endSession, { params: { sessionId: other?.id ?? '' } });

  expect((await desk.expectOk(sessions, {})).map(({ id }) => id)).toEqual([here?.id]);
  expect(await phone.call(me, { query: {} })).toMatchObject({ status: 401, body: { message: 'SIGNED_OUT' } });
  expect(await phone.call(refresh, { body: { refreshToken: phone.refreshToken } })).toMatchObject({
    status: 401,
    body: { message: 'SIGNED_OUT' },
  });
  await desk.expectOk(refresh, { body: { refreshToken: desk.refreshToken } });
});

test('support stops acting for anyone once the session they started it in ends', async () => {
  const staff = await person('robin@example.com', true);
  const phone = await arrive(staff.email);
  const reason = 'Cannot see yesterday’s order';
  const { token } = await phone.expectOk(contract.support.impersonate, { body: { userId: ada.id, reason } });
  const acting = app.withToken(token);
  await acting.expectOk(me, { query: {} });
  const desk = await arrive(staff.email);
  const elsewhere = (await desk.expectOk(sessions, {})).find(({ isCurrent }) => !isCurrent);
  await desk.expectOk(endSession, { params: { sessionId: elsewhere?.id ?? '' } });
  expect(await acting.call(me, { query: {} })).toMatchObject({
    status: 401,
    body: { userFriendlyMessage: 'This support session has ended.' },
  });
});

test('nobody can end someone else’s session, or an unknown one', async () => {
  const eve = await person('eve@example.com');
  const theirs = await arrive(ada.email);
  const [session] = await theirs.expectOk(sessions, {});
  const stranger = await arrive(eve.email);
  for (const sessionId of [session?.id ?? '', 'never-begun']) {
    expect(await stranger.call(endSession, { params: { sessionId } })).toMatchObject({
      status: 404,
      body: { userFriendlyMessage: 'Session not found' },
    });
  }
  await theirs.expectOk(me, { query: {} });
  await theirs.expectOk(refresh, { body: { refreshToken: theirs.refreshToken } });
});
