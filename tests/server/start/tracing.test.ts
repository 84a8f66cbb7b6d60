import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { contract } from '../../../domain/calls';
import { root } from '../../../server/config';
import { openLog } from '../../../server/log';
import { startTestApp } from '../../support/app';
import { createTestDatabase } from '../../support/database';
import { makeSeller } from '../../support/factories';
import { startVerdant } from '../../support/process';
import { openCollector } from '../../support/watching/collector';

const own = await createTestDatabase();
const { db, pool } = own.database;
const collector = await openCollector();

afterEach(() => {
  for (const list of [collector.spans, collector.bodies, collector.headers]) list.length = 0;
});
afterAll(async () => {
  await collector.close();
  await own.drop();
});

const SLOW = { timeout: 60_000 };
const TRACED = {
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
};

/** A parent as a proxy names it. */
const parent = () => ({ traceId: randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex') });
const headerOf = ({ traceId, spanId }: ReturnType<typeof parent>) => ({ traceparent: `00-${traceId}-${spanId}-01` });

/** A server on the test's database, and its log's lines. */
async function start(environment: Record<string, string>) {
  const lines: Record<string, unknown>[] = [];
  const log = openLog('info', { write: (line) => lines.push(JSON.parse(line)) });
  const app = await startTestApp({ on: own, environment, log });
  return { app, lines };
}

const spanNamed = (name: string) => collector.spans.filter((span) => span.name === name);
const invite = { email: 'robin.canary@example.com', defaultRole: 'USER' as const };

test('a call is a span below its proxy’s, with its transaction, and the log has the trace’s id', async () => {
  const { app, lines } = await start({ ...TRACED, TRUST_PROXY: 'true' });
  const seller = await makeSeller(db);
  const owner = await app.as(seller.owner.user, seller.org);
  const proxy = parent();
  const params = { orgId: seller.org.id };
  const { headers } = await owner.call(contract.team.invite, { params, body: invite }, { headers: headerOf(proxy) });
  await owner.call(contract.orders.get, { params: { id: 999_999_999 } });
  const sent = `select from jobs.job where name = 'org-invitation' and state <> 'completed'`;
  await expect.poll(async () => (await pool.query(sent)).rowCount, SLOW).toBe(0);
  await app.close();

  const [call] = spanNamed('POST team.invite');
  expect(call).toMatchObject({
    traceId: proxy.traceId,
    parentSpanId: proxy.spanId,
    isFailed: false,
    attributes: { 'verdant.call': 'team.invite', 'http.request.method': 'POST', 'http.response.status_code': 200 },
  });
  const transactions = spanNamed('transaction').filter(({ traceId }) => traceId === proxy.traceId);
  expect(transactions.map(({ parentSpanId }) => parentSpanId)).toEqual([call?.spanId]);
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'call', reqId: headers.get('x-request-id'), traceId: proxy.traceId, status: 200 }),
  );

  const [other] = spanNamed('GET orders.get');
  expect(other).toMatchObject({ isFailed: false, attributes: { 'http.response.status_code': 404 } });
  expect(other?.parentSpanId).toBeUndefined();

  const [job] = spanNamed('job org-invitation');
  expect(job).toMatchObject({ isFailed: false, attributes: { 'messaging.destination.name': 'org-invitation' } });
  expect(job?.parentSpanId).toBeUndefined();
  expect(spanNamed('mail')).toEqual([expect.objectContaining({ traceId: job?.traceId, parentSpanId: job?.spanId })]);

  expect(collector.headers[0]?.authorization).toBe('Bearer of-the-collector');
  const { email } = seller.owner.user;
  for (const canary of ['robin.canary', email, owner.token, owner.token.slice(-20), seller.org.name]) {
    expect(collector.bodies.join()).not.toContain(canary);
  }
});

