import { request as httpRequest } from 'node:http';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../../../server/identity/accounts';
import { endSession, listSessions } from '../../../server/identity/sessions';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { createUser } from '../../support/identity/people';
import { type IdentityServer, startIdentity } from '../../support/identity/server';
import {
  askForTokens,
  authorizationRequest,
  openBrowser,
  PASSWORD,
  signIn,
  tradeCode,
  wordsOf,
} from '../../support/identity/sign-in';

type Sent = { body: string; type?: string };

let test: TestDatabase;
let server: IdentityServer;
let ada: User;

beforeAll(async () => {
  test = await createTestDatabase();
  server = await startIdentity(test.database);
  const person = { firstName: 'Ada', lastName: 'Grower', password: PASSWORD, onboarded: true };
  ada = await createUser(test.database.db, { ...person, email: 'Ada@example.com', verified: true });
  await createUser(test.database.db, { ...person, email: 'unproved@example.com', verified: false });
});
afterAll(async () => {
  await server.stop();
  await test.drop();
});

describe('signing in', () => {
  it('with the right password gives an access token the server accepts and an ID token naming the person', async () => {
    const { tokens } = await signIn(server, 'ada@EXAMPLE.com');
    const verified = await server.identity.verify(tokens.access_token);
    expect(verified).toMatchObject({ subject: ada.subject, issuer: `${server.publicUrl}/oidc` });
    expect(verified.expiresAt.getTime() - Date.now()).toBeLessThanOrEqual(600_000);
    expect(verified.impersonator).toBeUndefined();
    expect(decodeJwt(tokens.id_token)).toMatchObject({
      sub: ada.id,
      email: 'Ada@example.com',
      email_verified: true,
      given_name: 'Ada',
      family_name: 'Grower',
    });
  });

  it('again in the same browser asks nothing', async () => {
    const { browser } = await signIn(server, ada.email);
    const again = await browser.visit(authorizationRequest(server.publicUrl).url);
    expect(again.url.pathname).toBe('/callback');
    expect(again.url.searchParams.get('code')).toBeTruthy();
  });

  it('is refused with the same message for a wrong password, an unknown person and an unverified email', async () => {
    const refusals = [];
    for (const [email, password] of [
      ['ada@example.com', 'not the password'],
      ['nobody@example.com', PASSWORD],
      ['unproved@example.com', PASSWORD],
    ] as const) {
      const browser = openBrowser(server);
      const page = await browser.visit(authorizationRequest(server.publicUrl).url);
      const refused = await browser.submit(page, { email, password });
      expect(refused.status).toBe(422);
      expect(refused.text).toContain(`value="${email}"`);
      expect(refused.text).not.toContain(password);
      refusals.push(wordsOf(refused));
    }
    expect(refusals[0]).toContain('don’t match an account');
    expect(new Set(refusals).size).toBe(1);
  });

  it('says on the field what is missing and keeps what was typed, escaped', async () => {
    const browser = openBrowser(server);
    const page = await browser.visit(authorizationRequest(server.publicUrl).url);
    const refused = await browser.submit(page, { email: '"><script>alert(1)</script>', password: '' });
    expect(refused.text).toContain('Enter an email such as name@example.com');
    expect(refused.text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  });

  it('needs the verifier of the client that started it', async () => {
    const browser = openBrowser(server);
    const request = authorizationRequest(server.publicUrl);
    const end = await browser.submit(await browser.visit(request.url), { email: ada.email, password: PASSWORD });
    const stolen = await tradeCode(server, end.url, authorizationRequest(server.publicUrl).verifier);
    expect(stolen).toMatchObject({ status: 400, error: 'invalid_grant' });
  });

  it('without PKCE is refused', async () => {
    const url = new URL(authorizationRequest(server.publicUrl).url);
    url.searchParams.delete('code_challenge');
    const page = await openBrowser(server).visit(url.href);
    expect(page.url.searchParams.get('error')).toBe('invalid_request');
  });
});

describe('in a browser where someone is signed in', () => {
  const person = { firstName: 'Alan', lastName: 'Turing', password: PASSWORD, verified: true, onboarded: true };

  it('someone else can sign in instead', async () => {
    const alan = await createUser(test.database.db, { ...person, email: 'alan@example.com' });
    const { browser } = await signIn(server, ada.email);
    const request = authorizationRequest(server.publicUrl, { prompt: 'login' });
    const page = await browser.visit(request.url);
    const end = await browser.submit(page, { email: alan.email, password: PASSWORD });
    const tokens = await tradeCode(server, end.url, request.verifier);
    expect(await server.identity.verify(tokens.access_token)).toMatchObject({ subject: alan.subject });
  });

  it('a person who no longer exists is asked to sign in, and their tokens aren’t renewed', async () => {
    const gone = await createUser(test.database.db, { ...person, email: 'gone@example.com' });
    const { browser, tokens } = await signIn(server, gone.email);
    await test.database.pool.query('delete from users where id = $1', [gone.id]);
    const refused = await askForTokens(server, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token });
    expect(refused.status).toBe(400);
    const page = await browser.visit(authorizationRequest(server.publicUrl).url);
    expect(page.text).toContain('<h1>Sign in</h1>');
    const end = await browser.submit(page, { email: ada.email, password: PASSWORD });
    expect(end.url.pathname).toBe('/callback');
  });
});

