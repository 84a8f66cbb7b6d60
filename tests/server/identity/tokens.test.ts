import { decodeJwt, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { findActor } from '../../../server/access/find-actor';
import { signingKeys } from '../../../server/db/schema/identity';
import type { User } from '../../../server/identity/accounts';
import { postgresAdapter } from '../../../server/identity/adapter';
import { activeSigner, loadKeys, replaceSigningKeys, rotateSigningKeys } from '../../../server/identity/keys';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { createUser } from '../../support/identity/people';
import { type IdentityServer, startIdentity } from '../../support/identity/server';
import { askForTokens, PASSWORD, signIn } from '../../support/identity/sign-in';

let test: TestDatabase;
let server: IdentityServer;
let ada: User;

const INVALID = { name: 'TokenError', reason: 'invalid' };
const EXPIRED = { name: 'TokenError', reason: 'expired' };

beforeAll(async () => {
  test = await createTestDatabase();
  server = await startIdentity(test.database);
  ada = await createUser(test.database.db, {
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Grower',
    password: PASSWORD,
    verified: true,
    onboarded: true,
  });
});
afterAll(async () => {
  await server.stop();
  await test.drop();
});

const refresh = (refresh_token: string) => askForTokens(server, { grant_type: 'refresh_token', refresh_token });

describe('a refresh token', () => {
  it('is exchanged for a new one and a new access token of the same session', async () => {
    const { tokens } = await signIn(server, ada.email);
    const fresh = await refresh(tokens.refresh_token);
    expect(fresh.refresh_token).not.toBe(tokens.refresh_token);
    const [before, after] = [
      await server.identity.verify(tokens.access_token),
      await server.identity.verify(fresh.access_token),
    ];
    expect(after).toMatchObject({ subject: ada.subject, sessionId: before.sessionId });
  });

  it('used twice is refused, and so is everything exchanged for it since', async () => {
    const { tokens } = await signIn(server, ada.email);
    const fresh = await refresh(tokens.refresh_token);
    expect(await refresh(tokens.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' });
    expect(await refresh(fresh.refresh_token)).toMatchObject({ status: 400, error: 'invalid_grant' });
  });

  it('used twice ends its session’s access tokens too, and no other session', async () => {
    const [{ tokens }, elsewhere] = [await signIn(server, ada.email), await signIn(server, ada.email)];
    const fresh = await refresh(tokens.refresh_token);
    const isSignedIn = async (token: string) => {
      const { subject, sessionId } = await server.identity.verify(token);
      return (await findActor(test.database.pool, subject, null, sessionId))?.isSignedIn;
    };
    expect(await isSignedIn(fresh.access_token)).toBe(true);
    await refresh(tokens.refresh_token);
    expect([await isSignedIn(tokens.access_token), await isSignedIn(fresh.access_token)]).toEqual([false, false]);
    expect(await isSignedIn(elsewhere.tokens.access_token)).toBe(true);
  });

  it('sent many times at once is exchanged once', async () => {
    const { tokens } = await signIn(server, ada.email);
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(tokens.refresh_token)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    expect(answers.filter(({ error }) => error === 'invalid_grant').length).toBeGreaterThanOrEqual(7);
  });

  it('read by several processes before use is still used by one only', async () => {
    const adapter = postgresAdapter(test.database.db)('RefreshToken');
    await adapter.upsert('read by all', { accountId: ada.subject }, 60);
    const uses = await Promise.allSettled(Array.from({ length: 5 }, () => adapter.consume('read by all')));
    expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const use of uses) if (use.status === 'rejected') expect(use.reason).toMatchObject({ error: 'invalid_grant' });
  });

  it('read before its other use, and used after it, ends the session as one read later does', async () => {
    const { tokens } = await signIn(server, ada.email);
    const { subject, sessionId } = await server.identity.verify(tokens.access_token);
    const isSignedIn = async () => (await findActor(test.database.pool, subject, null, sessionId))?.isSignedIn === true;
    const adapter = postgresAdapter(test.database.db)('RefreshToken');
    await adapter.consume(tokens.refresh_token);
    expect(await isSignedIn()).toBe(true);
    await expect(adapter.consume(tokens.refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(await isSignedIn()).toBe(false);
    expect(await adapter.find(tokens.refresh_token)).toBeUndefined();
  });

  it('is exchanged by the server for the app, which learns when it is refused', async () => {
    const { tokens } = await signIn(server, ada.email);
    const fresh = await server.identity.refresh(tokens.refresh_token);
    expect(await server.identity.verify(fresh?.accessToken ?? '')).toMatchObject({ subject: ada.subject });
    expect(decodeJwt(fresh?.idToken ?? '').sub).toBe(ada.subject);
    expect(fresh?.refreshToken).toBeTruthy();
    expect(await server.identity.refresh(tokens.refresh_token)).toBeNull();
    expect(await server.identity.refresh('made up')).toBeNull();
  });

  it('sent again by the same browser during its exchange is exchanged once, and both get the same', async () => {
    const { tokens } = await signIn(server, ada.email);
    const asks = Array.from({ length: 5 }, () => server.identity.refresh(tokens.refresh_token, 'her browser'));
    const [fresh, ...others] = await Promise.all(asks);
    expect(others).toEqual(Array(4).fill(fresh));
    expect(await server.identity.refresh(fresh?.refreshToken ?? '', 'her browser')).toMatchObject({
      accessToken: expect.any(String),
    });
  });

  it('sent by another browser during its exchange is refused', async () => {
    const { tokens } = await signIn(server, ada.email);
    const asks = ['her browser', 'another'].map((client) => server.identity.refresh(tokens.refresh_token, client));
    const given = (await Promise.all(asks)).filter((answer) => answer !== null);
    expect(given.length).toBeLessThanOrEqual(1);
  });

  it('is exchanged also where its answer can’t be kept', async () => {
    const { pool } = test.database;
    await pool.query(`
      create function refuse_to_keep() returns trigger language plpgsql as $$ begin raise 'no room'; end $$;
      create trigger refuse_to_keep before insert on oidc_payloads
        for each row when (new.model = 'RefreshGrace') execute function refuse_to_keep()`);
    onTestFinished(async () => void (await pool.query('drop function refuse_to_keep cascade')));
    const { tokens } = await signIn(server, ada.email);
    const fresh = await server.identity.refresh(tokens.refresh_token, 'her browser');
    expect(await server.identity.verify(fresh?.accessToken ?? '')).toMatchObject({ subject: ada.subject });
  });

  it('is stored only as a hash', async () => {
    const { tokens } = await signIn(server, ada.email);
    const { rows } = await test.database.pool.query<{ found: number }>(
      'select count(*)::int as found from oidc_payloads where id = $1 or payload::text like $2',
      [tokens.refresh_token, `%${tokens.refresh_token}%`],
    );
    expect(rows[0]?.found).toBe(0);
  });
});

describe('an access token is refused', () => {
  /** A token signed with the server's own key, with these changes. */
  async function forge(changes: JWTPayload, { typ = 'at+jwt', seconds = 60 } = {}): Promise<string> {
    const { kid, key } = await activeSigner(await loadKeys(test.database.db));
    const now = Math.floor(Date.now() / 1000);
    const good = { iss: server.identity.issuer, aud: server.identity.audience, sub: ada.subject, exp: now + seconds };
    return new SignJWT({ ...good, ...changes }).setProtectedHeader({ alg: 'RS256', kid, typ }).sign(key);
  }

  it('never when it is ours and valid', async () => {
    await expect(server.identity.verify(await forge({}))).resolves.toMatchObject({ subject: ada.subject });
  });

  it.each([
    ['another issuer', { iss: 'https://evil.example/oidc' }],
    ['another audience', { aud: 'https://elsewhere.example/api' }],
    ['nobody', { sub: undefined }],
  ])('when it is for %s', async (_, changes) => {
    await expect(server.identity.verify(await forge(changes as JWTPayload))).rejects.toMatchObject(INVALID);
  });

  it('when it has expired, which is distinguished', async () => {
    await expect(server.identity.verify(await forge({}, { seconds: -60 }))).rejects.toMatchObject(EXPIRED);
  });

  it('when it expires after having been accepted', async () => {
    const short = await forge({}, { seconds: 60 });
    await expect(server.identity.verify(short)).resolves.toBeTruthy();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 });
    await expect(server.identity.verify(short)).rejects.toMatchObject(EXPIRED);
    vi.useRealTimers();
  });

  it('when it is an ID token', async () => {
    const { tokens } = await signIn(server, ada.email);
    await expect(server.identity.verify(tokens.id_token)).rejects.toMatchObject(INVALID);
    await expect(server.identity.verify(await forge({}, { typ: 'JWT' }))).rejects.toMatchObject(INVALID);
  });

  it('when it was tampered with, signed by someone else, or not signed', async () => {
    const [header = '', , signature = ''] = (await forge({})).split('.');
    const claims = Buffer.from(JSON.stringify({ ...decodeJwt(await forge({})), sub: 'somebody else' })).toString(
      'base64url',
    );
    await expect(server.identity.verify(`${header}.${claims}.${signature}`)).rejects.toMatchObject(INVALID);

    const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url');
    await expect(server.identity.verify(`${none}.${claims}.`)).rejects.toMatchObject(INVALID);

    const { privateKey } = await generateKeyPair('RS256');
    const { kid } = await activeSigner(await loadKeys(test.database.db));
    const stranger = new SignJWT(decodeJwt(await forge({}))).setProtectedHeader({ alg: 'RS256', kid, typ: 'at+jwt' });
    await expect(server.identity.verify(await stranger.sign(privateKey))).rejects.toMatchObject(INVALID);
  });

  it.each(['', 'abc', 'a.b.c', 'ey.ey.ey'])('when it isn’t a token: %j', async (text) => {
    await expect(server.identity.verify(text)).rejects.toMatchObject(INVALID);
  });
});

describe('a temporary token', () => {
  it('names both people and expires', async () => {
    const impersonator = { subject: 'support-person', sessionId: 'their-session' };
    const grant = { subject: ada.subject, impersonator, reason: 'ticket 7' };
    const token = await server.identity.issueTemporary(test.database.db, { ...grant, ttlSeconds: 300 });
    const verified = await server.identity.verify(token);
    expect(verified).toMatchObject({ subject: ada.subject, impersonator });
    expect(verified.expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(300_000);
    const past = await server.identity.issueTemporary(test.database.db, { ...grant, ttlSeconds: -60 });
    await expect(server.identity.verify(past)).rejects.toMatchObject(EXPIRED);
  });
});

describe('signing keys', () => {
  it('are shared: a token from one process is accepted by another', async () => {
    const other = await startIdentity(test.database, server.publicUrl);
    const { tokens } = await signIn(other, ada.email);
    await expect(server.identity.verify(tokens.access_token)).resolves.toMatchObject({ subject: ada.subject });
    await other.stop();
  });

  it('are created once, however many processes start together on an empty database', async () => {
    const empty = await createTestDatabase();
    const sets = await Promise.all(Array.from({ length: 5 }, () => loadKeys(empty.database.db)));
    expect(new Set(sets.map((keys) => JSON.stringify(keys))).size).toBe(1);
    expect(sets[0]).toMatchObject({ signature: [{ jwk: { kty: 'RSA' } }], cookies: [expect.any(String)] });
    await empty.drop();
  });

  it('rotate without invalidating earlier tokens, and a process that hasn’t reloaded still accepts the new one', async () => {
    const { db, pool } = test.database;
    const { tokens: old } = await signIn(server, ada.email);
    expect(await rotateSigningKeys(db)).toBe(false);
    expect(await rotateSigningKeys(db, { force: true })).toBe(true);
    await pool.query("update signing_keys set signs_from = now() where purpose = 'signature' and signs_from > now()");
    expect((await db.select().from(signingKeys)).filter(({ purpose }) => purpose === 'signature')).toHaveLength(2);

    const informed = await startIdentity(test.database, server.publicUrl);
    const { tokens } = await signIn(informed, ada.email);
    const kid = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
    expect(kid(tokens.access_token)).not.toBe(kid(old.access_token));
    await expect(informed.identity.verify(old.access_token)).resolves.toBeTruthy();
    await expect
      .poll(() => server.identity.verify(tokens.access_token).then(() => 'accepted', String))
      .toBe('accepted');
    await informed.stop();
  });

  it('of cookies rotate too, and one that other processes may not know yet only verifies', async () => {
    const { database, drop } = await createTestDatabase();
    const { db, pool } = database;
    const [first] = (await loadKeys(db)).cookies;
    await pool.query(
      `update signing_keys set created_at = now() - interval '91 days', signs_from = now() - interval '91 days'`,
    );
    expect(await rotateSigningKeys(db)).toBe(true);
    expect(await rotateSigningKeys(db)).toBe(false);
    const { cookies } = await loadKeys(db);
    expect(cookies).toEqual([first, expect.any(String)]);
    await pool.query(`update signing_keys set signs_from = now() - interval '1 second' where signs_from > now()`);
    expect((await loadKeys(db)).cookies).toEqual([cookies[1], first]);
    const { rows } = await pool.query(
      `select purpose, extract(day from expires_at - now())::int as days from signing_keys where expires_at is not null order by purpose`,
    );
    expect(rows).toEqual([
      { purpose: 'cookie', days: 30 },
      { purpose: 'signature', days: 1 },
    ]);
    await drop();
  });

  it('that leaked are replaced: their tokens are refused, and the app gets new ones without a sign-in', async () => {
    const { database, drop } = await createTestDatabase();
    const { db } = database;
    const own = await startIdentity(database);
    const bea = { email: 'bea@example.com', firstName: 'Bea', lastName: 'Grower', password: PASSWORD };
    const { subject } = await createUser(db, { ...bea, verified: true, onboarded: true });
    const { tokens } = await signIn(own, bea.email);
    await replaceSigningKeys(db);
    const informed = await startIdentity(database, own.publicUrl);
    await expect(informed.identity.verify(tokens.access_token)).rejects.toMatchObject(INVALID);
    const fresh = await informed.identity.refresh(tokens.refresh_token);
    expect(await informed.identity.verify(fresh?.accessToken ?? '')).toMatchObject({ subject });
    await informed.stop();
    await own.stop();
    await drop();
  });
});
