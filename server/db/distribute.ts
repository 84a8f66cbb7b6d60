import type pg from 'pg';
import { readConfig } from '../config';
import { NEAR_ENOUGH } from './client';
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
    await client.query('commit');
    for (const setting of settingsOf(client.database ?? '')) await client.query(setting);
  } finally {
    await client.end();
  }
}

/**
 * What a database is set to on each machine of a cluster, which isn't copied with it. A transaction uses one connection to
 * a machine, as otherwise a shared table isn't changed after a read of several organizations; a machine has one shard of a
 * table, so nothing is slower. How alike words must be reaches no other machine by the connection that sets it.
 */
export function settingsOf(database: string): string[] {
  const settings = { 'citus.multi_shard_modify_mode': 'sequential', 'pg_trgm.word_similarity_threshold': NEAR_ENOUGH };
  return Object.entries(settings).map(([name, value]) => `alter database "${database}" set ${name} to '${value}'`);
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
