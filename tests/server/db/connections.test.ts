import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { root, StartError } from '../../../server/config';
import { openDatabase } from '../../../server/db/client';
import { readAddress } from '../../../server/db/connection/address';
import { DatabaseSilent } from '../../../server/db/connection/database-monitor';
import { migrateDatabase } from '../../../server/db/migrate';
import { refusedDatabase } from '../../../server/db/refused';
import { createBareDatabase, createTestDatabase } from '../../support/database';
import { openPooler } from '../../support/db/pooler';

const { url, database, drop } = await createTestDatabase();
afterAll(drop);

const settingsOf = async (address: string) => {
  const opened = openDatabase(address, { max: 1 });
  try {
    const { rows } = await opened.pool.query<{ settings: string[] }>(
      `select array[current_setting('statement_timeout'), current_setting('idle_in_transaction_session_timeout'),
        current_setting('pg_trgm.word_similarity_threshold')] as settings`,
    );
    return rows[0]?.settings;
  } finally {
    await opened.close();
  }
};

describe('a connection pooler in front of the database', () => {
  test('that gives each connection a session is as good as none, with every setting a connection needs', async () => {
    const pooler = await openPooler(url, 'session');
    await migrateDatabase(pooler.url);
    expect(await settingsOf(pooler.url)).toEqual(['30s', '1min', '0.25']);
    expect(await settingsOf(url)).toEqual(await settingsOf(pooler.url));
    await pooler.close();
  });

  test('that gives each transaction one is refused in a line, and nothing was changed', async () => {
    const bare = await createBareDatabase();
    const pooler = await openPooler(bare, 'transaction');
    const refusal = await migrateDatabase(pooler.url).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartError);
    expect(String(refusal)).toMatch(/transaction mode: use its session mode \(pool_mode = session\)[^\n]*$/);
    await pooler.close();
    const client = new pg.Client({ connectionString: bare });
    await client.connect();
    expect((await client.query(`select from pg_tables where schemaname in ('public', 'drizzle')`)).rowCount).toBe(0);
    await client.end();
  });

  test('that goes away while the schema is brought up to date fails that, and ends no process', async () => {
    const bare = await createBareDatabase();
    const pooler = await openPooler(bare, 'session');
    const lost = migrateDatabase(pooler.url, async () => {
      await pooler.close();
      await new Promise((done) => setTimeout(done, 200));
      throw new Error('filled nothing');
    });
    await expect(lost).rejects.toThrow('filled nothing');
  });

  test('is asked for no parameter of a connection that PgBouncer refuses', () => {
    const { options } = database.pool;
    expect(options).not.toHaveProperty('statement_timeout');
    expect(options).not.toHaveProperty('options');
  });
});

describe('the database’s certificate', () => {
  const AUTHORITY = join(root, 'package.json');

  test.each(['prefer', 'require', 'verify-ca', 'verify-full'])('is checked under sslmode=%s', (mode) => {
    const address = readAddress(
      `postgres://db.example/verdant?sslmode=${mode}&sslrootcert=${AUTHORITY}`,
      'DATABASE_URL',
    );
    const { ssl } = new pg.Client({ connectionString: address });
    expect(address).toContain('sslmode=verify-full&');
    expect(ssl).toEqual({ ca: readFileSync(AUTHORITY, 'utf8') });
  });

  test.each(['sslmode=no-verify', 'uselibpqcompat=true&sslmode=require'])('is not, if one says so: %s', (said) => {
    const address = readAddress(`postgres://db.example/verdant?${said}`, 'DATABASE_URL');
    expect(new pg.Client({ connectionString: address }).ssl).toMatchObject({ rejectUnauthorized: false });
  });

  test('needs the file it is checked by, in one line that names the variable', () => {
    const options = { max: 1, replicaUrl: 'postgres://db.example/verdant?sslrootcert=/nowhere/ca.pem' };
    expect(() => openDatabase('postgres://db.example/verdant?sslrootcert=/nowhere/ca.pem', { max: 1 })).toThrow(
      /^DATABASE_URL cannot be used \(ENOENT.*\/nowhere\/ca\.pem'\): check the files it names\.$/,
    );
    expect(() => openDatabase(url, options)).toThrow(/^DATABASE_REPLICA_URL cannot be used/);
  });
});

test.each([
  ['a certificate of an unknown authority', 'SELF_SIGNED_CERT_IN_CHAIN', /sslrootcert/],
  ['a certificate without its authority', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', /sslrootcert/],
  ['the certificate of another host', 'ERR_TLS_CERT_ALTNAME_INVALID', /its right host/],
  ['a right the role lacks', '42501', /lacks a right, which docs\/operating\.md lists/],
  ['more connections than there are', '53300', /max_connections/],
  ['a password that is missing', undefined, /check its host, user, password/, 'SASL: client password must be a string'],
  ['no encryption there', undefined, /check its host/, 'The server does not support SSL connections'],
])('says what to do about %s', (_, code, remedy, message = 'why not') => {
  const error = new Error('query failed', { cause: Object.assign(new Error(message), { code }) });
  expect(refusedDatabase(error)?.message).toMatch(remedy);
  expect(refusedDatabase(error)?.message).toContain(`(${message})`);
});

test('says what to do where the database accepts a connection and says nothing', () => {
  expect(refusedDatabase(new DatabaseSilent())?.message).toMatch(
    /does not answer\): .*a pooler in between has a connection/,
  );
});

test('leaves any other error as it is', () => {
  expect(refusedDatabase(Object.assign(new Error('syntax'), { code: '42601' }))).toBeNull();
});