describe('behind a proxy that ends TLS', () => {
  it('addresses are https, cookies are secure, and refreshing works', async () => {
    const secure = await startIdentity(test.database, 'https://verdant.example');
    const first = await fetch(
      `${secure.address}/oidc/auth?${new URL(authorizationRequest(secure.publicUrl).url).searchParams}`,
      {
        headers: { 'x-forwarded-host': 'verdant.example', 'x-forwarded-proto': 'https' },
        redirect: 'manual',
      },
    );
    const cookies = first.headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(cookie).toMatch(/; secure/);
    const { tokens } = await signIn(secure, ada.email);
    expect((await secure.identity.verify(tokens.access_token)).issuer).toBe('https://verdant.example/oidc');
    expect((await secure.identity.refresh(tokens.refresh_token))?.refreshToken).toBeTruthy();
    await secure.stop();
  });
});

describe('the first page', () => {
  it.each([
    ['sign-in', {}, 'Sign in'],
    ['sign-up for prompt=create', { prompt: 'create' }, 'Sign up'],
    ['sign-up for the hint', { screen_hint: 'signup' }, 'Sign up'],
  ])('is %s', async (_, extra, title) => {
    const page = await openBrowser(server).visit(authorizationRequest(server.publicUrl, extra).url);
    expect(page.text).toContain(`<h1>${title}</h1>`);
  });

  it('has the email filled in when the app knows it', async () => {
    const { url } = authorizationRequest(server.publicUrl, { login_hint: 'ada@example.com' });
    expect((await openBrowser(server).visit(url)).text).toContain('value="ada@example.com"');
  });

  it('of prompt=create leads to sign-in, and from there back to the app', async () => {
    const browser = openBrowser(server);
    const signUp = await browser.visit(authorizationRequest(server.publicUrl, { prompt: 'create' }).url);
    const signInPage = await browser.visit(`${signUp.url.pathname}/sign-in`);
    const end = await browser.submit(signInPage, { email: ada.email, password: PASSWORD });
    expect(end.url.pathname).toBe('/callback');
  });

  it('allows no inline script and no framing, and loads less than 30 kB', async () => {
    const browser = openBrowser(server);
    const page = await browser.visit(authorizationRequest(server.publicUrl).url);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    const [script = '', style = ''] = ['src', 'href'].map(
      (kind) => new RegExp(`${kind}="(/oidc/[^"]+)"`).exec(page.text)?.[1],
    );
    const loaded = [page, await browser.visit(script), await browser.visit(style)];
    expect(loaded.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(loaded.reduce((size, { text }) => size + text.length, 0)).toBeLessThan(30_000);
  });
});

describe('what can’t continue is explained', () => {
  it.each([
    ['an unknown client', '/oidc/auth?client_id=stranger', 400],
    ['a sign-in that is over', '/oidc/interaction/gone', 400],
    ['a sign-in that is over, asked for with more than its name', '/oidc/auth/x?client_id=verdant-web', 400],
    ['a page that does not exist', '/oidc/nowhere', 404],
  ])('%s, with a way to start again', async (_, path, status) => {
    const page = await openBrowser(server).visit(path);
    expect(page.status).toBe(status);
    expect(page.text).toContain(`href="${server.publicUrl}/login"`);
  });

  it('a foreign return address is never followed', async () => {
    const { url } = authorizationRequest(server.publicUrl, { redirect_uri: 'https://evil.example/callback' });
    const page = await openBrowser(server).visit(url);
    expect(page).toMatchObject({ status: 400, url: { pathname: '/oidc/auth' } });
  });

  it('another browser’s sign-in can’t be opened', async () => {
    const page = await openBrowser(server).visit(authorizationRequest(server.publicUrl).url);
    const other = await openBrowser(server).submit(page, { email: ada.email, password: PASSWORD });
    expect(other.status).toBe(400);
  });
});

describe('foreign requests', () => {
  it.each(['/oidc/.well-known/openid-configuration', '/oidc/forgot-password', '/oidc/token'])(
    'with another Host are refused at %s',
    async (path) => {
      const status = await new Promise((done, fail) => {
        const request = httpRequest(server.address + path, { headers: { host: 'evil.example' } }, (answer) => {
          answer.resume();
          done(answer.statusCode);
        });
        request.on('error', fail).end();
      });
      expect(status).toBe(421);
    },
  );

  it.each([['https://evil.example'], ['null'], [undefined]])('a form posted from %s is refused', async (origin) => {
    const browser = openBrowser(server);
    const page = await browser.visit(authorizationRequest(server.publicUrl).url);
    const refused = await browser.visit(`${page.url.pathname}/sign-in`, {
      method: 'POST',
      body: new URLSearchParams({ email: ada.email, password: PASSWORD }),
      headers: origin ? { origin } : {},
    });
    expect(refused.status).toBe(403);
  });
});

describe('bad input', () => {
  it.each([
    ['an oversized form', { body: 'email='.padEnd(20_000, 'x') }, 413],
    ['something that is no form', { body: '{"email":1}', type: 'application/json' }, 422],
    ['bytes no text has', { body: 'email=a%00b@example.com' }, 422],
    ['nothing', { body: '' }, 422],
  ])('%s gets a page that says so', async (_, { body, type = 'application/x-www-form-urlencoded' }: Sent, status) => {
    const headers = { origin: server.publicUrl, 'content-type': type };
    const page = await openBrowser(server).visit('/oidc/forgot-password', { method: 'POST', body, headers });
    expect(page.status).toBe(status);
    expect(page.text).toContain('<h1>');
  });

  it('an address with a null character is refused', async () => {
    expect((await openBrowser(server).visit('/oidc/auth?client_id=%00')).status).toBe(400);
    expect((await openBrowser(server).visit('/oidc/verify-email?code=%00')).status).toBe(400);
    const token = await askForTokens(server, { grant_type: 'refresh_token', refresh_token: 'a\0b' });
    expect(token.status).toBe(400);
    expect((await askForTokens(server, { client_id: 'a\0b', grant_type: 'refresh_token' })).status).toBeLessThan(500);
  });
});

describe('signing out', () => {
  const signOut = (query: Record<string, string>) =>
    `/oidc/session/end?${new URLSearchParams({ post_logout_redirect_uri: `${server.publicUrl}/marketplace`, ...query })}`;

  it('by our app asks nothing, ends the session and its refresh tokens', async () => {
    const { browser, tokens } = await signIn(server, ada.email);
    const end = await browser.visit(signOut({ id_token_hint: tokens.id_token, state: 's' }));
    expect(end.url.href).toBe(`${server.publicUrl}/marketplace?state=s`);
    const next = await browser.visit(authorizationRequest(server.publicUrl).url);
    expect(next.text).toContain('<h1>Sign in</h1>');
    const refused = await askForTokens(server, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token });
    expect(refused).toMatchObject({ status: 400, error: 'invalid_grant' });
  });

  it('without proof of the session asks first, then does the same', async () => {
    const { browser, tokens } = await signIn(server, ada.email);
    const page = await browser.visit(signOut({ client_id: 'verdant-web' }));
    expect(page.text).toContain('<h1>Sign out?</h1>');
    const end = await browser.submit(page, { logout: 'yes' });
    expect(end.url.pathname).toBe('/marketplace');
    const refused = await askForTokens(server, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token });
    expect(refused.error).toBe('invalid_grant');
  });

  it('takes the proof of a password typed minutes ago with it', async () => {
    const { browser, tokens } = await signIn(server, ada.email);
    const end = await fetch(signOut({ id_token_hint: tokens.id_token }).replace(/^/, server.publicUrl), {
      redirect: 'manual',
    });
    expect(end.headers.getSetCookie().join()).toMatch(/fresh_proof=; path=\/oidc; httponly; samesite=lax; max-age=0/);
    const asked = await browser.visit(signOut({ client_id: 'verdant-web' }));
    expect(asked.text).toContain('<h1>Sign out?</h1>');
  });

  it('twice still works', async () => {
    const { browser, tokens } = await signIn(server, ada.email);
    await browser.visit(signOut({ id_token_hint: tokens.id_token }));
    const again = await browser.visit(signOut({ id_token_hint: tokens.id_token }));
    expect(again.url.pathname).toBe('/marketplace');
  });
});

