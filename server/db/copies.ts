import type pg from 'pg';

/** The name by which to read a shared table. */
export type TableName = (table: string) => string;

const COPIES = `
  select relation.relname as table, shard_name(logicalrelid, shardid) as copy
    from pg_dist_partition
    join pg_dist_shard using (logicalrelid)
    join pg_dist_placement using (shardid)
    join pg_class relation on relation.oid = logicalrelid
   where partmethod = 'n' and repmodel = 't' and groupid = (select groupid from pg_dist_local_group)`;

/**
 * The text of a statement that reads shared and local tables alone, for a pool: on a cluster it names the coordinator's
 * own copies of the shared ones, and is then planned once per connection, as on one machine, instead of every time. The
 * names are asked for once per pool, so a server is stopped while its database is distributed. Copies are never written to.
 */
export function onCopies(statement: (nameOf: TableName) => string): (pool: pg.Pool) => Promise<string> {
  const texts = new WeakMap<pg.Pool, Promise<string>>();
  return (pool) => {
    let text = texts.get(pool);
    if (text === undefined) {
      text = findCopies(pool).then(statement);
      texts.set(pool, text);
      text.catch(() => texts.delete(pool));
    }
    return text;
  };
}

async function findCopies(pool: pg.Pool): Promise<TableName> {
  const { rows: clusters } = await pool.query(`select from pg_extension where extname = 'citus'`);
  if (clusters.length === 0) return (table) => table;
  const { rows } = await pool.query<{ table: string; copy: string }>(COPIES);
  const copies = new Map(rows.map(({ table, copy }) => [table, copy]));
  return (table) => copies.get(table) ?? table;
}