test('an outside service is a span, and isn’t told of the trace', async () => {
  const { app } = await start({ ...TRACED, TRUST_PROXY: 'true' });
  const seller = await makeSeller(db, { plan: 'FREE' });
  const owner = await app.as(seller.owner.user, seller.org);
  const body = { subscriptionTier: 'BASIC' as const, subscriptionDuration: 'MONTHLY' as const };
  await owner.expectOk(contract.billing.checkout, { body });
  await app.close();
  const [call] = spanNamed('POST billing.checkout');
  const [outside] = spanNamed('billing service: make checkout');
  expect(outside).toMatchObject({ traceId: call?.traceId, attributes: { 'verdant.partner': 'billing service' } });
  // The stand-in is served by this process: what it received begins a trace of its own.
  const [received] = spanNamed('POST sandbox');
  expect(received).toBeDefined();
  expect(received?.traceId).not.toBe(call?.traceId);
  expect(received?.parentSpanId).toBeUndefined();
});

test('what fails is marked, without what the error says', async () => {
  const { app } = await start({ ...TRACED, SMTP_URL: 'smtp://127.0.0.1:9' });
  const seller = await makeSeller(db);
  const owner = await app.as(seller.owner.user, seller.org);
  await owner.expectOk(contract.team.invite, { params: { orgId: seller.org.id }, body: invite });
  const retried = `select from jobs.job where name = 'org-invitation' and state = 'retry'`;
  await expect.poll(async () => (await pool.query(retried)).rowCount, SLOW).toBe(1);
  await app.close();
  await pool.query(`delete from jobs.job where name = 'org-invitation'`);
  expect(spanNamed('mail').at(0)?.isFailed).toBe(true);
  expect(spanNamed('job org-invitation').at(0)?.isFailed).toBe(true);
  expect(collector.bodies.join()).not.toContain('ECONNREFUSED');
});

test('a client can’t join a trace where no proxy stands in front', async () => {
  const { app } = await start(TRACED);
  const given = parent();
  await fetch(`${app.url}/health`, { headers: headerOf(given) });
  await app.close();
  const [span] = spanNamed('GET health');
  expect(span).toBeDefined();
  expect(span?.traceId).not.toBe(given.traceId);
});

test('nothing is traced where it isn’t asked for, or of a share of nothing', async () => {
  for (const environment of [{}, { ...TRACED, OTEL_TRACES_SAMPLER_ARG: '0' }]) {
    const { app, lines } = await start(environment);
    await fetch(`${app.url}/health`);
    await expect.poll(() => lines.filter(({ msg }) => msg === 'call').length).toBe(1);
    await app.close();
    expect(collector.bodies).toEqual([]);
  }
});

test('a log line has no trace id where nothing is traced', async () => {
  const { app, lines } = await start({});
  await fetch(`${app.url}/health`);
  await expect.poll(() => lines.filter(({ msg }) => msg === 'call').length).toBe(1);
  await app.close();
  for (const line of lines) expect(line).not.toHaveProperty('traceId');
});

test('a built server sends its last spans as it stops, and one without a collector loads nothing for it', async () => {
  const verdant = await startVerdant({ DATABASE_URL: own.url, ...TRACED });
  const id = randomUUID();
  await fetch(`http://127.0.0.1:${verdant.port}/api/nowhere/${id}`);
  expect(await verdant.stop()).toBe(0);
  expect(spanNamed('GET unknown')).toHaveLength(1);
  expect(collector.bodies.join()).not.toContain(id);
  const bundle = await readFile(join(root, 'dist/server/main.js'), 'utf8');
  expect(bundle).toContain('@opentelemetry/sdk-trace');
  expect(bundle).not.toMatch(/^import .*"(@opentelemetry\/|prom-client)/m);
});

test('a collector that is down costs nothing but a line in the log', async () => {
  const { app, lines } = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
  expect((await fetch(`${app.url}/health`)).status).toBe(200);
  await app.close();
  expect(lines.filter(({ msg }) => msg === 'traces were not sent').length).toBeLessThanOrEqual(1);
});
