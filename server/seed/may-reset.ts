import { createInterface } from 'node:readline/promises';
import type pg from 'pg';
import { StartError } from '../config';
import { ownClient } from '../db/connection/own-client';
import { exists } from '../db/schema-state';

/**
 * Raises StartError unless the database may be emptied: its name was given, or is typed now, and all its data is the
 * demo's.
 */
export async function confirmReset(url: string, given: string): Promise<void> {
  const client = ownClient({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>('select current_database() as name');
    const name = rows[0]?.name ?? '';
    if (!(await isDemoOnly(client))) {
      throw new StartError(
        `--reset is refused: the data in ${name} wasn’t made by npm run seed. Use another database (DATABASE_URL or DATA_DIR).`,
      );
    }
    const typed = given || (await ask(`This deletes everything in the database ${name}. Type its name to go on: `));
    if (typed !== name)
      throw new StartError(`--reset takes the database’s name: --reset=${name} deletes all its data.`);
  } finally {
    await client.end();
  }
}

/** The demo marks the database it fills. One without organizations and people holds nothing yet. */
async function isDemoOnly(client: pg.Client): Promise<boolean> {
  if (await exists(client, 'public.installation')) {
    const { rows } = await client.query<{ isDemo: boolean }>('select is_demo as "isDemo" from public.installation');
    if (rows[0]?.isDemo) return true;
  }
  if (!(await exists(client, 'public.organizations')))
    return !(await hasAny(client, `pg_tables where schemaname = 'public'`));
  return !(await hasAny(client, 'public.organizations')) && !(await hasAny(client, 'public.users'));
}

async function hasAny(client: pg.Client, from: string): Promise<boolean> {
  return Boolean((await client.query(`select from ${from} limit 1`)).rowCount);
}

async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY) return '';
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  return (await terminal.question(question).finally(() => terminal.close())).trim();
}
