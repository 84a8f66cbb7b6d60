import type pg from 'pg';
import { readConfig } from '../config';
import { ownClient } from './connection/own-client';
import { DISTRIBUTION } from './distribution';

/** Few, since a buyer's list asks all of them; more than the machines a cluster begins with, so they can be moved. */
const SHARDS = 4;

type ForeignKey = { name: string; table: string; definition: string };

/**
 * Distributes a migrated database of a Citus cluster whose machines are known to its coordinator: shared tables are
 * copied to each, tenants' tables are split by organization, the others stay where they are. Does all of it or nothing.
 */
export async function distribute(url: string, shards: number = SHARDS): Promise<void> {
  const client = ownClient({ connectionString: url, application_name: 'verdant distribute' });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(`set local citus.multi_shard_modify_mode to 'sequential'`);
    await client.query(`set local citus.shard_count to ${shards}`);
    const keys = await foreignKeys(client);
    // A table cannot be distributed before those it refers to, nor while others refer to it.
    for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
    for (const table of DISTRIBUTION.shared) await client.query('select create_reference_table($1)', [table]);
    let together = 'default';
    for (const table of DISTRIBUTION.tenant) {
      await client.query(`select create_distributed_table($1, 'org_id', colocate_with => $2)`, [table, together]);
      if (together === 'default') together = table;
    }
    for (const { table, name, definition } of keys) {
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    }
    await connectOnce(client);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/**
 * Has a transaction use one connection to each machine, in this database from now on: otherwise a cluster refuses a change
 * of a shared table after a read of several organizations. Each machine has one shard of a table, so nothing is slower.
 */
export async function connectOnce(client: pg.Client, database: string = client.database ?? ''): Promise<void> {
  const name = client.escapeIdentifier(database);
  await client.query(`alter database ${name} set citus.multi_shard_modify_mode to 'sequential'`);
}

async function foreignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select quote_ident(conname) as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conrelid, conname`);
  return rows;
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const { databaseUrl } = readConfig(process.env);
  if (databaseUrl === undefined) throw new Error('Set DATABASE_URL to the cluster’s coordinator.');
  await distribute(databaseUrl);
  console.log('Distributed by organization.');
}
