import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DISTRIBUTION } from '../../../server/db/distribution';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { ready, tenancyFaults } from '../../support/db/tenancy';

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase();
});

afterAll(() => test.drop());

type Key = { table: string; name: string; columns: string[]; target: string | null; targetColumns: string[] | null };

/** Primary keys, unique indexes and foreign keys of the migrated database, with their columns in order. */
async function keys(kind: 'unique' | 'foreign'): Promise<Key[]> {
  const unique = `
    select t.relname as table, i.relname as name, null as target, null as "targetColumns",
           array(select coalesce(a.attname, '') from unnest(x.indkey::int[]) with ordinality k(n, at)
                   left join pg_attribute a on a.attrelid = t.oid and a.attnum = k.n order by k.at)::text[] as columns
      from pg_index x join pg_class t on t.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
     where x.indisunique and t.relnamespace = 'public'::regnamespace`;
  const names = (table: string, columns: string) =>
    `array(select a.attname from unnest(c.${columns}) with ordinality k(n, at)
             join pg_attribute a on a.attrelid = c.${table} and a.attnum = k.n order by k.at)::text[]`;
  const foreign = `
    select t.relname as table, c.conname as name, f.relname as target,
           ${names('conrelid', 'conkey')} as columns, ${names('confrelid', 'confkey')} as "targetColumns"
      from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class f on f.oid = c.confrelid
     where c.contype = 'f' and c.connamespace = 'public'::regnamespace`;
  return (await test.database.pool.query<Key>(kind === 'unique' ? unique : foreign)).rows;
}

const { tenant, shared, local } = DISTRIBUTION;

describe('every table', () => {
  it('is a tenant’s, shared or local', async () => {
    const { rows } = await test.database.pool.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    const known = [...tenant, ...shared, ...local].sort();
    expect(rows.map(({ name }) => name).sort()).toEqual(known);
    expect(new Set(known).size).toBe(known.length);
  });
});

describe('a tenant’s table', () => {
  it('says the organization of every row', async () => {
    const { rows } = await test.database.pool.query<{ name: string }>(
      `select table_name as name from information_schema.columns
        where table_schema = 'public' and column_name = 'org_id' and is_nullable = 'NO'`,
    );
    const told = new Set(rows.map(({ name }) => name));
    expect([...tenant].filter((name) => !told.has(name))).toEqual([]);
  });

  it('leads its primary key and unique indexes with the organization', async () => {
    const found = (await keys('unique')).filter(({ table }) => tenant.has(table));
    expect(new Set(found.map(({ table }) => table))).toEqual(new Set(tenant));
    expect(found.filter(({ columns }) => columns[0] !== 'org_id')).toEqual([]);
  });

  it('refers to tenants’ rows of its own organization alone', async () => {
    const found = (await keys('foreign')).filter(({ target }) => tenant.has(target ?? ''));
    expect(found.length).toBeGreaterThan(20);
    const crossing = found.filter(
      ({ table, columns, targetColumns }) =>
        !tenant.has(table) || columns[0] !== 'org_id' || targetColumns?.[0] !== 'org_id',
    );
    expect(crossing).toEqual([]);
  });

  it('refers to no local table, and neither does a shared one', async () => {
    const found = (await keys('foreign')).filter(({ table, target }) => !local.has(table) && local.has(target ?? ''));
    expect(found).toEqual([]);
  });
});

describe('the check of statements', () => {
  const kinds = { tenant: new Set(['orders', 'lines']), local: new Set(['keys']) };

  beforeAll(() => ready);

  it.each([
    ['a constant', 'select * from orders where org_id = $1 and id = $2'],
    ['a join that repeats it', 'select 1 from orders o join lines l on l.org_id = o.org_id where o.org_id = $1'],
    [
      'a subquery that repeats it',
      'select (select count(*) from lines l where l.org_id = o.org_id and l.order_id = o.id) from orders o where o.org_id = $1',
    ],
    [
      'rows taken from a subquery',
      'select 1 from (select * from orders where org_id = $1 limit 5) o join lines l on l.org_id = o.org_id',
    ],
    [
      'rows taken from a with',
      'with o as (select org_id, id from orders where org_id = $1) select 1 from o join lines l on l.org_id = o.org_id',
    ],
    ['an update', 'update lines set n = 1 from orders where orders.org_id = $1 and lines.org_id = orders.org_id'],
    ['an insert', 'insert into orders (org_id, id) values ($1, $2) on conflict (org_id, id) do update set n = $3'],
    ['a shared table', 'select * from licenses where id = $1'],
  ])('accepts %s', (_what, text) => {
    expect(tenancyFaults(text, kinds)).toEqual([]);
  });

  it.each([
    ['an id alone', 'select * from orders where id = $1'],
    ['several organizations', 'select * from orders where org_id = any ($1)'],
    ['either or', 'select * from orders where org_id = $1 or id = $2'],
    ['a join on the id alone', 'select 1 from orders o join lines l on l.order_id = o.id where o.org_id = $1'],
    [
      'a subquery on the id alone',
      'select (select count(*) from lines l where l.order_id = o.id) from orders o where o.org_id = $1',
    ],
    ['a delete', 'delete from orders where id = $1'],
    ['an insert without it', 'insert into orders (id) values ($1)'],
    ['a conflict without it', 'insert into orders (org_id, id) values ($1, $2) on conflict (id) do nothing'],
    [
      'the time in a conflict',
      'insert into orders (org_id, id) values ($1, $2) on conflict (org_id, id) do update set at = now()',
    ],
    ['a local table beside it', 'select * from keys, orders where orders.org_id = $1'],
  ])('refuses %s', (_what, text) => {
    expect(tenancyFaults(text, kinds)).not.toEqual([]);
  });
});
