import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DomainError } from '../../../domain/errors';
import { KeyRefused } from '../../../server/integrations/answers';
import { trackingOverHttp } from '../../../server/integrations/tracking/tracking-system';
import {
  MoveRefused,
  WriteRefused,
  wholesaleOverHttp,
} from '../../../server/integrations/wholesale/wholesale-marketplace';
import { openLog } from '../../../server/log';
import { createTestDatabase, type TestDatabase } from '../../support/database';

const KEY = 'the-key-of-somebody';
const VENDOR = 'the-vendor-key';
const ACCEPT = { action: 'accept', leaves: 'ACCEPTED' } as const;

type Answer = { status: number; body?: unknown; location?: string };

let party: Server;
let own: TestDatabase;
let url: string;
let answer: (method: string, path: string) => Answer;
let asked: { method: string; path: string; authorization: string | undefined }[];
let logged: string;

beforeAll(async () => {
  own = await createTestDatabase();
  party = createServer((request: IncomingMessage, response) => {
    const { method = '', url: path = '', headers } = request;
    asked.push({ method, path, authorization: headers.authorization });
    const { status, body = {}, location } = answer(method, path);
    response.writeHead(status, { 'content-type': 'application/json', ...(location ? { location } : {}) });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });
  await new Promise<void>((done) => party.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(party.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked = [];
  logged = '';
});
afterAll(async () => {
  party.close();
  await own.drop();
});

const log = openLog('info', {
  write: (line: string) => {
    logged += line;
  },
});
const tracking = () => trackingOverHttp({ url: `${url}/{state}`, vendorKey: VENDOR }, own.database.db, log);
const wholesale = () => wholesaleOverHttp({ url }, own.database.db, log);
const always = (given: Answer) => () => given;

const SILENCES: [string, Answer][] = [
  ['is busy', { status: 429 }],
  ['fails', { status: 500 }],
  ['is away', { status: 503 }],
  ['answers what nobody can read', { status: 200, body: '<html>' }],
  ['answers in another shape', { status: 200, body: { error: 'no' } }],
  ['sends us elsewhere', { status: 302, location: 'http://127.0.0.1:9/' }],
];

describe('the tracking system', () => {
  test('is called in its state, as vendor and person, and returns the licenses a key can access', async () => {
    answer = always({
      status: 200,
      body: [{ Name: 'Farm', License: { Number: '402R-00999', LicenseType: 'Retail' }, More: 1 }],
    });
    expect(await tracking().facilities('CO', KEY)).toEqual([
      { name: 'Farm', licenseNumber: '402R-00999', licenseType: 'Retail' },
    ]);
    const authorization = `Basic ${Buffer.from(`${VENDOR}:${KEY}`).toString('base64')}`;
    expect(asked).toEqual([{ method: 'GET', path: '/co/facilities/v2/', authorization }]);
  });

  test.each([401, 403])('refuses a key with %i', async (status) => {
    answer = always({ status });
    await expect(tracking().facilities('CO', KEY)).rejects.toBeInstanceOf(KeyRefused);
  });

  test.each(SILENCES)('is reported calmly when it %s, and logged without the key', async (_how, given) => {
    answer = always(given);
    const refusal = await tracking()
      .facilities('CO', KEY)
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DomainError);
    expect(refusal).toMatchObject({
      code: 'UNAVAILABLE',
      message: 'The tracking system isn’t responding. Try again in a few minutes.',
    });
    expect(asked.length).toBeLessThanOrEqual(3);
    expect(logged).toContain('a third party does not answer');
    for (const secret of [KEY, VENDOR, Buffer.from(`${VENDOR}:${KEY}`).toString('base64')]) {
      expect(logged).not.toContain(secret);
    }
  });

  test('is reported calmly when unreachable', async () => {
    const nobody = trackingOverHttp({ url: 'http://127.0.0.1:9', vendorKey: VENDOR }, own.database.db, log);
    await expect(nobody.facilities('CO', KEY)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(logged).not.toContain(KEY);
  });
});

describe('the wholesale marketplace', () => {
  test('reveals a key’s write access through a nonexistent order, so nothing changes', async () => {
    answer = (method) => ({ status: method === 'POST' ? 404 : 200 });
    expect(await wholesale().accessOf(KEY)).toBe('WRITE');
    answer = (method) => ({ status: method === 'POST' ? 403 : 200 });
    expect(await wholesale().accessOf(KEY)).toBe('READ');
    expect(asked.map(({ path }) => path)).toContain('/orders-received/0/transition/accept/');
    expect(new Set(asked.map(({ authorization }) => authorization))).toEqual(new Set([`App ${KEY}`]));
  });

  test.each([401, 403])('refuses a key with %i', async (status) => {
    answer = always({ status });
    await expect(wholesale().accessOf(KEY)).rejects.toBeInstanceOf(KeyRefused);
  });

  test('gets the action’s name, unless the order already has the status', async () => {
    answer = always({ status: 200, body: { status: 'Submitted' } });
    await wholesale().move(KEY, 'WM 1/2', ACCEPT);
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /orders-received/WM%201%2F2/',
      'POST /orders-received/WM%201%2F2/transition/accept/',
    ]);
    asked = [];
    answer = always({ status: 200, body: { status: 'Accepted' } });
    await wholesale().move(KEY, 'WM-1', ACCEPT);
    expect(asked.map(({ method }) => method)).toEqual(['GET']);
  });

  test('may reject a change for good, with its reason, or because the key is read-only', async () => {
    const order = { status: 200, body: { status: 'Submitted' } };
    answer = (method) => (method === 'POST' ? { status: 400, body: { detail: 'Already   closed.' } } : order);
    const refusal = await wholesale()
      .move(KEY, 'WM-1', ACCEPT)
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(MoveRefused);
    expect(refusal).toMatchObject({ message: 'Already closed.' });
    answer = (method) => (method === 'POST' ? { status: 403 } : order);
    await expect(wholesale().move(KEY, 'WM-1', ACCEPT)).rejects.toBeInstanceOf(WriteRefused);
    answer = always({ status: 404, body: 'gone' });
    await expect(wholesale().move(KEY, 'WM-1', ACCEPT)).rejects.toMatchObject({ message: 'It answered 404.' });
  });

  test.each(SILENCES)('is retried later when it %s', async (_how, given) => {
    answer = always(given);
    await expect(wholesale().move(KEY, 'WM-1', ACCEPT)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'The wholesale marketplace isn’t responding. Try again in a few minutes.',
    });
    expect(logged).not.toContain(KEY);
  });
});
