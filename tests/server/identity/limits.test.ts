import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../../server/config';
import { addressKey } from '../../../server/db/attempts';
import { applyLimits } from '../../../server/http/limits';
import { IDENTITY_LIMIT } from '../../../server/identity/embedded';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { createUser } from '../../support/identity/people';
import { type IdentityServer, startIdentity } from '../../support/identity/server';
import { authorizationRequest, openBrowser, PASSWORD, type Page, wordsOf } from '../../support/identity/sign-in';

let test: TestDatabase;
let first: IdentityServer;
let second: IdentityServer;

beforeAll(async () => {
  test = await createTestDatabase();
  first = await startIdentity(test.database);
  second = await startIdentity(test.database, first.publicUrl);
  for (const name of ['ada', 'grace']) {
    await createUser(test.database.db, {
      email: `${name}@example.com`,
      firstName: name,
      lastName: 'Person',
      password: PASSWORD,
      verified: true,
      onboarded: true,
    });
  }
});
beforeEach(() => test.database.pool.query('delete from sign_in_attempts'));
afterAll(async () => {
  await second.stop();
  await first.stop();
  await test.drop();
});

async function attempt(server: IdentityServer, email: string, password = 'not the password'): Promise<Page> {
  const browser = openBrowser(server);
  const page = await browser.visit(authorizationRequest(server.publicUrl).url);
  return browser.submit(page, { email, password });
}

async function fail(email: string, times: number): Promise<void> {
  for (let time = 0; time < times; time++) await attempt(time % 2 === 0 ? first : second, email);
}

const later = () => test.database.pool.query('update sign_in_attempts set blocked_until = now()');

describe('guessing a password', () => {
  it('is stopped after five failures, across all processes, and even the right one has to wait', async () => {
    await fail('ada@example.com', 5);
    for (const server of [first, second]) {
      const refused = await attempt(server, 'ADA@example.com', PASSWORD);
      expect(refused.status).toBe(429);
      expect(refused.text).toMatch(/Too many attempts\. Try again in \d+ seconds?\./);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  it('gets no more guesses by concurrency', async () => {
    const pages = await Promise.all(
      Array.from({ length: 20 }, (_, index) => attempt(index % 2 ? first : second, 'ada@example.com')),
    );
    expect(pages.filter(({ status }) => status === 422)).toHaveLength(5);
    expect(pages.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  it('looks the same for someone who doesn’t exist', async () => {
    await fail('ada@example.com', 5);
    await fail('nobody@example.com', 5);
    const known = await attempt(first, 'ada@example.com');
    const unknown = await attempt(first, 'nobody@example.com');
    expect(unknown.status).toBe(known.status);
    const words = (page: Page) => wordsOf(page).replace(/\d+ seconds?/, 'a while');
    expect(words(unknown)).toBe(words(known));
  });

  it('doesn’t affect others', async () => {
    await fail('ada@example.com', 5);
    expect((await attempt(first, 'grace@example.com', PASSWORD)).url.pathname).toBe('/callback');
  });

  it('waits longer each time, and is reset by signing in', async () => {
    await fail('ada@example.com', 5);
    const short = Number((await attempt(first, 'ada@example.com')).headers.get('retry-after'));
    await later();
    await attempt(first, 'ada@example.com');
    const long = Number((await attempt(second, 'ada@example.com')).headers.get('retry-after'));
    expect(long).toBeGreaterThan(short);

    await later();
    expect((await attempt(first, 'ada@example.com', PASSWORD)).url.pathname).toBe('/callback');
    await fail('ada@example.com', 4);
    expect((await attempt(first, 'ada@example.com', PASSWORD)).url.pathname).toBe('/callback');
  });

  it('is forgiven gradually over time', async () => {
    const passTime = (minutes: number) =>
      test.database.pool.query(
        'update sign_in_attempts set last_attempt_at = last_attempt_at - make_interval(mins => $1), blocked_until = null',
        [minutes],
      );
    await fail('ada@example.com', 4);
    await passTime(21);
    await fail('ada@example.com', 2);
    expect((await attempt(first, 'ada@example.com')).status).toBe(422);
    expect((await attempt(first, 'ada@example.com')).status).toBe(429);
    await passTime(24 * 60);
    await fail('ada@example.com', 4);
    expect((await attempt(first, 'ada@example.com', PASSWORD)).url.pathname).toBe('/callback');
  });

  it('on many accounts is stopped by network address', async () => {
    for (let person = 0; person < 40; person++) await attempt(first, `person-${person}@example.com`);
    expect((await attempt(first, 'person-41@example.com')).status).toBe(429);
  });
});

describe('email', () => {
  it('to one address is limited, whether or not it has an account', async () => {
    for (const email of ['ada@example.com', 'nobody@example.com']) {
      const browser = openBrowser(first);
      const form = await browser.visit('/oidc/forgot-password');
      for (let time = 0; time < 3; time++) expect((await browser.submit(form, { email })).status).toBe(200);
      const refused = await browser.submit(form, { email });
      expect(refused.status).toBe(429);
      expect(refused.text).toContain(`value="${email}"`);
    }
  });
});

describe('a flood from one address', () => {
  it('is slowed down, readable for people and programs, but the server’s own requests aren’t', async () => {
    const limit = (app: FastifyInstance, publicUrl: string) =>
      applyLimits(
        app,
        { ...readConfig({}), publicUrl, oidc: { ...readConfig({}).oidc, issuer: `${publicUrl}/oidc` } },
        test.database.db,
      );
    const server = await startIdentity(test.database, undefined, limit);
    const statuses = [];
    for (let time = 0; time <= IDENTITY_LIMIT.max; time++) {
      statuses.push((await fetch(`${server.address}/oidc/jwks`).then((one) => one.text().then(() => one))).status);
    }
    expect(statuses.indexOf(429)).toBe(IDENTITY_LIMIT.max);
    expect((await openBrowser(server).visit('/oidc/forgot-password')).text).toContain('<h1>Too many requests</h1>');
    const token = await fetch(`${server.address}/oidc/token`, { method: 'POST' });
    expect(await token.json()).toMatchObject({ error: 'slow_down' });
    expect(await server.identity.refresh('made up')).toBeNull();
    await server.stop();
  });
});

describe('network addresses', () => {
  it.each([
    ['192.0.2.7', 'address:192.0.2.7'],
    ['::ffff:192.0.2.7', 'address:192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', 'address:2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', 'address:2001:db8:1:2::/64'],
    ['2001:db8::1', 'address:2001:db8:0:0::/64'],
    ['::1', 'address:0:0:0:0::/64'],
  ])('%s counts as %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});
