import { DomainError } from '../../domain/errors';
import { readConfig, StartError } from '../config';
import { openDatabase } from '../db/client';
import { onConfiguredDatabase } from '../db/configured';
import { refusedDatabase } from '../db/refused';
import { sqlState } from '../db/transact';
import { linesOf, openLog } from '../log';
import { secretsOf } from '../secrets';
import type { Command } from './command';

/** Each is loaded alone: most of what another one needs would only be waited for. */
const COMMANDS: Readonly<Record<string, () => Promise<(words: readonly string[]) => Command>>> = {
  support: async () => (await import('./support')).readSupport,
  keys: async () => (await import('./keys')).readKeys,
  migrate: async () => (await import('./migrate')).readMigrate,
  backup: async () => (await import('./backup/backup')).readBackup,
  restore: async () => (await import('./backup/restore')).readRestore,
  installation: async () => (await import('./installation')).readInstallationCommand,
};
/** What a database says that lacks migrations: some, or all of them. */
const LACKING: Readonly<Record<string, string>> = {
  '42P01': 'The database has no tables yet: start Verdant once with npm start, then run this again.',
  '42703': 'The database is of an older version of Verdant: run npm run migrate, then run this again.',
};

/** Reads and runs a command on the configured database, beside a running server or without one. */
async function operate([name = '', ...words]: readonly string[]): Promise<string[]> {
  const load = COMMANDS[name];
  if (!load) throw new StartError(`There is no command "${name}": use one of ${Object.keys(COMMANDS).join(', ')}.`);
  const read = await load();
  const command = read(words);
  const config = readConfig(process.env);
  const log = openLog('error', undefined, secretsOf(config));
  return onConfiguredDatabase(config, async (url) => {
    const database = openDatabase(url, { max: 2 });
    try {
      return await command({ db: database.db, url, config, log });
    } catch (error) {
      const lacking = LACKING[sqlState(error) ?? ''];
      if (lacking) throw new StartError(lacking);
      // A store of pictures that doesn't answer.
      if (error instanceof DomainError) throw new StartError(error.message);
      throw refusedDatabase(error) ?? error;
    } finally {
      await database.close();
    }
  });
}

operate(process.argv.slice(2)).then(
  (lines) => console.log(lines.join('\n')),
  (error: unknown) => {
    console.error(error instanceof StartError ? error.message : linesOf(error));
    process.exitCode = 1;
  },
);
