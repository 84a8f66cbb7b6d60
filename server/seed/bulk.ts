import { getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type pg from 'pg';

type Definition = { drop: string; create: string };

// Keys of other tables that refer to these go too: they need these tables' primary keys.
const FOREIGN_KEYS = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
    from pg_constraint
   where contype = 'f' and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[])) order by conname`;

const KEYS = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
    from pg_constraint where contype in ('p', 'u') and conrelid = any($1::regclass[]) order by conname`;

const INDEXES = `
  select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as create
    from pg_index where indrelid = any($1::regclass[])
     and not exists (select from pg_constraint where conindid = indexrelid) order by indexrelid`;

/**
 * Loads many rows into empty tables without their keys, indexes and foreign keys, then makes those again, which checks
 * every row and takes a fraction of the time. The tables are locked until the transaction ends. They are truncated
 * first, so that rows can be copied as frozen, and without a log of them where the server keeps none for replicas.
 */
export async function inBulk<Result>(
  client: pg.ClientBase,
  tables: readonly PgTable[],
  load: () => Promise<Result>,
): Promise<Result> {
  const names = tables.map(getTableName);
  const made: Definition[][] = [];
  for (const found of [FOREIGN_KEYS, KEYS, INDEXES]) {
    const { rows } = await client.query<Definition>(found, [names]);
    for (const { drop } of rows) await client.query(drop);
    made.unshift(rows);
  }
  await client.query(`truncate ${names.join(', ')}`);
  const result = await load();
  await client.query("set local maintenance_work_mem = '512MB'");
  for (const { create } of made.flat()) await client.query(create);
  return result;
}
