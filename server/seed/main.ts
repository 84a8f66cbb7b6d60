import { parseArgs } from 'node:util';
import { readConfig, StartError } from '../config';
import { openDatabase } from '../db/client';
import { launchPostgres, type Postgres } from '../db/embedded';
import { migrateDatabase, OtherSchema } from '../db/migrate';
import { DEFAULT_ORDERS, emptyDemo, NotEmpty, seedDemo } from './demo';

const USAGE = `Usage: npm run seed -- [--orders N] [--reset]

  --orders N  how many orders over two years, from 0 to 10000000 (${DEFAULT_ORDERS} unless said)
  --reset     first delete every organization, person and order the database holds`;

const MOST_ORDERS = 10_000_000;
const PROGRESS_EVERY = 50_000;

class UsageError extends Error {}

function readArguments(args: string[]): { orders: number; reset: boolean } {
  try {
    const { values } = parseArgs({ args, options: { orders: { type: 'string' }, reset: { type: 'boolean' } } });
    const orders = values.orders ?? String(DEFAULT_ORDERS);
    if (!/^\d+$/.test(orders) || Number(orders) > MOST_ORDERS) {
      throw new UsageError(`--orders ${orders} is not a whole number from 0 to ${MOST_ORDERS}.`);
    }
    return { orders: Number(orders), reset: values.reset ?? false };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError((error as Error).message);
  }
}

async function seed(): Promise<void> {
  const { orders, reset } = readArguments(process.argv.slice(2));
  const config = readConfig(process.env);
  if (reset && config.production) throw new StartError('--reset is refused in production: it deletes everything.');
  const started = performance.now();
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
  let postgres: Postgres | undefined;
  if (!config.databaseUrl) {
    const log = { info: () => {}, error: (message: string) => console.error(message) };
    postgres = await launchPostgres({ dataDir: config.dataDir, log, share: true });
  }
  const url = config.databaseUrl ?? postgres?.url ?? '';
  const database = openDatabase(url, { max: 2, statementTimeout: 0 });
  try {
    await migrateDatabase(url, undefined, { orEmpty: reset });
    if (reset) await emptyDemo(database);
    let told = 0;
    const onProgress = (written: number) => {
      if (written - told < PROGRESS_EVERY) return;
      told = written;
      console.log(`${written} of ${orders} orders, ${seconds()}`);
    };
    const summary = await seedDemo(database, { orders, credentialsKey: config.credentialsKey, onProgress });
    const counts = Object.entries(summary).map(([name, count]) => `${count} ${name}`);
    console.log(`Seeded ${counts.join(', ')} in ${seconds()}.`);
  } finally {
    await database.close();
    await postgres?.stop();
  }
}

seed().catch((error) => {
  if (error instanceof UsageError) console.error(`${error.message}\n\n${USAGE}`);
  else if (error instanceof NotEmpty)
    console.error('The database holds organizations already: add --reset to delete everything in it first.');
  else if (error instanceof OtherSchema)
    console.error('The database was made by another version of Verdant: add --reset to delete everything in it first.');
  else console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
});
