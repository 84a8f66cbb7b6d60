import type { Config } from '../config';
import { launchPostgres } from './embedded';

/**
 * Does a command's work on the configured database, given its address. Without one it is that of the data folder, whose
 * PostgreSQL is started for it unless a server runs it. Raises StartError if it can't be.
 */
export async function onConfiguredDatabase<Result>(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  work: (url: string) => Promise<Result>,
  settings: Readonly<Record<string, string>> = {},
): Promise<Result> {
  if (databaseUrl) return work(databaseUrl);
  const log = { info: () => {}, error: (message: string) => console.error(message) };
  const postgres = await launchPostgres({ dataDir, log, share: true, settings });
  try {
    return await work(postgres.url);
  } finally {
    await postgres.stop();
  }
}
