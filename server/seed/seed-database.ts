import { readConfig, StartError } from '../config';
import { openDatabase } from '../db/client';
import { onConfiguredDatabase } from '../db/configured';
import { migrateDatabase, UnusableSchema } from '../db/migrate';
import { linesOf } from '../log';
import type { SeedArguments } from './arguments';
import { emptyDemo, NotEmpty, seedDemo } from './demo';
import { confirmReset } from './may-reset';

const PROGRESS_EVERY = 50_000;
/** Fewer orders are made sooner than a thread has started. */
const APART_FROM = 20_000;
/** Nothing copies from our own server, so what is loaded into empty tables needs no log of each row: files are flushed. */
const LOADING = { wal_level: 'minimal', max_wal_senders: '0' };

/** Seeds the configured database, or one started for it. Raises StartError if refused. */
export async function seedDatabase({ orders, reset }: SeedArguments): Promise<void> {
  const config = readConfig(process.env);
  if (reset !== undefined && config.production)
    throw new StartError('--reset is refused in production: it deletes everything.');
  const fill = (url: string) => fillDatabase(url, { orders, reset, credentialsKey: config.credentialsKey });
  await onConfiguredDatabase(config, fill, LOADING);
}

async function fillDatabase(
  url: string,
  { orders, reset, credentialsKey }: SeedArguments & { credentialsKey: string },
): Promise<void> {
  const started = performance.now();
  const seconds = () => `${((performance.now() - started) / 1000).toFixed(1)} s`;
  if (reset !== undefined) await confirmReset(url, reset);
  const database = openDatabase(url, { max: 2, statementTimeout: 0 });
  try {
    await migrateDatabase(url, undefined, { orEmpty: reset !== undefined });
    if (reset !== undefined) await emptyDemo(database);
    let told = 0;
    const onProgress = (written: number) => {
      if (written - told < PROGRESS_EVERY) return;
      told = written;
      console.log(`${written} of ${orders} orders, ${seconds()}`);
    };
    const summary = await seedDemo(database, { orders, credentialsKey, isApart: orders >= APART_FROM, onProgress });
    const counts = Object.entries(summary).map(([name, count]) => `${count} ${name}`);
    console.log(`Seeded ${counts.join(', ')} in ${seconds()}.`);
  } finally {
    await database.close();
  }
}

/** The message for a failed seeding. */
export function reportFailure(error: unknown): string {
  if (error instanceof NotEmpty)
    return 'The database already has organizations: add --reset to delete everything in it first.';
  if (error instanceof UnusableSchema) return `${error.message} If it holds the demo, --reset starts over.`;
  return error instanceof StartError ? error.message : linesOf(error);
}
