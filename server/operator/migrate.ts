import { StartError } from '../config';
import { openDatabase } from '../db/client';
import { migrateDatabase } from '../db/migrate';
import { prepareJobs } from '../jobs';
import { openLog } from '../log';
import type { Command } from './command';

/** Takes no words. Raises StartError with one line for any. */
export function readMigrate([more]: readonly string[]): Command {
  if (more !== undefined) throw new StartError(`npm run migrate takes nothing, so not "${more}".`);
  return migrate;
}

/** Brings the database up to date without starting a server. */
const migrate: Command = async ({ db, config }) => {
  const url = db.$client.options.connectionString ?? '';
  const database = openDatabase(url, { max: 2, statementTimeout: 0 });
  try {
    await migrateDatabase(url, () => prepareJobs(database, openLog(config.logLevel), config.keepDays.jobs));
    return ['The database is up to date.'];
  } finally {
    await database.close();
  }
};
