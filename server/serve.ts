import type { FastifyInstance } from 'fastify';
import { createApp } from './app';
import { type Config, StartError } from './config';
import { type Database, openDatabase } from './db/client';
import { compareClocks } from './db/clock';
import { migrateDatabase } from './db/migrate';
import { refusedDatabase } from './db/refused';
import { prepareJobs } from './jobs';
import type { Log } from './log';
import { seedIfEmpty } from './seed';

/** What serving has opened so far, in the order it is opened; see `endServing`. */
export type Serving = { database?: Database; app?: FastifyInstance };

/** How long pending requests may take once serving is to end. */
const DRAIN_LIMIT_MS = 20_000;

/**
 * Brings the database at `url` up to date and serves everything from there at the configured address, once this resolves.
 * What it opens is noted in `serving`, also when it fails. Raises StartError where an operator has to change something.
 */
export async function serve(
  config: Config,
  url: string,
  log: Log,
  { serving, isEnding }: { serving: Serving; isEnding: () => boolean },
): Promise<void> {
  const database = openDatabase(url, {
    max: config.databasePool,
    replicaUrl: config.databaseReplicaUrl,
    onLostConnection: ({ message }) => {
      if (!isEnding()) log.warn({ message }, 'a database connection was lost');
    },
  });
  serving.database = database;
  const fill = async () => {
    await prepareJobs(database, log, config.keepDays.jobs);
    await seedIfEmpty(database, config, log);
  };
  await migrateDatabase(url, fill, { migrate: config.migrate }).catch((error) => {
    throw refusedDatabase(error) ?? error;
  });
  compareClocks(database.pool, log);
  serving.app = await createApp({ config, database, log, isDraining: isEnding });
  await serving.app.listen({ host: config.host, port: config.port }).catch(takenPort(config));
}

/** What to raise where an address can't be listened at. */
export function takenPort({ host, port }: Pick<Config, 'host' | 'port'>) {
  return (error: NodeJS.ErrnoException): never => {
    if (error.code === 'EADDRINUSE') {
      throw new StartError(
        `PORT ${port} on ${host} is in use: stop the program that uses it, or set PORT to another number.`,
      );
    }
    if (error.code === 'EACCES')
      throw new StartError(`PORT ${port} needs administrator rights: set PORT to 1024 or above.`);
    if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND') {
      throw new StartError(`HOST ${host} is not an address of this machine: set HOST to one that is.`);
    }
    throw error;
  };
}

/** Lets pending requests finish, then closes streams, jobs and pools, in that order. */
export async function endServing({ app, database }: Serving): Promise<void> {
  // During a start there are no requests to finish; PostgreSQL rolls back.
  if (!app) return;
  const hurry = setTimeout(() => app.server.closeAllConnections(), DRAIN_LIMIT_MS);
  await app.close();
  clearTimeout(hurry);
  await database?.close();
}
