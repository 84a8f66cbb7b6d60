import { beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import type { User } from '../../../server/identity/accounts';
import { takeAnswer } from '../../../server/identity/refresh-grace';
import { inTurn } from '../../../server/identity/refresh-turn';
import { openApp } from '../../support/app';
import { createUser } from '../../support/identity/people';
import { openBrowser, PASSWORD, signIn } from '../../support/identity/sign-in';

const { endSession, me, refresh, sessions } = contract.session;

const app = await openApp();
const beside = await openApp({ beside: app });
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

/** An exchange under way at a third process, which fails once told to. */
function holdTurn(spender: { refreshToken: string; client: string }) {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: held, reject } = Promise.withResolvers<null>();
  const log = { error: () => {} } as never;
  const turn = inTurn({ db: app.database.db, log }, spender, () => {
    begin();
    return held;
  });
  const fail = async () => {
    reject(new Error('The process ended'));
    await expect(turn).rejects.toThrow('The process ended');
  };
  return { begun, fail };
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

test('sessions name the device they began on, and go with it', async () => {
  const { email } = await person('device@example.com');
  const server = { address: app.url, publicUrl: app.config.publicUrl };
  const userAgent = 'Mozilla/5.0 (Windows NT 10.0; rv:133.0) Gecko/20100101 Firefox/133.0';
  const { tokens } = await signIn(server, email, PASSWORD, openBrowser(server, userAgent));
  const caller = app.withToken(tokens.access_token);
  const [here] = await caller.expectOk(sessions, {});
  expect(here).toMatchObject({ isCurrent: true, device: 'Firefox on Windows' });
  const nameless = await arrive(email);
  const seen = await nameless.expectOk(sessions, {});
  expect(seen.find(({ isCurrent }) => isCurrent)?.device).toBe(null);
  await nameless.expectOk(endSession, { params: { sessionId: here?.id ?? '' } });
  expect(await nameless.expectOk(sessions, {})).toHaveLength(1);
});

describe('an answer to a refresh that was lost', () => {
  const client = 'a browser of Ada’s, chosen at random';
  const ask = (caller: Awaited<ReturnType<typeof arrive>>, refreshToken: string, by?: string) =>
    caller.call(refresh, { body: { refreshToken, ...(by === undefined ? {} : { client: by }) } });
  const isIn = async (accessToken: string) => (await app.withToken(accessToken).call(me, { query: {} })).status === 200;

  test('is given once more to the same browser, which goes on with it', async () => {
    const phone = await arrive(ada.email);
    const lost = await ask(phone, phone.refreshToken, client);
    const again = await ask(phone, phone.refreshToken, client);
    expect(again).toMatchObject({ status: 200, body: lost.body });
    const { refreshToken = '', accessToken = '' } = again.ok ? again.body : {};
    expect(await isIn(accessToken)).toBe(true);
    expect((await ask(phone, refreshToken, client)).status).toBe(200);
  });

  test('is one for all that ask at the same moment, at whichever process', async () => {
    const phone = await arrive(ada.email);
    const at = [app, beside, app, beside].map((one) => one.withToken(null));
    const body = { refreshToken: phone.refreshToken, client };
    const answers = await Promise.all(at.map((one) => one.call(refresh, { body })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer.body))).size).toBe(1);
    const [first] = answers;
    const { accessToken = '', refreshToken = '' } = first?.ok ? first.body : {};
    expect(await isIn(accessToken)).toBe(true);
    expect((await ask(phone, refreshToken, client)).status).toBe(200);
  });

  test('is waited for while another process asks for it, and asked for anew once that failed', async () => {
    const phone = await arrive(ada.email);
    const body = { refreshToken: phone.refreshToken, client };
    const waiting = holdTurn(body);
    await waiting.begun;
    const asked = beside.withToken(null).call(refresh, { body });
    const stranger = await beside.withToken(null).call(sessions, {});
    expect(stranger.status).toBe(401);
    await waiting.fail();
    expect(await asked).toMatchObject({ status: 200 });
  });

  test('is one for two that ask for it anew at the same moment, at two processes', async () => {
    const phone = await arrive(ada.email);
    const lost = await ask(phone, phone.refreshToken, client);
    const spender = { refreshToken: phone.refreshToken, client };
    const { db } = app.database;
    const [taking, reading, released] = [0, 1, 2].map(() => Promise.withResolvers<void>());
    const log = { error: () => {} } as never;
    const first = inTurn({ db, log }, spender, async () => {
      const kept = await takeAnswer(db, spender);
      taking?.resolve();
      await released?.promise;
      return kept;
    });
    await taking?.promise;
    // It reads whose turn it is once it couldn't take it.
    const watched = new Proxy(db, {
      get(target, key) {
        if (key === 'select') reading?.resolve();
        return Reflect.get(target, key, target);
      },
    });
    const second = inTurn({ db: watched, log }, spender, () => Promise.reject(new Error('exchanged a second time')));
    await Promise.race([reading?.promise, second]);
    released?.resolve();
    const { accessToken = '', refreshToken = '' } = lost.ok ? lost.body : {};
    const given = expect.objectContaining({ accessToken, refreshToken });
    expect(await Promise.all([first, second])).toEqual([given, given]);
    expect((await ask(phone, refreshToken, client)).status).toBe(200);
  });

  test('isn’t shared with another browser that asks at the same moment: one has it, and the session ends', async () => {
    const phone = await arrive(ada.email);
    const answers = await Promise.all([
      app.withToken(null).call(refresh, { body: { refreshToken: phone.refreshToken, client } }),
      beside
        .withToken(null)
        .call(refresh, { body: { refreshToken: phone.refreshToken, client: 'a thief’s own secret' } }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    const fresh = answers.find((answer) => answer.ok);
    expect(await isIn(fresh?.ok ? fresh.body.accessToken : '')).toBe(false);
  });

  test('isn’t given a second time: that ends the session', async () => {
    const phone = await arrive(ada.email);
    await ask(phone, phone.refreshToken, client);
    const again = await ask(phone, phone.refreshToken, client);
    const { accessToken = '' } = again.ok ? again.body : {};
    expect((await ask(phone, phone.refreshToken, client)).status).toBe(401);
    expect(await isIn(accessToken)).toBe(false);
  });

  test.each<[string, string | undefined]>([
    ['another browser', 'another browser’s own secret'],
    ['whoever says nothing of theirs', undefined],
  ])('isn’t given to %s: that ends the session', async (_, other) => {
    const phone = await arrive(ada.email);
    const fresh = await ask(phone, phone.refreshToken, client);
    expect((await ask(phone, phone.refreshToken, other)).status).toBe(401);
    expect(await isIn(fresh.ok ? fresh.body.accessToken : '')).toBe(false);
    expect((await ask(phone, phone.refreshToken, client)).status).toBe(401);
  });

  test.each([
    ['here', app],
    ['at another process', beside],
  ])('isn’t given once its access token was used %s: the spent token is a replayed one', async (_, where) => {
    const phone = await arrive(ada.email);
    const fresh = await ask(phone, phone.refreshToken, client);
    const { accessToken = '' } = fresh.ok ? fresh.body : {};
    expect((await where.withToken(accessToken).call(me, { query: {} })).status).toBe(200);
    expect((await ask(phone, phone.refreshToken, client)).status).toBe(401);
    expect(await isIn(accessToken)).toBe(false);
  });

  test('isn’t given a minute later: that ends the session', async () => {
    const phone = await arrive(ada.email);
    const fresh = await ask(phone, phone.refreshToken, client);
    await app.database.pool.query(
      "update oidc_payloads set expires_at = expires_at - interval '61 seconds' where model = 'RefreshGrace'",
    );
    expect((await ask(phone, phone.refreshToken, client)).status).toBe(401);
    expect(await isIn(fresh.ok ? fresh.body.accessToken : '')).toBe(false);
  });

  test('isn’t given once its refresh token was used, since it did arrive: the spent token is a replayed one', async () => {
    const phone = await arrive(ada.email);
    const fresh = await ask(phone, phone.refreshToken, client);
    const next = await ask(phone, (fresh.ok && fresh.body.refreshToken) || '', client);
    expect(next.status).toBe(200);
    expect((await ask(phone, phone.refreshToken, client)).status).toBe(401);
    expect(await isIn(next.ok ? next.body.accessToken : '')).toBe(false);
  });

  test('isn’t given after the session was ended elsewhere', async () => {
    const [phone, desk] = [await arrive(ada.email), await arrive(ada.email)];
    await ask(phone, phone.refreshToken, client);
    for (const one of await desk.expectOk(sessions, {}))
      if (!one.isCurrent) await desk.expectOk(endSession, { params: { sessionId: one.id } });
    expect((await ask(phone, phone.refreshToken, client)).status).toBe(401);
  });
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
