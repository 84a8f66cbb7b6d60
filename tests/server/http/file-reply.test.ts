import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendFile } from '../../../server/http/file-reply';

let app: FastifyInstance;
let url: string;
let isLetGo = false;

beforeAll(async () => {
  app = fastify();
  app.get('/whole', (_request, reply) => sendFile(reply, 'text/csv', { name: 'a.csv', text: whole() }));
  app.get('/broken', (_request, reply) => sendFile(reply, 'text/csv', { name: 'b.csv', text: broken() }));
  app.get('/endless', (_request, reply) => sendFile(reply, 'text/csv', { name: 'c.csv', text: endless() }));
  app.get('/unread', (_request, reply) => sendFile(reply, 'text/csv', { name: 'd.csv', text: endless() }, 200));
  app.get('/slow', (_request, reply) => sendFile(reply, 'text/csv', { name: 'e.csv', text: slow() }, 2_000));
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

async function* whole() {
  yield 'Größe\r\n';
  yield '1\r\n';
}

async function* broken() {
  yield 'Order\r\n1\r\n';
  await new Promise((done) => setTimeout(done, 10));
  throw new Error('The database went away');
}

/** Takes longer than a reader may stop for, a line at a time. */
async function* slow() {
  for (let line = 0; line < 8; line += 1) {
    yield `${line}\r\n`;
    await new Promise((done) => setTimeout(done, 300));
  }
}

async function* endless() {
  try {
    for (;;) yield 'x'.repeat(64 * 1024);
  } finally {
    isLetGo = true;
  }
}

test('a file arrives whole, with its name, marked as UTF-8 for spreadsheets', async () => {
  const response = await fetch(`${url}/whole`);
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="a.csv"');
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.toString()).toBe('\ufeffGröße\r\n1\r\n');
});

test('an interrupted file is never mistaken for a whole one', async () => {
  const response = await fetch(`${url}/broken`);
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow();
});

test('reading stops when the client is gone', async () => {
  const leaving = new AbortController();
  const response = await fetch(`${url}/endless`, { signal: leaving.signal });
  await response.body?.getReader().read();
  leaving.abort();
  await expect.poll(() => isLetGo).toBe(true);
});

test('a file nobody reads on is given up, one that is made slowly isn’t', async () => {
  isLetGo = false;
  const unread = await fetch(`${url}/unread`);
  await expect.poll(() => isLetGo, { timeout: 60_000 }).toBe(true);
  await expect(unread.text()).rejects.toThrow();
  expect(await (await fetch(`${url}/slow`)).text()).toContain('7\r\n');
});
