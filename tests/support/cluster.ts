import type pg from 'pg';
import { ownClient } from '../../server/db/connection/own-client';
import { QUERY_CANCELLED } from '../../server/db/transact';

/** Addresses of a Citus cluster's machines for the tests' databases, its coordinator's first; none without `TEST_CLUSTER`. */
export const machines: readonly string[] = (process.env.TEST_CLUSTER ?? '').split(/[\s,]+/).filter(Boolean);

/** Whether tests run on a cluster. What it can't do is skipped there, with the reason beside it. */
export const isCluster = machines.length > 0;

/** The view of what runs now, on every machine of a cluster. */
const ACTIVITY = isCluster ? 'citus_stat_activity' : 'pg_stat_activity';

/** How many connections to a test's database wait for a lock. */
export async function countWaiting({ pool }: { pool: Pick<pg.Pool, 'query'> }): Promise<number> {
  const { rowCount } = await pool.query(
    `select 1 from ${ACTIVITY} where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount ?? 0;
}

export async function onMachine<Result>(address: string, act: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = ownClient({ connectionString: address });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

/** The address of a database on the same machine. */
export function onDatabase(address: string, database: string): string {
  const url = new URL(address);
  url.pathname = `/${database}`;
  return url.href;
}

/** The same database, where tests may break tables with triggers: a cluster lets nobody make them otherwise. */
export function allowTriggers(address: string): string {
  if (!isCluster) return address;
  const url = new URL(address);
  url.searchParams.set('options', '-c citus.enable_unsafe_triggers=on');
  return url.href;
}

/** Makes the machines' databases of one name a cluster. */
export async function joinMachines(database: string): Promise<void> {
  const [coordinator = '', ...workers] = machines;
  for (const machine of machines) {
    await onMachine(onDatabase(machine, database), (client) => client.query('create extension citus'));
  }
  await onMachine(onDatabase(coordinator, database), async (client) => {
    const place = (address: string) => [new URL(address).hostname, Number(new URL(address).port)];
    await client.query('select citus_set_coordinator_host($1, $2)', place(coordinator));
    for (const worker of workers) await client.query('select citus_add_node($1, $2)', place(worker));
  });
}

/** Drops a database although a cluster may just be connecting to it again by itself. */
export async function dropDatabase(client: pg.Client, database: string): Promise<void> {
  await client.query(`set statement_timeout = ${DROPPING_MS}`);
  for (let attempts = isCluster ? 10 : 1; ; attempts -= 1) {
    try {
      return void (await client.query(`drop database ${database} with (force)`));
    } catch (error) {
      const { code } = error as { code?: string };
      if (code === QUERY_CANCELLED) throw new Error(`${database} wasn’t dropped: ${await running(client)}`);
      if (attempts <= 1 || code !== '55006') throw error;
    }
  }
}

/** Longer than dropping takes, and less than a hook may take. */
const DROPPING_MS = 60_000;

/** What the server's processes do or wait for. */
async function running(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ told: string }>(`
    select concat_ws(' ', backend_type, datname, state, wait_event_type, wait_event, left(query, 80)) as told
      from pg_stat_activity where pid <> pg_backend_pid()`);
  return rows.map(({ told }) => told).join('; ');
}

/** Ends the connections a cluster keeps to a database by itself, which would prevent its being copied or renamed. */
export async function freeDatabase(client: pg.Client, database: string): Promise<void> {
  if (!isCluster) return;
  await client.query(
    'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
    [database],
  );
}