describe('a person’s sessions', () => {
  it('are listed, and ending one ends its refresh tokens and leaves the others', async () => {
    const { db } = test.database;
    const grace = await createUser(db, {
      email: 'grace@example.com',
      firstName: 'Grace',
      lastName: 'Hopper',
      password: PASSWORD,
      verified: true,
      onboarded: true,
    });
    const [phone, desk] = [await signIn(server, grace.email), await signIn(server, grace.email)];
    const { sessionId: phoneId = '' } = await server.identity.verify(phone.tokens.access_token);
    const { sessionId: deskId = '' } = await server.identity.verify(desk.tokens.access_token);
    expect((await listSessions(db, grace.id)).map(({ id }) => id).sort()).toEqual([phoneId, deskId].sort());

    expect(await endSession(db, ada.id, phoneId)).toBe(false);
    expect(await endSession(db, grace.id, phoneId)).toBe(true);
    expect(await endSession(db, grace.id, phoneId)).toBe(false);

    expect((await listSessions(db, grace.id)).map(({ id }) => id)).toEqual([deskId]);
    const refresh = (refresh_token: string) => askForTokens(server, { grant_type: 'refresh_token', refresh_token });
    expect((await refresh(phone.tokens.refresh_token)).error).toBe('invalid_grant');
    expect((await refresh(desk.tokens.refresh_token)).status).toBe(200);
    const page = await phone.browser.visit(authorizationRequest(server.publicUrl).url);
    expect(page.text).toContain('<h1>Sign in</h1>');
  });
});
