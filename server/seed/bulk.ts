import { getTableName } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type pg from 'pg';

type Definition = { drop: string; create: string };

const FOREIGN_KEYS = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create
    from pg_constraint where contype = 'f' and conrelid = any($1::regclass[]) order by conname`;

const INDEXES = `
  select format('drop index %s', indexrelid::regclass) as drop, pg_get_indexdef(indexrelid) as create
    from pg_index where indrelid = any($1::regclass[]) and not indisprimary
     and not exists (select from pg_constraint where conindid = indexrelid) order by indexrelid`;

/**
 * Loads many rows with their tables' indexes and foreign keys dropped, then recreates them, which checks every row and
 * takes a fraction of the time. The tables are locked until the transaction ends.
 */
export async function inBulk<Result>(
  client: pg.ClientBase,
  tables: readonly PgTable[],
  load: () => Promise<Result>,
): Promise<Result> {
  const names = tables.map(getTableName);
  const [keys, indexes] = [
    await client.query<Definition>(FOREIGN_KEYS, [names]),
    await client.query<Definition>(INDEXES, [names]),
  ];
  for (const { drop } of [...keys.rows, ...indexes.rows]) await client.query(drop);
  const result = await load();
  await client.query("set local maintenance_work_mem = '256MB'");
  for (const { create } of [...indexes.rows, ...keys.rows]) await client.query(create);
  return result;
}
