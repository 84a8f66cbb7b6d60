import { readConfig, StartError } from '../config';
import { openDatabase } from '../db/client';
import { onConfiguredDatabase } from '../db/configured';
import { refusedDatabase } from '../db/refused';
import { sqlState } from '../db/transact';
import { linesOf } from '../log';
import type { Command } from './command';
import { readKeys } from './keys';
import { readMigrate } from './migrate';
import { readSupport } from './support';

const COMMANDS: Readonly<Record<string, (words: readonly string[]) => Command>> = {
  support: readSupport,
  keys: readKeys,
  migrate: readMigrate,
};
const UNDEFINED_TABLE = '42P01';

/** Reads and runs a command on the configured database, beside a running server or without one. */
async function operate([name = '', ...words]: readonly string[]): Promise<string[]> {
  const read = COMMANDS[name];
  if (!read) throw new StartError(`There is no command "${name}": use one of ${Object.keys(COMMANDS).join(', ')}.`);
  const command = read(words);
  const config = readConfig(process.env);
  return onConfiguredDatabase(config, async (url) => {
    const database = openDatabase(url, { max: 2 });
    try {
      return await command({ db: database.db, config });
    } catch (error) {
      if (sqlState(error) === UNDEFINED_TABLE) {
        throw new StartError('The database has no tables yet: start Verdant once with npm start, then run this again.');
      }
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
