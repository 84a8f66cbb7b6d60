import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { HELD } from '../../../server/metrics/open';
import { openApp, startTestApp } from '../../support/app';
import { openDatabaseProxy } from '../../support/db/database-proxy';
import { makeOrder, makeSeller } from '../../support/factories';
import { listen, stopListening } from '../../support/live';
import { openSmtp } from '../../support/mail/smtp';
import { askMetrics, METRICS_TOKEN, scrape } from '../../support/watching/scrape';

const smtp = await openSmtp();
const app = await openApp({ environment: { METRICS_TOKEN, SMTP_URL: smtp.url, LOG_LEVEL: 'silent' } });
const { db, pool } = app.database;
const { ms } = HELD;

beforeAll(() => {
  HELD.ms = 0;
});
afterAll(async () => {
  HELD.ms = ms;
  stopListening();
  await smtp.down();
});

const SLOW = { timeout: 60_000 };
const read = () => scrape(app.url);

describe('/metrics', () => {
  test('answers whoever sends the token, and nobody else', async () => {
    const answer = await askMetrics(app.url);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/plain/)]);
    for (const wrong of [null, 'wrong', METRICS_TOKEN.slice(1), `${METRICS_TOKEN}x`]) {
      const refused = await askMetrics(app.url, wrong);
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect(await refused.text()).not.toContain('verdant_');
    }
    expect((await askMetrics(app.url, METRICS_TOKEN, '/metrics/more')).status).toBe(404);
  });

  test('isn’t there without a token in the configuration', async () => {
    const without = await startTestApp({ beside: app });
    expect((await askMetrics(without.url)).status).toBe(404);
    expect((await askMetrics(without.url, METRICS_TOKEN, '/metrics/more')).status).toBe(404);
    await without.close();
  });

  test('says which version runs, and of which installation', async () => {
    const { rows } = await pool.query('select id from installation');
    const { find, value } = await read();
    expect(find('verdant_build_info')).toEqual([
      { name: 'verdant_build_info', labels: expect.objectContaining({ installation: rows[0].id }), value: 1 },
    ]);
    expect([value('verdant_up', { part: 'database' }), value('verdant_ready')]).toEqual([1, 1]);
    expect(value('process_cpu_seconds_total')).toBeGreaterThan(0);
    expect(value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    expect(Math.abs(value('verdant_clock_offset_seconds') ?? Number.NaN)).toBeLessThan(3600);
  });
});

describe('requests', () => {
  test('are counted by the call’s name, with what became of them and how long they took', async () => {
    const seller = await makeSeller(db);
    const { order } = await makeOrder(db, seller, {});
    const owner = await app.as(seller.owner.user, seller.org);
    const counted = async (status: string) =>
      (await read()).value('verdant_http_requests_total', { call: 'orders.get', method: 'GET', status }) ?? 0;
    const before = [await counted('200'), await counted('404')];
    await owner.expectOk(contract.orders.get, { params: { id: order.id } });
    await owner.call(contract.orders.get, { params: { id: 999_999_999 } });
    await expect.poll(async () => [await counted('200'), await counted('404')]).toEqual(before.map((one) => one + 1));
    const { value } = await read();
    expect(value('verdant_http_request_duration_seconds_count', { call: 'orders.get' })).toBe(2);
    expect(value('verdant_http_request_duration_seconds_sum', { call: 'orders.get' })).toBeGreaterThan(0);
  });

  test('make no label of what is in an address, whatever is asked for', async () => {
    const total = async () => {
      const counted = (await read())
        .find('verdant_http_requests_total')
        .filter(({ labels }) => labels.call !== 'metrics');
      return counted.reduce((sum, { value }) => sum + value, 0);
    };
    const ask = async () => {
      const id = randomUUID();
      const before = await total();
      const paths = [`/api/seller/orders/${id}`, `/api/orders/${id}`, `/${id}`, `/${id}.js`, `/oidc/${id}`];
      const all = [...paths, `/api/files/${id}`, `/metrics/${id}`, `/health/${id}`, `/sandbox/${id}`].flatMap((path) =>
        ['GET', 'POST', 'PURGE'].map((method) => ({ path, method })),
      );
      for (const { path, method } of all) await fetch(`${app.url}${path}?id=${id}`, { method });
      // A request is counted once its connection is done with it, which is after its client has the reply.
      await expect.poll(total).toBe(before + all.length);
    };
    const series = async () =>
      (await read()).samples
        .filter(({ name }) => name.startsWith('verdant_http'))
        .map(({ name, labels }) => ({ name, labels }));
    await ask();
    const once = await series();
    await ask();
    await ask();
    expect(await series()).toEqual(once);
    const calls = once.map(({ labels }) => labels.call);
    expect(calls).toContain('unknown');
    for (const call of calls) expect(call).toMatch(/^[a-z][a-zA-Z-]*(\.[a-zA-Z]+)?$/);
  });

  test('of a stream are told while it is open', async () => {
    const seller = await makeSeller(db);
    const { token } = await app.as(seller.owner.user, seller.org);
    expect((await read()).value('verdant_live_connections')).toBe(0);
    await listen(app, token, seller.org.id);
    await expect.poll(async () => (await read()).value('verdant_live_connections')).toBe(1);
  });
});

