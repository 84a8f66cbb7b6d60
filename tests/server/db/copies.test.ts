import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onCopies } from '../../../server/db/copies';
import { isCluster } from '../../support/cluster';
import { createTestDatabase, type TestDatabase } from '../../support/database';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});

afterAll(() => test.drop());

const textOf = onCopies(
  (nameOf) =>
    `select o.name from ${nameOf('organizations')} o left join ${nameOf('mailbox')} on false where o.name = $1`,
);

describe('a statement on shared and local tables', () => {
  it.runIf(isCluster)('is answered from the coordinator’s copies as if there were no cluster', async () => {
    const text = (await textOf(test.database.pool)).replace('$1', `'Green'`);
    const { rows } = await test.database.pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/organizations_\d+/);
    expect(plan).not.toContain('Citus');
  });

  it.skipIf(isCluster)('names the tables themselves on one machine', async () => {
    expect(await textOf(test.database.pool)).toContain('from organizations o left join mailbox on');
  });

  it('reads what was just written', async () => {
    const { pool } = test.database;
    await pool.query(`insert into organizations (name, default_state) values ('Just written', 'CA')`);
    const { rows } = await pool.query({ text: await textOf(pool), values: ['Just written'] });
    expect(rows).toEqual([{ name: 'Just written' }]);
    await pool.query(`update organizations set name = 'Renamed' where name = 'Just written'`);
    expect((await pool.query({ text: await textOf(pool), values: ['Just written'] })).rows).toEqual([]);
  });

  it('asks again after the database could not answer', async () => {
    const { pool } = test.database;
    let isDown = true;
    const failing = {
      query: (text: string) => (isDown ? Promise.reject(new Error('The database is down')) : pool.query(text)),
    } as unknown as pg.Pool;
    await expect(textOf(failing)).rejects.toThrow('The database is down');
    isDown = false;
    expect(await textOf(failing)).toBe(await textOf(pool));
  });
});
