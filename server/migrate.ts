import { readConfig, StartError } from './config';
import { openDatabase } from './db/client';
import { onConfiguredDatabase } from './db/configured';
import { migrateDatabase } from './db/migrate';
import { prepareJobs } from './jobs';
import { linesOf, openLog } from './log';

/** npm run migrate: brings the configured database up to date without starting a server. */
async function migrate(): Promise<void> {
  const config = readConfig(process.env);
  await onConfiguredDatabase(config, async (url) => {
    const database = openDatabase(url, { max: 2, statementTimeout: 0 });
    try {
      await migrateDatabase(url, () => prepareJobs(database, openLog(config.logLevel), config.keepDays.jobs));
      console.log('The database is up to date.');
    } finally {
      await database.close();
    }
  });
}

await migrate().catch((error: unknown) => {
  console.error(error instanceof StartError ? error.message : linesOf(error));
  process.exitCode = 1;
});
