import fastify from 'fastify';
import pg from 'pg';
import { expect, test } from 'vitest';
import { serveHealth } from '../../../server/http/health';
import { requestIdOf } from '../../../server/http/request-id';
import { openApp } from '../../support/app';

const app = await openApp();

/** The pages on another database, or while the process stops. */
function serve(pool: pg.Pool, isDraining = () => false) {
  const own = fastify();
  serveHealth(own as never, { pool, isDraining });
  return async (path: string) => {
    const { statusCode, body } = await own.inject(path);
    return [statusCode, JSON.parse(body).status];
  };
}

test('a process is alive and takes traffic; nothing is below either page', async () => {
  const statusOf = async (path: string) => (await fetch(`${app.url}${path}`)).status;
  expect(await statusOf('/health')).toBe(200);
  expect(await statusOf('/ready')).toBe(200);
  for (const path of ['/health/unknown', '/ready/unknown', '/ready/health']) expect(await statusOf(path)).toBe(404);
});

test('a process that stops is alive, but takes no more traffic', async () => {
  let stops = false;
  const read = serve(app.database.pool, () => stops);
  expect(await read('/ready')).toEqual([200, 'ready']);
  stops = true;
  expect(await read('/ready')).toEqual([503, 'stopping']);
  expect(await read('/health')).toEqual([200, 'ok']);
});

test('a process takes no traffic before its database has the tables, nor without a database', async () => {
  const address = new URL(app.database.pool.options.connectionString ?? '');
  address.searchParams.set('options', '-c search_path=pg_catalog');
  const empty = new pg.Pool({ connectionString: address.href });
  expect(await serve(empty)('/ready')).toEqual([503, 'not migrated']);
  await empty.end();
  const nowhere = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:9/none' });
  expect(await serve(nowhere)('/ready')).toEqual([503, 'no database']);
  expect(await serve(nowhere)('/health')).toEqual([503, 'failing']);
  await nowhere.end();
});

test('each reply has a request id of its own, also a refusal', async () => {
  const idAt = async (path: string, headers = {}) =>
    (await fetch(`${app.url}${path}`, { headers })).headers.get('x-request-id');
  const ids = [await idAt('/health'), await idAt('/api/nowhere'), await idAt('/api/users/me')];
  for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(ids).size).toBe(3);
  expect(await idAt('/health', { 'x-request-id': 'mine-alone-17' })).not.toBe('mine-alone-17');
});

test('a proxy’s request id is taken over, unless it isn’t sane', () => {
  const given = (id: string) => requestIdOf({ 'x-request-id': id }, true);
  expect(given('edge:7f3a.91-b')).toBe('edge:7f3a.91-b');
  for (const odd of ['', 'short', 'two words here', 'a"quote-within', 'x'.repeat(129), 'robin@example.com']) {
    expect(given(odd)).toMatch(/^[0-9a-f-]{36}$/);
  }
});
