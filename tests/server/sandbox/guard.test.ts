import { request as httpRequest } from 'node:http';
import { describe, expect, test } from 'vitest';
import { openApp } from '../../support/app';

const app = await openApp();

const PAGES = [
  '/sandbox/mailbox',
  '/sandbox/mailbox.css',
  '/sandbox/sandbox.css',
  '/sandbox/tracking',
  '/sandbox/wholesale',
  '/sandbox/billing/checkout/1',
  '/sandbox/tracking/api/CA/facilities/v2/',
  '/%73andbox/mailbox',
];

/** The status of a request with such headers. */
const statusOf = (path: string, headers: Record<string, string>, method = 'GET') =>
  new Promise<number | undefined>((done, fail) => {
    const request = httpRequest(new URL(path, app.url), { method, headers }, (answer) => {
      answer.resume();
      done(answer.statusCode);
    });
    request.on('error', fail).end();
  });

describe('a sandbox’s page', () => {
  test.each(PAGES)('%s answers at its own address and no other', async (path) => {
    const { host, port } = new URL(app.url);
    for (const own of [host, `localhost:${port}`, `[::1]:${port}`])
      expect(await statusOf(path, { host: own })).not.toBe(421);
    for (const other of [
      'evil.example',
      `evil.example:${port}`,
      `127.0.0.1.evil.example:${port}`,
      `localhost.evil.example`,
    ])
      expect(await statusOf(path, { host: other }), other).toBe(421);
    expect(await statusOf(path, { host: 'evil.example', 'x-forwarded-host': host })).toBe(421);
  });

  test('takes no form that another site posts', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const press = (from: Record<string, string>) => statusOf('/sandbox/tracking/fault', { ...form, ...from }, 'POST');
    expect(await press({ 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await press({ 'sec-fetch-site': 'same-site' })).toBe(403);
    expect(await press({ 'sec-fetch-site': 'same-origin' })).toBe(303);
    expect(await press({})).toBe(303);
  });
});

test('what isn’t a sandbox answers at any host, as its health does for whoever watches it', async () => {
  expect(await statusOf('/health', { host: 'evil.example' })).toBe(200);
});