test('connections are counted by pool, of the replica’s only where there is one', async () => {
  const { value, find } = await read();
  expect(value('verdant_database_connections_max', { pool: 'primary' })).toBe(16);
  expect(value('verdant_database_connections', { pool: 'primary', state: 'idle' })).toBeGreaterThan(0);
  expect(find('verdant_database_waiting', { pool: 'replica' })).toEqual([]);
  const replicated = await startTestApp({
    beside: app,
    replica: { url: app.config.databaseUrl ?? '' },
    environment: { METRICS_TOKEN },
  });
  const both = await scrape(replicated.url);
  expect(both.value('verdant_database_connections_max', { pool: 'replica' })).toBe(16);
  expect(both.value('verdant_up', { part: 'replica' })).toBe(1);
  await replicated.close();
});

test('emails are told that wait and that were given up, until they are sent', async () => {
  const seller = await makeSeller(db);
  const owner = await app.as(seller.owner.user, seller.org);
  const mail = async () => {
    const { value } = await read();
    const queue = 'org-invitation';
    return {
      waiting: value('verdant_mail_waiting'),
      delayed: value('verdant_jobs', { queue, state: 'delayed' }),
      givenUp: value('verdant_mail_given_up'),
      ofQueue: value('verdant_jobs_given_up', { queue }),
    };
  };
  expect(await mail()).toEqual({ waiting: 0, delayed: 0, givenUp: 0, ofQueue: 0 });
  await smtp.down();
  const body = { email: `${randomUUID()}@example.com`, defaultRole: 'USER' as const };
  await owner.expectOk(contract.team.invite, { params: { orgId: seller.org.id }, body });
  const postpone = `update jobs.job set start_after = now() + interval '1 hour', created_on = now() - interval '2 hours'
                     where name = 'org-invitation' and state = 'retry'`;
  await expect.poll(async () => (await pool.query(postpone)).rowCount, SLOW).toBe(1);
  expect(await mail()).toEqual({ waiting: 1, delayed: 1, givenUp: 0, ofQueue: 0 });
  expect((await read()).value('verdant_mail_oldest_age_seconds')).toBeGreaterThanOrEqual(7200);
  await pool.query(`update jobs.job set retry_limit = retry_count, start_after = now() where name = 'org-invitation'`);
  await expect.poll(mail, SLOW).toEqual({ waiting: 0, delayed: 0, givenUp: 1, ofQueue: 1 });
  await smtp.up();
  const params = { orgId: seller.org.id };
  await owner.expectOk(contract.unsentEmails.sendAgain, { params, body: { selection: { except: [] } } });
  await expect.poll(mail, SLOW).toEqual({ waiting: 0, delayed: 0, givenUp: 0, ofQueue: 0 });
});

test('two that ask at nearly the same time are told the same of the database, which is asked once', async () => {
  const givenUp = async () => (await read()).value('verdant_jobs_given_up', { queue: 'sweep-files' });
  HELD.ms = Number.POSITIVE_INFINITY;
  try {
    const first = await givenUp();
    await pool.query(`insert into failed_jobs (job_id, org_id, queue, reason, tries)
                      values (gen_random_uuid(), 0, 'sweep-files', 'no', 1)`);
    expect(await givenUp()).toBe(first);
  } finally {
    HELD.ms = 0;
  }
  expect(await givenUp()).toBe(1);
});

test('without its database a process still says what it knows, and that the database is down', async () => {
  const proxy = await openDatabaseProxy(app.config.databaseUrl ?? '');
  const cutOff = await startTestApp({ on: proxy, environment: { METRICS_TOKEN, LOG_LEVEL: 'silent' } });
  const up = async () => (await scrape(cutOff.url)).value('verdant_up', { part: 'database' });
  expect(await up()).toBe(1);
  proxy.freeze();
  await expect.poll(up, SLOW).toBe(0);
  const { value, find } = await scrape(cutOff.url);
  expect(value('verdant_ready')).toBe(0);
  expect(value('process_cpu_seconds_total')).toBeGreaterThan(0);
  for (const name of ['verdant_jobs', 'verdant_mail_waiting', 'verdant_clock_offset_seconds'])
    expect(find(name)).toEqual([]);
  proxy.thaw();
  await expect.poll(up, SLOW).toBe(1);
  expect((await scrape(cutOff.url)).find('verdant_jobs')).not.toEqual([]);
  await cutOff.close();
  await proxy.close();
});
