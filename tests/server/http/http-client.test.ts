import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type OutsideService, Overcrowded, openHttpClient } from '../../../server/http-client';
import { openLog } from '../../../server/log';

const SENTENCE = 'The weather service isn’t responding. Try again in a few minutes.';
const UNAVAILABLE = { code: 'UNAVAILABLE', message: SENTENCE };
const SECRET = 'nobody-may-read-this';
const REST_MS = 300;

let server: Server;
let url: string;
let asked: string[];
let answer: (response: ServerResponse, path: string) => void;
let lines: Record<string, unknown>[];
let service: OutsideService;

const log = openLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) });
const open = (options: { patienceMs?: number } = {}) =>
  openHttpClient({ name: 'weather service', log, restMs: REST_MS, ...options });
const say = (status: number) => (response: ServerResponse) => response.writeHead(status).end('{}');
const ask = (path = '/', { tenant = 1, method = 'GET' } = {}) =>
  service.fetch({ what: 'forecast', tenant }, `${url}${path}?key=${SECRET}`, {
    method,
    headers: { authorization: SECRET },
  });

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    asked.push(path);
    answer(response, path);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked = [];
  lines = [];
  answer = say(200);
  service = open();
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('a call', () => {
  test('returns the reply, including refusals, and logs one line without secrets', async () => {
    answer = say(403);
    expect((await ask()).status).toBe(403);
    expect(lines).toMatchObject([
      { msg: 'outside call', thirdParty: 'weather service', what: 'forecast', attempts: 1 },
    ]);
    expect(JSON.stringify(lines)).not.toContain(SECRET);
  });

  test('that may be repeated is, while the service is unstable', async () => {
    answer = (response) => say(asked.length < 3 ? 503 : 200)(response);
    expect((await ask()).status).toBe(200);
    expect(asked).toHaveLength(3);
    expect(lines).toMatchObject([{ attempts: 3 }]);
  });

  test.each([
    ['changes something', 503, 'POST'],
    ['was too much for it', 429, 'GET'],
  ])('that %s runs once, and is explained', async (_why, status, method) => {
    answer = say(status);
    await expect(ask('/', { method })).rejects.toMatchObject(UNAVAILABLE);
    expect(asked).toHaveLength(1);
    expect(lines).toMatchObject([{ msg: 'a third party does not answer', what: 'forecast' }]);
    expect(JSON.stringify(lines)).not.toContain(SECRET);
  });

  test('without a timely reply is cancelled', async () => {
    service = open({ patienceMs: 100 });
    answer = () => {};
    await expect(ask()).rejects.toMatchObject(UNAVAILABLE);
    expect(asked).toHaveLength(1);
  });
});

test('an unresponsive service is paused, and then tried again', async () => {
  answer = say(500);
  for (let time = 0; time < 5; time += 1) await expect(ask('/', { method: 'POST' })).rejects.toMatchObject(UNAVAILABLE);
  answer = say(200);
  await expect(ask()).rejects.toMatchObject(UNAVAILABLE);
  expect(asked).toHaveLength(5);
  await vi.waitFor(async () => expect((await ask()).status).toBe(200), { timeout: 60_000, interval: 100 });
});

test('a refusal is a reply: the service stays in use', async () => {
  answer = say(401);
  for (let time = 0; time < 8; time += 1) expect((await ask()).status).toBe(401);
  expect(asked).toHaveLength(8);
});

test('one organization’s slow calls don’t delay others', async () => {
  const held: ServerResponse[] = [];
  answer = (response, path) => (path === '/slow' ? held.push(response) : say(200)(response));
  const slow = Array.from({ length: 20 }, () => ask('/slow', { tenant: 1 }));
  expect((await ask('/quick', { tenant: 2 })).status).toBe(200);
  expect(asked.filter((path) => path === '/slow').length).toBeLessThan(12);
  answer = say(200);
  for (const response of held) say(200)(response);
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(slow.map(() => 200));
});

test('an organization with too many waiting calls is told so, and nobody else', async () => {
  const held: ServerResponse[] = [];
  answer = (response) => held.push(response);
  const asking = Array.from({ length: 30 }, () => ask('/', { tenant: 1 }).catch((error: unknown) => error));
  await expect.poll(() => held.length).toBeGreaterThan(0);
  answer = say(200);
  expect((await ask('/', { tenant: 2 })).status).toBe(200);
  for (const response of held) say(200)(response);
  const answers = await Promise.all(asking);
  expect(answers.filter((one) => one instanceof Response)).toHaveLength(23);
  expect(answers.filter((one) => !(one instanceof Response))[0]).toMatchObject(UNAVAILABLE);
});

test('a person’s call doesn’t wait for jobs, however many of their license wait, and none of those is refused', async () => {
  const held: ServerResponse[] = [];
  answer = (response, path) => (path === '/job' ? held.push(response) : say(200)(response));
  const job = (n: number) =>
    service.fetch({ what: 'forecast', tenant: `license ${n % 5}`, isBackground: true }, `${url}/job`);
  const jobs = Array.from({ length: 200 }, (_, n) => job(n));
  await expect.poll(() => held.length).toBeGreaterThan(0);
  expect((await ask('/person', { tenant: 1 })).status).toBe(200);
  answer = say(200);
  for (const response of held) say(200)(response);
  expect((await Promise.all(jobs)).every(({ status }) => status === 200)).toBe(true);
});

test('our own waiting line being full is explained, and doesn’t pause the service', async () => {
  const pace = async () => {
    throw new Overcrowded('too many calls are waiting');
  };
  for (let time = 0; time < 8; time += 1) {
    await expect(service.fetch({ what: 'forecast', tenant: 1, pace }, `${url}/`)).rejects.toMatchObject(UNAVAILABLE);
  }
  expect((await ask()).status).toBe(200);
  expect(asked).toHaveLength(1);
});
