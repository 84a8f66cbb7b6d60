import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { GUESS_LIMIT, TIMEOUTS, WRITE_LIMIT } from '../../../server/http/limits';
import { openApp, startTestApp, type TestApp } from '../../support/app';
import { countWaiting } from '../../support/cluster';
import { makeMember, makeOrg } from '../../support/factories';

const app = await openApp();

async function somebody() {
  const org = await makeOrg(app.database.db);
  const { user } = await makeMember(app.database.db, org);
  return app.as(user, org);
}

test('someone who writes far too fast is told to wait, and nobody else is', async () => {
  const hasty = await somebody();
  const rename = (caller: typeof hasty) => caller.call(contract.session.updateMe, { body: { firstName: 'Robin' } });
  let last = await rename(hasty);
  for (let sent = 1; sent <= WRITE_LIMIT.max && last.ok; sent += 1) last = await rename(hasty);
  expect(last).toMatchObject({
    status: 429,
    body: { message: 'TOO_MANY', userFriendlyMessage: expect.stringMatching(/^Too many requests\. Try again in/) },
  });
  expect((await hasty.call(contract.session.me, { query: {} })).status).toBe(200);
  expect((await rename(await somebody())).status).toBe(200);
});

test.each([
  ['an Authorization header that is no token', (n: number) => ({ authorization: `Basic ${n}` })],
  ['an address of its own making behind a proxy', (n: number) => ({ 'x-forwarded-for': `10.0.0.${n}, 203.0.113.7` })],
])('someone guessing codes is told to wait, despite %s', async (_name, disguise) => {
  const proxied = await startTestApp({
    on: { url: app.config.databaseUrl ?? '' },
    environment: { TRUST_PROXY: 'true' },
  });
  const guess = (n: number) =>
    fetch(`${proxied.url}/api/org-invites/${crypto.randomUUID()}`, { headers: { ...disguise(n) } });
  let last = await guess(0);
  expect(last.status).toBe(404);
  for (let sent = 1; sent <= GUESS_LIMIT.max && last.status === 404; sent += 1) last = await guess(sent);
  expect(last.status).toBe(429);
  await proxied.close();
});

test('of calls that arrive together, only those above the limit are refused', async () => {
  const { pool } = app.database;
  const caller = await somebody();
  const guess = () => caller.call(contract.invitations.byCode, { params: { inviteCode: crypto.randomUUID() } });
  const holder = await pool.connect();
  await holder.query('begin; lock table call_counts in exclusive mode');
  const guesses = Array.from({ length: GUESS_LIMIT.max + 1 }, guess);
  await expect.poll(() => countWaiting(app.database)).toBeGreaterThan(0);
  // By its answer the calls before it have arrived.
  await caller.expectOk(contract.session.me, { query: {} });
  // By now more calls would be reported, were the first one's answer known.
  await wait(1_100);
  await holder.query('rollback');
  holder.release();
  const statuses = (await Promise.all(guesses)).map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array.from({ length: GUESS_LIMIT.max }, () => 404), 429]);
});

test('calls on one server process count on the others', async () => {
  const second = await startTestApp({ beside: app });
  const caller = await somebody();
  const guess = (at: TestApp) =>
    at.withToken(caller.token).call(contract.invitations.byCode, { params: { inviteCode: crypto.randomUUID() } });
  for (let sent = 0; sent < GUESS_LIMIT.max; sent += 1) expect((await guess(app)).status).toBe(404);
  let sent = 0;
  const refusal = async () => {
    sent += 1;
    return (await guess(second)).status;
  };
  await expect.poll(refusal, { interval: 250, timeout: 60_000 }).toBe(429);
  expect(sent).toBeLessThan(GUESS_LIMIT.max);
  await second.close();
});

test('refresh tokens can’t be tried without limit', async () => {
  const nobody = app.withToken(null);
  const attempt = () => nobody.call(contract.session.refresh, { body: { refreshToken: crypto.randomUUID() } });
  let last = await attempt();
  expect(last).toMatchObject({ status: 401 });
  for (let sent = 1; sent <= GUESS_LIMIT.max && last.status === 401; sent += 1) last = await attempt();
  expect(last).toMatchObject({ status: 429, body: { message: 'TOO_MANY' } });
});

test('a client that never finishes its headers is disconnected', async () => {
  const usual = { ...TIMEOUTS };
  Object.assign(TIMEOUTS, { headersMs: 1000, checkMs: 200 });
  const impatient = await startTestApp({ on: { url: app.config.databaseUrl ?? '' } });
  Object.assign(TIMEOUTS, usual);
  const { hostname, port } = new URL(impatient.url);
  const socket = connect(Number(port), hostname);
  socket.write('GET /health HTTP/1.1\r\nHost: verdant\r\nX-Slow: ');
  let said = '';
  socket.on('data', (chunk) => {
    said += chunk;
  });
  await once(socket, 'close');
  expect(said).toMatch(/^HTTP\/1\.1 408 /);
  await impatient.close();
});

test('an unused connection opened in advance doesn’t keep a server from stopping', async () => {
  const stopping = await startTestApp({ on: { url: app.config.databaseUrl ?? '' } });
  const { hostname, port } = new URL(stopping.url);
  const silent = connect(Number(port), hostname).on('error', () => {});
  await once(silent, 'connect');
  await Promise.all([once(silent, 'close'), stopping.close()]);
}, 20_000);

test('every reply has a strict content policy and reveals nothing about the server', async () => {
  for (const path of ['/health', '/api/version', '/api/nowhere', '/api/docs']) {
    const { headers } = await fetch(app.url + path);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy, path).toContain("default-src 'none'");
    expect(policy, path).not.toMatch(/'unsafe-(inline|eval)'/);
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(headers.get('x-powered-by'), path).toBeNull();
  }
});
